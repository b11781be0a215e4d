// Findings that wait for a merge: numbered texts, in runs, each of which is in
// order. If they need too much memory, they are stored in a file without a
// name.
// Thread-safety: one thread. Memory: kInMemory, and 64 KiB for each run that is
// being read. Errors: kIo if there is no room for the file (TMPDIR, or /tmp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace sluice {

class Spool {
 public:
  static constexpr std::size_t kInMemory = std::size_t{4} << 20;

  struct Record {
    std::uint64_t number = 0;
    std::string text;
  };

  Spool() = default;
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  // Begins a new run for all later texts.
  void begin_run();
  Result<void> add(std::uint64_t number, std::string_view text);

  std::size_t runs() const { return begins_.size(); }

  // Reads a run from its beginning. All of it must have been added, and the
  // spool outlives it.
  class Run {
   public:
    Run(const Spool& spool, std::size_t index);
    // Returns nothing at the end.
    Result<std::optional<Record>> next();

   private:
    Result<void> take(char* bytes, std::size_t size);

    const Spool* spool_;
    std::uint64_t at_;  // of the bytes that come into the buffer next
    std::uint64_t end_;
    std::string buffer_;
    std::size_t used_ = 0;
  };

 private:
  Result<void> put(std::string_view bytes);
  Result<void> write_out();
  Result<std::size_t> read(std::uint64_t at, char* bytes,
                           std::size_t size) const;

  std::vector<std::uint64_t> begins_;  // of the runs
  std::string head_;                   // the first bytes of all
  std::string tail_;                   // the bytes after them, not written yet
  std::uint64_t written_ = 0;          // bytes in the file
  int file_ = -1;
};

// Brings the records of all runs to one place, by their numbers; of equal ones
// those of an earlier run first. Each run must be in the order of its numbers.
// At most kRunsAtOnce runs are read at a time: more are merged in groups first.
class MergedRuns {
 public:
  static constexpr std::size_t kRunsAtOnce = 256;

  // `spool` belongs to it from now on.
  static Result<MergedRuns> begin(std::unique_ptr<Spool> spool);

  Result<std::optional<Spool::Record>> next();

 private:
  struct Head {
    Spool::Record record;
    std::size_t run;
    std::pair<std::uint64_t, std::size_t> place() const {
      return {record.number, run};
    }
  };

  explicit MergedRuns(std::unique_ptr<Spool> spool)
      : spool_(std::move(spool)) {}
  Result<void> open(std::size_t first, std::size_t count);
  Result<void> advance(std::size_t run);

  std::unique_ptr<Spool> spool_;
  std::vector<Spool::Run> runs_;
  std::vector<Head> heads_;  // a heap, the first on top
};

}  // namespace sluice
