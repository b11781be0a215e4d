// The executor's parts for a simulation: all are real, except the primitives.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/budget.h"
#include "exec/policy.h"
#include "sim/harness/sim_sync.h"
#include "sim/harness/simulation.h"

namespace sluice {

// Writes the executor's events between the operations of a trace.
struct SimTrace {
  void operator()(const TraceEvent& event) const;
};

// Naps by the seed, not by the clock: what depends on time cannot be replayed.
class SimIdle : public TieredIdle {
 public:
  using TieredIdle::TieredIdle;

  void took(std::size_t, std::size_t) {}
  [[nodiscard]] std::uint32_t nap() {
    return Simulation::choose(8) == 0 ? 1 : 0;
  }
};

struct SimPolicy {
  using Sync = SimSync;
  template <ExecutorTask Task>
  using Deque = WorkDeque<Task, Sync>;
  using Idle = SimIdle;
  using Trace = SimTrace;
};

using SimBudget = BasicBudget<SimSync>;
using SimPermit = BasicPermit<SimSync>;

}  // namespace sluice
