// The offline checks: what a secret proves by itself, by its checksum or its
// structure. They use no network and no clock, so equal input gives equal
// results.
// Thread-safety: pure functions.
// Cost: microseconds, growing with the secret. A check allocates. So it comes
// last, after every cheaper test.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "finding/finding.h"
#include "rules/rule.h"

namespace sluice {

// The effect of a check on a finding.
enum class CheckEffect : std::uint8_t {
  kNone,        // nothing
  kProof,       // not by chance: one level surer
  kDoubt,       // malformed, or needs another secret: one level less sure
  kRefuted,     // made up or mistyped: at most low
  kImpossible,  // not what the rule searches for: no finding
  kKnown,       // published as an example: no finding
};

struct CheckResult {
  ChecksumVerdict verdict = ChecksumVerdict::kAbsent;
  CheckEffect weight = CheckEffect::kNone;
  // A few words for the report, never a part of the secret: an account number,
  // an issuer, the kind and size of a key.
  std::string detail;
};

// `match` is the text that the whole pattern matched. It contains `secret`.
CheckResult check(CheckKind kind, std::string_view secret,
                  std::string_view match);

inline bool is_dropped(CheckEffect weight) {
  return weight == CheckEffect::kImpossible || weight == CheckEffect::kKnown;
}

}  // namespace sluice
