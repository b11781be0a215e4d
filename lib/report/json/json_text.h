// JSON as our reports write it.
// Thread-safety: pure function.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sluice {

// `json` on one line, without a character that a terminal would obey.
// Strings must be UTF-8; what is not becomes U+FFFD.
std::string json_text(const nlohmann::ordered_json& json);

// A JSON text, which is UTF-8, with each character that a terminal would obey
// escaped; line feeds and blanks, which stand between its parts too, stay.
std::string inert_json(std::string text);

}  // namespace sluice
