// Which sanitizer this is compiled with: GCC defines macros, Clang answers
// __has_feature.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLUICE_SIM_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define SLUICE_SIM_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SLUICE_SIM_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define SLUICE_SIM_TSAN 1
#endif
