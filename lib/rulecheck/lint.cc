#include "rulecheck/lint.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "match/pattern.h"
#include "rulecheck/remarks.h"
#include "rules/table_reader.h"

namespace sluice {
namespace {

bool has_examples(const Rule& rule) {
  return !rule.examples.empty() || !rule.negative_examples.empty();
}

// The files of several rules none of which has examples. A file that was
// written for another program has none, and one remark about that suffices.
std::set<std::string_view> files_without_examples(
    std::span<const RuleEntry> entries, Remarks& remarks) {
  struct File {
    std::size_t first = 0;
    std::size_t rules = 0;
    bool examples = false;
  };
  std::map<std::string_view, File> files;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].file.empty()) continue;
    File& file =
        files.try_emplace(entries[i].file, File{i, 0, false}).first->second;
    ++file.rules;
    file.examples |= has_examples(*entries[i].rule);
  }
  std::set<std::string_view> without;
  for (const auto& [name, file] : files) {
    if (file.examples || file.rules < 2) continue;
    without.insert(name);
    remarks.add_for_file(file.first,
                         "none of its {} rules has `examples` or "
                         "`negative_examples`: nothing shows that they work",
                         file.rules);
  }
  return without;
}

void lint_examples(const Rule& rule, std::size_t entry, Remarks& remarks) {
  if (!has_examples(rule)) {
    remarks.add(entry,
                "no `examples` and no `negative_examples`: nothing shows that "
                "it works");
  } else if (rule.examples.empty()) {
    remarks.add(entry, "no `examples`: nothing shows what it finds");
  } else if (rule.negative_examples.empty()) {
    remarks.add(entry, "no `negative_examples`: nothing shows where it stops");
  }
}

void lint_paths(const Rule& rule, std::size_t entry, Remarks& remarks) {
  if (rule.path.empty()) {
    if (!rule.example_path.empty())
      remarks.add(entry, "`example_path` has no effect without `path`");
    return;
  }
  if (!has_examples(rule)) return;
  if (rule.example_path.empty()) {
    remarks.add(entry,
                "it asks for a `path`, and no `example_path` says where its "
                "examples stand");
  } else if (!Pattern(rule.path).found_in(rule.example_path)) {
    remarks.add(entry, "`path` does not fit `example_path` {}",
                shown(rule.example_path));
  }
}

// Uses the examples, because the pattern's text does not show which groups can
// take part in one match.
void lint_group(const Rule& rule, std::size_t entry, Remarks& remarks) {
  if (rule.regex.empty()) {
    if (rule.secret_group != 0)
      remarks.add(entry, "`secretGroup` has no effect without `regex`");
    return;
  }
  if (rule.secret_group != 0) return;
  const Pattern pattern(rule.regex);
  for (std::size_t i = 0; i < rule.examples.size(); ++i) {
    std::vector<std::string_view> groups;
    if (!pattern.groups(rule.examples[i], &groups)) continue;
    const auto taking_part =
        std::count_if(groups.begin() + 1, groups.end(),
                      [](std::string_view group) { return !group.empty(); });
    if (taking_part < 2) continue;
    remarks.add(entry,
                "`secretGroup` is missing: {} groups take part in example {}, "
                "and the first is taken for the secret",
                taking_part, i + 1);
    return;
  }
}

void lint_use(const RuleSet& rules, const RuleEntry& one, std::size_t entry,
              Remarks& remarks) {
  const Rule& rule = *one.rule;
  if (rule.skip_report && !rule.families) {
    const bool required =
        std::ranges::any_of(rules.rules(), [&](const Rule& other) {
          return std::ranges::any_of(
              other.required, [&](const RequiredRule& required_rule) {
                return &rules.rules()[required_rule.rule] == &rule;
              });
        });
    if (!required) {
      remarks.add(entry,
                  "it reports nothing (`skipReport`), and no rule requires it");
    }
  }
  if (rule.families && rules.families().empty())
    remarks.add(entry, "`families` has no effect: there is no family");
}

}  // namespace

std::vector<Remark> lint(const RuleSet& rules,
                         std::span<const RuleEntry> entries,
                         std::span<const RuleCost> costs) {
  Remarks remarks;
  const std::set<std::string_view> without =
      files_without_examples(entries, remarks);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].file.empty()) continue;
    const Rule& rule = *entries[i].rule;
    if (rule.description.empty())
      remarks.add(i, "`description` is missing: reports have nothing to say");
    if (!without.contains(entries[i].file)) lint_examples(rule, i, remarks);
    if (entries[i].kind == RuleKind::kFamily) continue;
    lint_paths(rule, i, remarks);
    lint_group(rule, i, remarks);
    lint_use(rules, entries[i], i, remarks);
    if (rule.looks_at_text())
      lint_pattern(rule, i, costs.empty() ? nullptr : &costs[i], remarks);
  }
  lint_families(rules, entries, remarks);
  std::vector<Remark> all = remarks.take();
  std::ranges::stable_sort(all, {}, &Remark::entry);
  return all;
}

}  // namespace sluice
