// Recursive descent over RE2's syntax. The whole pattern parses, or it is
// refused: a guess about a rare construct could yield an anchor that a match
// lacks, and a refused pattern is only slower. So the parser refuses what RE2
// refuses if that is cheap to see (stacked repetitions, back references,
// unknown escapes), and never reads a corner case differently from RE2.
// Bounds: recursion by kMaxRegexDepth, work by the pattern's length.
// Source: RE2's syntax page (github.com/google/re2/wiki/Syntax) and
// re2/parse.cc.
#include <algorithm>
#include <utility>

#include "regex/char_class.h"
#include "regex/pattern_text.h"
#include "regex/tree.h"
#include "regex/width.h"
#include "text/ascii.h"

namespace sluice {
namespace {

bool is_octal(char c) { return c >= '0' && c <= '7'; }

RegexNode empty_node() {
  RegexNode node;
  node.strings.emplace_back();
  return node;
}

struct Repetition {
  std::uint32_t min_count;
  std::uint32_t max_count;
};

class Parser {
 public:
  Parser(std::string_view regex, std::size_t max_strings)
      : regex_(regex), max_strings_(max_strings) {}

  std::optional<RegexNode> parse() {
    auto node = alternation(CaseFolding::kNo, 0);
    if (!at_end()) return std::nullopt;  // an unmatched parenthesis
    return node;
  }

 private:
  bool at_end() const { return position_ == regex_.size(); }
  char peek() const { return at_end() ? '\0' : regex_[position_]; }
  std::string_view rest() const { return regex_.substr(position_); }

  bool take(std::string_view text) {
    if (!rest().starts_with(text)) return false;
    position_ += text.size();
    return true;
  }

  std::optional<RegexNode> alternation(CaseFolding folding, int depth);
  std::optional<RegexNode> concatenation(CaseFolding& folding, int depth);
  bool item(CaseFolding& folding, int depth, std::vector<RegexNode>& items);
  bool group(CaseFolding& folding, int depth, std::vector<RegexNode>& items);
  bool flags(CaseFolding& folding, bool& opens_group);
  bool escape(CaseFolding folding, std::vector<RegexNode>& items);
  bool quoted(CaseFolding folding, std::vector<RegexNode>& items);
  std::optional<RegexNode> char_class(CaseFolding folding);
  bool class_item(CharClass& members, CaseFolding folding);
  std::optional<char32_t> class_character();
  std::optional<char32_t> escaped_character();
  bool unicode_group();
  std::optional<Repetition> repetition();

  std::string_view regex_;
  std::size_t max_strings_;
  std::size_t position_ = 0;
};

// Adds `node` after `items`: literals join, sequences are spliced in.
void append(std::vector<RegexNode>& items, RegexNode node) {
  if (node.kind == RegexNode::Kind::kConcat) {
    for (RegexNode& child : node.children) items.push_back(std::move(child));
    return;
  }
  const auto is_literal = [](const RegexNode& n) {
    return n.kind == RegexNode::Kind::kStrings && n.strings.size() == 1;
  };
  if (!items.empty() && is_literal(items.back()) && is_literal(node)) {
    RegexNode& last = items.back();
    RegexLiteral& head = last.strings.front();
    const RegexLiteral& tail = node.strings.front();
    if (head.bytes.size() + tail.bytes.size() <= kMaxLiteral) {
      if (tail.fold != 0) head.fold |= tail.fold << head.bytes.size();
      head.bytes += tail.bytes;
      last.min_width += node.min_width;
      last.max_width += node.max_width;
      return;
    }
  }
  items.push_back(std::move(node));
}

RegexNode sequence(std::vector<RegexNode> items) {
  if (items.empty()) return empty_node();
  if (items.size() == 1) return std::move(items.front());
  RegexNode node;
  node.kind = RegexNode::Kind::kConcat;
  node.children = std::move(items);
  return node;
}

// A (?i) holds to the end of its group, including the branches after it. Hence
// one `folding` for all of them, by value from the group around.
std::optional<RegexNode> Parser::alternation(CaseFolding folding, int depth) {
  if (depth > kMaxRegexDepth) return std::nullopt;
  RegexNode node;
  node.kind = RegexNode::Kind::kAlternate;
  do {
    auto branch = concatenation(folding, depth);
    if (!branch) return std::nullopt;
    node.children.push_back(*std::move(branch));
  } while (take("|"));
  if (node.children.size() > 1) return node;
  return std::move(node.children.front());
}

std::optional<RegexNode> Parser::concatenation(CaseFolding& folding,
                                               int depth) {
  std::vector<RegexNode> items;
  // An item yields one node or none (flags), or several (\Q..\E, a group); a
  // repetition applies to its last one.
  std::vector<RegexNode> given;
  while (!at_end() && peek() != '|' && peek() != ')') {
    given.clear();
    if (!item(folding, depth, given)) return std::nullopt;
    if (const auto count = repetition()) {
      if (given.empty() || count->min_count > count->max_count) {
        return std::nullopt;
      }
      RegexNode repeat;
      repeat.kind = RegexNode::Kind::kRepeat;
      repeat.min_count = count->min_count;
      repeat.max_count = count->max_count;
      repeat.children.push_back(std::move(given.back()));
      given.back() = std::move(repeat);
      if (repetition()) return std::nullopt;  // stacked: an error in RE2
    }
    for (RegexNode& node : given) append(items, std::move(node));
  }
  return sequence(std::move(items));
}

bool Parser::item(CaseFolding& folding, int depth,
                  std::vector<RegexNode>& items) {
  switch (peek()) {
    case '(':
      return group(folding, depth, items);
    case '\\':
      return escape(folding, items);
    case '[': {
      auto node = char_class(folding);
      if (node) items.push_back(*std::move(node));
      return node.has_value();
    }
    case '.':
      ++position_;
      items.push_back(opaque_node(1, 4));
      return true;
    case '^':
    case '$':
      ++position_;
      items.push_back(empty_node());
      return true;
    case '*':
    case '+':
    case '?':
      return false;  // nothing to repeat
    default: {
      const auto c = next_code_point(regex_, position_);
      if (c) items.push_back(character_node(*c, folding));
      return c.has_value();
    }
  }
}

bool Parser::group(CaseFolding& folding, int depth,
                   std::vector<RegexNode>& items) {
  ++position_;
  CaseFolding inner = folding;
  if (take("?P<") || take("?<")) {
    const std::size_t end = rest().find('>');
    if (end == std::string_view::npos || end == 0) return false;
    for (const char c : rest().substr(0, end)) {
      if (!is_ascii_word(c)) return false;
    }
    position_ += end + 1;
  } else if (take("?")) {
    bool opens_group = false;
    if (!flags(inner, opens_group)) return false;
    if (!opens_group) {
      folding = inner;
      return true;
    }
  }
  auto node = alternation(inner, depth + 1);
  if (!node || !take(")")) return false;
  items.push_back(*std::move(node));
  return true;
}

// Reads the text after "(?": flags up to ")" or ":".
bool Parser::flags(CaseFolding& folding, bool& opens_group) {
  bool on = true;
  bool any = false;  // a flag since the start or the "-"
  while (!at_end()) {
    switch (regex_[position_++]) {
      case 'i':
        folding = on ? CaseFolding::kYes : CaseFolding::kNo;
        any = true;
        break;
      case 'm':
      case 's':
      case 'U':
        any = true;
        break;
      case '-':
        if (!on) return false;
        on = false;
        any = false;
        break;
      case ':':
        opens_group = true;
        return on || any;
      case ')':
        return any;
      default:
        return false;
    }
  }
  return false;
}

bool Parser::escape(CaseFolding folding, std::vector<RegexNode>& items) {
  if (take("\\Q")) return quoted(folding, items);
  for (const std::string_view assertion : {"\\A", "\\b", "\\B", "\\z"}) {
    if (take(assertion)) {
      items.push_back(empty_node());
      return true;
    }
  }
  if (take("\\C")) {
    items.push_back(opaque_node(1, 1));
    return true;
  }
  CharClass members;
  if (class_item(members, folding)) {
    items.push_back(members.to_node(max_strings_));
    return true;
  }
  const auto c = escaped_character();
  if (c) items.push_back(character_node(*c, folding));
  return c.has_value();
}

bool Parser::quoted(CaseFolding folding, std::vector<RegexNode>& items) {
  while (!at_end() && !take("\\E")) {
    const auto c = next_code_point(regex_, position_);
    if (!c) return false;
    items.push_back(character_node(*c, folding));
  }
  return true;
}

std::optional<RegexNode> Parser::char_class(CaseFolding folding) {
  ++position_;
  const bool negated = take("^");
  CharClass members;
  for (bool first = true; first || peek() != ']'; first = false) {
    if (at_end()) return std::nullopt;
    if (class_item(members, folding)) continue;
    if (rest().starts_with("[:") &&
        rest().find(":]", 2) != std::string_view::npos) {
      return std::nullopt;  // a POSIX class that does not exist
    }
    const auto low = class_character();
    if (!low) return std::nullopt;
    char32_t high = *low;
    if (rest().size() >= 2 && rest()[0] == '-' && rest()[1] != ']') {
      ++position_;
      const auto last = class_character();
      if (!last || *last < *low) return std::nullopt;
      high = *last;
    }
    members.add(*low, high, folding);
  }
  ++position_;
  if (negated) members.negate();
  return members.to_node(max_strings_);
}

// Takes a class that has a name: \d, \pL, [:alpha:]. False, with nothing taken,
// if there is none here.
bool Parser::class_item(CharClass& members, CaseFolding folding) {
  if (rest().starts_with("[:")) {
    const std::size_t end = rest().find(":]", 2);
    if (end == std::string_view::npos) return false;
    std::string_view name = rest().substr(2, end - 2);
    const bool negated = name.starts_with('^');
    if (negated) name.remove_prefix(1);
    // The one-letter names belong to \d, \s and \w.
    if (name.size() < 2 || !members.add_named(name, negated, folding)) {
      return false;
    }
    position_ += end + 2;
    return true;
  }
  if (rest().size() < 2 || peek() != '\\') return false;
  const char name = regex_[position_ + 1];
  if (name == 'p' || name == 'P') {
    if (!unicode_group()) return false;
    members.add_unknown();
    return true;
  }
  const bool negated = name == 'D' || name == 'S' || name == 'W';
  const char lower = static_cast<char>(negated ? name - 'A' + 'a' : name);
  if (lower != 'd' && lower != 's' && lower != 'w') return false;
  position_ += 2;
  return members.add_named(std::string_view(&lower, 1), negated, folding);
}

// \pN, \p{Greek}, \p{^Greek}, \PN.
bool Parser::unicode_group() {
  std::size_t next = position_ + 2;
  if (next < regex_.size() && regex_[next] == '{') {
    next = regex_.find('}', next);
    if (next == std::string_view::npos) return false;
    ++next;
  } else if (!next_code_point(regex_, next)) {
    return false;
  }
  position_ = next;
  return true;
}

std::optional<char32_t> Parser::class_character() {
  if (peek() == '\\') return escaped_character();
  return next_code_point(regex_, position_);
}

// Reads a backslash and an escape that means one character.
std::optional<char32_t> Parser::escaped_character() {
  ++position_;
  const auto c = next_code_point(regex_, position_);
  if (!c) return std::nullopt;
  switch (*c) {
    case 'a':
      return '\a';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    case 'x': {
      const bool braces = take("{");
      char32_t value = 0;
      std::size_t digits = 0;
      while (!at_end() && is_hex(peek()) && (braces || digits < 2)) {
        value = value * 16 + hex_value(peek());
        if (value > kMaxCodePoint) return std::nullopt;
        ++position_;
        ++digits;
      }
      if (braces ? (digits == 0 || !take("}")) : digits != 2) {
        return std::nullopt;
      }
      return value;
    }
    default:
      break;
  }
  if (*c >= '0' && *c <= '7') {
    // \0, \01, \012, \12, \123; a lone \1 to \7 would be a back reference.
    char32_t value = *c - '0';
    if (value != 0 && !is_octal(peek())) return std::nullopt;
    for (int more = 0; more < 2 && is_octal(peek()); ++more) {
      value = value * 8 + static_cast<char32_t>(peek() - '0');
      ++position_;
    }
    return value;
  }
  if (*c >= 0x80 || is_alnum(static_cast<char>(*c))) return std::nullopt;
  return c;  // escaped punctuation means itself
}

std::optional<Repetition> Parser::repetition() {
  Repetition count{0, kUnboundedWidth};
  if (take("*")) {
  } else if (take("+")) {
    count.min_count = 1;
  } else if (take("?")) {
    count.max_count = 1;
  } else if (const auto counted =
                 counted_repetition(regex_.substr(position_))) {
    count = {counted->least, counted->most};
    position_ += counted->size;
  } else {
    return std::nullopt;
  }
  take("?");  // lazy: the same strings
  return count;
}

}  // namespace

std::optional<RegexNode> parse_regex(std::string_view regex,
                                     std::size_t max_strings) {
  return Parser(regex, max_strings).parse();
}

}  // namespace sluice
