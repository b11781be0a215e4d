// A filesystem that gives what another one has in pieces of any size, as pipes
// and network filesystems do.
// Thread-safety: for one thread, as its random numbers are.
#pragma once

#include <algorithm>
#include <random>
#include <string>

#include "support/passing_fs.h"

namespace sluice {

class ShortReads final : public PassingFs {
 public:
  // Each read gives between 1 and `most` bytes.
  ShortReads(const FileSystem& below, std::size_t most, unsigned seed)
      : PassingFs(below), most_(most), random_(seed) {}

  Result<std::size_t> read(int descriptor, char* buffer,
                           std::size_t size) const override {
    return below().read(descriptor, buffer,
                        std::min<std::size_t>(size, 1 + random_() % most_));
  }
  Result<std::size_t> read_at(int descriptor, char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    return below().read_at(descriptor, buffer,
                           std::min<std::size_t>(size, 1 + random_() % most_),
                           offset);
  }

 private:
  std::size_t most_;
  mutable std::mt19937 random_;
};

}  // namespace sluice
