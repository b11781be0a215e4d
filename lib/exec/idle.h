// How a worker spends the rounds in which it finds nothing: a policy, made for
// each worker from the executor's configuration.
//
// Tiered: spin, then yield, then park. A round of spinning pauses twice as long
// as the one before, up to 64 pauses, because each look at the queues takes
// cache lines from the threads that fill them. All rounds together are short,
// about 2 us by default on the 2 GHz Xeon of the measurement: on machines with
// few cores, an idle worker that spins takes time from the producer that it
// waits for. Yielding is off by default: after a yield just before it sleeps,
// the kernel (6.18 at least) let a woken worker wait for the end of another
// thread's time slice, 1 ms instead of 4 us.
//
// A worker that took only a few tasks from the injector, and finished them at
// once, naps before it looks there again. Otherwise it and a producer of tiny
// tasks would hand over one task at a time, and spend their time moving the
// cache line (400 ns there and back between the measured cores). The nap never
// delays tasks that take kQuick or longer. Measured
// (bench/micro/executor_bench, external/1/0us/w1): 254 ns a task without naps,
// 40 with.
//
// Thread-safety: none; one per worker.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sluice {

enum class IdleAction : std::uint8_t { kSpin, kYield, kPark };

class TieredIdle {
 public:
  // `Config` has spin_iters and yield_iters, both in rounds.
  template <typename Config>
  explicit TieredIdle(const Config& config)
      : spin_rounds_(config.spin_iters), yield_rounds_(config.yield_iters) {}

  // The worker found work or slept.
  void reset() { round_ = 0; }

  // The injector contained about `tasks`, of which the worker took its share.
  // It could have taken `most`.
  void took(std::size_t tasks, std::size_t most) {
    took_few_ = tasks < most / 2;
    if (took_few_) took_at_ = Clock::now();
  }
  // The number of pauses before the next look at the injector.
  [[nodiscard]] std::uint32_t nap() {
    if (!took_few_) return 0;
    took_few_ = false;
    return Clock::now() - took_at_ < kQuick ? kNap : 0;
  }

  // The number of pauses in the round of spinning that next() began.
  [[nodiscard]] std::uint32_t pauses() const {
    return 1u << std::min<std::uint32_t>(round_ - 1, kLongestRound);
  }

  // The action for this round.
  [[nodiscard]] IdleAction next() {
    const std::uint32_t round = round_++;
    if (round < spin_rounds_) return IdleAction::kSpin;
    if (round - spin_rounds_ < yield_rounds_) return IdleAction::kYield;
    return IdleAction::kPark;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint32_t kLongestRound = 6;  // 64 pauses
  static constexpr std::uint32_t kNap = 128;         // pauses, some 1.5 us
  static constexpr std::chrono::microseconds kQuick{2};

  std::uint32_t spin_rounds_;
  std::uint32_t yield_rounds_;
  std::uint32_t round_ = 0;
  bool took_few_ = false;
  Clock::time_point took_at_;
};

}  // namespace sluice
