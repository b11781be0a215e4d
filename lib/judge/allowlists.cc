#include "judge/allowlists.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "match/joined_patterns.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// The contents of an allowlist, as the addresses of its arrays. Lists that rulec
// wrote once have equal addresses.
using Identity = std::tuple<const void*, const void*, const void*, const void*,
                            const void*, bool, AllowTarget, bool>;

Identity identity_of(const Allowlist& list) {
  return {list.description.data(),
          list.paths.data(),
          list.regexes.data(),
          list.stopwords.data(),
          list.commits.data(),
          list.all,
          list.target,
          list.configured};
}

bool holds_caseless(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) !=
         text.end();
}

bool any_found(const std::deque<Pattern>& patterns, std::string_view text) {
  return std::ranges::any_of(
      patterns, [&](const Pattern& pattern) { return pattern.found_in(text); });
}

}  // namespace

Allowlists::Allowlists(const RuleSet& rules) {
  // Equal lists of the default rules are one array (apps/rulec), and so are
  // those of one list that a configuration has for all rules.
  std::map<Identity, const Member*> known;
  const auto member = [&](const Allowlist& list) {
    const Member*& one = known[identity_of(list)];
    if (one == nullptr) {
      one = &members_.emplace_back(list, members_.size(), line_patterns_);
      if (list.target == AllowTarget::kLine)
        line_patterns_ += list.regexes.size();
    }
    return one;
  };
  for (const Allowlist& list : rules.global_allowlists()) {
    global_.lists.push_back(member(list));
    if (list.target == AllowTarget::kMatch) global_by_value_ = false;
  }
  number_sieve_lines(&global_);
  std::map<std::pair<const Allowlist*, std::size_t>, const Group*> groups;
  for (const Rule& rule : rules.rules()) {
    const Group*& all =
        groups[{rule.allowlists.data(), rule.allowlists.size()}];
    if (all == nullptr) {
      Group& fresh = groups_.emplace_back();
      fresh.number = groups_.size();
      for (const Allowlist& list : rule.allowlists)
        fresh.lists.push_back(member(list));
      number_sieve_lines(&fresh);
      all = &fresh;
    }
    groups_of_.push_back(all);
  }
}

// Leaves numbers for the joined patterns, which are at most as many.
void Allowlists::number_sieve_lines(Group* group) {
  group->first_sieve_line = line_patterns_;
  for (const Member* const one : group->lists)
    if (one->list->target == AllowTarget::kLine)
      line_patterns_ += one->list->regexes.size();
}

const Allowlists::Patterns& Allowlists::patterns_of(const Member& one) {
  std::call_once(one.once, [&] {
    one.patterns = std::make_unique<Patterns>();
    for (const std::string_view regex : one.list->paths)
      one.patterns->paths.emplace_back(regex);
    for (const std::string_view regex : one.list->regexes) {
      if (one.list->target == AllowTarget::kLine)
        one.patterns->lines.emplace_back(regex);
      else
        one.patterns->regexes.emplace_back(regex);
    }
  });
  return *one.patterns;
}

const Allowlists::Sieve& Allowlists::sieve_of(const Group& group) {
  std::call_once(group.once, [&] {
    struct Joined {
      JoinedPatterns secret, match, line;
    };
    group.sieve = std::make_unique<Sieve>();
    Sieve& sieve = *group.sieve;
    Joined any, with_path;
    for (const Member* const one : group.lists) {
      const Allowlist& list = *one->list;
      const bool needs_path = list.all && !list.paths.empty();
      if (needs_path) sieve.with_path.push_back(one);
      Joined& joined = needs_path ? with_path : any;
      JoinedPatterns& by_target =
          list.target == AllowTarget::kSecret  ? joined.secret
          : list.target == AllowTarget::kMatch ? joined.match
                                               : joined.line;
      for (const std::string_view regex : list.regexes) by_target.add(regex);
      for (const std::string_view word : list.stopwords)
        joined.secret.add_word(word);
      const bool needs_text =
          list.all && !(list.regexes.empty() && list.stopwords.empty());
      if (!needs_text && !(list.paths.empty() && list.commits.empty()))
        sieve.by_place.push_back(one);
    }
    const auto keep = [](JoinedPatterns& joined, Sieve::Part& part,
                         auto* patterns) {
      for (std::string& regex : joined.take())
        patterns->emplace_back(part.regexes.emplace_back(std::move(regex)));
    };
    std::size_t first_line = group.first_sieve_line;
    const auto keep_all = [&](Joined& joined, Sieve::Part& part) {
      part.first_line = first_line;
      keep(joined.secret, part, &part.secrets);
      keep(joined.match, part, &part.matches);
      keep(joined.line, part, &part.lines);
      first_line += part.lines.size();
    };
    keep_all(any, sieve.part);
    keep_all(with_path, sieve.part_with_path);
  });
  return *group.sieve;
}

const Allowlist* Allowlists::fitting(const Group& group,
                                     const AllowSubject& subject) const {
  if (group.lists.empty()) return nullptr;
  std::uint8_t own = 0;
  std::uint8_t& fitted =
      subject.facts == nullptr ? own : fitted_of(group, *subject.facts);
  // A list before it would be the answer, if that fitted, too.
  const auto fits_here = [&](const Member* list) {
    return fits(*list, subject);
  };
  if (fitted != 0 && fits_here(group.lists[fitted - 1]))
    return (*std::ranges::find_if(group.lists, fits_here))->list;
  if (!passes(group, subject)) return nullptr;
  const auto one = std::ranges::find_if(group.lists, fits_here);
  if (one == group.lists.end()) return nullptr;
  // Behind many others, it would save nothing.
  constexpr std::ptrdiff_t kFew = 4;
  if (const auto at = one - group.lists.begin(); at < kFew)
    fitted = static_cast<std::uint8_t>(at + 1);
  return (*one)->list;
}

std::uint8_t& Allowlists::fitted_of(const Group& group,
                                    AllowlistFacts& facts) const {
  if (facts.fitted.empty()) facts.fitted.resize(groups_.size() + 1);
  return facts.fitted[group.number];
}

// Whether one of the lists may fit.
bool Allowlists::passes(const Group& group, const AllowSubject& subject) const {
  const Sieve& sieve = sieve_of(group);
  const auto fits_path = [&](const Member* one) {
    return path_fits(*one, subject);
  };
  return std::ranges::any_of(sieve.by_place,
                             [&](const Member* one) {
                               return !subject.commit.empty() || fits_path(one);
                             }) ||
         passes(sieve.part, subject) ||
         (std::ranges::any_of(sieve.with_path, fits_path) &&
          passes(sieve.part_with_path, subject));
}

bool Allowlists::passes(const Sieve::Part& part,
                        const AllowSubject& subject) const {
  if (any_found(part.secrets, subject.secret) ||
      any_found(part.matches, subject.match))
    return true;
  for (std::size_t i = 0; i < part.lines.size(); ++i)
    if (found_in_line(part.lines[i], part.first_line + i, subject)) return true;
  return false;
}

bool Allowlists::path_fits(const Member& one,
                           const AllowSubject& subject) const {
  if (one.list->paths.empty()) return false;
  if (subject.facts == nullptr)
    return any_found(patterns_of(one).paths, subject.path);
  std::vector<std::optional<bool>>& known = subject.facts->paths;
  if (known.empty()) known.resize(members_.size());
  std::optional<bool>& fits = known[one.number];
  if (!fits) fits = any_found(patterns_of(one).paths, subject.path);
  return *fits;
}

bool Allowlists::found_in_line(const LinePattern& pattern, std::size_t number,
                               const AllowSubject& subject) const {
  AllowlistFacts* const facts = subject.facts;
  if (facts != nullptr && facts->lines.empty())
    facts->lines.resize(line_patterns_);
  const auto begin =
      static_cast<std::size_t>(subject.line.data() - subject.text.data());
  return pattern.found_in(subject.text, begin, begin + subject.line.size(),
                          facts == nullptr ? nullptr : &facts->lines[number]);
}

bool Allowlists::matches(const Member& one, const AllowSubject& subject) const {
  const AllowTarget target = one.list->target;
  if (target != AllowTarget::kLine)
    return any_found(patterns_of(one).regexes, target == AllowTarget::kSecret
                                                   ? subject.secret
                                                   : subject.match);
  const std::deque<LinePattern>& lines = patterns_of(one).lines;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (found_in_line(lines[i], one.first_line_pattern + i, subject))
      return true;
  return false;
}

bool Allowlists::fits(const Member& one, const AllowSubject& subject) const {
  const Allowlist& list = *one.list;
  const bool path = path_fits(one, subject);
  // A path costs less than a line.
  if (list.all && !list.paths.empty() && !path) return false;
  const bool regex = matches(one, subject);
  const bool word =
      std::ranges::any_of(list.stopwords, [&](std::string_view stop) {
        return holds_caseless(subject.secret, stop);
      });
  const bool commit = !subject.commit.empty() &&
                      std::ranges::count(list.commits, subject.commit) > 0;
  if (!list.all) return path || regex || word || commit;
  return (list.paths.empty() || path) && (list.regexes.empty() || regex) &&
         (list.stopwords.empty() || word) && (list.commits.empty() || commit);
}

}  // namespace sluice
