// The vector instructions that this process may use: those of the processor,
// unless the build allows fewer (meson's option `vectors`), so that a machine
// with AVX-512 can test and measure what other machines do.
// Thread-safety: any thread may call, at any time.
#pragma once

namespace sluice {

// With POPCNT: all that Intel has made since 2008, AMD since 2011.
bool has_sse42();

// With the BMI instructions, which all processors with AVX2 have.
bool has_avx2();

// With those that look bytes up in tables of 64 and more (VBMI), and GFNI.
bool has_avx512();

}  // namespace sluice
