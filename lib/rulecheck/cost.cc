#include "rulecheck/cost.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "judge/judge.h"
#include "match/engine.h"
#include "text/ascii.h"
#include "text/caseless.h"

namespace sluice {
namespace {

constexpr double kMegabyte = 1e6;

std::size_t occurrences(std::string_view word, std::string_view text) {
  std::size_t found = 0;
  while (!text.empty()) {
    const void* place =
        ::memmem(text.data(), text.size(), word.data(), word.size());
    if (place == nullptr) break;
    ++found;
    const auto at =
        static_cast<std::size_t>(static_cast<const char*>(place) - text.data());
    text.remove_prefix(at + 1);
  }
  return found;
}

double thread_ms() {
  std::timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 +
         static_cast<double>(now.tv_nsec) / 1e6;
}

std::size_t anchor_hits(const Rule& rule, std::string_view sample) {
  std::string lowered;
  std::size_t hits = 0;
  for (const Anchor& anchor : rule.anchors) {
    if (anchor.caseless && lowered.empty()) lowered = lower_case(sample);
    hits += occurrences(anchor.text, anchor.caseless ? lowered : sample);
  }
  return hits;
}

// The least of a few runs. The first compiles the pattern.
double least_ms(const Engine& engine, std::string_view sample) {
  constexpr int kRuns = 3;
  const Judge judge(engine.rules());
  MatchScratch scratch;
  std::vector<Candidate> candidates;
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < kRuns; ++run) {
    const double begin = thread_ms();
    FileMatch file;
    file.begin("sample", false);
    candidates.clear();
    engine.scan({sample, 0, 0, sample.size()}, file, scratch, &candidates);
    for (const Candidate& candidate : candidates)
      judge.judge(candidate.rule, "sample", sample, candidate.match);
    least = std::min(least, thread_ms() - begin);
  }
  return least;
}

}  // namespace

Result<RuleCost> cost_of(const Rule& rule, std::span<const Rule> families,
                         std::string_view sample) {
  if (sample.empty() || !rule.looks_at_text()) return RuleCost();
  Rule alone = rule;
  alone.required = {};  // indices in the set that it comes from
  alone.path = {};
  SLUICE_TRY_ASSIGN(
      const std::unique_ptr<Engine> engine,
      Engine::create(RuleSet::from_static({&alone, 1}, "", families), ""));
  const double megabytes = static_cast<double>(sample.size()) / kMegabyte;
  return RuleCost{static_cast<double>(anchor_hits(rule, sample)) / megabytes,
                  least_ms(*engine, sample) / megabytes};
}

}  // namespace sluice
