// CHECK: an invariant of our own code. A false one is a bug in sluice, never
// bad input; it stops the process, in every build.
#pragma once

namespace sluice {

[[noreturn]] void check_failed(const char* expression, const char* file,
                               int line) noexcept;

}  // namespace sluice

#define SLUICE_CHECK(expression)                      \
  (__builtin_expect(static_cast<bool>(expression), 1) \
       ? static_cast<void>(0)                         \
       : ::sluice::check_failed(#expression, __FILE__, __LINE__))
