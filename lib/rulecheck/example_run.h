// Tries rules on their examples: a small scan that keeps what a scan drops, and
// why.
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
  Verdict verdict;                // verdict.rule: what it is a finding of
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

  // `text` as the content of the file in which the examples of `rule` stand.
  // The matches in the order of their place.
  std::vector<ExampleHit> run(const Rule& rule, std::string_view text);

  // Whether `hit` is what an example of `rule` has to give. A rule that reports
  // nothing itself has served if a family has claimed what it matched.
  static bool fulfils(const Rule& rule, const ExampleHit& hit);

  // Puts the examples of those `entries` that were read from a file to the
  // test; `*count` is added to.
  std::vector<ExampleFailure> check(std::span<const RuleEntry> entries,
                                    ExampleCount* count);

 private:
  void check_examples(const RuleEntry& entry, std::size_t index,
                      std::vector<ExampleFailure>* failures);

  const Engine& engine_;
  const Judge& judge_;
  MatchScratch scratch_;
};

// `text` without what `hits` hold in it, and without what else in it looks like
// a secret: it is to be shown.
std::string masked_example(std::string_view text,
                           std::span<const ExampleHit> hits);

}  // namespace sluice
