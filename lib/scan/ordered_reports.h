// Brings the workers' reports, which come in any order, to the sink in the
// order of the walk, streaming; what waits here is bounded in files.
// Thread-safety: expect() by the walker alone; complete() by any thread, once
// for each sequence number; finish() when no complete() is running or to come.
// Ownership: the sink must outlive it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "exec/budget.h"
#include "finding/sink.h"

namespace sluice {

class OrderedReports {
 public:
  // `capacity` is the number of permits of the budget. `on_failure` is called
  // once, by the thread that meets it, when the sink fails.
  OrderedReports(std::size_t capacity, FindingSink& sink,
                 std::function<void()> on_failure);

  // Takes the permit of the next file, to be released when its report has been
  // handed to the sink. Returns its sequence number, from 0.
  std::uint64_t expect(Permit permit);

  // Hands over the report of file `sequence`; null if there is nothing to tell.
  // May bring this report and others to the sink, and wait for it.
  void complete(std::uint64_t sequence, std::unique_ptr<FileReport> report);

  // What happened: whether anything was found, which files could not be read
  // in full, and the sink's error if it failed.
  struct Outcome {
    bool found = false;
    std::vector<Incomplete> incomplete;
    std::vector<std::string> notes;  // the first kLedgerList of them
    std::uint64_t more_notes = 0;
    std::optional<Error> failure;
  };
  Outcome finish();

 private:
  struct Slot {
    // Written by the completing thread (true) and by the writer (false); read
    // by the writer. See drain().
    std::atomic<bool> done{false};
    std::unique_ptr<FileReport> report;
    Permit permit;
  };

  void drain();
  void write(Slot& slot);

  std::vector<Slot> slots_;
  FindingSink& sink_;
  std::function<void()> on_failure_;
  std::uint64_t expected_ = 0;  // the walker's

  // Held by the thread that writes at this moment. See drain().
  std::atomic<bool> writing_{false};
  std::uint64_t next_ = 0;  // the writer's: the first not yet written
  Outcome outcome_;         // the writer's
};

}  // namespace sluice
