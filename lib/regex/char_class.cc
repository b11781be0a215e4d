// Sets of code points, as sorted ranges. Case folding is exact for ASCII, the
// two foreign characters that fold to ASCII letters included. If a folded class
// has other characters, only its ASCII members count as known. That costs only
// width (one to four bytes), because no literal grows from it.
#include "regex/char_class.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/utf8.h"

namespace sluice {
namespace {

constexpr char32_t kLongS = 0x17F;
constexpr char32_t kKelvin = 0x212A;
// The only ones that are the same as an ASCII letter in another case.
constexpr std::array<std::pair<char32_t, char32_t>, 2> kFoldsToAscii = {
    {{kLongS, 's'}, {kKelvin, 'k'}}};

bool is_surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }

bool is_lower_code(char32_t c) { return c >= 'a' && c <= 'z'; }
bool is_upper_code(char32_t c) { return c >= 'A' && c <= 'Z'; }

RegexLiteral literal_of(char32_t c, bool fold) {
  RegexLiteral literal;
  append_utf8(c, &literal.bytes);
  literal.fold = fold ? 1 : 0;
  return literal;
}

// Pairs of first and last members.
struct NamedClass {
  std::string_view name;
  std::string_view ranges;
};

constexpr std::string_view kAscii("\0\x7f", 2);
constexpr std::string_view kControl("\0\x1f\x7f\x7f", 4);

constexpr std::array<NamedClass, 17> kNamedClasses = {{
    {"d", "09"},
    {"s", "\t\n\f\r  "},
    {"w", "09AZaz__"},
    {"alnum", "09AZaz"},
    {"alpha", "AZaz"},
    {"ascii", kAscii},
    {"blank", "\t\t  "},
    {"cntrl", kControl},
    {"digit", "09"},
    {"graph", "!~"},
    {"lower", "az"},
    {"print", " ~"},
    {"punct", "!/:@[`{~"},
    {"space", "\t\r  "},
    {"upper", "AZ"},
    {"word", "09AZaz__"},
    {"xdigit", "09AFaf"},
}};

}  // namespace

void CharClass::add(char32_t low, char32_t high, CaseFolding folding) {
  ranges_.push_back({low, high});
  if (folding == CaseFolding::kNo) return;
  folded_ = true;
  if (high >= 0x80) foreign_is_unknown_ = true;
  const auto add_other_case = [&](char32_t first, char32_t last, int step) {
    const char32_t from = std::max(low, first);
    const char32_t to = std::min(high, last);
    if (from > to) return;
    const auto move = static_cast<char32_t>(step);
    ranges_.push_back({from + move, to + move});
  };
  add_other_case('A', 'Z', 'a' - 'A');
  add_other_case('a', 'z', 'A' - 'a');
  const auto holds = [&](char32_t c) { return low <= c && c <= high; };
  if (holds('k') || holds('K')) ranges_.push_back({kKelvin, kKelvin});
  if (holds('s') || holds('S')) ranges_.push_back({kLongS, kLongS});
  for (const auto& [foreign, letter] : kFoldsToAscii)
    if (holds(foreign)) {
      ranges_.push_back({letter, letter});
      ranges_.push_back({letter - 'a' + 'A', letter - 'a' + 'A'});
    }
}

bool CharClass::add_named(std::string_view name, bool negated,
                          CaseFolding folding) {
  const auto found = std::find_if(
      kNamedClasses.begin(), kNamedClasses.end(),
      [name](const NamedClass& entry) { return entry.name == name; });
  if (found == kNamedClasses.end()) return false;
  CharClass members;
  for (std::size_t i = 0; i + 1 < found->ranges.size(); i += 2) {
    members.add(static_cast<unsigned char>(found->ranges[i]),
                static_cast<unsigned char>(found->ranges[i + 1]), folding);
  }
  if (negated) members.negate();
  ranges_.insert(ranges_.end(), members.ranges_.begin(), members.ranges_.end());
  folded_ = folded_ || members.folded_;
  return true;
}

void CharClass::negate() {
  normalise();
  std::vector<Range> others;
  char32_t next = 0;
  for (const Range& range : ranges_) {
    if (range.low > next) others.push_back({next, range.low - 1});
    next = range.high + 1;
  }
  if (next <= kMaxCodePoint) others.push_back({next, kMaxCodePoint});
  ranges_ = std::move(others);
}

void CharClass::normalise() {
  std::sort(ranges_.begin(), ranges_.end(),
            [](const Range& a, const Range& b) { return a.low < b.low; });
  std::vector<Range> merged;
  for (const Range& range : ranges_) {
    if (!merged.empty() && range.low <= merged.back().high + 1) {
      merged.back().high = std::max(merged.back().high, range.high);
    } else {
      merged.push_back(range);
    }
  }
  ranges_ = std::move(merged);
}

bool CharClass::has(char32_t c) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [c](const Range& range) {
    return range.low <= c && c <= range.high;
  });
}

// Empty where the members are too many.
std::vector<RegexLiteral> CharClass::strings(std::size_t max_strings) const {
  std::vector<RegexLiteral> found;
  for (const Range& range : ranges_) {
    // Twice the limit: both cases of a letter make one string.
    if (range.high - range.low > 2 * max_strings) return {};
    for (char32_t c = range.low; c <= range.high; ++c) {
      if (is_surrogate(c)) return {};
      if (is_upper_code(c) && has(c - 'A' + 'a')) continue;
      const bool both_cases = is_lower_code(c) && has(c - 'a' + 'A');
      // The literal of a folded k or s covers its foreign form as well.
      if (folded_ && (c == kKelvin || c == kLongS)) continue;
      if (found.size() == max_strings) return {};
      found.push_back(literal_of(c, both_cases));
    }
  }
  return found;
}

RegexNode CharClass::to_node(std::size_t max_strings) {
  normalise();
  if (unknown_ || ranges_.empty()) return opaque_node(1, 4);
  RegexNode node = foreign_is_unknown_
                       ? opaque_node(1, 4)
                       : opaque_node(utf8_size(ranges_.front().low),
                                     utf8_size(ranges_.back().high));
  node.ascii.reset();
  for (const Range& range : ranges_)
    for (char32_t c = range.low; c <= range.high && c < node.ascii.size(); ++c)
      node.ascii.set(c);
  if (foreign_is_unknown_) return node;
  node.strings = strings(max_strings);
  if (!node.strings.empty()) node.kind = RegexNode::Kind::kStrings;
  return node;
}

RegexNode opaque_node(std::uint32_t min_width, std::uint32_t max_width) {
  RegexNode node;
  node.kind = RegexNode::Kind::kOpaque;
  node.min_width = min_width;
  node.max_width = max_width;
  node.ascii.set();
  return node;
}

RegexNode character_node(char32_t c, CaseFolding folding) {
  const bool folds = folding == CaseFolding::kYes;
  if (is_surrogate(c)) return opaque_node(1, 4);
  if (folds && c >= 0x80) {
    RegexNode node = opaque_node(1, 4);
    node.ascii.reset();
    for (const auto& [foreign, letter] : kFoldsToAscii)
      if (c == foreign) {
        node.ascii.set(letter);
        node.ascii.set(letter - 'a' + 'A');
      }
    return node;
  }
  RegexNode node;
  if (folds && (is_lower_code(c) || is_upper_code(c))) {
    const char32_t lower = is_upper_code(c) ? c - 'A' + 'a' : c;
    node.strings.push_back(literal_of(lower, true));
    node.min_width = 1;
    node.max_width = folded_width(static_cast<char>(lower));
  } else {
    node.strings.push_back(literal_of(c, false));
    node.min_width = node.max_width = utf8_size(c);
  }
  return node;
}

std::optional<char32_t> next_code_point(std::string_view text,
                                        std::size_t& position) {
  const Utf8Char c = decode_utf8(text.substr(position));
  position += c.size;
  return c.size == 0 ? std::nullopt : std::optional(c.code);
}

}  // namespace sluice
