#include "rules/toml_read.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

namespace sluice {
namespace {

using Kind = TomlValue::Kind;

// The whole of `text`, in decimal.
template <typename T>
std::optional<T> parsed(std::string_view text) {
  T value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::string> weak_string(const TomlValue& value) {
  switch (value.kind) {
    case Kind::kString:
      return value.text;
    case Kind::kInteger:
      return std::to_string(value.integer);
    case Kind::kBoolean:
      return value.boolean ? "1" : "0";
    case Kind::kFloat: {
      // The shortest digits of the value, without an exponent.
      std::array<char, 512> digits;
      const auto [end, error] =
          std::to_chars(digits.data(), digits.data() + digits.size(),
                        value.number, std::chars_format::fixed);
      if (error != std::errc()) return std::nullopt;
      return std::string(digits.data(), end);
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::int64_t> weak_integer(const TomlValue& value) {
  constexpr double kBeyond = 9223372036854775808.0;  // 2^63
  switch (value.kind) {
    case Kind::kInteger:
      return value.integer;
    case Kind::kBoolean:
      return value.boolean ? 1 : 0;
    case Kind::kFloat:
      if (!(std::abs(value.number) < kBeyond)) return std::nullopt;
      return static_cast<std::int64_t>(value.number);
    case Kind::kString:
      if (value.text.empty()) return 0;
      // Go reads a leading zero as octal, which no configuration means.
      if (value.text.size() > 1 && value.text.front() == '0')
        return std::nullopt;
      return parsed<std::int64_t>(value.text);
    default:
      return std::nullopt;
  }
}

std::optional<double> weak_number(const TomlValue& value) {
  switch (value.kind) {
    case Kind::kFloat:
      return value.number;
    case Kind::kInteger:
      return static_cast<double>(value.integer);
    case Kind::kBoolean:
      return value.boolean ? 1 : 0;
    case Kind::kString:
      if (value.text.empty()) return 0;
      return parsed<double>(value.text);
    default:
      return std::nullopt;
  }
}

std::optional<bool> weak_boolean(const TomlValue& value) {
  constexpr auto kTrue =
      std::to_array<std::string_view>({"1", "t", "T", "true", "TRUE", "True"});
  constexpr auto kFalse = std::to_array<std::string_view>(
      {"", "0", "f", "F", "false", "FALSE", "False"});
  switch (value.kind) {
    case Kind::kBoolean:
      return value.boolean;
    case Kind::kInteger:
      return value.integer != 0;
    case Kind::kFloat:
      return value.number != 0;
    case Kind::kString:
      if (std::ranges::count(kTrue, value.text) != 0) return true;
      if (std::ranges::count(kFalse, value.text) != 0) return false;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace sluice
