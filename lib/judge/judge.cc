#include "judge/judge.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "judge/checks/check.h"
#include "judge/confidence.h"
#include "judge/context/assigned_name.h"
#include "judge/context/line_kind.h"
#include "judge/context/name.h"
#include "judge/context/place.h"
#include "judge/context/template_action.h"
#include "judge/value/assigned.h"
#include "judge/value/look.h"
#include "judge/value/placeholder.h"
#include "text/ascii.h"
#include "text/entropy.h"

namespace sluice {
namespace {

bool holds_caseless(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) !=
         text.end();
}

Drop drop_of(Assigned assigned) {
  switch (assigned) {
    case Assigned::kDrawn:
    case Assigned::kTyped:
    case Assigned::kComposed:
    case Assigned::kWords:
    case Assigned::kCommon:
      return Drop::kNone;
    case Assigned::kName:
      return Drop::kName;
    case Assigned::kReference:
      return Drop::kReference;
    case Assigned::kEncrypted:
      return Drop::kEncrypted;
    case Assigned::kPublic:
      return Drop::kPublic;
    case Assigned::kTemplate:
      return Drop::kPlaceholder;
    case Assigned::kStandIn:
      return Drop::kCommon;
    case Assigned::kText:
      return Drop::kText;
    case Assigned::kForm:
      return Drop::kForm;
  }
  return Drop::kNone;
}

ValueLook look_of(Assigned assigned) {
  switch (assigned) {
    case Assigned::kDrawn:
      return ValueLook::kDrawn;
    case Assigned::kTyped:
      return ValueLook::kTyped;
    case Assigned::kComposed:
      return ValueLook::kComposed;
    case Assigned::kCommon:
      return ValueLook::kCommon;
    default:
      return ValueLook::kWords;
  }
}

NameEvidence evidence_of(NameSays says) {
  switch (says) {
    case NameSays::kPassword:
    case NameSays::kSecret:
    case NameSays::kToken:
      return NameEvidence::kSecret;
    case NameSays::kKey:
      return NameEvidence::kMaybe;
    case NameSays::kSalt:
      return NameEvidence::kSalt;
    case NameSays::kNothing:
      break;
  }
  return NameEvidence::kAbsent;
}

CheckEvidence evidence_of(CheckEffect weight) {
  switch (weight) {
    case CheckEffect::kProof:
      return CheckEvidence::kProves;
    case CheckEffect::kDoubt:
      return CheckEvidence::kDoubts;
    case CheckEffect::kRefuted:
      return CheckEvidence::kRefutes;
    case CheckEffect::kNone:
    case CheckEffect::kImpossible:
    case CheckEffect::kKnown:
      break;
  }
  return CheckEvidence::kNone;
}

// The form that led to the value, by its rule.
Form form_of(const Rule& rule) {
  if (!rule.provider.empty())
    return rule.confidence == Confidence::kHigh ? Form::kVendor : Form::kShared;
  if (rule.prose) return Form::kProse;
  // A private key. A rule of the user's own is taken at its word.
  return rule.value == ValueKind::kAny ? Form::kVendor : Form::kAssigned;
}

Drop drop_of(CheckEffect weight) {
  switch (weight) {
    case CheckEffect::kImpossible:
      return Drop::kStructure;
    case CheckEffect::kKnown:
      return Drop::kKnownExample;
    case CheckEffect::kNone:
    case CheckEffect::kProof:
    case CheckEffect::kDoubt:
    case CheckEffect::kRefuted:
      return Drop::kNone;
  }
  return Drop::kNone;
}

// "Enter" of `login.password=Enter your password`: a word that begins a
// sentence. `behind` is the text after it.
bool begins_sentence(std::string_view word, std::string_view behind) {
  return behind.size() == 2 && behind[0] == ' ' && is_lower(behind[1]) &&
         is_upper(word.front()) &&
         std::ranges::all_of(word.substr(1), is_lower);
}

// In an action of a template, what has no quotes is code, and words in quotes
// are names. A value that was drawn or typed with care may be a default.
bool is_code_of_template(Assigned as, std::string_view before) {
  if (!in_template_action(before)) return false;
  const bool quoted = is_quote(before.back());
  const bool may_be_value =
      as == Assigned::kDrawn ||
      (quoted && (as == Assigned::kTyped || as == Assigned::kComposed));
  return !may_be_value;
}

// true, off, null: a switch beside a name such as enablePassword.
bool is_switch(std::string_view value) {
  constexpr auto kSwitches = std::to_array<std::string_view>(
      {"true", "false", "none", "null", "yes", "no", "on", "off"});
  return std::ranges::any_of(kSwitches, [&](std::string_view one) {
    return one.size() == value.size() && holds_caseless(value, one);
  });
}

bool any_found(const std::deque<Pattern>& patterns, std::string_view text) {
  return std::ranges::any_of(
      patterns, [&](const Pattern& pattern) { return pattern.found_in(text); });
}

}  // namespace

Judge::Judge(const RuleSet& rules, const JudgeOptions& options)
    : rules_(rules),
      options_(options),
      families_(rules),
      filters_(rules, options.resource) {
  for (const std::span<const Rule> some : {rules.rules(), rules.families()})
    for (const Rule& rule : some) rule_ids_.insert(rule.id);
  for (const Allowlist& list : rules.global_allowlists())
    global_allowlists_.push_back(compile(list));
  allowlists_.resize(rules.rules().size());
  for (std::size_t i = 0; i < rules.rules().size(); ++i)
    for (const Allowlist& list : rules.rules()[i].allowlists)
      allowlists_[i].push_back(compile(list));
}

Judge::CompiledAllowlist Judge::compile(const Allowlist& list) {
  CompiledAllowlist compiled;
  compiled.list = &list;
  for (const std::string_view regex : list.paths)
    compiled.paths.emplace_back(regex);
  compiled.first_line_pattern = line_patterns_;
  for (const std::string_view regex : list.regexes) {
    if (list.target == AllowTarget::kLine)
      compiled.lines.emplace_back(regex), ++line_patterns_;
    else
      compiled.regexes.emplace_back(regex);
  }
  return compiled;
}

const Rule* Judge::family_of(std::string_view text,
                             const Pattern::Match& match) const {
  const std::optional<TextSpan> name = assigned_name(text, match.secret_begin);
  if (!name) return nullptr;
  return families_.find(text, {match.secret_begin, match.secret_end}, *name);
}

// The cheap tests come first.
Verdict Judge::judge(std::uint32_t index, std::string_view path,
                     std::string_view text, const Pattern::Match& match,
                     std::string_view commit, TextFacts* facts) const {
  const Rule& rule = rules_.rules()[index];
  const std::string_view secret =
      text.substr(match.secret_begin, match.secret_end - match.secret_begin);
  Verdict verdict;
  const Rule* const family = rule.families ? family_of(text, match) : nullptr;
  verdict.rule = family != nullptr ? family : &rule;
  const auto drop = [&](Drop why) {
    verdict.drop = why;
    return verdict;
  };

  if (rule.families && rule.skip_report && family == nullptr)
    return drop(Drop::kNoFamily);
  // The forms of a family say more about a value than one bound for all.
  if (family == nullptr && rule.min_digits != 0 &&
      std::ranges::count_if(secret, is_digit) <
          static_cast<std::ptrdiff_t>(rule.min_digits))
    return drop(Drop::kDigits);
  verdict.entropy = shannon_entropy(secret);
  if (family == nullptr && (verdict.entropy < rule.entropy ||
                            (!rule.plausible && rule.entropy != 0 &&
                             verdict.entropy == rule.entropy)))
    return drop(Drop::kEntropy);
  // At most once, and as late as possible: it costs more than everything before
  // it.
  std::optional<CheckResult> checked;
  const auto check_once = [&]() -> const CheckResult& {
    if (!checked)
      checked = check(rule.check, secret,
                      text.substr(match.begin, match.end - match.begin));
    return *checked;
  };
  // A correct checksum is proof enough, whatever words the token contains by
  // chance.
  if (rule.plausible && is_placeholder(secret) &&
      (rule.check == CheckKind::kNone ||
       check_once().weight != CheckEffect::kProof))
    return drop(Drop::kPlaceholder);
  const Filters::Answer filtered =
      filters_.ask({index, path, text, match, facts});
  verdict.excepted = filtered.excepted;
  verdict.filter_failed = filtered.failed;
  if (filtered.drops) return drop(Drop::kFilter);
  const std::string_view before = line_before(text, match.secret_begin);
  const std::string_view host = host_behind(text, match.secret_end);
  verdict.evidence.form = form_of(*verdict.rule);
  if (family == nullptr && rule.value != ValueKind::kAny) {
    const std::string_view name = rule.value == ValueKind::kNamed
                                      ? name_around(text, match.begin)
                                      : std::string_view();
    const Assigned as =
        assigned(rule.value, {path, name, before, host}, secret);
    const Drop why = drop_of(as);
    if (why != Drop::kNone) return drop(why);
    if (is_code_of_template(as, before)) return drop(Drop::kReference);
    if (is_switch(secret)) return drop(Drop::kForm);
    if (as == Assigned::kWords &&
        begins_sentence(secret, text.substr(match.secret_end, 2)))
      return drop(Drop::kText);
    verdict.evidence.look = look_of(as);
    verdict.evidence.name = evidence_of(says(rule.value, name));
    // A word as an argument of a call or a command means less than one that is
    // set.
    if (as == Assigned::kWords && rule.value != ValueKind::kNamed &&
        host.empty())
      verdict.evidence.name = NameEvidence::kMaybe;
  } else if (verdict.evidence.form != Form::kVendor && !is_drawn(secret)) {
    const bool word =
        family != nullptr && std::ranges::none_of(secret, is_digit);
    verdict.evidence.look = word ? ValueLook::kWords : ValueLook::kComposed;
  }
  constexpr std::size_t kBehind = 40;
  const std::string_view behind = text.substr(match.secret_end, kBehind);
  verdict.evidence.place =
      place_of(path, before, behind.substr(0, behind.find('\n')), host);
  verdict.confidence =
      confidence_of(verdict.evidence, verdict.rule->confidence);
  if (!global_allowlists_.empty() || !allowlists_[index].empty()) {
    const Subject subject{
        path,   commit,
        secret, text.substr(match.begin, match.end - match.begin),
        text,   lines_around(text, match.secret_begin, match.secret_end),
        facts};
    const auto allows = [&](const CompiledAllowlist& allowlist) {
      return fits(allowlist, subject);
    };
    for (const auto* const lists : {&global_allowlists_, &allowlists_[index]}) {
      const auto fitting = std::ranges::find_if(*lists, allows);
      if (fitting == lists->end()) continue;
      verdict.allowlist = fitting->list;
      return drop(Drop::kAllowlist);
    }
  }
  // By the lines of the secret: a match may end in the next line, with a
  // delimiter.
  if (options_.allow_comments) {
    Allowance allowed =
        allowance(text, match.secret_begin, match.secret_end, verdict.rule->id,
                  facts == nullptr ? nullptr : &facts->directives);
    if (allowed.allowed) return drop(Drop::kDirective);
    verdict.doubts = std::move(allowed.doubts);
  }

  if (rule.check != CheckKind::kNone) {
    if (const Drop why = drop_of(check_once().weight); why != Drop::kNone)
      return drop(why);
    verdict.evidence.check = evidence_of(checked->weight);
    verdict.checksum = checked->verdict;
    verdict.detail = std::move(checked->detail);
  }
  verdict.confidence =
      confidence_of(verdict.evidence, verdict.rule->confidence);
  // A rule of betterleaks' dialect states its own confidence.
  if (!rule.plausible && rules_.dialect() == Dialect::kBetterleaks)
    verdict.confidence = rule.confidence;
  if (filtered.confidence) verdict.confidence = *filtered.confidence;
  return verdict;
}

Pattern::Match Judge::trimmed(std::string_view text,
                              Pattern::Match match) const {
  if (rules_.dialect() != Dialect::kBetterleaks ||
      match.secret_begin != match.begin || match.secret_end != match.end)
    return match;
  while (match.secret_begin < match.secret_end &&
         text[match.secret_end - 1] == '\n')
    --match.secret_end;
  while (match.secret_begin < match.secret_end &&
         text[match.secret_begin] == '\n')
    ++match.secret_begin;
  return match;
}

bool Judge::keeps_file(std::uint32_t rule, std::string_view path) const {
  return !prefilter(path).drops &&
         !filters_.ask({.rule = rule, .path = path}).drops;
}

std::size_t Judge::reach() const {
  return std::max(kDirectiveReach, filters_.reach());
}

bool Judge::matches(const CompiledAllowlist& allowlist,
                    const Subject& subject) const {
  const AllowTarget target = allowlist.list->target;
  if (target != AllowTarget::kLine)
    return any_found(allowlist.regexes, target == AllowTarget::kSecret
                                            ? subject.secret
                                            : subject.match);
  TextFacts* const facts = subject.facts;
  if (facts != nullptr && facts->line_patterns.empty())
    facts->line_patterns.resize(line_patterns_);
  const auto begin =
      static_cast<std::size_t>(subject.line.data() - subject.text.data());
  const std::size_t end = begin + subject.line.size();
  for (std::size_t i = 0; i < allowlist.lines.size(); ++i) {
    Searched* const searched =
        facts == nullptr
            ? nullptr
            : &facts->line_patterns[allowlist.first_line_pattern + i];
    if (allowlist.lines[i].found_in(subject.text, begin, end, searched))
      return true;
  }
  return false;
}

bool Judge::fits(const CompiledAllowlist& allowlist,
                 const Subject& subject) const {
  const Allowlist& list = *allowlist.list;
  const bool path_fits = any_found(allowlist.paths, subject.path);
  // A path costs less than a line.
  if (list.all && !list.paths.empty() && !path_fits) return false;
  const bool regex_fits = matches(allowlist, subject);
  const bool word_fits =
      std::ranges::any_of(list.stopwords, [&](std::string_view word) {
        return holds_caseless(subject.secret, word);
      });
  const bool commit_fits = !subject.commit.empty() &&
                           std::ranges::count(list.commits, subject.commit) > 0;
  if (!list.all) return path_fits || regex_fits || word_fits || commit_fits;
  return (list.paths.empty() || path_fits) &&
         (list.regexes.empty() || regex_fits) &&
         (list.stopwords.empty() || word_fits) &&
         (list.commits.empty() || commit_fits);
}

}  // namespace sluice
