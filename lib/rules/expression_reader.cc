// The expressions of a configuration: parsed, with their patterns translated
// and put to RE2, so that none can fail in a scan.
#include <algorithm>
#include <string>
#include <utility>

#include "regex/go_syntax.h"
#include "rules/rule_file.h"

namespace sluice {
namespace {

constexpr std::string_view kFileKeys[] = {"prefilter", "filter",
                                          "betterleaksMinVersion"};
constexpr std::string_view kExpressionKeys[] = {
    "filter", "components",  "validate",   "analyze",
    "revoke", "specificity", "valueGroup", "tokenEfficiency"};

bool has_one_of(const TableReader& table,
                std::span<const std::string_view> keys) {
  return std::ranges::any_of(
      keys, [&](std::string_view key) { return table.find(key) != nullptr; });
}

Result<const expr::Program*> keep(const RuleReading& reading,
                                  expr::Program program) {
  for (expr::SoughtPattern& pattern : program.patterns) {
    Result<std::string> regex = from_go_syntax(pattern.regex);
    std::string why = regex ? "" : regex.error().message;
    if (regex && reading.pattern_error != nullptr)
      why = (*reading.pattern_error)(*regex, 0);
    if (!why.empty())
      return expr::fail_at(pattern.place, "a bad pattern: " + why);
    pattern.regex = *std::move(regex);
  }
  return &reading.storage->expressions.emplace_back(std::move(program));
}

}  // namespace

bool is_of_betterleaks(const TableReader& file) {
  if (has_one_of(file, kFileKeys)) return true;
  const auto rules = file.tables("rules");
  if (!rules) return false;  // read_rule_file() reports the error
  return std::ranges::any_of(*rules, [&](const TomlValue* rule) {
    return has_one_of(TableReader(file.context(), "", *rule), kExpressionKeys);
  });
}

Result<const expr::Program*> read_expression(const RuleReading& reading,
                                             const TableReader& table,
                                             std::string_view key,
                                             expr::Use use) {
  SLUICE_TRY_ASSIGN(const std::string text, table.string(key));
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return nullptr;
  Result<expr::Program> program = expr::parse(text, use);
  Result<const expr::Program*> kept = program
                                          ? keep(reading, *std::move(program))
                                          : tl::unexpected(program.error());
  if (kept) {
    for (const std::string& name : (*kept)->attributes)
      if (name != "path" && name != "resource")
        table.warn_at(table.find(key)->line,
                      "{} asks for the attribute {}, which is always empty "
                      "here: `path` and `resource` are known",
                      shown(key), shown(name));
    return kept;
  }
  return table.fail_at(table.find(key)->line, "{} {}", shown(key),
                       kept.error().message);
}

Result<const expr::Program*> token_efficiency(const RuleReading& reading) {
  SLUICE_TRY_ASSIGN(
      expr::Program program,
      expr::parse("failsTokenEfficiency(finding.secret)", expr::Use::kFinding));
  return keep(reading, std::move(program));
}

}  // namespace sluice
