// How a worker passes the rounds in which it finds nothing: a policy, made
// anew for each worker from the executor's configuration.
//
// Tiered: spin, then yield, then park. Spinning is short: on a machine with
// few cores an idle worker that spins takes time from the producer that it
// waits for.
// Thread-safety: none; one per worker.
#pragma once

#include <cstdint>

namespace sluice {

enum class IdleAction : std::uint8_t { kSpin, kYield, kPark };

class TieredIdle {
 public:
  // `Config` has spin_iters and yield_iters, both in rounds.
  template <typename Config>
  explicit TieredIdle(const Config& config)
      : spin_rounds_(config.spin_iters), yield_rounds_(config.yield_iters) {}

  // The worker found work, or slept.
  void reset() { round_ = 0; }

  // What to do in this round.
  [[nodiscard]] IdleAction next() {
    const std::uint32_t round = round_++;
    if (round < spin_rounds_) return IdleAction::kSpin;
    if (round - spin_rounds_ < yield_rounds_) return IdleAction::kYield;
    return IdleAction::kPark;
  }

 private:
  std::uint32_t spin_rounds_;
  std::uint32_t yield_rounds_;
  std::uint32_t round_ = 0;
};

}  // namespace sluice
