// Reads binary forms of keys and of stores of keys.
// Thread-safety: used by one thread. Ownership: refers to the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

// Reads numbers and stretches of bytes. After the first read that goes beyond
// the end, failed() is true and every read returns nothing.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool failed() const { return failed_; }
  bool at_end() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }

  std::string_view take(std::size_t count) {
    if (failed_ || rest_.size() < count) {
      failed_ = true;
      return {};
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  // A number of up to 8 bytes, the most significant first.
  std::uint64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    for (const char c : take(bytes))
      value = value << 8U | static_cast<unsigned char>(c);
    return value;
  }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace sluice
