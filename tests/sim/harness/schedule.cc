// Idea: no strategy finds every bug, so a seed first draws one.
//
// Random: at each point, with probability 1, 1/2, 1/8 or 1/32, the next
// strand is drawn from those that can run. Frequent switches find bugs that
// need many, in tight places; rare ones let a strand run far ahead.
//
// Priorities (Burckhardt, Kothari, Musuvathi, Nagarakatte 2010, "A Randomized
// Scheduler with Probabilistic Guarantees of Finding Bugs"): every strand has a
// random priority, the highest that can run runs, and at a few random points
// the running one falls below all others. A bug that needs d such points is
// found with probability 1 / (n k^(d-1)) at least, for n strands and k points.
// This finds cases that chance hardly produces, for instance one strand that
// pauses between two operations while all others run to their end. k is not
// known beforehand: a power of two is drawn for it.
//
// Strict priorities would let a strand that waits in a loop run for ever, so
// a yield demotes it below all others too.
//
// There is a point before each operation. This is enough as long as everything
// shared is published by an operation before it is used. Plain memory is
// another matter: "store the flag, then write what it guards" is wrong only if
// another strand runs between the two, which needs a point after the store. A
// quarter of the seeds have both; having both always would double the price of
// all.
#include "sim/harness/schedule.h"

#include <algorithm>
#include <bit>

#include <fmt/core.h>

#include "base/check.h"

namespace sluice {

Schedule::Schedule(std::uint64_t seed)
    : rng_(seed, 1),
      by_priority_(rng_.below(5) < 2),
      after_writes_(rng_.below(4) == 0) {
  constexpr std::array<std::uint32_t, 4> kPeriods = {1, 2, 8, 32};
  period_ = kPeriods[rng_.below(kPeriods.size())];
  if (!by_priority_) return;
  horizon_ = 1u << (4 + rng_.below(9));
  changes_ = 1 + static_cast<int>(rng_.below(kMaxChanges));
  for (int i = 0; i < changes_; ++i) {
    change_at_[static_cast<std::size_t>(i)] = 1 + rng_.below(horizon_);
  }
  std::sort(change_at_.begin(), change_at_.begin() + changes_);
}

void Schedule::add(StrandId id) {
  // Above the demoted ones. The low bits keep two from being equal.
  priority_[static_cast<std::size_t>(id)] =
      (static_cast<std::int64_t>(rng_.next() >> 32) + 1) * kMaxStrands + id;
  settled_ = 0;
}

StrandId Schedule::at_point(StrandSet runnable, StrandId running) {
  if (!by_priority_ || fair_) {
    const std::uint32_t period = fair_ ? 2 : period_;
    if (((rng_.next() >> 32) & (period - 1)) != 0) return running;
    return any_of(runnable);
  }
  ++points_;
  while (points_ == change_at_[static_cast<std::size_t>(next_change_)]) {
    ++next_change_;
    demote(running);
  }
  if (runnable == settled_) return running;
  return pick(runnable);
}

StrandId Schedule::at_yield(StrandSet runnable, StrandId running) {
  if (by_priority_ && !fair_) {
    demote(running);
    return pick(runnable);
  }
  const StrandSet others = runnable & ~strand_set(running);
  return others == 0 ? running : any_of(others);
}

StrandId Schedule::pick(StrandSet runnable) {
  if (!by_priority_ || fair_) return any_of(runnable);
  settled_ = runnable;
  return highest(runnable);
}

StrandId Schedule::any_of(StrandSet set) {
  SLUICE_CHECK(set != 0);
  const auto count = static_cast<std::uint32_t>(std::popcount(set));
  for (std::uint32_t skip = rng_.below(count); skip > 0; --skip) {
    set &= set - 1;
  }
  return std::countr_zero(set);
}

void Schedule::turn_fair() { fair_ = true; }

StrandId Schedule::highest(StrandSet runnable) const {
  SLUICE_CHECK(runnable != 0);
  StrandId best = std::countr_zero(runnable);
  for (StrandSet rest = runnable & (runnable - 1); rest != 0;
       rest &= rest - 1) {
    const StrandId id = std::countr_zero(rest);
    if (priority_[static_cast<std::size_t>(id)] >
        priority_[static_cast<std::size_t>(best)]) {
      best = id;
    }
  }
  return best;
}

void Schedule::demote(StrandId id) {
  priority_[static_cast<std::size_t>(id)] = --lowest_;
  settled_ = 0;
}

std::string Schedule::description() const {
  const char* const places = after_writes_ ? ", points after writes" : "";
  if (by_priority_) {
    return fmt::format("priorities, {} changes in {} points{}", changes_,
                       horizon_, places);
  }
  return fmt::format("random, 1/{}{}", period_, places);
}

}  // namespace sluice
