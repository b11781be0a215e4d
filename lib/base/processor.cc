#include "base/processor.h"

namespace sluice {
namespace {

// SLUICE_VECTORS is the most that the build allows.
enum Vectors { kNone, kAvx2, kAvx512 };

Vectors supported() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("bmi") == 0)
    return kNone;
  const bool all = __builtin_cpu_supports("avx512f") != 0 &&
                   __builtin_cpu_supports("avx512bw") != 0 &&
                   __builtin_cpu_supports("avx512vbmi") != 0 &&
                   __builtin_cpu_supports("avx512vbmi2") != 0 &&
                   __builtin_cpu_supports("gfni") != 0;
  return all ? kAvx512 : kAvx2;
#else
  return kNone;
#endif
}

bool has(Vectors asked) {
  static const Vectors supports = supported();
  return asked <= SLUICE_VECTORS && asked <= supports;
}

}  // namespace

bool has_sse42() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("sse4.2") != 0 &&
         __builtin_cpu_supports("popcnt") != 0;
#else
  return false;
#endif
}

bool has_avx2() { return has(kAvx2); }
bool has_avx512() { return has(kAvx512); }

}  // namespace sluice
