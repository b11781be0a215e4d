// JSON as our reports write it.
// Thread-safety: pure functions.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sluice {

// `json` on one line, without a character that a terminal would obey. Strings
// must be UTF-8; other bytes become U+FFFD.
std::string json_text(const nlohmann::ordered_json& json);

// A JSON text, which is UTF-8, with each character that a terminal would obey
// escaped. Line feeds and blanks stay, because they also separate its parts.
std::string inert_json(std::string text);

// Appends `code` as \uNNNN, or as two of them.
void append_utf16_escape(std::string& out, char32_t code);

}  // namespace sluice
