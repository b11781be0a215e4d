// A ring of slots, one for each permit of the budget: sequence number n lives
// in slot n mod capacity. A permit is released only when its slot has been
// written out, so a slot is free when its next number is given, and a sink that
// is slow stops the walker, which waits for permits, and lets nothing pile up.
//
// The writer is whichever worker completes the file that is next in order: it
// writes that one and all that stand ready behind it. So there is no thread
// more to start and to wake, and a scan of one file costs nothing. Rejected: a
// writer thread of its own; on a tree where few files have findings it would
// be woken for each file only to pass it over.

#include "scan/ordered_reports.h"

#include "base/check.h"

namespace sluice {

OrderedReports::OrderedReports(std::size_t capacity, FindingSink& sink,
                               std::function<void()> on_failure)
    : slots_(capacity), sink_(sink), on_failure_(std::move(on_failure)) {}

std::uint64_t OrderedReports::expect(Permit permit) {
  // The slot's last writer released a permit after it was done with the slot,
  // and the budget gave us one since: that orders its writes before ours.
  slots_[expected_ % slots_.size()].permit = std::move(permit);
  return expected_++;
}

void OrderedReports::complete(std::uint64_t sequence,
                              std::unique_ptr<FileReport> report) {
  Slot& slot = slots_[sequence % slots_.size()];
  slot.report = std::move(report);
  // Release: the writer that reads true sees the report, and the permit, which
  // the walker put there before it spawned the task that we ran.
  slot.done.store(true, std::memory_order_release);
  drain();
}

// Whoever takes `writing_` writes. Nobody may leave a ready slot behind: if we
// find `writing_` taken, its holder must see our slot. The holder gives it up
// by an exchange, which comes after our failed exchange in the variable's
// modification order and, both being read-modify-writes, reads from it or from
// one that continues its release sequence: what we stored before (`done`)
// happens before the holder's second look at the next slot. With a plain store
// it would not: both could pass each other, and the report would wait for ever.
void OrderedReports::drain() {
  std::size_t next_slot;
  do {
    if (writing_.exchange(true, std::memory_order_acq_rel)) return;
    for (;;) {
      next_slot = next_ % slots_.size();
      if (!slots_[next_slot].done.load(std::memory_order_acquire)) break;
      write(slots_[next_slot]);
      ++next_;
    }
    writing_.exchange(false, std::memory_order_acq_rel);
    // From here on `next_` may be another writer's, hence the copy. If one has
    // moved on meanwhile, the second look costs a needless turn, no more.
  } while (slots_[next_slot].done.load(std::memory_order_acquire));
}

void OrderedReports::write(Slot& slot) {
  const std::unique_ptr<FileReport> report = std::move(slot.report);
  // Released at the end of this function, when the slot is free.
  const Permit permit = std::move(slot.permit);
  // Relaxed: only a complete() of the slot's next number writes it after us,
  // and the permit's release and acquisition stand between.
  slot.done.store(false, std::memory_order_relaxed);
  if (!report) return;

  if (!report->findings.empty()) outcome_.found = true;
  if (!report->incomplete.empty())
    outcome_.incomplete.push_back(
        {report->path, report->root, report->incomplete});
  for (std::string& note : report->notes) {
    if (outcome_.notes.size() < kLedgerList)
      outcome_.notes.push_back(note);
    else
      ++outcome_.more_notes;
  }
  if (outcome_.failure) return;  // drained, so that nobody waits for permits
  Result<void> written = sink_.file(*report);
  if (written) return;
  outcome_.failure = std::move(written).error();
  on_failure_();
}

OrderedReports::Outcome OrderedReports::finish() {
  SLUICE_CHECK(next_ == expected_);
  return std::move(outcome_);
}

}  // namespace sluice
