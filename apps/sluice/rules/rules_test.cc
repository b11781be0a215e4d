// `sluice rules test`: a line a failure, with the example that failed below it.

#include <fmt/core.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "report/shown/palette.h"
#include "rulecheck/example_run.h"
#include "rules/embedded.h"
#include "rules/rule_entry.h"
#include "rules/table_reader.h"
#include "sluice/rules/rule_files.h"
#include "sluice/rules/rules_command.h"
#include "sluice/terminal.h"
#include "text/escape.h"
#include "text/quantity.h"

namespace sluice {
namespace {

class ExampleTest {
 public:
  explicit ExampleTest(const RulesOptions& options)
      : color_(wants_color(options.color)),
        show_secrets_(options.show_secrets) {}

  Result<void> test(const RuleFileSet& set, Output& output) {
    if (!set.error.empty()) return fail(ErrorCode::kConfig, "{}", set.error);
    for (const std::string& warning : set.warnings)
      log_warning(escape_for_terminal(warning));
    SLUICE_TRY_ASSIGN(
        const std::unique_ptr<Engine> engine,
        Engine::create(set.rules, set.is_default ? embedded_literals()
                                                 : std::string_view()));
    const Judge judge(engine->rules());
    ExampleRun trial(*engine, judge);
    const std::vector<RuleEntry> entries = entries_of(engine->rules());
    for (const ExampleFailure& failure : trial.check(entries, &count_)) {
      ++failures_;
      const RuleEntry& entry = entries[failure.entry];
      SLUICE_TRY(
          output.write(escape_for_terminal(fmt::format(
                           "{}: {} {}: {} {} {}", entry.origin(),
                           entry.kind == RuleKind::kFamily ? "family" : "rule",
                           shown(entry.rule->id),
                           failure.negative ? "negative example" : "example",
                           failure.number, failure.why)) +
                       '\n'));
      SLUICE_TRY(write_text(
          show_secrets_ ? std::string(failure.text)
                        : masked_example(failure.text,
                                         trial.run(*entry.rule, failure.text)),
          output));
    }
    return {};
  }

  Result<int> finish(Output& output) const {
    std::string line =
        fmt::format("{}: {} and {}", counted(count_.rules, "rule", "rules"),
                    counted(count_.examples, "example", "examples"),
                    counted(count_.negative_examples, "negative example",
                            "negative examples"));
    line += failures_ == 0 ? ": all passed"
                           : ", " + counted(failures_, "failure", "failures");
    if (count_.without != 0)
      line += fmt::format("; {} without examples",
                          counted(count_.without, "rule", "rules"));
    SLUICE_TRY(output.write(paint(color_, kBold, line) + '\n'));
    return failures_ == 0 ? kRulesGood : kRulesBad;
  }

 private:
  static Result<void> write_text(std::string_view text, Output& output) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      SLUICE_TRY(output.write(
          fmt::format("  {}\n", escape_for_terminal(text.substr(0, end)))));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
  }

  bool color_;
  bool show_secrets_;
  ExampleCount count_;
  std::size_t failures_ = 0;
};

}  // namespace

Result<int> test_rules(const RulesOptions& options, Output& output) {
  SLUICE_TRY_ASSIGN(const std::vector<RuleFileSet> sets,
                    read_rule_files(options.words, options.strict));
  ExampleTest examples(options);
  for (const RuleFileSet& set : sets) SLUICE_TRY(examples.test(set, output));
  return examples.finish(output);
}

}  // namespace sluice
