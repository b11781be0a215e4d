// Reads values of DER (X.690), one after the other.
// Thread-safety: a cursor for its owner. Ownership: points into the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice {

namespace der {
inline constexpr std::uint8_t kInteger = 0x02;
inline constexpr std::uint8_t kOctetString = 0x04;
inline constexpr std::uint8_t kObjectId = 0x06;
inline constexpr std::uint8_t kSequence = 0x30;
inline constexpr std::uint8_t kContext0 = 0xA0;  // [0], constructed
inline constexpr std::uint8_t kContext1 = 0xA1;
}  // namespace der

struct DerValue {
  std::uint8_t tag = 0;
  std::string_view content;
};

class DerReader {
 public:
  explicit DerReader(std::string_view bytes) : rest_(bytes) {}

  // Returns the next value. Returns nothing if none is left, if it extends
  // beyond the bytes, or if its length is not given before it. Then nothing
  // more is read.
  std::optional<DerValue> next();
  // Returns the content of the next value if it has this tag.
  std::optional<std::string_view> take(std::uint8_t tag);
  // Takes an INTEGER as a number without a sign and without leading zeros.
  std::optional<std::string_view> take_unsigned();
  bool next_is(std::uint8_t tag) const;
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// Returns the size that the value at the beginning of `bytes` states, including
// its head, whether all its bytes are there or not. Returns nothing if there is
// no value.
std::optional<std::size_t> der_size(std::string_view bytes);

// The number of bits of a number without leading zeros.
std::size_t bits_of(std::string_view number);

}  // namespace sluice
