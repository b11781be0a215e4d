// A filesystem on a disk that fails: the content of another one, with places
// that cannot be read, reads that return less than was asked for, or fail once,
// and files that shrink or grow while they are read.
// Thread-safety: as a FileSystem once the faults are set. The order of all
// reads determines which read meets which random fault.
#pragma once

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "support/passing_fs.h"

namespace sluice {

class FaultyFs final : public PassingFs {
 public:
  struct Range {
    std::uint64_t begin, end;
  };
  struct Faults {
    std::vector<Range> bad;  // bytes that cannot be read; in order
    // Whether a read that touches a bad byte fails, or returns the bytes before
    // it.
    bool whole_reads_fail = false;
    // The size from the tenth read on. If it is larger than the file, the file
    // has grown.
    std::optional<std::uint64_t> resized;
  };

  using PassingFs::PassingFs;

  // By the file's name, without directories.
  std::map<std::string, Faults> faults;
  // One in so many; 0 for none.
  unsigned short_in = 0;     // a read returns a part
  unsigned passing_in = 0;   // a read of more than a page fails, once
  unsigned uncached_in = 0;  // no cached bytes are returned

  std::uint64_t reads() const { return reads_; }

  Result<OpenedFile> open(int at, const std::string& path,
                          OpenMode mode) const override {
    return noted(below().open(at, path, mode), path);
  }
  Result<OpenedFile> open_below(int root, const std::string& path,
                                Links links) const override {
    return noted(below().open_below(root, path, links), path);
  }

  Result<std::size_t> read_at(int descriptor, char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    const std::uint64_t number = ++reads_;
    Open* const file = of(descriptor);
    if (size > 4096 && happens(passing_in, number)) return failed(ENOMEM);
    if (size > 1 && happens(short_in, number)) size = 1 + number * 77 % size;
    if (file == nullptr)
      return below().read_at(descriptor, buffer, size, offset);
    ++file->reads;
    if (file->faults->resized && file->reads > 10) {
      if (offset >= *file->faults->resized) return 0;
      size = std::min<std::uint64_t>(size, *file->faults->resized - offset);
    }
    for (const Range& bad : file->faults->bad) {
      if (bad.end <= offset || bad.begin >= offset + size) continue;
      if (bad.begin <= offset || file->faults->whole_reads_fail)
        return failed(EIO);
      size = bad.begin - offset;
    }
    return below().read_at(descriptor, buffer, size, offset);
  }

  std::optional<std::size_t> read_cached(
      int descriptor, char* buffer, std::size_t size,
      unsigned long long offset) const override {
    if (happens(uncached_in, ++reads_)) return std::nullopt;
    const auto got = read_at(descriptor, buffer, size, offset);
    return got ? std::optional(*got) : std::nullopt;
  }

  Result<unsigned long long> size(int descriptor) const override {
    const Open* const file = of(descriptor);
    if (file != nullptr && file->faults->resized && file->reads > 10)
      return *file->faults->resized;
    return below().size(descriptor);
  }

 private:
  struct Open {
    const Faults* faults;
    std::atomic<int> reads{0};
  };

  Result<OpenedFile> noted(Result<OpenedFile> opened,
                           const std::string& path) const {
    const auto fault = faults.find(path.substr(path.rfind('/') + 1));
    if (opened && fault != faults.end()) {
      const std::lock_guard lock(mutex_);
      open_.try_emplace(opened->descriptor).first->second.faults =
          &fault->second;
    }
    return opened;
  }

  Open* of(int descriptor) const {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(descriptor);
    return found == open_.end() ? nullptr : &found->second;
  }

  static bool happens(unsigned one_in, std::uint64_t number) {
    return one_in != 0 && (number * 0x9E3779B97F4A7C15u >> 40) % one_in == 0;
  }

  static tl::unexpected<Error> failed(int sys_errno) {
    return tl::unexpected<Error>(
        Error{ErrorCode::kIo, errno_text(sys_errno), sys_errno});
  }

  mutable std::atomic<std::uint64_t> reads_{0};
  mutable std::mutex mutex_;          // guards open_
  mutable std::map<int, Open> open_;  // FakeFs returns no descriptor twice
};

}  // namespace sluice
