// The members of a group that has a name: secrets = { jwt = "v", smtp = "w" },
// object ApiKeys { const val MAPS = "v" }, [api_keys] maps = "v". Their own
// names need not mean a secret.
//
// A rule searches for the first, the second ... member, because one place of a
// text gives one value. Members do not count if they mean a person or a place
// instead of a secret (a user's name, an address).

#include <algorithm>
#include <array>

#include "match/assignment/assignment_reader.h"
#include "match/words/words.h"

namespace sluice {
namespace {

constexpr std::size_t kMinMember = 6;
constexpr std::size_t kMaxMember = 240;
constexpr std::size_t kMaxHead = 60;  // between the name and its {

bool ends_with_any(std::string_view text,
                   std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [text](std::string_view word) {
    return text.size() >= word.size() &&
           std::ranges::equal(text.substr(text.size() - word.size()), word, {},
                              lower);
  });
}

// Counts members down to the requested one.
class Members {
 public:
  explicit Members(std::size_t wanted) : wanted_(wanted) {}

  // Whether this is the requested one.
  bool count(std::string_view name, std::size_t size) {
    if (size < kMinMember || size > kMaxMember ||
        ends_with_any(name, words::kOtherMembers))
      return false;
    return --wanted_ == 0;
  }

 private:
  std::size_t wanted_;
};

// Takes the quoted text at the reader's place, and moves the reader after it.
std::optional<AssignedValue> take_quoted(AssignmentReader* in) {
  const char quote = in->peek();
  in->skip(1);
  const std::size_t begin = in->at();
  in->many(kMaxMember + 1,
           [quote](char c) { return c != quote && c != '\n' && c != '\\'; });
  const std::size_t end = in->at();
  if (!in->take(quote)) return std::nullopt;
  return AssignedValue{begin, end, in->at()};
}

// Reads between the braces, which may contain other braces; those are passed
// over.
std::optional<AssignedValue> in_braces(AssignmentReader in, Members members) {
  std::size_t depth = 1;
  std::string_view name;  // of the next value
  std::size_t word = in.at();
  bool assigned = false;
  while (!in.done() && depth > 0) {
    const char c = in.peek();
    if (is_quote(c)) {
      AssignmentReader at = in;
      const auto text = take_quoted(&at);
      if (!text) return std::nullopt;
      in = at;
      in.blanks(4);
      const bool is_name = in.peek() == ':' || in.peek() == '=';
      if (is_name) {
        name = at.since(text->begin);
        name.remove_suffix(1);
      } else if (assigned && depth == 1 &&
                 members.count(name, text->end - text->begin)) {
        return text;
      }
      assigned = false;
      continue;
    }
    if (c == '#' || (c == '/' && in.peek(1) == '/')) {  // a comment
      in.many(kMaxMember, [](char one) { return one != '\n'; });
      continue;
    }
    if (is_name_char(c)) {
      word = in.at();
      in.many(kMaxMember, is_name_char);
      const std::string_view text = in.since(word);
      if (text != "to") name = text;
      assigned = text == "to";  // Kotlin: "name" to "v"
      continue;
    }
    if (c == '{') ++depth;
    if (c == '}') --depth;
    if (c == '=' || c == ':' || c == '>')
      assigned = true;
    else if (!is_blank(c) && c != '\n' && c != '\r')
      assigned = false;
    in.skip(1);
  }
  return std::nullopt;
}

// Reads "name: v" or "name = v" on a line of settings. A nested value, or one
// that refers to another place, does not count.
std::optional<AssignedValue> member_of_line(AssignmentReader in,
                                            std::string_view* name) {
  in.many(1, is_quote);
  const std::size_t begin = in.at();
  if (in.many(kMaxBlanks, is_name_char) == 0) return std::nullopt;
  *name = in.since(begin);
  in.many(1, is_quote);
  in.blanks();
  if (!in.take(':') && !in.take('=')) return std::nullopt;
  in.blanks();
  if (is_quote(in.peek())) return take_quoted(&in);
  const std::size_t value = in.at();
  if (is_one_of(in.peek(), "$|;,*&!%=@{[<>")) return std::nullopt;
  in.many(kMaxMember + 1, [](char c) {
    return !is_blank(c) && !is_one_of(c, "\r\n\"'`<>{}()[],");
  });
  const std::size_t end = in.at();
  in.blanks();
  if (!is_one_of(in.peek(), "\r\n#")) return std::nullopt;
  return AssignedValue{value, end, end};
}

// Reads the lines below, as long as they have the same indentation, deeper than
// `least`.
std::optional<AssignedValue> on_lines(AssignmentReader in, std::size_t least,
                                      Members members) {
  std::size_t indent = 0;
  while (!in.done()) {
    const std::size_t here = in.blanks();
    const bool empty = is_one_of(in.peek(), "\r\n#");
    if (!empty) {
      if (indent == 0) indent = here + 1;
      if (here < least || here + 1 < indent || in.peek() == '[')
        return std::nullopt;
      std::string_view name;
      const auto value =
          here + 1 == indent ? member_of_line(in, &name) : std::nullopt;
      if (value && members.count(name, value->end - value->begin)) return value;
    }
    in.many(kMaxMember * 2, [](char c) { return c != '\n'; });
    if (!in.take('\n')) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<AssignedValue> member_assignment(AssignmentReader in,
                                               std::size_t begin,
                                               std::size_t number) {
  if (!ends_with_any(in.since(begin), words::kMemberHeads)) return std::nullopt;
  const Members members(number);
  in.many(1, is_quote);
  AssignmentReader head = in;
  if (head.take(']') || head.take(':')) {
    head.blanks();
    head.take('\r');
    if (head.take('\n'))
      return on_lines(head, in.peek() == ']' ? 0 : 1, members);
  }
  in.take(']');
  in.many(kMaxHead, [](char c) {
    return is_word_char(c) || is_one_of(c, " :=><?.,*&[]");
  });
  if (!in.take('{')) return std::nullopt;
  return in_braces(in, members);
}

}  // namespace sluice
