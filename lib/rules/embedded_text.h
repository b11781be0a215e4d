// The text of a rule file as the program holds it: compressed (base/packed.h),
// and of turned bytes, since LZ4 leaves what does not repeat as it is: the
// examples of rules would be secrets to every scanner that reads the program.
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
