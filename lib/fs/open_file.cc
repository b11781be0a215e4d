#include "fs/open_file.h"

#include <poll.h>

#include <cerrno>

namespace sluice {

bool wait_for_input(int descriptor, const Interrupt& interrupt) {
  for (;;) {
    pollfd ready[2] = {{descriptor, POLLIN, 0},
                       {interrupt.descriptor(), POLLIN, 0}};
    const int n = ::poll(ready, 2, -1);
    if (interrupt.raised()) return false;
    // If poll() cannot wait for it, read() will return the error.
    if (n > 0 || (n < 0 && errno != EINTR)) return true;
  }
}

}  // namespace sluice
