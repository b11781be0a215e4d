// The real StateWord in every interleaving of two and three threads, and broken
// copies of it (interleaving_mutants.h) that the same exploration must refuse.
//
// Each scenario is judged twice: by the promises in state_word.h (judge(),
// after each step), and against LockedWord, a bool and a count whose operations
// are single steps; the set of outcomes must be the same.
//
// The mutants show that the judge can refuse. Each breaks one operation in the
// way a plausible edit would. The scenarios that catch it are listed exactly,
// so that a scenario that catches nothing any more is seen as well.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "exec/state_word.h"
#include "unit/exec/interleaving.h"
#include "unit/exec/interleaving_mutants.h"

namespace sluice::interleaving_test {

// --- Scenarios --------------------------------------------------------------

struct Seen {
  std::uint64_t accepted = 0;
  std::uint64_t refused = 0;
  std::uint64_t completed = 0;
  std::uint64_t ends = 0;
  bool closed = false;
  bool reopened = false;  // accepted after this thread closed or was refused
};

template <typename Word>
bool spawn(Word& word, Seen& seen, std::uint64_t tasks = 1) {
  if (!word.try_spawn(tasks)) {
    ++seen.refused;
    return false;
  }
  seen.accepted += tasks;
  seen.reopened |= seen.closed || seen.refused != 0;
  return true;
}

template <typename Word>
void spawn_inside(Word& word, Seen& seen) {
  word.spawn_inside();
  ++seen.accepted;
}

template <typename Word>
void complete(Word& word, Seen& seen) {
  seen.ends += word.complete() == Transition::kTerminal;
  ++seen.completed;
}

template <typename Word>
void close(Word& word, Seen& seen) {
  seen.ends += word.close() == Transition::kTerminal;
  seen.closed = true;
}

Seen sum_of(const std::vector<Seen>& threads) {
  Seen sum;
  for (const Seen& seen : threads) {
    sum.accepted += seen.accepted;
    sum.completed += seen.completed;
    sum.ends += seen.ends;
    sum.closed |= seen.closed;
    sum.reopened |= seen.reopened;
  }
  return sum;
}

template <typename Word>
std::string judge(const Word& word, const std::vector<Seen>& threads,
                  std::uint64_t at_first, bool ended) {
  const Seen sum = sum_of(threads);
  const std::uint64_t in_flight = word.in_flight();
  // A count below zero is a huge one.
  if (in_flight > 100) return "in flight is negative";
  if (sum.reopened) return "a spawn got through a closed gate";
  if (sum.ends > 1) return "two were told of the end";
  if (sum.ends == 1 && (word.accepting() || in_flight != 0)) {
    return "the end was told, but it is not the end";
  }
  if (!ended) return "";
  if (word.accepting() == sum.closed) return "the gate is wrong";
  if (in_flight != at_first + sum.accepted - sum.completed) {
    return "the count is wrong";
  }
  if (sum.closed && in_flight == 0 && sum.ends == 0) {
    return "nobody was told of the end";
  }
  return "";
}

template <typename Word>
struct Scenario {
  std::string name;
  std::uint64_t at_first;  // in flight before the threads start
  std::uint64_t interleavings;
  std::vector<std::function<void(Word&, Seen&)>> threads;
};

// The number of interleavings of n threads that each load once and then CAS
// until they succeed. `begun` have loaded the current word, `stale` an older
// one.
std::uint64_t cas_races(std::uint64_t unstarted, std::uint64_t begun = 0,
                        std::uint64_t stale = 0) {
  if (unstarted + begun + stale == 0) return 1;
  std::uint64_t sum = 0;
  if (unstarted > 0)
    sum += unstarted * cas_races(unstarted - 1, begun + 1, stale);
  if (begun > 0) sum += begun * cas_races(unstarted, 0, stale + begun - 1);
  if (stale > 0) sum += stale * cas_races(unstarted, begun + 1, stale - 1);
  return sum;
}

// The numbers of interleavings are those of the real word.
template <typename Word>
std::vector<Scenario<Word>> scenarios() {
  const auto spawner = [](Word& w, Seen& s) { spawn(w, s); };
  const auto batch = [](Word& w, Seen& s) { spawn(w, s, 3); };
  const auto completer = [](Word& w, Seen& s) { complete(w, s); };
  const auto closer = [](Word& w, Seen& s) { close(w, s); };
  return {
      // The close falls before the load, between load and CAS, or after.
      {"spawn/close", 0, 3, {spawner, closer}},
      // By the steps of the first thread before the close, 0 to 4, it has
      // 2, 2, 1, 1, 0 left; the other's refusal falls among r steps in r + 1
      // ways.
      {"spawns/close, spawn",
       0,
       3 + 3 + 2 + 2 + 1,
       {[](Word& w, Seen& s) { spawn(w, s), spawn(w, s); },
        [](Word& w, Seen& s) { close(w, s), spawn(w, s); }}},
      {"complete/close", 1, 2, {completer, closer}},
      {"complete/complete/close", 2, 6, {completer, completer, closer}},
      {"spawn/spawn", 0, cas_races(2), {spawner, spawner}},
      {"spawn/spawn/spawn", 0, cas_races(3), {spawner, spawner, spawner}},
      // Close before the load: 3 places for the completion; between load and
      // CAS: 4; after the CAS: 4, and one of these fails the CAS and gives
      // the close two places.
      {"spawn/complete/close", 1, 3 + 4 + 5, {spawner, completer, closer}},
      // The same, and the spawned task is completed: it always ends. Close
      // before the load: 3; between load and CAS: 4; after a CAS that succeeds
      // at once: 8; after one that the completion makes fail: 3.
      {"spawn, complete/complete/close",
       1,
       3 + 4 + 8 + 3,
       {[](Word& w, Seen& s) {
          if (spawn(w, s)) complete(w, s);
        },
        completer, closer}},
      {"inside/close",
       1,
       4,
       {[](Word& w, Seen& s) {
          spawn_inside(w, s), complete(w, s), complete(w, s);
        },
        closer}},
      {"batch/close", 0, 3, {batch, closer}},
  };
}

struct Result {
  Exploration exploration;
  std::set<std::string> outcomes;
};

template <typename Word>
Result play(const Scenario<Word>& scenario) {
  Result result;
  SteppedProgram<Word, Seen> program;
  program.make = [&] {
    auto word = std::make_unique<Word>();
    SLUICE_CHECK(word->try_spawn(scenario.at_first));
    return word;
  };
  program.threads = scenario.threads;
  program.judge = [&](const Word& word, const std::vector<Seen>& threads,
                      bool ended) {
    if (ended) {
      std::string outcome = word.accepting() ? "open " : "closed ";
      outcome += std::to_string(word.in_flight());
      for (const Seen& seen : threads) {
        outcome += " | accepted " + std::to_string(seen.accepted) +
                   " refused " + std::to_string(seen.refused) + " ends " +
                   std::to_string(seen.ends);
      }
      result.outcomes.insert(outcome);
    }
    return judge(word, threads, scenario.at_first, ended);
  };
  result.exploration = explore(program);
  return result;
}

// --- Refusals ---------------------------------------------------------------

// The scenarios whose judge refuses `Word` in some interleaving.
template <typename Word>
std::string refused_in() {
  std::string names;
  for (const Scenario<Word>& scenario : scenarios<Word>()) {
    const Exploration found = play(scenario).exploration;
    // The trace of each mutant's first failure: shown by `-s`.
    INFO(scenario.name << ": " << found.failures << " of "
                       << found.interleavings
                       << " refused, first: " << found.first_failure);
    CHECK(found.interleavings > 1);
    CHECK(found.failures <= found.interleavings);
    if (found.failures == 0) continue;
    CHECK(found.first_failure.find("\n  thread ") != std::string::npos);
    names += (names.empty() ? "" : "; ") + scenario.name;
  }
  return names;
}

// --- The explorer -----------------------------------------------------------

struct Cell {
  SteppedAtomics::Atomic<std::uint64_t> value{0};
};
struct Nothing {};

Exploration count_loads(const std::vector<int>& lengths) {
  SteppedProgram<Cell, Nothing> program;
  program.make = [] { return std::make_unique<Cell>(); };
  for (const int length : lengths) {
    program.threads.push_back([length](Cell& cell, Nothing&) {
      for (int i = 0; i < length; ++i) (void)cell.value.load();
    });
  }
  program.judge = [](const Cell&, const std::vector<Nothing>&, bool) {
    return std::string();
  };
  return explore(program);
}

TEST_CASE("interleaving_self_test: loads interleave in multinomial ways") {
  CHECK(count_loads({}).interleavings == 1);
  CHECK(count_loads({0, 0}).interleavings == 1);
  CHECK(count_loads({4}).interleavings == 1);
  CHECK(count_loads({2, 2}).interleavings == 6);
  CHECK(count_loads({0, 3, 3}).interleavings == 20);
  CHECK(count_loads({2, 2, 2}).interleavings == 90);
  CHECK(count_loads({3, 3, 2}).interleavings == 560);
}

TEST_CASE("interleaving_self_test: a lost update is found, with its trace") {
  std::set<std::uint64_t> finals;
  SteppedProgram<Cell, Nothing> program;
  program.make = [] { return std::make_unique<Cell>(); };
  program.threads.assign(
      2, [](Cell& cell, Nothing&) { cell.value.store(cell.value.load() + 1); });
  program.judge = [&](const Cell& cell, const std::vector<Nothing>&,
                      bool ended) {
    if (ended) finals.insert(cell.value.load());
    return std::string(ended && cell.value.load() != 2 ? "lost" : "");
  };
  const Exploration found = explore(program);
  CHECK(found.interleavings == 6);
  CHECK(found.failures == 4);
  CHECK(finals == std::set<std::uint64_t>{1, 2});
  CHECK(found.first_failure ==
        "lost"
        "\n  thread 0: load 0"
        "\n  thread 1: load 0"
        "\n  thread 0: store 0 -> 1"
        "\n  thread 1: store 1");
}

TEST_CASE("interleaving_self_test: a failed CAS reports what it found") {
  SteppedProgram<Cell, std::uint64_t> program;
  program.make = [] { return std::make_unique<Cell>(); };
  program.threads.assign(3, [](Cell& cell, std::uint64_t& tries) {
    std::uint64_t was = cell.value.load();
    do {
      ++tries;
    } while (!cell.value.compare_exchange_strong(was, was + 1));
  });
  std::uint64_t most = 0;
  program.judge = [&](const Cell& cell, const std::vector<std::uint64_t>& all,
                      bool ended) {
    for (const std::uint64_t tries : all) most = std::max(most, tries);
    return std::string(ended && cell.value.load() != 3 ? "lost" : "");
  };
  const Exploration found = explore(program);
  CHECK(found.failures == 0);
  CHECK(found.interleavings == cas_races(3));
  CHECK(most == 3);  // a thread loses to each of the others
}

// --- The state word ---------------------------------------------------------

TEST_CASE("every interleaving of the state word keeps its promises") {
  using Word = StateWord<SteppedAtomics>;
  const std::vector<Scenario<Word>> real = scenarios<Word>();
  const std::vector<Scenario<LockedWord>> model = scenarios<LockedWord>();
  for (std::size_t i = 0; i < real.size(); ++i) {
    CAPTURE(real[i].name);
    const Result found = play(real[i]);
    INFO(found.exploration.first_failure);
    CHECK(found.exploration.failures == 0);
    CHECK(found.exploration.interleavings == real[i].interleavings);
    const Result wanted = play(model[i]);
    INFO(wanted.exploration.first_failure);
    CHECK(wanted.exploration.failures == 0);
    CHECK(found.outcomes == wanted.outcomes);
  }
}

TEST_CASE("a right copy of the state word is refused nowhere") {
  CHECK(refused_in<CopiedWord>() == "");
}

TEST_CASE("each broken state word is refused where it is broken") {
  const std::string outside = "spawn/close; spawns/close, spawn; ";
  const std::string completions = "complete/close; complete/complete/close; ";
  const std::string three_way =
      "spawn/complete/close; spawn, complete/complete/close; ";

  CHECK(refused_in<SplitWord>() ==
        outside + completions + three_way + "inside/close; batch/close");
  CHECK(refused_in<StoringSpawn>() == outside +
                                          "spawn/spawn; spawn/spawn/spawn; " +
                                          three_way + "batch/close");
  CHECK(refused_in<BlindRetry>() == outside + three_way + "batch/close");
  CHECK(refused_in<HastySpawn>() == outside + three_way + "batch/close");
  CHECK(refused_in<PiecemealBatch>() == "batch/close");
  CHECK(refused_in<LateCompletion>() ==
        completions + three_way + "inside/close");
  CHECK(refused_in<EarlyCompletion>() ==
        completions + three_way + "inside/close");
  CHECK(refused_in<StoringCompletion>() ==
        completions + three_way + "inside/close");
  CHECK(refused_in<StoringClose>() ==
        outside + completions + three_way + "inside/close; batch/close");
  CHECK(refused_in<StoringInside>() == "inside/close");
}

}  // namespace sluice::interleaving_test
