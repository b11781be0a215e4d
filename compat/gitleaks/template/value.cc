#include "gitleaks/template/value.h"

#include <fmt/format.h>

#include <algorithm>

#include "gitleaks/go/text.h"

namespace sluice::go_template {
namespace {

template <class... Ts>
struct Cases : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Cases(Ts...) -> Cases<Ts...>;

using Lists = std::shared_ptr<const List>;
using Records = std::shared_ptr<const Record>;

tl::unexpected<Error> no_text(std::string_view what, std::string_view instead) {
  return fail(ErrorCode::kUsage, "{} cannot be printed: {}", what, instead);
}

bool is_left_out(const Field& field) {
  return field.in_json == InJson::kNever ||
         (field.in_json == InJson::kIfNotEmpty && !is_true(field.value));
}

Result<std::string> json_of_record(const Record& record) {
  std::string out = "{";
  for (const Field& field : record.fields) {
    if (is_left_out(field)) continue;
    SLUICE_TRY_ASSIGN(const std::string value, json_of(field.value));
    out += fmt::format("{}\"{}\":{}", out.size() > 1 ? "," : "", field.name,
                       value);
  }
  return out + "}";
}

Result<std::string> json_of_list(const List& list) {
  std::string out = "[";
  for (const Value& item : list.items) {
    SLUICE_TRY_ASSIGN(const std::string value, json_of(item));
    out += (out.size() > 1 ? "," : "") + value;
  }
  return out + "]";
}

}  // namespace

const Value* Record::find(std::string_view name) const {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? nullptr : &found->value;
}

bool is_true(const Value& value) {
  return std::visit(
      Cases{[](std::monostate) { return false; }, [](bool on) { return on; },
            [](const std::string& text) { return !text.empty(); },
            [](const Moment&) { return true; },
            [](const Lists& list) { return !list->items.empty(); },
            [](const Records&) { return true; },
            [](auto number) { return number != 0; }},
      value);
}

std::string_view kind_of(const Value& value) {
  constexpr std::string_view kKinds[] = {"nothing",
                                         "a boolean",
                                         "a number",
                                         "a number with a fraction",
                                         "a number with a fraction",
                                         "a text",
                                         "a time",
                                         "a list",
                                         "a finding"};
  static_assert(std::size(kKinds) == std::variant_size_v<Value>);
  return kKinds[value.index()];
}

Result<std::string> printed(const Value& value) {
  using Text = Result<std::string>;
  return std::visit(
      Cases{[](std::monostate) -> Text { return "<no value>"; },
            [](bool on) -> Text { return on ? "true" : "false"; },
            [](std::int64_t number) -> Text { return std::to_string(number); },
            [](float number) -> Text { return go_json_number(number); },
            [](double number) -> Text { return fmt::format("{}", number); },
            [](const std::string& text) -> Text { return text; },
            [](const Moment&) -> Text {
              return no_text("a time", "`date` writes it");
            },
            [](const Lists& list) -> Text {
              std::string out = "[";
              for (const Value& item : list->items) {
                SLUICE_TRY_ASSIGN(const std::string one, printed(item));
                out += (out.size() > 1 ? " " : "") + one;
              }
              return out + "]";
            },
            [](const Records&) -> Text {
              return no_text("a finding", "name a field, or use toJson");
            }},
      value);
}

Result<std::string> json_of(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value))
    return go_json_string(*text);
  if (const auto* list = std::get_if<Lists>(&value))
    return json_of_list(**list);
  if (const auto* record = std::get_if<Records>(&value))
    return json_of_record(**record);
  if (std::holds_alternative<std::monostate>(value)) return "null";
  return printed(value);
}

}  // namespace sluice::go_template
