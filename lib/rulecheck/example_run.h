// Tries rules on their examples: a small scan that keeps the dropped
// candidates, with the reasons.
// Thread-safety: an ExampleRun belongs to one thread. Ownership: keeps
// references to the engine and the judge, which must outlive it; hits point at
// the engine's rules.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judge/drop.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "rules/rule_entry.h"

namespace sluice {

// A match of a rule's pattern, and what became of it.
struct ExampleHit {
  const Rule* matched = nullptr;  // whose pattern
  Verdict verdict;                // verdict.rule is the finding's rule
  Pattern::Match match{};
  Drop drop = Drop::kNone;  // why it is no finding, by itself or by the file
  std::string why;          // the reason, as half a sentence

  bool found() const { return drop == Drop::kNone; }
};

// An example that is not found by its rule, or a negative one that is.
struct ExampleFailure {
  std::size_t entry = 0;  // an index in the list of entries
  bool negative = false;
  std::size_t number = 0;  // of the example, from 1
  std::string why;
  std::string_view text;
};

struct ExampleCount {
  std::size_t rules = 0;  // that have examples of either kind
  std::size_t without = 0;
  std::size_t examples = 0;
  std::size_t negative_examples = 0;
};

class ExampleRun {
 public:
  ExampleRun(const Engine& engine, const Judge& judge)
      : engine_(engine), judge_(judge) {}

  // Runs on `text` as the content of the file with the examples of `rule`.
  // Returns the matches in the order of their places.
  std::vector<ExampleHit> run(const Rule& rule, std::string_view text);

  // Whether `hit` is the finding that an example of `rule` must produce. For a
  // rule that reports nothing itself, a match that a family claims suffices.
  static bool fulfils(const Rule& rule, const ExampleHit& hit);

  // Puts the examples of those `entries` that were read from a file to the
  // test; `*count` is added to.
  std::vector<ExampleFailure> check(std::span<const RuleEntry> entries,
                                    ExampleCount* count);

 private:
  std::vector<ExampleHit> run_file(const Rule& rule, std::string_view text);
  void check_examples(const RuleEntry& entry, std::size_t index,
                      std::vector<ExampleFailure>* failures);

  const Engine& engine_;
  const Judge& judge_;
  MatchScratch scratch_;
};

// Returns `text`, for display, without the secrets of `hits` and without
// everything else that looks like a secret.
std::string masked_example(std::string_view text,
                           std::span<const ExampleHit> hits);

}  // namespace sluice
