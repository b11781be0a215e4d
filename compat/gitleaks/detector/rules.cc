#include "gitleaks/detector/rules.h"

#include <algorithm>

#include "gitleaks/go/lower_case.h"
#include "text/edit_distance.h"
#include "text/utf8.h"

namespace sluice {

Result<std::unique_ptr<GitleaksRules>> GitleaksRules::create(
    RuleSet rules, const std::vector<std::string>& enabled,
    std::string_view literals) {
  std::unique_ptr<GitleaksRules> made(new GitleaksRules);
  SLUICE_TRY_ASSIGN(made->matcher_,
                    TextMatcher::create(std::move(rules), literals));
  const std::span<const Rule> all = made->rules().rules();
  made->enabled_.assign(all.size(), enabled.empty());
  for (const std::string& id : enabled) {
    const auto rule = std::ranges::find(all, std::string_view(id), &Rule::id);
    if (rule == all.end()) {
      std::vector<std::string_view> ids;
      for (const Rule& known : all) ids.push_back(known.id);
      const std::string_view near = nearest(id, ids);
      return fail(ErrorCode::kUsage, "Requested rule {} not found in rules{}",
                  id,
                  near.empty() ? "" : fmt::format("; did you mean {}?", near));
    }
    made->enabled_[static_cast<std::size_t>(rule - all.begin())] = true;
  }
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    made->paths_.emplace_back(all[i].path, Pattern::Owner{&made->rules(), i});
    made->generic_.push_back(to_lower(all[i].id).find("generic") !=
                             std::string::npos);
    // gitleaks has no rules that find a file by its kind.
    if (!all[i].looks_at_text() && all[i].file == KeyFileKind::kNone)
      made->path_rules_.push_back(i);
  }
  SLUICE_TRY(made->compile_allowlists());
  return made;
}

Result<void> GitleaksRules::compile_allowlists() {
  for (const Allowlist& allowlist : rules().global_allowlists()) {
    SLUICE_TRY_ASSIGN(const Exceptions* made, compile(allowlist, "global"));
    global_.push_back(made);
  }
  for (const Rule& rule : rules().rules()) {
    List& list = of_rule_.emplace_back();
    for (const Allowlist& allowlist : rule.allowlists) {
      SLUICE_TRY_ASSIGN(const Exceptions* made, compile(allowlist, rule.id));
      list.push_back(made);
    }
  }
  return {};
}

// Lists that several rules share are compiled once.
Result<const Exceptions*> GitleaksRules::compile(const Allowlist& allowlist,
                                                 std::string_view owner) {
  const auto same = [](auto a, auto b) {
    return a.data() == b.data() && a.size() == b.size();
  };
  for (const auto& [known, exceptions] : known_)
    if (known->all == allowlist.all && known->target == allowlist.target &&
        same(known->paths, allowlist.paths) &&
        same(known->regexes, allowlist.regexes) &&
        same(known->stopwords, allowlist.stopwords) &&
        same(known->commits, allowlist.commits))
      return exceptions;
  SLUICE_TRY_ASSIGN(auto made, Exceptions::compile(allowlist, owner));
  compiled_.push_back(std::move(made));
  known_.emplace_back(&allowlist, compiled_.back().get());
  return compiled_.back().get();
}

bool GitleaksRules::path_fits(std::uint32_t rule, std::string_view file) const {
  if (is_utf8(file)) return paths_[rule].found_in(file);
  return paths_[rule].found_in(replace_invalid_utf8(file));
}

bool GitleaksRules::keyword_seen(std::uint32_t index,
                                 std::string_view text) const {
  if (rule(index).keywords.empty()) return true;
  const std::string lower = to_lower(text);
  return std::ranges::any_of(
      rule(index).keywords, [&](std::string_view keyword) {
        return !keyword.empty() &&
               lower.find(to_lower(keyword)) != std::string::npos;
      });
}

bool GitleaksRules::walk_skips(std::string_view path) const {
  return std::ranges::any_of(global_, [&](const Exceptions* exceptions) {
    return exceptions->fits_path(path);
  });
}

bool GitleaksRules::allows_file(std::string_view file,
                                std::string_view commit) const {
  return std::ranges::any_of(global_, [&](const Exceptions* exceptions) {
    return exceptions->allows_file(file, commit);
  });
}

bool GitleaksRules::rule_allows_file(std::uint32_t rule, std::string_view file,
                                     std::string_view commit) const {
  return std::ranges::any_of(of_rule_[rule], [&](const Exceptions* exceptions) {
    return exceptions->allows_file(file, commit);
  });
}

bool GitleaksRules::allows(std::uint32_t rule,
                           const GitleaksTexts& texts) const {
  const auto allow = [&](const Exceptions* exceptions) {
    return exceptions->allows(texts);
  };
  return std::ranges::any_of(global_, allow) ||
         std::ranges::any_of(of_rule_[rule], allow);
}

}  // namespace sluice
