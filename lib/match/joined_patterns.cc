#include "match/joined_patterns.h"

#include "regex/program_size.h"
#include "regex/shape.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// A larger program has more states than RE2 keeps, and would then be slower than
// its parts.
constexpr std::uint64_t kLargest = 40'000;

// A pattern that is found in most texts, such as `^[^#]`. Joined with others, it
// would only hide that these are not.
bool is_found_in_most(std::string_view regex) {
  constexpr std::size_t kShort = 24;  // bytes; the others ask for more
  constexpr std::uint32_t kLittle = 2;
  return regex.size() <= kShort && least_width(regex) <= kLittle;
}

}  // namespace

void JoinedPatterns::add(std::string_view regex) {
  // \Q would quote the bracket behind it.
  append(regex, regex.find("\\Q") != regex.npos || is_found_in_most(regex));
}

void JoinedPatterns::append(std::string_view regex, bool is_alone) {
  const std::uint64_t size = program_size(regex).bound;
  if (joined_.empty() || is_alone || last_is_alone_ ||
      size_ + size > kLargest) {
    joined_.emplace_back();
    size_ = 0;
  }
  size_ += size;
  last_is_alone_ = is_alone;
  std::string& last = joined_.back();
  if (is_alone) {
    last = regex;
    return;
  }
  last += last.empty() ? "(?:" : "|(?:";
  last += regex;
  last += ')';
}

void JoinedPatterns::add_word(std::string_view word) {
  std::string regex = "(?i)";
  for (const char c : word) {
    if (c == '\0') {
      regex += "\\x00";
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x80U && !is_alnum(c)) regex += '\\';
    regex += c;
  }
  append(regex, false);
}

}  // namespace sluice
