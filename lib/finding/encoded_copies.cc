#include "finding/encoded_copies.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace sluice {
namespace {

constexpr std::uint8_t kNoDigit = 0xFF;
using DigitValues = std::array<std::uint8_t, 256>;

// Both alphabets of base64: the last two digits are "+/" or "-_".
constexpr DigitValues make_base64() {
  DigitValues values{};
  values.fill(kNoDigit);
  std::uint8_t next = 0;
  for (int c = 'A'; c <= 'Z'; ++c) values[static_cast<std::size_t>(c)] = next++;
  for (int c = 'a'; c <= 'z'; ++c) values[static_cast<std::size_t>(c)] = next++;
  for (int c = '0'; c <= '9'; ++c) values[static_cast<std::size_t>(c)] = next++;
  values['+'] = values['-'] = next++;
  values['/'] = values['_'] = next;
  return values;
}

constexpr DigitValues make_hex() {
  DigitValues values{};
  values.fill(kNoDigit);
  for (std::uint8_t i = 0; i < 10; ++i) values['0' + i] = i;
  for (std::uint8_t i = 0; i < 6; ++i)
    values['a' + i] = values['A' + i] = static_cast<std::uint8_t>(10 + i);
  return values;
}

// How digits make bytes: a digit has `bits` bits, and after `phases` digits a
// byte begins at a digit again.
struct Alphabet {
  DigitValues values;
  unsigned bits;
  std::size_t phases;

  std::size_t digits_of(std::size_t bytes) const {
    return (bytes * 8 + bits - 1) / bits;
  }
};

constexpr std::array<Alphabet, 2> kAlphabets = {Alphabet{make_base64(), 6, 4},
                                                Alphabet{make_hex(), 4, 2}};

std::string decoded(std::string_view digits, const Alphabet& alphabet) {
  std::string bytes;
  bytes.reserve(digits.size() * alphabet.bits / 8);
  std::uint32_t held = 0;
  unsigned count = 0;
  for (const char c : digits) {
    held =
        held << alphabet.bits | alphabet.values[static_cast<unsigned char>(c)];
    count += alphabet.bits;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(held >> count & 0xFF);
  }
  return bytes;
}

bool holds_a_word(std::string_view run, const Alphabet& alphabet,
                  const WordCopies& words) {
  bool holds = false;
  for (std::size_t phase = 0; phase < alphabet.phases && !holds; ++phase)
    words.find(decoded(run.substr(phase), alphabet),
               [&](std::size_t number, std::size_t) {
                 holds |= words[number].size() >= kMinEncoded;
               });
  return holds;
}

}  // namespace

std::vector<EncodedCopy> encoded_copies(std::string_view text,
                                        const WordCopies& words) {
  std::vector<EncodedCopy> copies;
  if (words.size() == 0 || text.empty()) return copies;
  std::size_t shortest = text.size();
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i].size() >= kMinEncoded)
      shortest = std::min(shortest, words[i].size());
  for (const Alphabet& alphabet : kAlphabets) {
    const auto is_digit = [&](char c) {
      return alphabet.values[static_cast<unsigned char>(c)] != kNoDigit;
    };
    // A run that is long enough has a digit at one of every `least` bytes.
    const std::size_t least = alphabet.digits_of(shortest);
    std::size_t floor = 0;  // the end of the run before
    for (std::size_t at = least - 1; at < text.size();) {
      if (!is_digit(text[at])) {
        at += least;
        continue;
      }
      std::size_t begin = at;
      while (begin > floor && is_digit(text[begin - 1])) --begin;
      std::size_t end = at + 1;
      while (end < text.size() && is_digit(text[end])) ++end;
      if (end - begin >= least &&
          holds_a_word(text.substr(begin, end - begin), alphabet, words))
        copies.push_back({begin, end});
      floor = end;
      at = end + least;
    }
  }
  std::ranges::sort(copies, {}, &EncodedCopy::begin);
  return copies;
}

}  // namespace sluice
