// A finding as a report may show it: masked, unless secrets are asked for. A
// format sees nothing else (report/formats/report.h), so no format can forget
// to mask.
// Thread-safety: pure functions. Ownership: a ShownFinding points to the facts
// of its Finding and owns its text.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "finding/finding.h"
#include "finding/mask.h"

namespace sluice {

// The line on which the secret starts, or the finding's part of it, in three
// parts. A byte that belongs to no character is a question mark, so that places
// stay.
struct ShownExcerpt {
  std::string before;
  std::string secret;
  std::string after;
  // The column of `before` in its line, from 1, in bytes.
  std::uint64_t column = 1;

  bool empty() const { return before.empty() && secret.empty(); }
  std::string line() const { return before + secret + after; }
};

// The bytes of that line, which may not be UTF-8 and may be cut at either end,
// and the place of the secret in it.
struct ShownLine {
  std::string text;
  std::size_t secret_begin = 0;
  std::size_t secret_size = 0;
  bool cut_left = false;
  bool cut_right = false;
};

// Text that is not UTF-8 is given escaped (escape_invalid_utf8). Control
// characters are as they were: a format escapes them, by visible() or in its
// own way.
struct ShownFinding {
  const FindingFacts* facts = nullptr;
  std::string rule_id;
  std::string description;
  std::string match;
  std::string secret;
  std::string detail;
  std::string fingerprint;
  std::string secret_name;        // Finding::secret_name, of a shard's finding
  std::uint64_t secret_id = 0;    // FoundTotals::secret_of()
  std::optional<double> entropy;  // shown_entropy()
  ShownExcerpt excerpt;
  ShownLine line;
  // With line ends around the match, like gitleaks, and without, like
  // betterleaks.
  MatchPlaces match_places;
  // In the clear, for a format that shows both, where secrets are asked for.
  struct Clear {
    std::string secret;
    ShownExcerpt excerpt;
  };
  std::optional<Clear> clear;

  const FindingFacts* operator->() const { return facts; }
};

// The file of findings, or a part of it (FileReport).
struct ShownFile {
  const Location& location;
  std::string_view path;  // its text: any bytes, for visible()
  std::string_view root;
  std::shared_ptr<const Commit> commit;  // null outside of git's history
  std::size_t findings = 0;
  std::size_t dropped = 0;
  std::optional<std::uint64_t> sequence{};  // FileReport::sequence
  GitText where = GitText::kFile;           // FileReport::where

  std::string_view where_name() const {
    return kGitTextNames[static_cast<std::size_t>(where)];
  }
};

// A candidate that is not a finding, as reports show it.
struct ShownDropped {
  const FindingFacts* facts = nullptr;
  std::string secret;             // masked, or as it is; maybe no UTF-8
  std::optional<double> entropy;  // shown_entropy()
  std::string_view reason;
  std::string_view why;
};

enum class SecretText : bool {
  kMasked,
  kAsIs,  // secrets are shown, or were masked before
};

// `secrets` are those of the file.
ShownFinding show_finding(const Finding& finding, const SecretSpans& secrets,
                          SecretText text);
// The same, in the memory of one that was shown before.
void show_finding(const Finding& finding, const SecretSpans& secrets,
                  SecretText text, ShownFinding* shown);
ShownFinding::Clear show_clear(const Finding& finding);

// The start and the end of a secret for SARIF: columns in characters, as far as
// the excerpt contains the line; else in bytes.
struct CharacterColumns {
  std::uint64_t start = 1;
  std::uint64_t end = 1;  // one past the last
};
CharacterColumns character_columns(const ShownFinding& shown);

// "valid", "invalid" or "absent".
std::string_view name_of(ChecksumVerdict verdict);

inline bool is_on_one_line(const FindingFacts& finding) {
  return finding.start.line == finding.end.line;
}

// Returns "base64, gzip": the encodings of the finding, the outermost first, or
// an empty text. Visible.
std::string encodings_text(const FindingFacts& finding);

// Returns ", in the name" if the secret is there. Empty for a secret in a
// text.
std::string found_in_text(const FindingFacts& finding);

// The bits of entropy in a report: with two decimals, or with one beside a
// masked secret. There is no entropy beside a masked secret of fewer than
// kMinWithEntropy bytes: together with the hash in the fingerprint, it would
// distinguish right guesses at a short password from wrong ones.
inline constexpr std::size_t kMinWithEntropy = 20;
std::optional<double> shown_entropy(const Finding& finding, SecretText text);

// "src/a.py:3:7", as it may be shown on a terminal.
std::string place_text(const ShownFile& file, const FindingFacts& finding);

// Returns a name of the secret for the shards that share `key`, 32 hexadecimal
// digits. Empty without a key or a secret.
std::string shard_secret_name(std::string_view key, const Finding& finding);

// Returns what people should know about the text, apart from its path and
// commit: "reached only by a reflog", "note, reached by nothing"; "" for a file
// that a ref leads to. The path of a message says what it is.
std::string origin_text(const ShownFile& file);

// Fit for a person's eyes, whatever the bytes: UTF-8 without a control
// character.
std::string visible(std::string_view text);

// Returns a title without the secret: "GitHub token (high confidence, checksum
// valid)". Visible.
std::string finding_title(const ShownFinding& shown);

// Returns " (in a.zip!etc/app.conf:3:9)", for formats that show a member of an
// archive at the archive. Empty outside of archives.
std::string place_in_archive(const Location& location,
                             const FindingFacts& finding);

}  // namespace sluice
