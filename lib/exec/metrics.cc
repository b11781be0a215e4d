#include "exec/metrics.h"

namespace sluice {

WorkerMetrics& WorkerMetrics::operator+=(const WorkerMetrics& other) {
  for (const WorkerCounter& counter : kWorkerCounters) {
    this->*counter.value += other.*counter.value;
  }
  return *this;
}

}  // namespace sluice
