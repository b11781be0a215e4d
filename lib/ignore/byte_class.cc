// Character classes as git reads them, because gitignore files are written for
// git. (gitignore(5) points to fnmatch(3). The cases that POSIX leaves open
// were settled by asking git: tests/unit/walk/git_oracle_test.cc.)
//
// - '!' or '^' in front negates.
// - The first byte is a member even if it is ']'.
// - A backslash makes the next byte a member as it is, also as the end of a
//   range.
// - '-' is a range only between two single bytes. After a range, after a
//   [:name:] and before ']' it is a member. A range that runs backwards is
//   empty.
// - [:name:] has the POSIX names over ASCII. An unknown name spoils the
//   pattern, while "[:" without ":]" at the next ']' is just two bytes.
// - space is git's own: blank, tab, newline and return, but neither vertical
//   tab nor form feed.
// - If case is ignored, texts are compared in lower case. A lower-case letter
//   is also a member if a range, or [:upper:], contains its capital. A single
//   capital stays as it is, so it never matches.
#include "ignore/byte_class.h"

namespace sluice {
namespace {

using Byte = unsigned char;

bool is_lower(Byte c) { return c >= 'a' && c <= 'z'; }
bool is_upper(Byte c) { return c >= 'A' && c <= 'Z'; }
bool is_alpha(Byte c) { return is_lower(c) || is_upper(c); }
bool is_digit(Byte c) { return c >= '0' && c <= '9'; }
bool is_alnum(Byte c) { return is_alpha(c) || is_digit(c); }
bool is_blank(Byte c) { return c == ' ' || c == '\t'; }
bool is_cntrl(Byte c) { return c < 0x20 || c == 0x7f; }
bool is_print(Byte c) { return c >= 0x20 && c < 0x7f; }
bool is_graph(Byte c) { return is_print(c) && c != ' '; }
bool is_punct(Byte c) { return is_graph(c) && !is_alnum(c); }
bool is_space(Byte c) { return is_blank(c) || c == '\n' || c == '\r'; }
bool is_xdigit(Byte c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

struct NamedClass {
  std::string_view name;
  bool (*contains)(Byte);
};

constexpr NamedClass kNamedClasses[] = {
    {"alnum", is_alnum}, {"alpha", is_alpha}, {"blank", is_blank},
    {"cntrl", is_cntrl}, {"digit", is_digit}, {"graph", is_graph},
    {"lower", is_lower}, {"print", is_print}, {"punct", is_punct},
    {"space", is_space}, {"upper", is_upper}, {"xdigit", is_xdigit},
};

bool add_named(std::string_view name, Case mode, ByteClass* members) {
  if (mode == Case::kIgnored && name == "upper") name = "alpha";
  for (const NamedClass& known : kNamedClasses) {
    if (known.name != name) continue;
    for (unsigned c = 0; c < 256; ++c)
      if (known.contains(static_cast<Byte>(c))) members->set(c);
    return true;
  }
  return false;
}

}  // namespace

std::optional<ByteClass> parse_byte_class(std::string_view pattern,
                                          std::size_t* at, Case mode) {
  const auto byte = [&](std::size_t i) -> Byte {
    return static_cast<Byte>(pattern[i]);
  };
  const std::size_t end = pattern.size();
  std::size_t i = *at + 1;
  const bool negated = i < end && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;

  ByteClass members;
  // The byte that a '-' would start from, or 0 (no pattern contains a NUL).
  Byte range_start = 0;
  for (bool first = true;; first = false) {
    if (i >= end) return std::nullopt;
    if (pattern[i] == ']' && !first) break;
    if (pattern[i] == '-' && range_start != 0 && i + 1 < end &&
        pattern[i + 1] != ']') {
      ++i;
      if (pattern[i] == '\\' && ++i == end) return std::nullopt;
      for (unsigned c = range_start; c <= byte(i); ++c) {
        members.set(c);
        if (mode == Case::kIgnored)
          members.set(static_cast<Byte>(folded(static_cast<char>(c))));
      }
      range_start = 0;
      ++i;
      continue;
    }
    if (pattern[i] == '[' && i + 1 < end && pattern[i + 1] == ':') {
      const std::size_t name = i + 2;
      const std::size_t close = pattern.find(']', name);
      if (close == std::string_view::npos) return std::nullopt;
      if (close > name && pattern[close - 1] == ':') {
        if (!add_named(pattern.substr(name, close - 1 - name), mode, &members))
          return std::nullopt;
        range_start = 0;
        i = close + 1;
        continue;
      }
      // No ":]": '[' is a member like any other.
    } else if (pattern[i] == '\\' && ++i == end) {
      return std::nullopt;
    }
    members.set(byte(i));
    range_start = byte(i);
    ++i;
  }
  *at = i + 1;
  if (negated) members.flip();
  members.reset('/');
  return members;
}

}  // namespace sluice
