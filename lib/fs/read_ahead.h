// Opens and reads many files at the same time, for one thread that scans the
// files that have arrived. A disk with many requests at once serves them
// sooner.
// Thread-safety: belongs to one thread.
// Errors: none. A file that could not be opened or read in this way comes back
// unopened. The caller reads it by plain calls and gets the error, if there is
// one.
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
  // A regular file, which the caller closes. Nothing if it is not open.
  std::optional<OpenedFile> opened;
  // The first bytes of the file: maybe all, maybe none although there are some.
  ReadBuffer head;
  std::size_t head_size = 0;
  // Whether the reader had to wait, if it knows that.
  bool waited = false;
};

class ReadAhead {
 public:
  virtual ~ReadAhead() = default;

  // False from the moment that it stops working: all files that were begun come
  // back unopened.
  virtual bool works() const = 0;

  // Whether begin() may be called. There is a bound on the files under way.
  virtual bool has_room() const = 0;

  // Begins with `path` below `root`, as in FileSystem::open_below(). `path`
  // must outlive its take().
  virtual void begin(std::uint64_t tag, int root, const std::string& path,
                     Links links) = 0;

  // Waits for a file that has arrived, and returns it; in any order.
  //
  // REQUIRES: more files were begun than taken.
  virtual FileAhead take() = 0;
};

}  // namespace sluice
