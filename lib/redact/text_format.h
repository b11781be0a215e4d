// The format of a text, as far as it decides what may replace a value in it.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice {

// kOther: any text in which a label may be anywhere (logs, CSV, .env, prose).
enum class TextFormat : std::uint8_t { kOther, kJson, kYaml, kToml };

// Decides by the ending of `path`, or else by the first bytes of the text.
TextFormat text_format(std::string_view path, std::string_view head);

}  // namespace sluice
