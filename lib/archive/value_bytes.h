// Things that the readers of named values use: numbers and texts at places of
// foreign bytes, and the list of the values that they find.
//
// Thread-safety: ValueBytes is constant, FoundValues is for one thread. Both
// refer to what they are made of. Units: bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/named_values.h"
#include "text/ascii.h"

namespace sluice {

// Numbers and texts at places of the bytes. Outside of these they are 0 and
// empty, which no format takes for something.
class ValueBytes {
 public:
  ValueBytes(std::string_view bytes, bool is_big)
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

// Where the values that were found go: each name at a place once.
class FoundValues {
 public:
  FoundValues(std::size_t most, std::vector<NamedValue>* values)
      : most_(most), values_(*values) {}

  void add(std::string_view name, std::string_view value, std::uint64_t at) {
    if (value.size() < kLeastNamedValue || name.size() < 3 ||
        name.size() > kMostValueName || values_.size() >= most_ ||
        !is_named_value(value) || !is_credential_name(name) ||
        !std::ranges::all_of(name, is_printable))
      return;
    if (!known_.emplace(at, name).second) return;
    values_.push_back({at, std::string(name), std::string(value)});
  }
  bool is_full() const { return values_.size() >= most_; }

 private:
  const std::size_t most_;
  std::vector<NamedValue>& values_;
  std::set<std::pair<std::uint64_t, std::string>> known_;
};

// A text and its place.
struct PlacedText {
  std::string_view text;
  std::uint64_t at = 0;
};

}  // namespace sluice
