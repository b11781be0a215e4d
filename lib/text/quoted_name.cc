#include "text/quoted_name.h"

#include <charconv>
#include <cstddef>

namespace sluice {

std::optional<std::string> unquoted_name(std::string_view text) {
  constexpr std::string_view kLetters = "abtnvfr\"\\";
  constexpr std::string_view kMeant = "\a\b\t\n\v\f\r\"\\";
  std::string plain;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return plain;
    if (text[i] != '\\') {
      plain += text[i];
      continue;
    }
    if (++i == text.size()) break;
    if (const auto at = kLetters.find(text[i]); at != std::string_view::npos) {
      plain += kMeant[at];
      continue;
    }
    int byte = 0;
    const char* const digits = text.data() + i;
    if (text.size() - i < 3 ||
        std::from_chars(digits, digits + 3, byte, 8).ptr != digits + 3)
      break;
    plain += static_cast<char>(byte);
    i += 2;
  }
  return std::nullopt;
}

}  // namespace sluice
