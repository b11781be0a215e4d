// Numbers and texts at places that a file states, and a list for the values. The
// readers of programs (program_values.cc, managed_values.cc) share these.
//
// Thread-safety: one thread at a time. Ownership: both classes keep references,
// which must outlive them. Units: bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/named_values.h"

namespace sluice {

// Numbers and texts at places of the bytes. Outside of these they are 0 and
// empty, which no format takes for something.
class ProgramBytes {
 public:
  ProgramBytes(std::string_view bytes, bool is_big)
      : bytes_(bytes), is_big_(is_big) {}

  std::uint64_t number(std::uint64_t at, std::uint64_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) return 0;
    std::uint64_t value = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t from = is_big_ ? at + i : at + size - 1 - i;
      value = value << 8U | static_cast<unsigned char>(bytes_[from]);
    }
    return value;
  }
  std::string_view text(std::uint64_t at, std::uint64_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) return {};
    return bytes_.substr(at, size);
  }
  // Returns the text up to the first NUL. Looks at `most` bytes.
  std::string_view until_nul(std::uint64_t at, std::uint64_t most) const {
    if (at > bytes_.size()) return {};
    const std::string_view text = bytes_.substr(at, most);
    return text.substr(0, text.find('\0'));
  }
  std::uint64_t size() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
  bool is_big_;
};

// The list to which a reader adds the values that it finds, at most `most`.
class ProgramValues {
 public:
  ProgramValues(std::size_t most, std::vector<NamedValue>* values)
      : most_(most), values_(*values) {}

  // Adds a value that begins at byte `at`, unless the name is not one of a
  // credential, the value is out of bounds, or both are in the list.
  void add(std::string_view name, std::string_view value, std::uint64_t at);
  bool is_full() const { return values_.size() >= most_; }

 private:
  const std::size_t most_;
  std::vector<NamedValue>& values_;
  std::set<std::pair<std::uint64_t, std::string>> known_;
};

}  // namespace sluice
