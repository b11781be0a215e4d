// Only the parts of DER that private keys use: tags of one byte, definite
// lengths. (Some encoders write indefinite lengths in PKCS#12 files, but these
// are never PEM.)
//
// Unlike in DER, lengths and numbers need not have the shortest form, and
// numbers may lack a sign: some encoders get that wrong, and OpenSSL reads
// their keys. Random bytes and cut texts are rejected, because the outermost
// length must be that of the whole.
//
// A cursor instead of a tree: nothing is allocated, and hostile nesting costs
// nothing, because no reader goes deeper than the structure of a key.

#include "judge/keys/der.h"

#include <algorithm>
#include <bit>

namespace sluice {
namespace {

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(bytes[at]);
}

struct Head {
  std::size_t size;    // its own
  std::size_t length;  // of what follows
};

std::optional<Head> read_head(std::string_view bytes) {
  if (bytes.size() < 2 || (byte_at(bytes, 0) & 0x1FU) == 0x1FU)
    return std::nullopt;
  Head head{2, byte_at(bytes, 1)};
  if (head.length < 0x80) return head;
  const std::string_view digits = bytes.substr(2, head.length & 0x7FU);
  if (digits.empty() || digits.size() < (head.length & 0x7FU))
    return std::nullopt;
  head = {2 + digits.size(), 0};
  for (const char digit : digits) {
    head.length = head.length << 8U | static_cast<std::uint8_t>(digit);
    if (head.length >= 1U << 24U) return std::nullopt;  // 16 MB
  }
  return head;
}

}  // namespace

std::optional<std::size_t> der_size(std::string_view bytes) {
  const auto head = read_head(bytes);
  if (!head) return std::nullopt;
  return head->size + head->length;
}

std::optional<DerValue> DerReader::next() {
  const std::string_view bytes = rest_;
  rest_ = {};
  const auto head = read_head(bytes);
  if (!head || bytes.size() - head->size < head->length) return std::nullopt;
  rest_ = bytes.substr(head->size + head->length);
  return DerValue{byte_at(bytes, 0), bytes.substr(head->size, head->length)};
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
  if (!number || number->empty()) return std::nullopt;
  number->remove_prefix(
      std::min(number->find_first_not_of('\0'), number->size()));
  return number;
}

std::size_t bits_of(std::string_view number) {
  if (number.empty()) return 0;
  return number.size() * 8 -
         static_cast<std::size_t>(std::countl_zero(byte_at(number, 0)));
}

}  // namespace sluice
