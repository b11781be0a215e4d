#include "exec/affinity.h"

#include <sched.h>

namespace sluice {

bool pin_current_thread(std::size_t index) noexcept {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  // Fails on machines of more than CPU_SETSIZE (1024) processors.
  if (::sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return false;
  std::size_t skip = index % static_cast<std::size_t>(CPU_COUNT(&allowed));
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed)) continue;
    if (skip-- > 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return ::sched_setaffinity(0, sizeof(one), &one) == 0;
  }
  return false;
}

}  // namespace sluice
