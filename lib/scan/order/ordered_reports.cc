// A ring of slots, one for each permit of the budget: sequence number n lives
// in slot n mod capacity. A permit is released only when its slot has been
// written out, so a slot is free when its next number is given, and a sink that
// is slow stops the walker, which waits for permits, and lets nothing pile up.
//
// The writer is the worker that completes the next file in order: it writes
// this file and all ready ones after it. Rejected: a writer thread of its own.
// On a tree where few files have findings it would be woken for each file only
// to pass it over.
//
// Who may use the sink. InOrder lets one thread at a time take; it uses the
// sink for slots that are ready. If the next file is not complete, it is not
// ready, so no thread takes, and the sink belongs to the thread that scans that
// file. That thread sees all earlier uses of the sink, because it saw its turn
// (InOrder::next). A thread that finds the slot ready sees the uses of that
// thread.
//
// Why a scan that finds no room begins again, instead of waiting: the next file
// may be in the queue of the very worker that would wait.

#include "scan/order/ordered_reports.h"

#include <utility>

#include "base/check.h"
#include "base/timed.h"
#include "finding/mistyped.h"
#include "finding/size.h"

namespace sluice {

OrderedReports::OrderedReports(std::size_t capacity, std::uint64_t room,
                               FindingSink& sink,
                               std::function<void()> on_failure, bool measure)
    : room_(room),
      slots_(capacity),
      sink_(sink),
      on_failure_(std::move(on_failure)),
      measure_(measure) {}

OrderedReports::~OrderedReports() {
  for (Slot& slot : slots_)
    if (slot.state.load(std::memory_order_acquire) == State::kDeferred)
      delete slot.deferred.file;
}

std::uint64_t OrderedReports::expect(Permit permit,
                                     std::optional<std::uint64_t> number) {
  // The slot's last writer released a permit after it was done with the slot,
  // and the budget gave us one since: that orders its writes before ours.
  Slot& slot = slot_of(expected_);
  slot.permit = std::move(permit);
  slot.number = number;
  return expected_++;
}

bool OrderedReports::put(std::uint64_t sequence,
                         std::unique_ptr<FileReport> part) {
  Slot& slot = slot_of(sequence);
  if (has_turn(sequence)) {
    tell(slot);
    tell(*part, slot);
    return true;
  }
  const std::uint64_t bytes = size_of(*part);
  std::optional<Permit> room = room_.try_acquire(bytes);
  if (!room) {
    slot.parts.clear();
    slot.room.release();
    return false;
  }
  slot.room.add(std::move(*room));
  slot.parts.push_back(std::move(part));
  return true;
}

std::optional<FileTask> OrderedReports::complete(std::uint64_t sequence) {
  // Release: a thread that finds it done sees the parts, all uses of the sink,
  // and the permit, which the walker put there before it spawned our task.
  slot_of(sequence).state.store(State::kDone, std::memory_order_release);
  return settle();
}

std::optional<FileTask> OrderedReports::defer(const FileTask& task) {
  deferred_.fetch_add(1, std::memory_order_relaxed);
  Slot& slot = slot_of(task.sequence);
  // The file may end its scan because of its size, though the parts before had
  // room: those come again, too.
  slot.parts.clear();
  slot.room.release();
  slot.deferred = task;
  slot.state.store(State::kDeferred, std::memory_order_release);
  return settle();
}

// At most one task comes back: the next ones' turn comes when it is complete.
std::optional<FileTask> OrderedReports::settle() {
  std::optional<FileTask> due;
  order_.run(
      [&](std::uint64_t next) {
        return slot_of(next).state.load(std::memory_order_acquire) !=
               State::kPending;
      },
      [&](std::uint64_t next) {
        Slot& slot = slot_of(next);
        // Relaxed: a later complete() or defer() of this number comes from the
        // task that we give back, or, of the slot's next number, after the
        // permit's release and acquisition.
        if (slot.state.exchange(State::kPending, std::memory_order_relaxed) ==
            State::kDeferred) {
          due = slot.deferred;
          return false;
        }
        // Released at the end, when the slot is free.
        const Permit permit = std::move(slot.permit);
        tell(slot);
        return true;
      });
  return due;
}

void OrderedReports::tell(Slot& slot) {
  for (const auto& part : slot.parts) tell(*part, slot);
  slot.parts.clear();
  slot.room.release();
}

void OrderedReports::tell(FileReport& part, const Slot& slot) {
  part.sequence = slot.number;
  const std::uint64_t number = slot.number.value_or(0);
  if (!part.findings.empty()) outcome_.found = true;
  if (!part.incomplete.empty())
    outcome_.incomplete.push_back(
        {part.location, part.root, part.incomplete, {0, number}});
  add_mistyped(part, &outcome_.mistyped);
  for (const std::string& note : part.notes) {
    if (outcome_.notes.size() < kMaxInCoverage) {
      outcome_.notes.emplace_back(note);
      outcome_.notes.back().place = {NoteStage::kFile, number};
    } else {
      ++outcome_.more_notes;
    }
  }
  if (outcome_.failure) return;  // drained: no producer waits for ever
  const Timed timed(measure_ ? &outcome_.sink_time : nullptr);
  Result<void> written = sink_.file(part);
  if (written) return;
  outcome_.failure = std::move(written).error();
  on_failure_();
}

OrderedReports::Outcome OrderedReports::finish(bool abandoned) {
  SLUICE_CHECK(abandoned || order_.next() == expected_);
  outcome_.most_room = room_.metrics().peak;
  outcome_.deferred = deferred_.load(std::memory_order_relaxed);
  return std::move(outcome_);
}

}  // namespace sluice
