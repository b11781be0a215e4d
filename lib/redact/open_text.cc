#include "redact/open_text.h"

#include <algorithm>

#include "text/ascii.h"

namespace sluice {
namespace {

// The shortest line of a folded base64 text, after its name; shorter runs at
// the end of a line are tokens and hashes, which end there.
constexpr std::size_t kFolded = 60;

std::size_t begin_of_line(std::string_view text, std::size_t at) {
  const std::size_t newline = at == 0 ? text.npos : text.rfind('\n', at - 1);
  return newline == text.npos ? 0 : newline + 1;
}

// Returns the digits of base64 at the end of the line.
std::string_view last_digits(std::string_view line) {
  const auto is_digit_of_base64 = [](char c) {
    return is_alnum(c) || c == '+' || c == '/' || c == '-' || c == '_';
  };
  const auto other =
      std::find_if_not(line.rbegin(), line.rend(), is_digit_of_base64);
  return line.substr(static_cast<std::size_t>(line.rend() - other));
}

// Whether quoted-printable text may continue in the next line. Base64 ends with
// the same sign.
bool ends_softly(std::string_view line) {
  constexpr std::size_t kLongest = 76;
  constexpr std::size_t kWord = 20;
  return line.size() <= kLongest && line.back() == '=' &&
         !line.ends_with("==") &&
         last_digits(line.substr(0, line.size() - 1)).size() < kWord;
}

bool goes_on(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.empty()) return false;
  if (std::string_view("\\+([").find(line.back()) != line.npos ||
      ends_softly(line))
    return true;
  const std::string_view digits = last_digits(line);
  return digits.size() >= kFolded && !std::ranges::all_of(digits, is_hex);
}

}  // namespace

std::size_t closed_size(std::string_view text) {
  const std::size_t newline = text.rfind('\n');
  if (newline == text.npos) return 0;
  std::size_t end = newline + 1;
  // The lines before the last one that the next line may continue.
  while (end != 0 &&
         goes_on(text.substr(begin_of_line(text, end - 1),
                             end - 1 - begin_of_line(text, end - 1))))
    end = begin_of_line(text, end - 1);
  const std::string_view lines = text.substr(0, newline + 1);
  const std::size_t key = lines.rfind("-BEGIN ");
  const std::size_t ended = lines.rfind("-END ");
  if (key != text.npos && (ended == text.npos || ended < key))
    end = std::min(end, begin_of_line(text, key));
  return end;
}

}  // namespace sluice
