// The times of the stages of a scan (--stats).
// Thread-safety: plain values; a worker has its own. Units: nanoseconds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "match/engine.h"

namespace sluice {

struct StageTimes {
  std::uint64_t open = 0;
  std::uint64_t read = 0;
  std::uint64_t match = 0;
  std::uint64_t decode = 0;  // with the matching and judging of what came out
  std::uint64_t judge = 0;
  std::vector<RuleTime> rules;  // by rule; part of `match`
  // Numbers, not times: blocks of binary files with text in UTF-16 or UTF-32
  // that were decoded, and compressed streams in files that are no archives.
  std::uint64_t wide_blocks = 0;
  std::uint64_t streams = 0;
  // The candidates that `judge` is the time of, and those of them that were
  // findings, though another may cover them.
  std::uint64_t candidates = 0;
  std::uint64_t findings = 0;

  StageTimes& operator+=(const StageTimes& other) {
    open += other.open;
    read += other.read;
    match += other.match;
    decode += other.decode;
    judge += other.judge;
    wide_blocks += other.wide_blocks;
    streams += other.streams;
    candidates += other.candidates;
    findings += other.findings;
    rules.resize(std::max(rules.size(), other.rules.size()));
    for (std::size_t i = 0; i < other.rules.size(); ++i) {
      rules[i].time += other.rules[i].time;
      rules[i].searches += other.rules[i].searches;
      rules[i].candidates += other.rules[i].candidates;
    }
    return *this;
  }
};

}  // namespace sluice
