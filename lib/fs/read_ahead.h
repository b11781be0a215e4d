// Opens and reads many files at the same time, for one thread that scans those
// that have arrived: a disk with many requests at once serves them sooner.
// Thread-safety: belongs to one thread.
// Errors: none of its own. What could not be opened or read in this way comes
// back unopened; the caller reads it by plain calls and meets the error, if
// there is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/read_buffer.h"
#include "fs/file_system.h"

namespace sluice {

struct FileAhead {
  std::uint64_t tag = 0;  // of begin()
  // A regular file, which is the caller's to close; nothing: it is not open.
  std::optional<OpenedFile> opened;
  // The first bytes of it, maybe all; maybe none, though there are some.
  ReadBuffer head;
  std::size_t head_size = 0;
  // Whether it had to be waited for, as far as the reader knows.
  bool waited = false;
};

class ReadAhead {
 public:
  virtual ~ReadAhead() = default;

  // False, for good: all that is begun comes back unopened.
  virtual bool works() const = 0;

  // Whether begin() may be called: there is a bound on the files under way.
  virtual bool has_room() const = 0;

  // Begins with `path` below `root`, as FileSystem::open_below() has them.
  // `path` must outlive its take().
  virtual void begin(std::uint64_t tag, int root, const std::string& path,
                     Links links) = 0;

  // One that has come, in any order; waits for it.
  // REQUIRES: more were begun than taken.
  virtual FileAhead take() = 0;
};

}  // namespace sluice
