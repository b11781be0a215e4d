// The executor's parts for a simulation: everything real but what it is built
// of.
#pragma once

#include <string>

#include "exec/budget.h"
#include "exec/policy.h"
#include "sim/harness/sim_sync.h"
#include "sim/harness/simulation.h"

namespace sluice {

// Writes the executor's events between the operations of a trace.
struct SimTrace {
  void operator()(const TraceEvent& event) const;
};

struct SimPolicy {
  using Sync = SimSync;
  template <ExecutorTask Task>
  using Deque = WorkDeque<Task, Sync>;
  using Idle = TieredIdle;
  using Trace = SimTrace;
};

using SimBudget = BasicBudget<SimSync>;
using SimPermit = BasicPermit<SimSync>;

}  // namespace sluice
