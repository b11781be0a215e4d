// Reads the expressions of a configuration. The caller's ExpressionLanguage
// parses them.
#include <algorithm>
#include <string>
#include <utility>

#include "rules/rule_file.h"

namespace sluice {
namespace {

constexpr std::string_view kFileExpressions[] = {"prefilter", "filter",
                                                 "betterleaksMinVersion"};
constexpr std::string_view kExpressionKeys[] = {
    "filter", "components",  "validate",   "analyze",
    "revoke", "specificity", "valueGroup", "tokenEfficiency"};

bool has_one_of(const TableReader& table,
                std::span<const std::string_view> keys) {
  return std::ranges::any_of(
      keys, [&](std::string_view key) { return table.find(key) != nullptr; });
}

Result<ParsedExpression> parse(const RuleReading& reading,
                               std::string_view text, ExpressionUse use) {
  if (reading.expressions == nullptr)
    return fail(ErrorCode::kConfig,
                "is an expression of betterleaks, for which this program was "
                "not built");
  return reading.expressions->parse(text, use, reading.pattern_error);
}

const Expression* keep(const RuleReading& reading, ParsedExpression parsed) {
  return reading.storage->expressions.emplace_back(std::move(parsed.expression))
      .get();
}

}  // namespace

bool is_of_betterleaks(const TableReader& file) {
  if (has_one_of(file, kFileExpressions)) return true;
  const auto rules = file.tables("rules");
  if (!rules) return false;  // read_rule_file() reports the error
  return std::ranges::any_of(*rules, [&](const TomlValue* rule) {
    return has_one_of(TableReader(file.context(), "", *rule), kExpressionKeys);
  });
}

Result<const Expression*> read_expression(const RuleReading& reading,
                                          const TableReader& table,
                                          std::string_view key,
                                          ExpressionUse use) {
  SLUICE_TRY_ASSIGN(const std::string text, table.string(key));
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return nullptr;
  Result<ParsedExpression> parsed = parse(reading, text, use);
  if (!parsed)
    return table.fail_at(table.find(key)->line, "{} {}", shown(key),
                         parsed.error().message);
  for (const std::string& name : parsed->unknown_attributes)
    table.warn_at(table.find(key)->line,
                  "{} asks for the attribute {}, which is always empty here: "
                  "`path` and `resource` are known",
                  shown(key), shown(name));
  return keep(reading, *std::move(parsed));
}

Result<const Expression*> token_efficiency(const RuleReading& reading,
                                           const TableReader& table) {
  Result<ParsedExpression> parsed = parse(
      reading,
      reading.expressions == nullptr ? std::string_view()
                                     : reading.expressions->token_efficiency(),
      ExpressionUse::kFinding);
  if (!parsed)
    return table.fail_at(table.find("tokenEfficiency")->line, "{} {}",
                         shown("tokenEfficiency"), parsed.error().message);
  return keep(reading, *std::move(parsed));
}

}  // namespace sluice
