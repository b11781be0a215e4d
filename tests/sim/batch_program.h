// A random program in which one producer adds tasks in batches (exec/batch.h)
// as the walk does: some in a row, then something that may take long.
// Oracles: no task is kept while a worker sleeps, nor while the producer waits;
// each task is run, dropped or refused once, and its permit comes back.
// Thread-safety: that of a simulation.
#pragma once

#include <cstdint>

namespace sluice {

// The intended mistake of the producer, or of the batch.
enum class BatchFault : std::uint8_t {
  kNone,
  kBlind,        // it sees no idle worker
  kKeepsAtWait,  // it does not hand over before it does what takes long
  kKeepsPermit,  // it asks the budget itself, and keeps its tasks meanwhile
};

void run_batch_program(BatchFault fault = BatchFault::kNone);

}  // namespace sluice
