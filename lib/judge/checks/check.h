// The offline checks: what a secret proves by itself, by its checksum or its
// structure. No network and no clock is used, so equal input has an equal
// answer.
// Thread-safety: pure functions.
// Cost: microseconds, growing with the secret; a check allocates. So it comes
// last, after every cheaper question.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "finding/finding.h"
#include "rules/rule.h"

namespace sluice {

// What a check says of a finding.
enum class Weight : std::uint8_t {
  kNone,        // nothing
  kProof,       // what chance does not give: surer by one level
  kDoubt,       // malformed, or of use with another secret only: less sure by 1
  kRefuted,     // made up or mistyped: no more than low
  kImpossible,  // not what the rule looks for: no finding
  kKnown,       // published as an example: no finding
};

struct CheckResult {
  ChecksumVerdict verdict = ChecksumVerdict::kAbsent;
  Weight weight = Weight::kNone;
  // A few words for the report, never a part of the secret: an account number,
  // an issuer, the kind and size of a key.
  std::string detail;
};

// `match` is what the whole pattern matched; it holds `secret`.
CheckResult check(CheckKind kind, std::string_view secret,
                  std::string_view match);

inline bool is_dropped(Weight weight) {
  return weight == Weight::kImpossible || weight == Weight::kKnown;
}

}  // namespace sluice
