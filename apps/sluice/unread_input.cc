#include "unread_input.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sluice {

bool has_unread_input() {
  struct stat status {};
  if (::fstat(STDIN_FILENO, &status) != 0) return false;
  if (!S_ISFIFO(status.st_mode) && !S_ISREG(status.st_mode)) return false;
  int waiting = 0;
  return ::ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting > 0;
}

}  // namespace sluice
