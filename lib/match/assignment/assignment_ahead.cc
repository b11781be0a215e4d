// Determines from the next bytes that no value is assigned to a name, as
// filters/lookahead.h does for patterns. In a text for people, hardly a word
// `password` is followed by an operator, but the parser tries each way to assign
// a value. In 1 MB of such words it took 350 million instructions (callgrind).
// With this it takes 71 million, and this takes 40.
//
// Invariant: if AssignmentPattern::find_at() returns a value, may_assign()
// returns true. So each step here accepts at least what the parser accepts, and
// everything from a byte on that is not ASCII: it may be a pasted blank, quote
// or operator. A test compares the two on random texts, made of the parts that
// the parser knows.
//
// A value without quotes needs an operator directly after the name. A value in
// quotes needs one after at most three words (the type), or an opening sign:
// `("v")`, `{name, "v"}`. From there, an expression may come before the value.
// But a quote or fence opens each value, at most two lines further down: no way
// to assign a value has more than two line ends before the quote, unless it
// has a parenthesis, too.

#include <algorithm>
#include <array>
#include <cstdint>

#include "match/assignment/assignment.h"
#include "match/assignment/assignment_reader.h"

namespace sluice {
namespace {

// The meanings of a byte between a name and its value.
enum class Sign : std::uint8_t {
  kOther,
  kName,  // a letter, a digit, or one of _ . -
  kBlank,
  kLineEnd,
  kOperator,  // begins an operator, or a type in brackets
  kCloser,    // may close a name
  kBeyond,    // is not ASCII, or a terminal's escape
};

constexpr std::array<Sign, 256> kSigns = [] {
  std::array<Sign, 256> signs{};
  for (unsigned i = 0; i < signs.size(); ++i) {
    const char c = static_cast<char>(i);
    if (is_beyond_text(c))
      signs[i] = Sign::kBeyond;
    else if (is_name_char(c))
      signs[i] = Sign::kName;
    else if (is_blank(c))
      signs[i] = Sign::kBlank;
    else if (is_one_of(c, "\r\n"))
      signs[i] = Sign::kLineEnd;
    else if (is_one_of(c, "=:/~<|{"))
      signs[i] = Sign::kOperator;
    else if (is_one_of(c, "\"'`\\[]})(*+?!$"))
      signs[i] = Sign::kCloser;
  }
  return signs;
}();
Sign sign_of(char c) { return kSigns[static_cast<unsigned char>(c)]; }

// Bytes that may open a value, or be part of what opens one; the fences of Perl
// and Ruby by their letter. A parenthesis may span lines.
constexpr std::array<bool, 256> kOpens = [] {
  std::array<bool, 256> opens{};
  for (unsigned i = 0; i < opens.size(); ++i) {
    const char c = static_cast<char>(i);
    opens[i] = is_beyond_text(c) || is_one_of(c, "\"'`(~$[") ||
               is_one_of(lower(c), "q");
  }
  return opens;
}();

constexpr std::size_t kMaxLineEnds = 2;
constexpr std::size_t kMaxWord = 24;   // of a type
constexpr std::size_t kMaxWords = 3;   // the same
constexpr std::size_t kMaxLook = 256;  // bytes of an expression

// Whether what opens a value begins at text[at].
bool opens_value(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (!kOpens[static_cast<unsigned char>(c)]) return false;
  // A fence: q(v), qq(v).
  return lower(c) != 'q' || at + 1 == text.size() || !is_alnum(text[at + 1]) ||
         lower(text[at + 1]) == 'q';
}

}  // namespace

// A place in the text, from which it reads on.
class AssignmentAhead::Place {
 public:
  Place(AssignmentAhead* ahead, std::size_t at)
      : ahead_(ahead), text_(ahead->text_), at_(at) {}

  // Skips the name. Returns false if what comes then is unknown.
  bool to_name_end() {
    const std::size_t begin = at_;
    const std::size_t most = std::min(text_.size(), at_ + kMaxName);
    while (at_ < most && sign() == Sign::kName) ++at_;
    return begin < at_ && at_ < most && sign() != Sign::kBeyond;
  }
  bool may_assign_bare();
  bool may_assign_quoted() const;

 private:
  bool done() const { return at_ == text_.size(); }
  Sign sign() const { return sign_of(text_[at_]); }
  void skip_blanks() {
    const std::size_t most = std::min(text_.size(), at_ + kMaxBlanks);
    while (at_ < most && sign() == Sign::kBlank) ++at_;
  }
  AssignmentReader here() const { return {text_, at_}; }
  bool may_open_pair() const { return here().opens_pair(); }
  bool words_may_assign() const;
  bool is_word_operator(std::size_t words) const;
  bool may_open_value() const { return ahead_->may_open_value(at_); }

  AssignmentAhead* ahead_;
  std::string_view text_;
  std::size_t at_;
};

// `name: abc` has no value if it is shorter than kMinValue.
bool AssignmentAhead::Place::may_assign_bare() {
  if (is_one_of(text_[at_], "\"']")) ++at_;
  skip_blanks();
  if (done() || sign() == Sign::kBeyond) return true;
  if (text_[at_] == '?') return true;
  if (!is_one_of(text_[at_], "=:")) return false;
  ++at_;
  if (text_[at_ - 1] == ':' && !done() && is_one_of(text_[at_], "=-")) ++at_;
  skip_blanks();
  if (done() || !is_alnum(text_[at_])) return true;
  std::size_t size = 0;
  for (; size < kMinValue; ++size) {
    if (at_ + size == text_.size()) return true;
    if (is_one_of(text_[at_ + size], " \t\r\n")) return false;
  }
  return true;
}

// Whether the bytes from `at` on may hold what opens a value. Places are near
// each other in a text of many names, so each byte is looked at once.
bool AssignmentAhead::may_open_value(std::size_t at) {
  const std::size_t most = std::min(text_.size(), at + kMaxLook);
  if (at < clear_begin_ || at > clear_end_) clear_begin_ = clear_end_ = at;
  while (clear_end_ < most && !opens_value(text_, clear_end_)) ++clear_end_;
  const std::string_view clear =
      text_.substr(at, std::min(clear_end_, most) - at);
  std::size_t line_end = 0;
  for (std::size_t line_ends = 0; line_ends <= kMaxLineEnds; ++line_ends) {
    line_end = clear.find('\n', line_end);
    if (line_end == clear.npos) return true;
    ++line_end;
  }
  return false;
}

// Words that are operators, or that lead to a value in place of one that is
// missing.
bool AssignmentAhead::Place::is_word_operator(std::size_t words) const {
  switch (lower(text_[at_])) {
    case 'b':
      return here().take("by ");
    case 'd':
      return here().take("default ");
    case 'e':
      return words == 0 && here().take("else ");
    case 'i':
      return here().take("is ") || here().take("init(");
    case 'o':
      return words == 0 && here().take("or ");
    case 'v':
      return here().take("value ");
    default:
      return false;
  }
}

// After a blank: an operator, perhaps after the words of a type.
bool AssignmentAhead::Place::words_may_assign() const {
  Place in = *this;
  for (std::size_t words = 0;; ++words) {
    in.skip_blanks();
    if (in.done()) return true;
    const char c = in.text_[in.at_];
    switch (in.sign()) {
      case Sign::kBeyond:
        return true;
      case Sign::kLineEnd:
        return words == 0 && in.may_open_value();
      case Sign::kOperator:
        return in.may_open_value();
      case Sign::kCloser:
        return is_one_of(c, "([*+?!\\") && in.may_open_value();
      case Sign::kBlank:
        return false;
      case Sign::kOther:
        return words == 0 && c == ',' && may_open_pair();
      case Sign::kName:
        break;
    }
    if (is_one_of(c, ".-") || in.is_word_operator(words))
      return in.may_open_value();
    if (words == kMaxWords) return false;
    const std::size_t begin = in.at_;
    while (!in.done() && in.sign() == Sign::kName)
      if (++in.at_ - begin > kMaxWord) return in.may_open_value();
  }
}

bool AssignmentAhead::Place::may_assign_quoted() const {
  const char c = text_[at_];
  switch (sign()) {
    case Sign::kBlank:
      return words_may_assign();
    case Sign::kLineEnd:
    case Sign::kOperator:
      return may_open_value();
    case Sign::kCloser:
      return ahead_->may_open_value(at_ + (is_quote(c) ? 1 : 0));
    case Sign::kName:
    case Sign::kBeyond:
      return true;
    case Sign::kOther:
      break;
  }
  if (c == ',')
    return here().take(", do: ") || here().take(", set") || may_open_pair();
  if (c == ';') return here().take("; ") && may_open_value();
  return c == '>' && here().before() == '-' && may_open_value();
}

bool AssignmentAhead::may_assign(Assignment form, std::size_t at) {
  if (form != Assignment::kQuoted && form != Assignment::kBare) return true;
  if (at != at_) quoted_ = bare_ = std::nullopt;
  at_ = at;
  std::optional<bool>& known = form == Assignment::kBare ? bare_ : quoted_;
  if (!known) {
    Place place(this, at);
    known = !place.to_name_end() ||
            (form == Assignment::kBare ? place.may_assign_bare()
                                       : place.may_assign_quoted());
  }
  return *known;
}

}  // namespace sluice
