// One pass with a stack of open groups. Each item has a weight that is at least
// the number of RE2's instructions for it, with case ignored or not. A
// repetition multiplies the weight of its item by its greatest count, because
// RE2 writes x{2,4} as xx(?:x(?:x)?)?.
//
// The weights are generous. A bound that is too large only means that a pattern
// is compiled early. One that is too small would let a pattern pass that cannot
// be compiled. Characters beyond ASCII are expensive: a range of them becomes
// up to 64 ranges of bytes, and a range in which case is ignored can become as
// many ranges as it has letters.
//
// Rejected: to count in the tree of regex/tree.h, which drops the members of
// classes, and takes ten times as long to make.
//
// Source: re2/compile.cc, re2/simplify.cc and re2/parse.cc.

#include "regex/program_size.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "regex/pattern_text.h"
#include "regex/width.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// A letter can match as three characters (k, K and the Kelvin sign).
constexpr std::uint64_t kCharacter = 12;
constexpr std::uint64_t kWideCharacter = 32;
constexpr std::uint64_t kAnyCharacter = 64;
constexpr std::uint64_t kNamedClass = 48;  // \w, [:alpha:]
constexpr std::uint64_t kNegation = 256;
constexpr std::uint64_t kWideInClass = 4000;
constexpr std::uint64_t kUnicodeClass = 20'000;
constexpr std::uint64_t kGroup = 8;
constexpr std::uint64_t kBranch = 4;
constexpr std::uint64_t kRepetition = 4;

constexpr std::uint64_t kMax = std::numeric_limits<std::uint32_t>::max();

std::uint64_t times(std::uint64_t weight, std::uint64_t count) {
  return std::min(kMax, std::min(kMax, weight) * std::min(kMax, count));
}

bool is_wide(char c) { return static_cast<unsigned char>(c) >= 0x80; }

class Weighing {
 public:
  explicit Weighing(std::string_view regex) : regex_(regex) {}

  ProgramSize run() {
    while (at_ < regex_.size()) step();
    while (!open_.empty()) close();
    return {sum_, groups_};
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < regex_.size() ? regex_[at_ + ahead] : '\0';
  }
  bool starts_with(std::string_view text) const {
    return regex_.substr(at_).starts_with(text);
  }
  void skip(std::size_t count) { at_ = std::min(regex_.size(), at_ + count); }

  void add(std::uint64_t weight) {
    last_ = std::min(kMax, weight);
    sum_ = std::min(kMax, sum_ + last_);
  }

  void step() {
    switch (peek()) {
      case '(':
        return open();
      case ')':
        skip(1);
        return close();
      case '|':
        skip(1);
        return add(kBranch);
      case '[':
        return add(char_class());
      case '\\':
        if (starts_with("\\Q")) return quoted();
        return add(escape(kWideCharacter, kCharacter));
      case '.':
        skip(1);
        return add(kAnyCharacter);
      case '*':
      case '+':
      case '?':
        skip(1);
        return repeat(1);
      case '{':
        if (const auto counted = counted_repetition(regex_.substr(at_))) {
          skip(counted->size);
          // "{2,}" is xx+.
          return repeat(std::max<std::uint64_t>(
              1, counted->most == kUnboundedWidth ? counted->least
                                                  : counted->most));
        }
        break;
      default:
        break;
    }
    character();
  }

  void character() {
    add(is_wide(peek()) ? kWideCharacter : kCharacter);
    skip(1);
  }

  void quoted() {
    skip(2);
    while (at_ < regex_.size() && !starts_with("\\E")) character();
    skip(2);
  }

  void open() {
    skip(1);
    if (peek() != '?') {
      ++groups_;
    } else if (starts_with("?P<") || starts_with("?<")) {
      ++groups_;
      skip(regex_.substr(at_).find('>') + 1);
    } else {
      while (at_ < regex_.size() && peek() != ':' && peek() != ')') skip(1);
      const bool only_flags = peek() == ')';
      skip(1);
      if (only_flags) return;
    }
    open_.push_back(sum_);
    sum_ = 0;
  }

  void close() {
    if (open_.empty()) return;
    const std::uint64_t inside = sum_;
    sum_ = open_.back();
    open_.pop_back();
    add(inside + kGroup);
  }

  void repeat(std::uint64_t count) {
    if (peek() == '?') skip(1);
    sum_ -= std::min(sum_, last_);
    add(times(last_ + kRepetition, count));
  }

  // The escape after a backslash, in a class or not.
  std::uint64_t escape(std::uint64_t wide, std::uint64_t narrow) {
    const char name = peek(1);
    const char next = peek(2);
    skip(2);
    switch (name) {
      case 'p':
      case 'P':
        skip(next == '{' ? regex_.substr(at_).find('}') + 1 : 1);
        return kUnicodeClass;
      case 'd':
      case 's':
      case 'w':
        return kNamedClass;
      case 'D':
      case 'S':
      case 'W':
        return kNamedClass + kNegation;
      case 'x':
        if (next == '{') {
          skip(regex_.substr(at_).find('}') + 1);
          return wide;
        }
        skip(2);
        return next >= '0' && next <= '7' ? narrow : wide;
      default:
        break;
    }
    if (!is_digit(name)) return is_wide(name) ? wide : narrow;
    while (peek() >= '0' && peek() <= '7') skip(1);
    return wide;
  }

  std::uint64_t char_class() {
    std::uint64_t sum = kCharacter;
    skip(1);
    if (peek() == '^') {
      sum += kNegation;
      skip(1);
    }
    for (bool first = true; at_ < regex_.size(); first = false) {
      if (peek() == ']' && !first) {
        skip(1);
        break;
      }
      if (peek() == '\\') {
        sum += escape(kWideInClass, kCharacter);
      } else if (starts_with("[:")) {
        const std::size_t end = regex_.find(":]", at_ + 2);
        sum += kNamedClass + kNegation;
        skip(end == std::string_view::npos ? 1 : end + 2 - at_);
      } else {
        sum += is_wide(peek()) ? kWideInClass : kCharacter;
        skip(1);
      }
    }
    return std::min(kMax, sum);
  }

  std::string_view regex_;
  std::size_t at_ = 0;
  std::uint64_t sum_ = 0;   // of the innermost open group
  std::uint64_t last_ = 0;  // of the last item, which a repetition repeats
  std::vector<std::uint64_t> open_;
  std::uint32_t groups_ = 0;
};

}  // namespace

ProgramSize program_size(std::string_view regex) {
  return Weighing(regex).run();
}

}  // namespace sluice
