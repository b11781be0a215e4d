// The values of a template: a report as Go's text/template sees it.
// Thread-safety: plain values; lists and records are shared and never change.
#pragma once

#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"

namespace sluice::go_template {

struct List;
struct Record;
struct Moment {
  std::time_t seconds = 0;
};

// A float is one of a report, a double one of the template.
using Value = std::variant<std::monostate, bool, std::int64_t, float, double,
                           std::string, Moment, std::shared_ptr<const List>,
                           std::shared_ptr<const Record>>;

struct List {
  std::vector<Value> items;
};

enum class InJson : std::uint8_t { kAlways, kIfNotEmpty, kNever };

struct Field {
  std::string_view name;  // static text
  Value value;
  InJson in_json = InJson::kAlways;
};

struct Record {
  std::vector<Field> fields;

  const Value* find(std::string_view name) const;
};

// Returns the condition of `if`: whether the value is neither zero nor empty.
bool is_true(const Value& value);

// "a text", "a list" ..., for messages.
std::string_view kind_of(const Value& value);

// The value as Go prints it. Error: kUsage, for a finding as a whole and for a
// time, which Go prints in forms that nobody wants.
Result<std::string> printed(const Value& value);

// The value as encoding/json writes it, on one line. Error: the same, for a
// time.
Result<std::string> json_of(const Value& value);

}  // namespace sluice::go_template
