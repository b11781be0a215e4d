// What a baseline says of one finding, whatever program wrote it.
// Thread-safety: plain values. Ownership: owns its text.
#pragma once

#include <cstdint>
#include <string>

namespace sluice {

struct BaselineEntry {
  // By what a finding is known again.
  enum class Key : std::uint8_t {
    kFingerprint,   // `value` is ours (finding/fingerprint.h)
    kSecret,        // path, and the secret in `value`
    kSecretSha1,    // path, and SHA-1 of the secret, in lower-case hex
    kSecretSha256,  // SHA-256 of the secret, the same, whatever the path
    kPlace,         // path, lines, and the rule if it is one of ours
  };
  Key key = Key::kFingerprint;
  // As the writer named the file, with '/'; no "./" before it.
  std::string path;
  std::string value;
  std::string rule;
  // In full, hex: the writer found it in history. A place counts in that commit
  // alone then; a secret at the same path is the same in any. Empty: of any
  // commit, or of none.
  std::string commit;
  std::uint64_t first_line = 0;
  std::uint64_t last_line = 0;
  // Where it stands in the baseline, for people; 0: not known.
  std::uint32_t line = 0;
};

}  // namespace sluice
