// Applies git's deltas. A delta makes a text from pieces of another one, its
// base, and from bytes of its own.
// Thread-safety: pure functions and plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace sluice {

// Bytes that are allocated and not filled with zeros first.
struct Bytes {
  std::unique_ptr<char[]> data;
  std::size_t size = 0;

  static Bytes of_size(std::size_t size) {
    return {std::make_unique_for_overwrite<char[]>(size), size};
  }
  std::string_view view() const { return {data.get(), size}; }
};

// Takes a number off the beginning of `*text`: seven bits in a byte, the lowest
// first. Returns nothing if it is cut off or has more than nine bytes.
std::optional<std::uint64_t> take_varint(std::string_view* text);

// Applies `delta` to `base`. Returns nothing if the delta is damaged, is for a
// base of another size, or makes more than `most` bytes.
std::optional<Bytes> apply_delta(std::string_view base, std::string_view delta,
                                 std::size_t most);

}  // namespace sluice
