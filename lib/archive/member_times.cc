// Zip, rar, cab and lha keep local times, which libarchive brings to the world's
// by mktime(), for each member. The C library looks up /etc/localtime each time,
// under a lock of the process: two threads that read a zip spent more than a
// quarter of their time there. Nobody here asks when a member was made, so in an
// UnpackScope that is the year 1970 (the linker's --wrap, as unpack_memory.cc).

#include <ctime>

#include "archive/unpack_memory.h"

// The names are the linker's.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

std::time_t __real_mktime(std::tm* time);
std::tm* __real_localtime_r(const std::time_t* time, std::tm* result);

std::time_t __wrap_mktime(std::tm* time) {
  return sluice::UnpackScope::is_open() ? 0 : __real_mktime(time);
}

std::tm* __wrap_localtime_r(const std::time_t* time, std::tm* result) {
  if (!sluice::UnpackScope::is_open()) return __real_localtime_r(time, result);
  *result = {};
  return result;
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
