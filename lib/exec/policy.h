// The exchangeable parts of an executor. Programs use StdPolicy. The simulation
// (tests/sim) exchanges Sync and Trace, and a benchmark the Deque.
#pragma once

#include "exec/deque.h"
#include "exec/idle.h"
#include "exec/sync.h"
#include "exec/task.h"
#include "exec/trace.h"

namespace sluice {

struct StdPolicy {
  using Sync = StdSync;
  template <ExecutorTask Task>
  using Deque = WorkDeque<Task, Sync>;
  using Idle = TieredIdle;
  using Trace = NoTrace;
};

}  // namespace sluice
