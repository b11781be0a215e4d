// Data that the build compresses and the program decompresses where it needs
// them: the tables that are compiled from the default rules, and the rules'
// files. The format is LZ4, since a start needs the tables: LZ4 decompresses
// 3.5 to 6 GB/s. zstd decompresses 0.4 GB/s, and makes them a third smaller
// than LZ4 does.
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

// Compresses with LZ4's highest level, which takes a second a megabyte. `bytes`
// are less than 1 GiB.
std::string pack(std::string_view bytes);

// Nothing if `packed` is not what pack() gave.
std::optional<UnpackedBytes> unpack(std::string_view packed);

}  // namespace sluice
