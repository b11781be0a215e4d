// Two hypotheses explain a string: somebody wrote it as words, or a generator
// drew it from an alphabet. Each gives it a probability, and the difference of
// the two costs in bits is the evidence. (Neyman and Pearson: no other test
// keeps more of the one at the same loss of the other, as far as the models are
// right.) Drawing costs log2 of the alphabet's size for each character. Writing
// costs the class of the character (lower, upper, digit, separator, other sign)
// after the two classes before it, because case and digits change seldom inside
// a name. For a letter, it also costs the letter after the two before it in its
// word. Words begin where those of a name do: after a character that is not a
// letter, at a capital after a small letter, and at the last of several
// capitals (HTTPServer).
//
// Rejected: a table of whole characters, including case and digits, in which
// capitals and digits are too rare to learn triples from.
// Rejected: a list of words, which lacks abbreviations and other languages.

#include "judge/value/randomness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace sluice {
namespace {

#include "judge/value/randomness.inc"

constexpr std::size_t kNoLetter = 26;
constexpr std::size_t kPredecessors = 27;  // letters and none
constexpr std::size_t kNoShape = 5;
constexpr std::size_t kShapes = 5;

// Two levels to a byte.
constexpr auto kPackedLevels = [] {
  static_assert(kLetterLevels.size() ==
                kPredecessors * kPredecessors * kNoLetter);
  std::array<std::uint8_t, kLetterLevels.size() / 2> packed{};
  for (std::size_t i = 0; i < packed.size(); ++i)
    packed[i] = static_cast<std::uint8_t>(
        (kLetterLevels[2 * i] - 'A') | (kLetterLevels[2 * i + 1] - 'A') << 4);
  return packed;
}();

int level_of(std::size_t before, std::size_t last, std::size_t letter) {
  const std::size_t at = (before * kPredecessors + last) * kNoLetter + letter;
  return kPackedLevels[at / 2] >> (at % 2 * 4) & 15;
}

enum Shape : std::uint8_t { kLower, kUpper, kDigit, kSeparator, kSign };

struct Letter {
  Shape shape;
  std::uint8_t letter;
};

// Every element is set: g++ 12, optimizing, reads elements that keep their
// member initializers as zero. Bytes beyond ASCII are letters of some script,
// which no generator draws.
constexpr auto kBytes = [] {
  std::array<Letter, 256> bytes{};
  for (std::size_t c = 0; c < 256; ++c)
    bytes[c] = {c < 128 ? kSign : kLower, kNoLetter};
  const auto of = [&](int c) -> Letter& {
    return bytes[static_cast<std::size_t>(c)];
  };
  for (int i = 0; i < 26; ++i) {
    const auto letter = static_cast<std::uint8_t>(i);
    of('a' + i) = {kLower, letter};
    of('A' + i) = {kUpper, letter};
  }
  for (int c = '0'; c <= '9'; ++c) of(c).shape = kDigit;
  for (const char c : {'_', '-', '.', '/', ':', ' '}) of(c).shape = kSeparator;
  return bytes;
}();

const Letter& letter_of(char c) {
  return kBytes[static_cast<unsigned char>(c)];
}

// Bits that a byte costs beyond its class and its letter's level.
constexpr std::array<double, kShapes> kWithinShape = {
    4.7004, 4.7004,  // one of 26
    3.3219,          // one of 10
    2.5850,          // one of 6
    4.7549,          // one of 27
};

}  // namespace

bool DrawnAlphabet::hex() const {
  if (!has(kDigit) || !has(kLower | kUpper)) return false;
  return !has(kLowerOther | kUpper) || !has(kUpperOther | kLower);
}

int DrawnAlphabet::size() const {
  const bool other = has(kOther);
  int signs = 33;
  if (!other)
    signs = (has(kSlash) ? 2 : 0) + (has(kDash | kUnderscore) ? 2 : 0) +
            (has(kDot) ? 1 : 0);
  if (!other && hex()) return 16 + signs;
  const bool lower = has(kLower);
  const bool upper = has(kUpper);
  if (signs > 0 && (lower || upper)) return 62 + signs;
  return (lower ? 26 : 0) + (upper ? 26 : 0) + (has(kDigit) ? 10 : 0) + signs;
}

DrawnAlphabet alphabet_of(std::string_view s) {
  DrawnAlphabet alphabet;
  for (const char c : s)
    alphabet.kinds |= kKindOfByte[static_cast<unsigned char>(c)];
  return alphabet;
}

double surprise(std::string_view s) {
  while (!s.empty() && s.back() == '=') s.remove_suffix(1);
  if (s.empty()) return 0;
  int shape_costs = 0;
  int levels = 0;
  double within = 0;
  std::size_t shape_before = kNoShape;
  std::size_t shape_last = kNoShape;
  std::size_t letter_before = kNoLetter;
  std::size_t letter_last = kNoLetter;
  // Without branches on the characters: those of a random string are hard to
  // predict.
  for (std::size_t i = 0; i < s.size(); ++i) {
    const Letter& byte = letter_of(s[i]);
    const Letter& next = letter_of(s[std::min(i + 1, s.size() - 1)]);
    const std::size_t shape = byte.shape;
    shape_costs +=
        kShapeCosts[(shape_before * (kShapes + 1) + shape_last) * kShapes +
                    shape];
    within += kWithinShape[shape];
    const bool starts_word =
        (shape == kUpper) & ((shape_last == kLower) |
                             ((shape_last == kUpper) & (next.shape == kLower)));
    const bool is_letter = byte.letter != kNoLetter;
    letter_before = starts_word ? kNoLetter : letter_before;
    letter_last = starts_word ? kNoLetter : letter_last;
    const int gain =
        level_of(letter_before, letter_last, is_letter ? byte.letter : 0) -
        kLetterBase;
    levels += is_letter ? gain : 0;
    letter_before = is_letter ? letter_last : kNoLetter;
    letter_last = byte.letter;
    shape_before = shape_last;
    shape_last = shape;
  }
  const double written =
      shape_costs * kShapeUnit + within - levels * kLetterStep;
  return written / static_cast<double>(s.size()) -
         std::log2(static_cast<double>(alphabet_of(s).size()));
}

// Measured on 20,000 strings for each of 12 to 88 characters and eight
// alphabets. The mean hardly depends on the length, the deviation of the mean
// falls with its root, and `spread` of that includes 99 of 100. Shorter strings
// than kShortest would need a bound that lets almost anything pass, so they get
// the bound of kShortest. Longer strings than kLongest get the bound of
// kLongest: words are far below it, so no drawn string has to be lost.
double random_bound(std::size_t length, DrawnAlphabet alphabet) {
  constexpr std::size_t kShortest = 12;
  constexpr std::size_t kLongest = 88;
  double mean = 2.2;
  double spread = 6;
  if (alphabet.has(DrawnAlphabet::kOther)) {
    mean = 2.2;
    spread = 5.2;
  } else if (!alphabet.has(DrawnAlphabet::kLower)) {
    mean = 1.92;
    spread = 5.3;
  } else if (alphabet.has(DrawnAlphabet::kSlash)) {
    mean = 2.3;
  } else if (alphabet.has(DrawnAlphabet::kDash | DrawnAlphabet::kUnderscore |
                          DrawnAlphabet::kDot)) {
    mean = 2.14;
  } else if (!alphabet.has(DrawnAlphabet::kUpper | DrawnAlphabet::kDigit)) {
    mean = 2.1;
  }
  return mean - spread / std::sqrt(static_cast<double>(
                             std::clamp(length, kShortest, kLongest)));
}

double bits_above(std::string_view s) {
  return static_cast<double>(s.size()) *
         (surprise(s) - random_bound(s.size(), alphabet_of(s)));
}

}  // namespace sluice
