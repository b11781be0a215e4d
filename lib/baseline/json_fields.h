// Fields of JSON that others wrote: of the type that is expected, or nothing.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace sluice {

// Discarded if it is not JSON, or nests deeper than any baseline does: a value
// takes 70 times its bracket.
inline nlohmann::json parse_json(std::string_view text) {
  constexpr int kMaxDepth = 64;
  struct TooDeep {};
  const auto on_event = [](int depth, nlohmann::json::parse_event_t,
                           const nlohmann::json&) {
    if (depth > kMaxDepth) throw TooDeep();
    return true;
  };
  try {
    return nlohmann::json::parse(text, on_event, /*allow_exceptions=*/false);
  } catch (const TooDeep&) {
    return {nlohmann::json::value_t::discarded};
  }
}

// Empty if it is missing or no text.
inline std::string text_field(const nlohmann::json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() || !it->is_string() ? std::string()
                                                : it->get<std::string>();
}

// 0 if it is missing or no number from 0.
inline std::uint64_t count_field(const nlohmann::json& object,
                                 const char* key) {
  const auto it = object.find(key);
  return it == object.end() || !it->is_number_unsigned()
             ? 0
             : it->get<std::uint64_t>();
}

}  // namespace sluice
