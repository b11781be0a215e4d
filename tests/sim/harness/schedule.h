// The seeded part of a simulation: it chooses the next strand. schedule.cc
// explains the strategies.
// Thread-safety: none; one for each simulation.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "exec/rng.h"

namespace sluice {

// The strands of a simulation by number: 0 is the first.
using StrandId = int;
inline constexpr StrandId kMaxStrands = 64;

// A set of strands, a bit each.
using StrandSet = std::uint64_t;
inline constexpr StrandSet strand_set(StrandId id) {
  return StrandSet{1} << id;
}

class Schedule {
 public:
  explicit Schedule(std::uint64_t seed);

  // A new strand; ids come in order.
  void add(StrandId id);

  // Chooses the strand that continues at a point of `running`, one of
  // `runnable`.
  [[nodiscard]] StrandId at_point(StrandSet runnable, StrandId running);
  // Does so at a point where `running` asks to let others go first.
  [[nodiscard]] StrandId at_yield(StrandSet runnable, StrandId running);
  // Chooses the strand that runs if the last one cannot. REQUIRES: runnable is
  // not empty.
  [[nodiscard]] StrandId pick(StrandSet runnable);

  // From now on everybody runs before long, whatever the strategy was.
  void turn_fair();

  // Whether there is a point after each write too, not only before each
  // operation.
  [[nodiscard]] bool points_after_writes() const { return after_writes_; }

  // The other choices of a seed.
  // A number in [0, bound).
  [[nodiscard]] std::uint32_t below(std::uint32_t bound) {
    return rng_.below(bound);
  }
  // REQUIRES: set is not empty.
  [[nodiscard]] StrandId any_of(StrandSet set);

  // Such as "random, 1/8" or "priorities, 3 changes in 512 points".
  [[nodiscard]] std::string description() const;

 private:
  [[nodiscard]] StrandId highest(StrandSet runnable) const;
  void demote(StrandId id);

  static constexpr int kMaxChanges = 5;

  Rng rng_;
  bool by_priority_;
  bool after_writes_;
  bool fair_ = false;  // random, 1/2, from now on

  // Random: a switch at one point in period_, a power of two.
  std::uint32_t period_ = 1;

  // Priorities: the points at which the running strand is demoted, in order,
  // 0 for no more.
  std::uint32_t horizon_ = 0;
  int changes_ = 0;
  int next_change_ = 0;
  std::array<std::uint32_t, kMaxChanges + 1> change_at_{};
  std::uint32_t points_ = 0;
  std::array<std::int64_t, kMaxStrands> priority_{};
  std::int64_t lowest_ = 0;
  // The running strand is known to be the highest of this set.
  StrandSet settled_ = 0;
};

}  // namespace sluice
