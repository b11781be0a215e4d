// A baseline's entry for one finding, whatever program wrote it.
// Thread-safety: plain values. Ownership: owns its text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "baseline/day.h"

namespace sluice {

struct BaselineEntry {
  // The ways to recognize a finding.
  enum class Key : std::uint8_t {
    kFingerprint,   // `value` is ours (finding/fingerprint.h)
    kSecret,        // path, and the secret in `value`
    kSecretSha1,    // path, and SHA-1 of the secret, in lower-case hex
    kSecretSha256,  // SHA-256 of the secret, the same, whatever the path
    kPlace,         // path, lines, and the rule if it is one of ours
  };
  Key key = Key::kFingerprint;
  // The path as the writer spelled it, with '/', without "./" at the start.
  std::string path;
  std::string value;
  std::string rule;
  // The whole id of the commit, in hexadecimal, if the writer found the entry
  // in history. An entry for a place then counts only in that commit; a secret
  // at the same path is the same in any commit. Empty if the entry is for any
  // commit, or for none.
  std::string commit;
  std::uint64_t first_line = 0;
  std::uint64_t last_line = 0;
  // The last day on which the entry counts. It always counts if there is none.
  std::optional<Day> until;
  // The line of the baseline, for people; 0 if it is not known.
  std::uint32_t line = 0;
};

}  // namespace sluice
