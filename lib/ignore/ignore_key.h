// The keys under which patterns are filed: the hash of a whole literal, or the
// bytes at one end of a text.
// Thread-safety: plain values and pure functions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sluice {

// The finalizer of MurmurHash3 (Appleby): every bit of the result depends on
// every bit of `value`.
constexpr std::uint64_t mix_bits(std::uint64_t value) {
  value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdU;
  value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53U;
  return value ^ (value >> 33);
}

// The text that a key is made from. Keys of different kinds are kept apart;
// otherwise texts would be compared with patterns of no use to them.
enum class KeyKind : std::uint64_t {
  kName,
  kPath,
  kTail,
  kNameHead,
  kPathHead,
  kNameMiddle,
  kPathMiddle
};

// The ends of a text are filed by their 1, 2, 4, 8, 16 or 32 bytes; a size is
// the exponent.
inline constexpr unsigned kEndSizes = 6;

// The number of these sizes that a text of `length` bytes has.
constexpr unsigned end_sizes(std::size_t length) {
  constexpr std::size_t kLargest = std::size_t{1} << (kEndSizes - 1);
  return static_cast<unsigned>(
      std::bit_width(length < kLargest ? length : kLargest));
}

constexpr std::uint64_t ignore_key(KeyKind kind, std::uint64_t value,
                                   unsigned size = 0) {
  const std::uint64_t tag = static_cast<std::uint64_t>(kind) * kEndSizes + size;
  return mix_bits(value ^ (tag * 0x9e3779b97f4a7c15U));
}

inline std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t hash = bytes.size();
  std::uint64_t word = 0;
  for (; bytes.size() > sizeof word; bytes.remove_prefix(sizeof word)) {
    std::memcpy(&word, bytes.data(), sizeof word);
    hash = mix_bits(hash ^ word);
  }
  word = 0;
  if (!bytes.empty()) std::memcpy(&word, bytes.data(), bytes.size());
  return mix_bits(hash ^ word);
}

// The key of the first or last bytes of a text, `size` being one of its
// end_sizes().
inline std::uint64_t end_key(KeyKind kind, std::string_view bytes,
                             unsigned size) {
  std::uint64_t word = 0;
  if (bytes.size() > sizeof word) {
    word = hash_bytes(bytes);
  } else {
    std::memcpy(&word, bytes.data(), bytes.size());
  }
  return ignore_key(kind, word, size);
}

inline std::uint64_t head_key(KeyKind kind, std::string_view text,
                              unsigned size) {
  return end_key(kind, text.substr(0, std::size_t{1} << size), size);
}

// Middles are filed by the first 1, 2 or 4 of their bytes.
inline constexpr unsigned kMiddleSizes = 3;

inline std::uint64_t tail_key(std::string_view text, unsigned size) {
  const std::size_t bytes = std::size_t{1} << size;
  return end_key(KeyKind::kTail, text.substr(text.size() - bytes), size);
}

}  // namespace sluice
