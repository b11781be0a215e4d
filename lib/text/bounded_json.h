// JSON that others wrote, parsed within bounds.
// Thread-safety: pure functions.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace sluice {

// The result is discarded (is_discarded()) if the text is not JSON, or if it nests deeper than
// any baseline, message or settings file does: a value takes 70 times its
// bracket. Objects are sorted by their keys, so an object with many keys takes
// no quadratic time.
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
    return nlohmann::json(nlohmann::json::value_t::discarded);
  }
}

// Returns an empty text if the member is missing or no text.
inline std::string text_field(const nlohmann::json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() || !it->is_string() ? std::string()
                                                : it->get<std::string>();
}

}  // namespace sluice
