// A text of JSON that is put together piece by piece, in a buffer that is used
// again. A piece costs a few instructions: most are shorter than what a call of
// std::string::append() takes.
// Thread-safety: one thread.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace sluice {

class JsonBuffer {
 public:
  void clear() { size_ = 0; }
  std::string_view text() const { return {held_.data(), size_}; }

  // Text as it is.
  template <std::size_t kBytes>
  void add(const char (&literal)[kBytes]) {
    make_room(kBytes);
    std::memcpy(held_.data() + size_, literal, kBytes - 1);
    size_ += kBytes - 1;
  }
  void add(std::string_view text) {
    make_room(text.size());
    std::copy_n(text.data(), text.size(), held_.data() + size_);
    size_ += text.size();
  }

  template <typename Number>
  void add_number(Number value) {
    constexpr std::size_t kMost = 20;  // digits of 64 bits, or a sign and 19
    make_room(kMost);
    char* const at = held_.data() + size_;
    size_ +=
        static_cast<std::size_t>(std::to_chars(at, at + kMost, value).ptr - at);
  }

  // With a point or an exponent, so that it stays a fraction for a reader.
  void add_fraction(double value);

  // In quotes. A byte that belongs to no character becomes U+FFFD.
  void add_string(std::string_view text);

 private:
  std::size_t add_long(std::string_view text);
  void make_room(std::size_t bytes) {
    if (held_.size() - size_ < bytes) grow(bytes);
  }
  void grow(std::size_t bytes);

  std::string held_;  // its own size is the room
  std::size_t size_ = 0;
};

}  // namespace sluice
