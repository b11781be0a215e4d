// The common parts of the parsers of assignments: a place in a text, and
// functions that read on from there. A reader is small, and is copied to look
// ahead.
// Thread-safety: plain values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "match/assignment/assignment.h"
#include "match/assignment/pasted.h"
#include "text/ascii.h"
#include "text/line_cursor.h"

namespace sluice {

inline constexpr std::size_t kMaxName = 64;
inline constexpr std::size_t kMaxBlanks = 40;
inline constexpr std::size_t kMinValue = 4;
// In bytes. Tokens with a list of permissions have up to 1,500.
inline constexpr std::size_t kMaxValue = 2000;
// A value without quotes may continue to the next blank, and a line of data has
// no blanks, so the bound is smaller. Longer ones are tokens (token_assignment).
inline constexpr std::size_t kMaxBareValue = 240;

// A byte that may begin a pasted character: no ASCII, or ESC.
constexpr bool is_beyond_text(char c) {
  return static_cast<unsigned char>(c) >= 0x80 || c == '\x1b';
}
// Letters beyond ASCII count, too.
constexpr bool is_word_char(char c) {
  return is_ascii_word(c) || static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_name_char(char c) {
  return is_word_char(c) || c == '.' || c == '-';
}
// Comparisons become a look-up in the bits of a number. A call of memchr() for
// each character took a third of the time on lines full of names.
template <std::size_t kSize>
constexpr bool is_one_of(char c, const char (&set)[kSize]) {
  return [&]<std::size_t... kAt>(std::index_sequence<kAt...>) {
    return ((c == set[kAt]) || ...);
  }
  (std::make_index_sequence<kSize - 1>());
}

class AssignmentReader {
 public:
  AssignmentReader(std::string_view text, std::size_t at)
      : text_(text), at_(at) {}

  std::size_t at() const { return at_; }
  bool done() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\n';
  }
  char before() const { return at_ == 0 ? '\n' : text_[at_ - 1]; }
  std::string_view since(std::size_t begin) const {
    return text_.substr(begin, at_ - begin);
  }
  void skip(std::size_t count) { at_ += count; }
  void back() { --at_; }

  bool take(char c) {
    if (done() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  // `word` is in lower case, and not empty. Most words fail at their first
  // letter.
  bool take(std::string_view word) {
    return !done() && lower(text_[at_]) == word.front() && take_all(word);
  }
  // Blanks of ASCII, and those that are pasted with a text.
  std::size_t blanks(std::size_t most = kMaxBlanks) {
    std::size_t taken = many(most, is_blank);
    while (taken < most && !done() && is_beyond_text(text_[at_])) {
      const std::size_t size = pasted_blank(rest());
      if (size == 0) break;
      at_ += size;
      taken += 1 + many(most, is_blank);
    }
    return taken;
  }
  template <typename Is>
  std::size_t many(std::size_t most, Is is) {
    std::size_t taken = 0;
    while (taken < most && !done() && is(text_[at_])) {
      ++at_;
      ++taken;
    }
    return taken;
  }
  // The byte before the whole name that ends here.
  char before_name() const {
    const std::size_t begin = begin_of_name();
    return begin == 0 ? '\n' : text_[begin - 1];
  }
  // Whether the line contains a `{` before the name.
  bool is_in_braces() const { return line_until(at_).find('{') != text_.npos; }
  // The text of the line before the whole name that ends here.
  std::string_view line_before_name() const {
    return line_until(begin_of_name());
  }
  std::string_view rest() const { return text_.substr(at_); }
  // Returns a reader at this place, in a text that ends `size` bytes after it.
  AssignmentReader with_rest(std::size_t size) const {
    return {text_.substr(0, at_ + size), at_};
  }
  // Whether the name that ends here is the first of a pair: {name, "v"}, :name,
  // "v", define(NAME, "v").
  bool opens_pair() const {
    const std::string_view before = text_.substr(0, begin_of_name());
    return before.ends_with('{') || before.ends_with(':') ||
           before.ends_with("define(");
  }
  // Skips blanks, and the end of a line if the value is on the next one.
  bool to_next_line() {
    const AssignmentReader start = *this;
    blanks();
    take('\\');
    take('\r');
    if (!take('\n')) {
      *this = start;
      blanks();
      return false;
    }
    blanks();
    return true;
  }

 private:
  bool take_all(std::string_view word) {
    if (text_.size() - at_ < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
      if (lower(text_[at_ + i]) != word[i]) return false;
    at_ += word.size();
    return true;
  }
  // At most the last bytes of a long line.
  std::string_view line_until(std::size_t end) const {
    const std::size_t size = std::min(end, 4 * kMaxBlanks);
    const std::string_view before = text_.substr(end - size, size);
    return before.substr(last_place(before, '\n') + 1);
  }
  std::size_t begin_of_name() const {
    std::size_t begin = at_;
    while (begin > 0 && at_ - begin < 2 * kMaxBlanks &&
           is_name_char(text_[begin - 1]))
      --begin;
    return begin;
  }

  std::string_view text_;
  std::size_t at_;
};

// These read the value after a name. Each form has its own file.
std::optional<AssignedValue> quoted_assignment(AssignmentReader name);
std::optional<AssignedValue> blank_assignment(AssignmentReader name);
std::optional<AssignedValue> bare_assignment(AssignmentReader name);
std::optional<AssignedValue> token_assignment(AssignmentReader name);
// Reads a member of the list that is assigned to the name from `begin` to the
// reader's place. `number` counts from 1.
std::optional<AssignedValue> member_assignment(AssignmentReader name,
                                               std::size_t begin,
                                               std::size_t number);

// Lists of pairs in one text: connection strings (`Server=db;Password=v;`),
// queries of URLs (`?user=u&password=v`), options (`host,password=v,ssl=on`).
// In such a list, a value without quotes ends where the next pair begins, or
// with the text's own quote.
struct PairList {
  char separator;   // `;`, `,`, or `&`
  char quote;       // that ends the text of the list; 0 if none
  bool is_escaped;  // a backslash comes before that quote
};

// Returns the list that contains a name, if there is one. `before` is the
// beginning of the name's line. A name in the first pair of a list is not in a
// list, because there is no separator before it; in a URL, `?` is the
// separator.
std::optional<PairList> pair_list(std::string_view before);

// Returns the list that begins with a name, directly after the quote that opens
// a text: "Password=v;User ID=app". `rest` is what comes after the name. Nothing
// unless a semicolon and another name follow.
std::optional<PairList> pair_list_from(std::string_view rest, char quote);

// Returns the size of the value at the beginning of `rest`. Returns the size of
// `rest` if the list does not end the value.
std::size_t value_size(const PairList& list, std::string_view rest);

// Distinguishes values that a machine drew from text that people write. If
// nothing marks the end of a value, or if a sign in it has a meaning in many
// languages, this decides whether the value is taken whole. Returns whether
// `value` is a jumble of letters, digits and signs: not a variable, call,
// template, index, expression, regular expression or list of settings.
bool is_opaque(std::string_view value);

}  // namespace sluice
