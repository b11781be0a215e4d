// `sluice rules check`: one line for each remark, and a summary.

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "fs/file_system.h"
#include "report/shown/palette.h"
#include "rulecheck/cost.h"
#include "rulecheck/lint.h"
#include "rulecheck/sample.h"
#include "rules/rule_entry.h"
#include "rules/table_reader.h"
#include "sluice/rules/rule_files.h"
#include "sluice/rules/rules_command.h"
#include "sluice/terminal.h"
#include "text/escape.h"
#include "text/quantity.h"

namespace sluice {
namespace {

constexpr std::size_t kSampleBytes = 1'000'000;
// The bytes of a larger sample that are used.
constexpr std::size_t kMaxOfSample = 64'000'000;

Result<std::string> sample_of(const std::string& path) {
  if (path.empty()) return made_up_sample(kSampleBytes);
  Result<std::string> text = read_whole(posix_file_system(), path);
  if (!text)
    return tl::unexpected<Error>({text.error().code,
                                  path + ": " + text.error().message,
                                  text.error().sys_errno});
  if (text->empty())
    return fail(ErrorCode::kUsage, "{}: the sample is empty", path);
  if (text->size() > kMaxOfSample) text->resize(kMaxOfSample);
  return text;
}

std::string_view word_for(const RuleEntry& entry) {
  return entry.kind == RuleKind::kFamily ? "family" : "rule";
}

class Check {
 public:
  Check(std::string sample, const RulesOptions& options)
      : sample_(std::move(sample)),
        color_(wants_color(options.color)),
        costs_wanted_(options.costs) {}

  Result<void> look_over(const RuleFileSet& set, Output& output) {
    for (const std::string& warning : set.warnings)
      SLUICE_TRY(remark(warning, output));
    if (!set.error.empty()) {
      SLUICE_TRY(remark(set.error, output));
      ++unread_;
      return {};
    }
    const std::vector<RuleEntry> entries = entries_of(set.rules);
    SLUICE_TRY_ASSIGN(const std::vector<RuleCost> costs,
                      measure(set.rules, entries));
    SLUICE_TRY(find_doubles(entries, output));
    for (const Remark& one : lint(set.rules, entries, costs)) {
      const RuleEntry& entry = entries[one.entry];
      const std::string what =
          one.about_file ? fmt::format("{}: ", entry.file)
                         : fmt::format("{}: {} {}: ", entry.origin(),
                                       word_for(entry), shown(entry.rule->id));
      SLUICE_TRY(remark(what + one.text, output));
    }
    if (!costs_wanted_) return {};
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (!entries[i].file.empty() && !entries[i].rule->regex.empty())
        costs_.push_back({std::string(entries[i].rule->id), costs[i]});
    return {};
  }

  Result<int> finish(Output& output) {
    SLUICE_TRY(write_costs(output));
    std::string line = fmt::format(
        "{}: {}", counted(rules_, "rule", "rules"),
        remarks_ == 0 ? "no remarks" : counted(remarks_, "remark", "remarks"));
    if (unread_ != 0)
      line += fmt::format("; {} could not be read as rules",
                          counted(unread_, "file", "files"));
    SLUICE_TRY(output.write(paint(color_, kBold, line) + '\n'));
    return remarks_ == 0 ? kRulesGood : kRulesBad;
  }

 private:
  struct Costs {
    std::string id;
    RuleCost cost;
  };

  Result<void> remark(std::string_view text, Output& output) {
    ++remarks_;
    return output.write(escape_for_terminal(text) + '\n');
  }

  Result<std::vector<RuleCost>> measure(const RuleSet& rules,
                                        const std::vector<RuleEntry>& entries) {
    std::vector<RuleCost> costs;
    for (const RuleEntry& entry : entries) {
      if (entry.file.empty()) {
        costs.emplace_back();
        continue;
      }
      ++rules_;
      SLUICE_TRY_ASSIGN(costs.emplace_back(),
                        cost_of(*entry.rule, rules.families(), sample_));
    }
    return costs;
  }

  // Within a file, reading it has reported doubles already.
  Result<void> find_doubles(const std::vector<RuleEntry>& entries,
                            Output& output) {
    for (const RuleEntry& entry : entries) {
      if (entry.file.empty()) continue;
      const auto [first, fresh] =
          first_.try_emplace(std::string(entry.rule->id), entry.origin());
      if (fresh) continue;
      SLUICE_TRY(remark(
          fmt::format("{}: rule {}: {} has a rule with the same id",
                      entry.origin(), shown(entry.rule->id), first->second),
          output));
    }
    return {};
  }

  Result<void> write_costs(Output& output) {
    if (costs_.empty()) return {};
    std::ranges::stable_sort(costs_, std::ranges::greater(),
                             [](const Costs& one) { return one.cost.ms; });
    SLUICE_TRY(output.write("  ms/MB  hits/MB\n"));
    for (const Costs& one : costs_)
      SLUICE_TRY(output.write(fmt::format("{:7.3f}  {:7.0f}  {}\n", one.cost.ms,
                                          one.cost.hits,
                                          escape_for_terminal(one.id))));
    return {};
  }

  std::string sample_;
  bool color_;
  bool costs_wanted_;
  std::size_t rules_ = 0;
  std::size_t remarks_ = 0;
  std::size_t unread_ = 0;
  std::vector<Costs> costs_;
  // the first place of an id
  std::unordered_map<std::string, std::string> first_;
};

}  // namespace

Result<int> check_rules(const RulesOptions& options, Output& output) {
  SLUICE_TRY_ASSIGN(const std::vector<RuleFileSet> sets,
                    read_rule_files(options.words, options.strict));
  SLUICE_TRY_ASSIGN(std::string sample, sample_of(options.sample));
  Check check(std::move(sample), options);
  for (const RuleFileSet& set : sets) SLUICE_TRY(check.look_over(set, output));
  return check.finish(output);
}

}  // namespace sluice
