// A value of an expression, and its type.
// Thread-safety: plain values. Ownership: texts and lists belong to the
// expression, to its Subject, or to the arena of one evaluation, and must
// outlive the value.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace sluice {
namespace expr {

// kAny is the type of an expression whose type is known only when it is
// evaluated. No value has it.
enum class Type : std::uint8_t {
  kNil,
  kBool,
  kInt,
  kFloat,
  kString,
  kList,
  kAny
};
inline constexpr std::array<std::string_view, 7> kTypeNames = {
    "nil", "bool", "int", "float", "string", "list", "any"};
constexpr std::string_view name_of(Type type) {
  return kTypeNames[static_cast<std::size_t>(type)];
}

struct Value {
  Type type = Type::kNil;
  union {
    bool boolean;
    std::int64_t integer;
    double number;
    std::string_view text;
    std::span<const Value> list;
  };

  Value() : integer(0) {}
  static Value of(bool value) {
    Value made(Type::kBool);
    made.boolean = value;
    return made;
  }
  static Value of(std::int64_t value) {
    Value made(Type::kInt);
    made.integer = value;
    return made;
  }
  static Value of(double value) {
    Value made(Type::kFloat);
    made.number = value;
    return made;
  }
  static Value of(std::string_view value) {
    Value made(Type::kString);
    made.text = value;
    return made;
  }
  static Value of(std::span<const Value> value) {
    Value made(Type::kList);
    made.list = value;
    return made;
  }

  bool is_number() const { return type == Type::kInt || type == Type::kFloat; }
  // Only for numbers.
  double as_float() const {
    return type == Type::kInt ? static_cast<double>(integer) : number;
  }

 private:
  explicit Value(Type of) : type(of), integer(0) {}
};

// Numbers are compared by value, whatever their types; lists member by member.
bool equal(const Value& a, const Value& b);

}  // namespace expr
}  // namespace sluice
