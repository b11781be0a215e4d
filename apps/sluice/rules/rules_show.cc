// `sluice rules show`: one sheet for each rule, one row for each fact that the
// rule has.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/log.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "match/plan/plan.h"
#include "report/json/rules_json.h"
#include "report/shown/palette.h"
#include "rulecheck/example_run.h"
#include "rules/embedded.h"
#include "rules/family.h"
#include "rules/rule_entry.h"
#include "sluice/rules/rule_files.h"
#include "sluice/rules/rules_command.h"
#include "sluice/settings/configuration.h"
#include "sluice/settings/organisation.h"
#include "sluice/terminal.h"
#include "text/escape.h"
#include "text/quantity.h"
#include "text/wrap.h"

namespace sluice {
namespace {

// Labels on the left, their texts beside them, broken into lines that fit a
// terminal.
class Sheet {
 public:
  Sheet(std::optional<std::size_t> columns, bool color)
      : columns_(columns), color_(color) {}

  void head(std::string_view id, std::string_view description) {
    text_ += paint(color_, kRuleColor, id) + '\n';
    if (description.empty()) return;
    for (const std::string& line : lines(escape_for_terminal(description), 2))
      text_ += fmt::format("  {}\n", line);
  }

  void row(std::string_view label, std::string_view value,
           Break where = Break::kAtBlanks) {
    SLUICE_CHECK(label.size() + 2 < kIndent);
    bool first = true;
    for (const std::string& line : lines(value, kIndent, where)) {
      const std::string_view shown = first ? label : "";
      text_ += fmt::format("  {}{:{}}{}\n", paint(color_, kFaint, shown), "",
                           kIndent - 2 - shown.size(), line);
      first = false;
    }
  }

  void list(std::string_view label, std::span<const std::string_view> items) {
    if (items.empty()) return;
    std::string all;
    for (const std::string_view item : items) {
      if (!all.empty()) all += ", ";
      all += escape_for_terminal(item);
    }
    row(label, all);
  }

  // Each text has rows of its own; one of several lines, as many.
  void texts(std::string_view label, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      std::string_view rest = text;
      std::string_view mark = "- ";
      while (true) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        row(label, fmt::format("{}{}", mark,
                               escape_for_terminal(rest.substr(0, end))));
        label = "";
        mark = "  ";
        if (end >= rest.size() || end + 1 == rest.size()) break;
        rest.remove_prefix(end + 1);
      }
    }
  }

  std::string take() { return std::move(text_); }

 private:
  static constexpr std::size_t kIndent = 16;

  std::vector<std::string> lines(std::string_view text, std::size_t indent,
                                 Break where = Break::kAtBlanks) const {
    if (!columns_) return {std::string(text)};
    return wrapped(text, *columns_ - indent, where);
  }

  std::optional<std::size_t> columns_;
  bool color_;
  std::string text_;
};

std::string bytes_text(std::uint32_t bytes) {
  return fmt::format("{} {}", group_digits(bytes),
                     bytes == 1 ? "byte" : "bytes");
}

std::string value_text(const FamilyValue& value) {
  const std::string_view alphabet = facts_of(value.alphabet).name;
  if (value.alphabet == Alphabet::kUuid) return "a uuid";
  if (!value.lengths.empty())
    return fmt::format("{} of {}", fmt::join(value.lengths, ", "), alphabet);
  if (value.min == value.max)
    return fmt::format("{} of {}", value.min, alphabet);
  return fmt::format("{} to {} of {}", value.min, value.max, alphabet);
}

std::string_view near_text(Near near) {
  switch (near) {
    case Near::kName:
      return "a name stands in the name that the value is assigned to";
    case Near::kLine:
      return "a name stands in the assigned name, or before it on its line";
    case Near::kLines:
      return "a name stands in the assigned name, before it on its line, or on "
             "a line above";
  }
  return "";
}

void add_family(const Family& family, Sheet& sheet) {
  sheet.list("names", family.names);
  sheet.row("near", near_text(family.near));
  sheet.list("words", family.words);
  std::string values;
  for (const FamilyValue& value : family.values) {
    if (!values.empty()) values += "; ";
    values += value_text(value);
  }
  sheet.row("values", values);
}

// The anchors of one kind of case: `"ghp_"`, `"api" (up to 12 bytes in),
// "key"`.
std::string anchors_text(const Rule& rule, bool caseless) {
  std::string all;
  for (const Anchor& anchor : rule.anchors) {
    if (anchor.caseless != caseless) continue;
    all += fmt::format("{}\"{}\"", all.empty() ? "" : ", ",
                       escape_for_terminal(anchor.text));
    if (anchor.max_lead == 0) continue;
    all +=
        fmt::format(" ({} in)", anchor.max_lead == kUnboundedWidth
                                    ? "anywhere"
                                    : "up to " + bytes_text(anchor.max_lead));
  }
  return all;
}

std::string looked_for_by(const Rule& rule) {
  const std::string exact = anchors_text(rule, false);
  const std::string caseless = anchors_text(rule, true);
  if (exact.empty() && caseless.empty())
    return "its pattern alone, at every byte";
  if (caseless.empty()) return exact;
  return fmt::format("{}{}in any case: {}", exact, exact.empty() ? "" : "; ",
                     caseless);
}

void add_pattern(const Rule& rule, Sheet& sheet) {
  if (!rule.path.empty())
    sheet.row("path", escape_for_terminal(rule.path), Break::kAnywhere);
  if (rule.file != KeyFileKind::kNone)
    sheet.row("kind of file", name_of(rule.file));
  if (!rule.looks_at_text()) return;
  if (rule.assignment != Assignment::kNone) {
    if (rule.assignment == Assignment::kLast) {
      sheet.row("secret", "the last field of each line");
      return;
    }
    if (rule.assignment == Assignment::kRun) {
      if (!rule.regex.empty())
        sheet.row("pattern", escape_for_terminal(rule.regex), Break::kAnywhere);
      sheet.row("secret", rule.regex.empty()
                              ? "any long run of the characters of tokens"
                              : "a long run of the characters of tokens that "
                                "is the pattern's as a whole");
      return;
    }
    if (rule.assignment == Assignment::kManifest) {
      sheet.row("secret", "the values of a Kubernetes Secret");
      return;
    }
    sheet.row("secret", reads_rows(rule.assignment)
                            ? "what stands in a column that ends with a name"
                            : fmt::format("what is assigned to a name, {}",
                                          name_of(rule.assignment)));
    sheet.list("names", rule.keywords);
    return;
  }
  sheet.row("pattern", escape_for_terminal(rule.regex), Break::kAnywhere);
  sheet.row("secret", rule.secret_group == 0
                          ? "the first group that takes part, or all of it"
                          : fmt::format("group {}", rule.secret_group));
  sheet.row("longest match",
            rule.max_width == kUnboundedWidth
                ? "no bound: searched as far as " + bytes_text(kMaxSpan)
                : bytes_text(rule.max_width));
  sheet.row("looked for by", looked_for_by(rule));
  sheet.list("keywords", rule.keywords);
}

void add_judgement(const Rule& rule, Sheet& sheet) {
  if (!rule.looks_at_text()) return;
  std::string checks;
  const auto add = [&](std::string_view check) {
    checks += checks.empty() ? "" : "; ";
    checks += check;
  };
  if (rule.entropy > 0)
    add(fmt::format("entropy {} {} bits",
                    rule.plausible ? "of at least" : "above", rule.entropy));
  if (rule.min_digits != 0)
    add(fmt::format("{} {} at least", rule.min_digits,
                    rule.min_digits == 1 ? "digit" : "digits"));
  if (rule.check != CheckKind::kNone)
    add(fmt::format("checksum {}", name_of(rule.check)));
  if (rule.value != ValueKind::kAny)
    add(fmt::format("the value must look like: {}", name_of(rule.value)));
  if (rule.plausible) add("no placeholder");
  if (!checks.empty()) sheet.row("checks", checks);
}

void add_exceptions(const Rule& rule, Sheet& sheet) {
  for (const Allowlist& list : rule.allowlists) {
    std::vector<std::string> parts;
    const auto add = [&](std::string_view what,
                         std::span<const std::string_view> items) {
      if (items.empty()) return;
      std::string all;
      for (const std::string_view item : items)
        all += (all.empty() ? "" : ", ") + escape_for_terminal(item);
      parts.push_back(fmt::format("{} {}", what, all));
    };
    add(fmt::format("{} fits", name_of(list.target)), list.regexes);
    add("secret holds", list.stopwords);
    add("path fits", list.paths);
    add("commit is", list.commits);
    std::string text =
        fmt::format("{}", fmt::join(parts, list.all ? "; and " : "; or "));
    if (!list.description.empty())
      text = escape_for_terminal(list.description) + ": " + text;
    sheet.row("exception", text);
  }
}

// Expressions, as they are written, line by line.
void add_sources(std::string_view label,
                 std::span<const Expression* const> expressions, Sheet& sheet) {
  for (std::string_view rest : sources_of(expressions)) {
    std::string_view shown = label;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      if (end != 0) {
        sheet.row(shown, escape_for_terminal(rest.substr(0, end)),
                  Break::kAnywhere);
        shown = "";
      }
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
}

void add_required(const Rule& rule, const RuleSet& rules, Sheet& sheet) {
  for (const RequiredRule& required : rule.required) {
    std::string text = escape_for_terminal(rules.rules()[required.rule].id);
    if (required.within_lines != kAnyDistance)
      text += fmt::format(", within {} lines", required.within_lines);
    if (required.within_columns != kAnyDistance)
      text += fmt::format(", within {} columns", required.within_columns);
    sheet.row("requires", text);
  }
}

std::string_view kind_text(RuleKind kind, const Rule& rule) {
  switch (kind) {
    case RuleKind::kRule:
      if (rule.assignment == Assignment::kNone)
        return "rule: finds by its pattern";
      return has_names(rule.assignment)
                 ? "rule: finds what is assigned to its names"
                 : "rule: finds values by where they are";
    case RuleKind::kPath:
      return "path: finds files by their path alone";
    case RuleKind::kFile:
      return "file: finds files of a kind by their content";
    case RuleKind::kHelper:
      return rule.families ? "helper: finds values for the families"
                           : "helper: serves rules that require it";
    case RuleKind::kFamily:
      return "family: the words around a value tell whose it is";
  }
  return "";
}

std::vector<std::string> examples_of(const Rule& rule,
                                     std::span<const std::string_view> texts,
                                     const ShownExample& shown) {
  std::vector<std::string> result;
  for (const std::string_view text : texts)
    result.push_back(shown ? shown(rule, text) : std::string(text));
  return result;
}

void add_revocation(const Rule& rule, Sheet& sheet) {
  if (rule.revocation == nullptr) return;
  const Revocation& facts = *rule.revocation;
  sheet.row("revoke", escape_for_terminal(facts.steps));
  for (const std::string_view address : {facts.url, facts.source})
    if (!address.empty() && (address == facts.url || facts.source != facts.url))
      sheet.row("", escape_for_terminal(address));
}

std::string sheet_of(const RuleEntry& entry, const RuleSet& rules,
                     const std::string& config, const ShownExample& shown,
                     Sheet sheet) {
  const Rule& rule = *entry.rule;
  sheet.head(rule.id, rule.description);
  sheet.row("kind", kind_text(entry.kind, rule));
  if (!rule.provider.empty())
    sheet.row("provider", escape_for_terminal(rule.provider));
  sheet.row("confidence", name_of(rule.confidence));
  const std::string origin = escape_for_terminal(entry.origin());
  sheet.row("from", config.empty() ? origin + ", built in" : origin);
  if (rule.family != nullptr) add_family(*rule.family, sheet);
  add_pattern(rule, sheet);
  add_judgement(rule, sheet);
  add_required(rule, rules, sheet);
  add_sources("filter", rule.filters, sheet);
  add_sources("filter of all", rules.filters(), sheet);
  add_sources("prefilter", rules.prefilters(), sheet);
  add_exceptions(rule, sheet);
  sheet.list("tags", rule.tags);
  sheet.list("references", rule.references);
  add_revocation(rule, sheet);
  if (!rule.example_path.empty())
    sheet.row("example path", escape_for_terminal(rule.example_path));
  sheet.texts("finds", examples_of(rule, rule.examples, shown));
  sheet.texts("finds not", examples_of(rule, rule.negative_examples, shown));
  return sheet.take();
}

// Returns the entries that `ids` name, in that order.
Result<std::vector<RuleEntry>> pick(const std::vector<RuleEntry>& entries,
                                    const std::vector<std::string>& ids) {
  constexpr std::size_t kMaxNear = 5;
  std::vector<RuleEntry> picked;
  for (const std::string& id : ids) {
    const auto found = std::ranges::find_if(
        entries, [&](const RuleEntry& entry) { return entry.rule->id == id; });
    if (found != entries.end()) {
      picked.push_back(*found);
      continue;
    }
    const auto near = near_ids(entries, id, kMaxNear);
    return fail(ErrorCode::kUsage, "there is no rule `{}`{}", id,
                near.empty()
                    ? " (`sluice rules list` lists all)"
                    : fmt::format("; did you mean {}?", fmt::join(near, ", ")));
  }
  return picked;
}

}  // namespace

Result<int> show_rules(const RulesOptions& options, Output& output) {
  SLUICE_TRY_ASSIGN(const OrganisationPolicy organisation,
                    read_organisation_policy(""));
  SLUICE_TRY_ASSIGN(Configuration configuration,
                    load_configuration(options.config, ".", organisation));
  tell_warnings(configuration.warnings);
  tell_warnings(configuration.refused);
  if (configuration.is_default())
    configuration.rules = default_rules_with_examples();
  SLUICE_TRY_ASSIGN(
      const std::unique_ptr<Engine> engine,
      Engine::create(configuration.rules, configuration.is_default()
                                              ? embedded_literals()
                                              : std::string_view()));
  const RuleSet& rules = engine->rules();
  const Judge judge(rules);
  ExampleRun trial(*engine, judge);
  const ShownExample masked = [&](const Rule& rule, std::string_view text) {
    return masked_example(text, trial.run(rule, text));
  };
  const ShownExample shown = options.show_secrets ? nullptr : masked;
  const std::vector<RuleEntry> entries = entries_of(rules);
  SLUICE_TRY_ASSIGN(const std::vector<RuleEntry> picked,
                    pick(entries, options.words));
  if (options.format == Format::kJson) {
    const ToolInfo tool{SLUICE_VERSION, rules.sha256(), configuration.policy};
    SLUICE_TRY(write_rules_json(output, tool, rules, picked, RuleDetail::kFull,
                                shown));
    return kRulesGood;
  }
  const Sheet sheet(terminal_columns(), wants_color(options.color));
  bool first = true;
  for (const RuleEntry& entry : picked) {
    if (!first) SLUICE_TRY(output.write("\n"));
    first = false;
    SLUICE_TRY(
        output.write(sheet_of(entry, rules, configuration.name, shown, sheet)));
  }
  return kRulesGood;
}

}  // namespace sluice
