// The text of a rule file in the program: compressed (base/packed.h), and with
// turned bytes. LZ4 leaves bytes that do not repeat unchanged, so every scanner
// that reads the program would find the examples of rules as secrets.
// Thread-safety: pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice {

std::string embed_text(std::string_view text);

// Nothing if `embedded` is not what embed_text() gave.
std::optional<std::string> embedded_text(std::string_view embedded);

}  // namespace sluice
