// Only what private keys are made of: tags of one byte, definite lengths. A
// length must be the shortest that says it, as DER demands, so that random
// bytes and cut texts do not pass. (Some encoders write BER in PKCS#12 files;
// none of those is PEM.)
//
// A cursor instead of a tree: nothing is allocated, and hostile nesting costs
// nothing, because nobody goes deeper than a key's own structure.

#include "judge/der.h"

#include <bit>

namespace sluice {
namespace {

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(bytes[at]);
}

}  // namespace

std::optional<DerValue> DerReader::next() {
  const std::string_view bytes = rest_;
  rest_ = {};
  if (bytes.size() < 2 || (byte_at(bytes, 0) & 0x1FU) == 0x1FU)
    return std::nullopt;
  std::size_t head = 2;
  std::size_t length = byte_at(bytes, 1);
  if (length >= 0x80) {
    const std::size_t digits = length & 0x7FU;
    // Three bytes tell of 16 MB.
    if (digits == 0 || digits > 3 || bytes.size() < head + digits)
      return std::nullopt;
    length = 0;
    for (std::size_t i = 0; i < digits; ++i)
      length = length << 8U | byte_at(bytes, head + i);
    if (length < 0x80 || byte_at(bytes, head) == 0) return std::nullopt;
    head += digits;
  }
  if (bytes.size() - head < length) return std::nullopt;
  rest_ = bytes.substr(head + length);
  return DerValue{byte_at(bytes, 0), bytes.substr(head, length)};
}

bool DerReader::next_is(std::uint8_t tag) const {
  return !rest_.empty() && byte_at(rest_, 0) == tag;
}

std::optional<std::string_view> DerReader::take(std::uint8_t tag) {
  const std::optional<DerValue> value = next();
  if (!value || value->tag != tag) return std::nullopt;
  return value->content;
}

std::optional<std::string_view> DerReader::take_unsigned() {
  std::optional<std::string_view> number = take(der::kInteger);
  if (!number || number->empty() || byte_at(*number, 0) >= 0x80)
    return std::nullopt;
  if (byte_at(*number, 0) == 0 && number->size() > 1) {
    // A zero that keeps the sign, or one too many.
    if (byte_at(*number, 1) < 0x80) return std::nullopt;
    number->remove_prefix(1);
  }
  if (*number == std::string_view("\0", 1)) number->remove_prefix(1);
  return number;
}

std::size_t bits_of(std::string_view number) {
  if (number.empty()) return 0;
  return number.size() * 8 -
         static_cast<std::size_t>(std::countl_zero(byte_at(number, 0)));
}

}  // namespace sluice
