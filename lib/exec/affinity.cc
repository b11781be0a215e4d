#include "exec/affinity.h"

#include <sched.h>

namespace sluice {

std::vector<std::size_t> usable_processors() {
  std::vector<std::size_t> processors;
  cpu_set_t usable;
  CPU_ZERO(&usable);
  if (::sched_getaffinity(0, sizeof(usable), &usable) != 0) return processors;
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &usable)) processors.push_back(cpu);
  }
  return processors;
}

bool pin_current_thread(std::size_t processor) noexcept {
  if (processor >= CPU_SETSIZE) return false;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  return ::sched_setaffinity(0, sizeof(one), &one) == 0;
}

}  // namespace sluice
