#include "judge/directive.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace sluice {
namespace {

constexpr auto kSameLine = std::to_array<std::string_view>({
    "sluice:allow",
    "gitleaks:allow",
    "betterleaks:allow",
    "trufflehog:ignore",
    "ggignore",
    "kingfisher:ignore",
    "kingfisher:allow",
    "pragma: allowlist secret",
    "secretlint-disable-line",
});

constexpr auto kNextLine = std::to_array<std::string_view>({
    "pragma: allowlist nextline secret",
    "secretlint-disable-next-line",
});

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '-';
}

// Whether `word` stands in `text` and is no part of a longer word.
bool holds(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word_character(text[at - 1])) &&
        (end == text.size() || !is_word_character(text[end])))
      return true;
  }
  return false;
}

template <std::size_t N>
bool holds_any(std::string_view text,
               const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return holds(text, word); });
}

// Where the line that holds text[at] begins, or kDirectiveReach before it.
std::size_t line_begin(std::string_view text, std::size_t at) {
  const std::size_t floor = at - std::min(at, kDirectiveReach);
  const std::size_t newline = text.substr(floor, at - floor).rfind('\n');
  return newline == std::string_view::npos ? floor : floor + newline + 1;
}

}  // namespace

std::string_view lines_around(std::string_view text, std::size_t begin,
                              std::size_t end) {
  const std::size_t first = line_begin(text, begin);
  const std::string_view rest = text.substr(end, kDirectiveReach);
  const std::size_t last = end + std::min(rest.find('\n'), rest.size());
  return text.substr(first, last - first);
}

bool is_allowed(std::string_view text, std::size_t begin, std::size_t end) {
  if (holds_any(lines_around(text, begin, end), kSameLine)) return true;
  const std::size_t first = line_begin(text, begin);
  if (first == 0 || text[first - 1] != '\n') return false;
  const std::size_t before = line_begin(text, first - 1);
  return holds_any(text.substr(before, first - 1 - before), kNextLine);
}

}  // namespace sluice
