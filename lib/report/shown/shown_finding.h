// A finding as a report may show it: masked, unless secrets are asked for, and
// all of its text UTF-8.
// Thread-safety: pure functions. Ownership: a ShownFinding points to its
// Finding; its text is its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "finding/finding.h"
#include "finding/mask.h"

namespace sluice {

// The line on which the secret starts, or what the finding holds of it, in
// three parts. A byte that belongs to no character is a question mark, so that
// places stay.
struct ShownExcerpt {
  std::string before;
  std::string secret;
  std::string after;
  // Where `before` begins in its line, from 1, in bytes.
  std::uint64_t column = 1;

  bool empty() const { return before.empty() && secret.empty(); }
  std::string line() const { return before + secret + after; }
};

// Text that is not UTF-8 is given escaped (escape_invalid_utf8).
struct ShownFinding {
  const Finding* finding = nullptr;
  std::string rule_id;
  std::string description;
  std::string match;
  std::string secret;
  std::string detail;
  std::string fingerprint;
  ShownExcerpt excerpt;

  const Finding* operator->() const { return finding; }
};

enum class SecretText : bool {
  kMasked,
  kAsIs,  // secrets are asked for, or were masked before
};

// `secrets` are those of the file.
ShownFinding show_finding(const Finding& finding, const SecretSpans& secrets,
                          SecretText text);

// Where a secret starts and ends as SARIF counts: columns in characters. Known
// as far as the excerpt shows the line; else in bytes.
struct CharacterColumns {
  std::uint64_t start = 1;
  std::uint64_t end = 1;  // one past the last
};
CharacterColumns character_columns(const ShownFinding& shown);

// "valid", "invalid" or "absent".
std::string_view name_of(ChecksumVerdict verdict);

inline bool is_on_one_line(const Finding& finding) {
  return finding.start.line == finding.end.line;
}

// Bits of entropy as reports give them, with two places.
double rounded_entropy(const Finding& finding);

// Fit for a person's eyes, whatever the bytes: UTF-8 without a control
// character.
std::string visible(std::string_view text);

// "GitHub token (high confidence, checksum valid)": what was found, without the
// secret. Visible.
std::string finding_title(const ShownFinding& shown);

}  // namespace sluice
