// Small random numbers for choosing victims: xorshift64 (Marsaglia 2003,
// "Xorshift RNGs", the triple 13, 7, 17). A seed gives the same numbers on
// every machine. Not for secrets.
// Thread-safety: none; one generator per worker.
#pragma once

#include <cstdint>

namespace sluice {

class Rng {
 public:
  // Generators with the same seed and different streams differ from the first
  // number on. xorshift must not start at zero, and neighbouring seeds start
  // alike. So the pair first goes through the finalizer of SplitMix64 (Steele,
  // Lea, Flood 2014).
  explicit Rng(std::uint64_t seed, std::uint64_t stream = 0)
      : state_(mix(seed + (stream + 1) * 0x9E3779B97F4A7C15u)) {
    if (state_ == 0) state_ = 0x9E3779B97F4A7C15u;
  }

  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }

  // Returns a number in [0, bound), or 0 for bound 0. Lemire's multiply and
  // shift on the upper 32 bits. Its bias, at most bound / 2^32, does not matter
  // for a victim.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

 private:
  static std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
  }

  std::uint64_t state_;
};

}  // namespace sluice
