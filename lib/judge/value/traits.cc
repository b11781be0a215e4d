#include "judge/value/traits.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "judge/context/foreign_letter.h"
#include "judge/value/common.h"
#include "judge/value/drawn.h"
#include "judge/value/look.h"
#include "judge/value/placeholder.h"
#include "judge/value/reference.h"
#include "text/ascii.h"
#include "text/entropy.h"

namespace sluice {
namespace {

enum class ByteClass : std::uint8_t {
  kSmall,
  kCapital,
  kDigit,
  kBlank,
  kMark,
  kSign,
  kUnprintable,
  kBeyondAscii,
};
constexpr std::size_t kByteClasses = 8;

constexpr auto kClasses = [] {
  std::array<ByteClass, 256> classes{};
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const char c = static_cast<char>(i);
    classes[i] = i >= 0x80          ? ByteClass::kBeyondAscii
                 : !is_printable(c) ? ByteClass::kUnprintable
                 : is_lower(c)      ? ByteClass::kSmall
                 : is_upper(c)      ? ByteClass::kCapital
                 : is_digit(c)      ? ByteClass::kDigit
                 : c == ' '         ? ByteClass::kBlank
                 : c == '.' || c == '_' || c == '-' || c == '/' || c == ':'
                     ? ByteClass::kMark
                     : ByteClass::kSign;
  }
  return classes;
}();

// A set of bytes.
using Bytes = std::array<std::uint64_t, 4>;
constexpr void add(Bytes* bytes, unsigned char c) {
  (*bytes)[c / 64] |= std::uint64_t{1} << (c % 64);
}

constexpr Bytes kLettersAndDigits = [] {
  Bytes bytes{};
  for (unsigned c = 0; c < 0x80; ++c)
    if (is_alnum(static_cast<char>(c)))
      add(&bytes, static_cast<unsigned char>(c));
  return bytes;
}();

std::size_t foreign_letters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (is_foreign_letter(text, i)) ++count, ++i;
  return count;
}

}  // namespace

ValueTraits::ValueTraits(std::string_view value) : text(value) {
  std::array<std::size_t, kByteClasses> counts{};
  Bytes seen{};
  std::size_t row = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const ByteClass kind = kClasses[byte];
    ++counts[static_cast<std::size_t>(kind)];
    add(&seen, byte);
    alphabet.kinds |= kKindOfByte[byte];
    row = kind == ByteClass::kSmall ? row + 1 : 0;
    longest_small = std::max(longest_small, row);
  }
  const auto count = [&](ByteClass one) {
    return counts[static_cast<std::size_t>(one)];
  };
  smalls = count(ByteClass::kSmall);
  capitals = count(ByteClass::kCapital);
  digits = count(ByteClass::kDigit);
  blanks = count(ByteClass::kBlank);
  marks = count(ByteClass::kMark);
  signs = count(ByteClass::kSign);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    different += static_cast<std::size_t>(std::popcount(seen[i]));
    different_signs += static_cast<std::size_t>(
        std::popcount(seen[i] & ~kLettersAndDigits[i]));
  }
  printable =
      count(ByteClass::kUnprintable) + count(ByteClass::kBeyondAscii) == 0;
  if (count(ByteClass::kBeyondAscii) > 0) foreign = foreign_letters(text);
  readable = count(ByteClass::kUnprintable) == 0 &&
             count(ByteClass::kBeyondAscii) == 2 * foreign;
}

double ValueTraits::entropy() const {
  if (!entropy_) entropy_ = shannon_entropy(text);
  return *entropy_;
}

double ValueTraits::surprise() const {
  if (!surprise_) surprise_ = sluice::surprise(text);
  return *surprise_;
}

double ValueTraits::bits_above() const {
  return static_cast<double>(size()) *
         (surprise() - random_bound(size(), alphabet));
}

const Appearance& ValueTraits::appearance() const {
  if (!appearance_) appearance_ = appearance_of(*this);
  return *appearance_;
}

bool ValueTraits::drawn() const {
  if (!drawn_) drawn_ = is_drawn(*this);
  return *drawn_;
}

bool ValueTraits::placeholder() const {
  if (!placeholder_) placeholder_ = is_placeholder(*this);
  return *placeholder_;
}

bool ValueTraits::reference() const {
  if (!reference_) reference_ = is_reference(text);
  return *reference_;
}

bool ValueTraits::tells_of_nobody() const {
  if (!tells_of_nobody_) tells_of_nobody_ = sluice::tells_of_nobody(*this);
  return *tells_of_nobody_;
}

}  // namespace sluice
