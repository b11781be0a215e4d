// Bytes that the build makes small and the program takes apart where it needs
// them: what is compiled from the default rules, and the rules' files.
// LZ4, since the tables are needed at a start: it gives back 3.5 to 6 GB/s,
// zstd 0.4, which packs them to two thirds of that.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

class UnpackedBytes {
 public:
  std::string_view bytes() const { return {data_.get(), size_}; }

 private:
  friend std::optional<UnpackedBytes> unpack(std::string_view packed);
  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0;
};

// As small as LZ4 can, which takes a second a megabyte. `bytes` are less than
// 1 GiB.
std::string pack(std::string_view bytes);

// Nothing if `packed` is not what pack() gave.
std::optional<UnpackedBytes> unpack(std::string_view packed);

}  // namespace sluice
