// The lock-free part of the heavy board, a JobSlot, in every interleaving of
// two threads: claims of the same step, and a claim that is stopped anywhere
// while the slot gets the next job.
//
// The board around it is reduced to two rules. A claimer names the generation
// that the board named when it looked, which may be long ago. Whoever takes the
// last step of a job has the slot to itself, like under the board's mutex, and
// puts the next job there.
//
// The broken slots show that the judge can refuse. Each breaks JobSlot in the
// way a plausible edit would.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "exec/job_slot.h"
#include "unit/exec/interleaving.h"

namespace sluice::heavy_board_interleaving_test {

using Number = std::uint64_t;
using Atomic = SteppedAtomics::Atomic<std::uint64_t>;

// The number of a job is its sequence and its generation.
Number task_of(std::uint64_t number) { return ~number; }

enum class Fault {
  kNone,          // to show that the copy as such is sound
  kNoGeneration,  // claims of whichever job is there
  kCopyAfter,     // takes the step, then reads the job
  kStoreInstead,  // of a CAS: two threads take the same step
  kCountUp,       // claimed steps in the word, their number beside it
};

template <Fault kFault>
class BrokenSlot {
 public:
  [[nodiscard]] std::uint64_t generation() const { return word_.load() >> 32; }
  void put(Number job, std::uint64_t steps, std::uint64_t sequence) {
    job_.store(job);
    steps_.store(steps);
    sequence_.store(sequence);
    word_.store(sequence << 32 | (kUp ? 0 : steps));
  }
  void retire() {
    // When counting up, the word shows that the job is spent, and may stay.
    if (!kUp) word_.store(((word_.load() >> 32) + 1) << 32);
  }
  ClaimResult claim(std::uint32_t generation, JobClaim<Number>& out) {
    std::uint64_t word = word_.load();
    if (kFault != Fault::kNoGeneration && word >> 32 != generation) {
      return ClaimResult::kSpent;
    }
    const std::uint64_t count = word & 0xFFFFFFFF;
    if (!kUp && count == 0) return ClaimResult::kSpent;
    if (kFault != Fault::kCopyAfter) copy(count, out);
    if (kUp && count == out.steps) return ClaimResult::kSpent;
    const std::uint64_t next = kUp ? word + 1 : word - 1;
    if (kFault == Fault::kStoreInstead) {
      word_.store(next);
    } else if (!word_.compare_exchange_strong(word, next)) {
      return ClaimResult::kLost;
    }
    if (kFault == Fault::kCopyAfter) copy(count, out);
    const bool last = kUp ? count + 1 == out.steps : count == 1;
    return last ? ClaimResult::kTakenLast : ClaimResult::kTaken;
  }
  [[nodiscard]] JobClaim<Number> read() const {
    JobClaim<Number> out;
    copy(word_.load() & 0xFFFFFFFF, out);
    return out;
  }

 private:
  static constexpr bool kUp = kFault == Fault::kCountUp;

  void copy(std::uint64_t count, JobClaim<Number>& out) const {
    out.job = job_.load();
    out.steps = steps_.load();
    out.sequence = sequence_.load();
    out.step = kUp ? count : out.steps - count;
  }

  Atomic word_{0};
  Atomic job_{0};
  Atomic steps_{0};
  Atomic sequence_{0};
};

// Jobs by number, each with its steps, one after another in one slot.
using Jobs = std::vector<std::uint64_t>;

template <typename Slot>
struct Shared {
  explicit Shared(const Jobs& all) : jobs(all) { put(0); }

  void put(std::uint64_t number) {
    slot.put(task_of(number), jobs[number], number);
  }

  const Jobs& jobs;
  Slot slot;
};

struct Taken {
  std::uint64_t generation;  // of the claim
  JobClaim<Number> claim;
};

using Seen = std::vector<Taken>;

// One claim of the job that `generation` names.
template <typename Slot>
ClaimResult claim(Shared<Slot>& shared, Seen& seen, std::uint64_t generation) {
  JobClaim<Number> got{};
  const ClaimResult result =
      shared.slot.claim(static_cast<std::uint32_t>(generation), got);
  if (result == ClaimResult::kTaken || result == ClaimResult::kTakenLast) {
    seen.push_back({generation, got});
  }
  return result;
}

// A claimer that leaves it at one step.
template <typename Slot>
void claim_first(Shared<Slot>& shared, Seen& seen) {
  static_cast<void>(claim(shared, seen, 0));
}

// A claimer that puts up the next job if it took the last step, and then
// claims of that one `more` times.
template <typename Slot>
auto claim_and_replace(int more) {
  return [more](Shared<Slot>& shared, Seen& seen) {
    if (claim(shared, seen, 0) != ClaimResult::kTakenLast) return;
    shared.slot.retire();
    shared.put(1);
    for (int i = 0; i < more; ++i) static_cast<void>(claim(shared, seen, 1));
  };
}

// Returns the mistake in the steps claimed so far, or nothing.
std::string wrong_claims(const Jobs& jobs, const std::vector<Seen>& threads) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> steps;
  for (const Seen& seen : threads) {
    for (const auto& [generation, got] : seen) {
      if (got.sequence != generation) return "a step of another job";
      if (got.job != task_of(got.sequence)) return "a torn job";
      if (got.steps != jobs[got.sequence]) return "a torn number of steps";
      if (got.step >= got.steps) return "no such step";
      steps.emplace_back(got.sequence, got.step);
    }
  }
  std::sort(steps.begin(), steps.end());
  if (std::adjacent_find(steps.begin(), steps.end()) != steps.end()) {
    return "a step twice";
  }
  return "";
}

// At the end: all steps of the jobs before the last one were claimed, and of
// the last one as many as its slot shows.
template <typename Slot>
std::string wrong_count(const Shared<Slot>& shared,
                        const std::vector<Seen>& threads) {
  std::vector<std::uint64_t> claimed(shared.jobs.size());
  for (const Seen& seen : threads) {
    for (const Taken& taken : seen) ++claimed[taken.claim.sequence];
  }
  const std::uint64_t standing = shared.slot.generation();
  for (std::uint64_t number = 0; number < claimed.size(); ++number) {
    std::uint64_t expected = 0;
    if (number < standing) expected = shared.jobs[number];
    if (number == standing) expected = shared.slot.read().step;
    if (claimed[number] != expected) return "steps lost or made up";
  }
  return "";
}

template <typename Slot>
Exploration explore_claims(
    const Jobs& jobs,
    std::vector<std::function<void(Shared<Slot>&, Seen&)>> threads) {
  SteppedProgram<Shared<Slot>, Seen> program;
  program.make = [&] { return std::make_unique<Shared<Slot>>(jobs); };
  program.threads = std::move(threads);
  program.judge = [](const Shared<Slot>& shared, const std::vector<Seen>& seen,
                     bool ended) {
    std::string wrong = wrong_claims(shared.jobs, seen);
    if (wrong.empty() && ended) wrong = wrong_count(shared, seen);
    return wrong;
  };
  return explore(program);
}

// A claim that may be late: another thread may take the last step meanwhile,
// put up the next job and claim `more` of its steps.
template <typename Slot>
Exploration late_claim(const Jobs& jobs, int more) {
  return explore_claims<Slot>(
      jobs, {claim_first<Slot>, claim_and_replace<Slot>(more)});
}

// Which scenarios refuse the slot.
template <typename Slot>
std::vector<bool> refusals() {
  std::vector<bool> refused;
  for (const Exploration& result :
       {late_claim<Slot>({1, 2}, 0), late_claim<Slot>({2, 3}, 0)}) {
    refused.push_back(result.failures != 0);
  }
  return refused;
}

TEST_CASE("a job slot gives out each step once in every interleaving") {
  using Slot = JobSlot<Number, SteppedAtomics>;
  for (const Exploration& result :
       {late_claim<Slot>({1, 1}, 0), late_claim<Slot>({1, 2}, 0),
        late_claim<Slot>({2, 3}, 0), late_claim<Slot>({1, 2}, 1)}) {
    CHECK(result.interleavings > 100);
    INFO(result.first_failure);
    CHECK(result.failures == 0);
  }
}

TEST_CASE("the exploration refuses broken job slots") {
  using Refused = std::vector<bool>;
  CHECK(refusals<BrokenSlot<Fault::kNone>>() == Refused{false, false});
  CHECK(refusals<BrokenSlot<Fault::kNoGeneration>>() == Refused{true, false});
  CHECK(refusals<BrokenSlot<Fault::kCopyAfter>>() == Refused{false, true});
  CHECK(refusals<BrokenSlot<Fault::kStoreInstead>>() == Refused{true, true});
  CHECK(refusals<BrokenSlot<Fault::kCountUp>>() == Refused{true, false});
}

}  // namespace sluice::heavy_board_interleaving_test
