// The results of a scan: findings, and the coverage (what was read and what was
// not).
// Thread-safety: plain values. Ownership: a Finding points to its Rule, which
// outlives it; all text is its own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "finding/evidence.h"
#include "finding/location.h"
#include "finding/note.h"
#include "finding/shard.h"
#include "finding/skip.h"
#include "rules/policy.h"
#include "rules/rule.h"

namespace sluice {

// A place in a file. Line and column are those of an editor: they count in the
// text, without a byte-order mark, and in UTF-8 if the file is UTF-16. `byte`
// counts in the file on the disk, so [start.byte, end.byte) cuts the secret out
// of it.
struct Position {
  std::uint64_t line = 1;    // from 1; a line ends with \n
  std::uint64_t column = 1;  // from 1, in bytes of the text
  std::uint64_t byte = 0;    // from 0, in bytes of the file
  bool operator==(const Position&) const = default;
};

// A line and column of an editor, as in a Position.
struct LinePlace {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  bool operator==(const LinePlace&) const = default;
};

// The lines and columns of a match, which contains the secret. They count from
// 1, columns in bytes; `end` is the last byte.
struct MatchLines {
  std::int64_t start_line = 1;
  std::int64_t start_column = 1;
  std::int64_t end_line = 1;
  std::int64_t end_column = 1;
  bool operator==(const MatchLines&) const = default;
};

struct MatchPlaces {
  MatchLines all;
  MatchLines trimmed;  // without line ends around the match
};

// The result of an offline check (judge/checks/check.h) of the secret.
enum class ChecksumVerdict : std::uint8_t { kAbsent, kValid, kInvalid };

// Where a secret stands: in a text, or in a name. Its places are offsets in the
// name then.
enum class FoundIn : std::uint8_t {
  kText,
  kName,        // the path of a file or a directory
  kLinkTarget,  // of the symbolic link
  kRef,         // the name of a branch, a tag or another ref of git
};
inline constexpr std::array<std::string_view, 4> kFoundInNames = {
    "text", "name", "link target", "ref"};
constexpr std::string_view name_of(FoundIn place) {
  return kFoundInNames[static_cast<std::size_t>(place)];
}

// The facts about a finding that any report may contain.
struct FindingFacts {
  FoundIn found_in = FoundIn::kText;
  const Rule* rule = nullptr;
  Confidence confidence = Confidence::kMedium;
  // The reasons for the confidence. Empty for a file that was found by its
  // path.
  std::optional<Evidence> evidence;
  ChecksumVerdict checksum = ChecksumVerdict::kAbsent;
  // Bits per byte of the secret. Absent if it was read from a report that does
  // not have it.
  std::optional<double> entropy;
  // Details from the check in a few words: an account, an issuer, the kind and
  // size of a key. Never a part of the secret; may not be UTF-8.
  std::string detail;
  // The place of the secret; `end` is one past its last byte.
  Position start;
  Position end;
  // The beginning of the match, if it is on an earlier line than the secret.
  std::optional<LinePlace> match_start;
  // Set for a finding that was read from a report, since it cannot be computed
  // from masked texts. If null, it follows from `match` and `secret`.
  std::shared_ptr<const MatchPlaces> match_places;
  // The encodings from the bytes of the file to the text of the finding, the
  // outermost first ("base64", "gzip"). Empty if the text is not encoded. If it
  // is, `start` and `end` are the place of the encoded bytes.
  std::vector<std::string> decoded;
  std::string fingerprint;  // finding/fingerprint.h
  // The change that brought it in would suppress it, by a policy or an allow
  // comment of its own (history/self_allowed.h).
  bool self_allowed = false;
};

// The place of a secret that was found in decoded text: offsets in the text of
// the file.
struct EncodedPlace {
  // The range in which no text is shown: all bytes that were decoded at once,
  // from which anybody can compute the secret.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  // The text from Finding::start to Finding::end, in the clear. It may be long,
  // so findings at the same place share it. May be null.
  std::shared_ptr<const std::string> text;
  std::string_view in_clear() const {
    return text ? std::string_view(*text) : std::string_view();
  }
};

struct Finding : FindingFacts {
  // In the clear: a reporter masks them (finding/mask.h) unless secrets are
  // shown.
  std::string match;  // all that the pattern matched; contains the secret
  std::string secret;
  // The number of bytes of the secret that a masked report may show. If it is
  // not set, finding/mask.h decides.
  std::optional<std::size_t> shown;
  std::uint64_t match_byte = 0;  // where `match` begins in the text
  // The line on which the secret starts, without its end, cut to
  // kExcerptBytes around the secret, and where the excerpt begins in the text.
  std::string excerpt;
  std::uint64_t excerpt_byte = 0;
  // The place of the secret in the text, if the file was decoded to get it
  // (UTF-16). Otherwise offsets in the text are those in the file.
  std::optional<std::uint64_t> decoded_byte;
  std::uint64_t text_byte() const { return decoded_byte.value_or(start.byte); }
  // In a shard: a name of the secret that is equal for equal secrets of a rule
  // in all shards. In a shard of a history, it is made as
  // history/secret_names.h describes; in other shards it is only there with a
  // key (ReportOptions::shard_key).
  std::string secret_name;
  // The name of the secret in the report from which the finding was read: equal
  // for equal secrets. Empty if the finding was not read from a report, or if
  // the report does not name secrets.
  std::string secret_id;
  // Set if `decoded` is not empty; `match` and `secret` are then decoded.
  std::optional<EncodedPlace> encoded;
  // The finding is outside the scanned range of its file
  // (scan/value/file_range.h). It takes part in decisions about the others and
  // is not reported.
  bool is_beside = false;
  // Another one of the same secret surely covers it (scan/report/overlap.h).
  bool is_covered = false;
  // The number of bytes of the text that contain the secret.
  std::size_t text_size() const {
    return encoded ? encoded->in_clear().size() : secret.size();
  }
};

inline constexpr std::size_t kExcerptBytes = 512;

// A candidate that is no finding, and why: for --explain-drops.
struct Dropped {
  Finding finding;          // without match, excerpt and fingerprint
  std::string_view reason;  // static text: its name (judge/drop.h)
  std::string why;          // half a sentence for people
};

// The nearest thing that leads to a commit, or to another object, of a
// repository.
enum class ReachedBy : std::uint8_t {
  kRef,     // a branch, a tag, any other ref, HEAD; or the range of a scan
  kReflog,  // only a reflog, or a file like ORIG_HEAD
  kNone,
};
inline constexpr std::array<std::string_view, 3> kReachedByNames = {
    "ref", "reflog", "none"};

// Which text of a repository a report is about.
enum class GitText : std::uint8_t {
  kFile,
  kCommitMessage,
  kTag,   // the message of an annotated tag
  kNote,  // a file below refs/notes/
};
inline constexpr std::array<std::string_view, 4> kGitTextNames = {
    "file", "commit message", "tag", "note"};

// The commit that brought a text in, or the tag that is one, for findings in
// git's history. All text is git's and may not be UTF-8.
struct Commit {
  std::string id;      // in full, hex; empty if no commit has the text
  std::string author;  // a name
  std::string email;
  std::string date;     // the author's: ISO 8601, with the author's zone
  std::string message;  // its first line
  ReachedBy reached_by = ReachedBy::kRef;
};

// The most entries of a list in the coverage; all others are only counted.
inline constexpr std::size_t kMaxInCoverage = 100;

// One file's share of the report: its findings in the order of their place,
// and why it could not be read in full, if so.
struct FileReport {
  // The path in reports, with '/': relative to the scanned directory, or as
  // named if several paths were named.
  Location location;
  // The prefix with which the path can be opened from the current directory
  // ("src/" for `sluice scan src`; may be empty).
  std::string root;
  std::vector<Finding> findings;
  // Findings that another one above covers (scan/report/overlap.h). They are
  // not reported, but masked in every excerpt.
  std::vector<Finding> covered;
  // Tokens that are not reported since their checksum is wrong, in the order of
  // their place: at most kMaxInCoverage of them, without match and excerpt, and
  // how many more there are (finding/mistyped.h).
  std::vector<Finding> mistyped;
  std::uint64_t more_mistyped = 0;
  // Dropped candidates, in the order of their places; kept only if asked for.
  std::vector<Dropped> dropped;
  std::string incomplete;  // empty if it was read in full
  // Likely mistakes in the file (an allow comment with an unknown rule), a
  // sentence with the path for each, for Coverage::notes.
  std::vector<std::string> notes;
  // Set if the text is a version of `path` in git's history: every finding is
  // on a line that this commit brought in. Shared by the reports of a commit.
  std::shared_ptr<const Commit> commit;
  GitText where = GitText::kFile;  // if `commit` is set
  // In a shard: the number of the file, or the commit, in the whole scan.
  std::optional<std::uint64_t> sequence;
  // The file is large enough to be scanned in ranges. The text around a finding
  // is then masked only for secrets near it, because the scan of a range does
  // not find the others (finding/mask.h).
  bool of_large_file = false;
};

struct Incomplete {
  Location location;  // as FileReport::location
  std::string root;
  std::string reason;
  Sequence place{};  // of the list; used in a shard
};

struct SkippedPath {
  std::string path;  // as that of FileReport::location
  std::string root;
  Skip reason;
  std::uint64_t sequence = 0;  // used in a shard
};

// The number of paths that each ignore file excluded: the largest counts, and
// the rest.
struct IgnoreFileCounts {
  struct One {
    std::string file;
    std::uint64_t count;
  };
  struct Rest {
    std::uint64_t files = 0;
    std::uint64_t count = 0;
  };
  std::vector<One> files;
  Rest rest;
};

// A token of a vendor's own form with a wrong checksum: made up or mistyped.
// The token's text is not kept.
struct MistypedToken {
  Location location;  // as FileReport::location
  std::string root;
  std::string commit;  // in git's history: what brought it in, in hex
  std::string rule;
  std::uint64_t line = 1;
  std::uint64_t sequence = 0;  // used in a shard
  std::string secret_name{};   // as Finding::secret_name
};

// The tokens below the wanted confidence: the first ones, and their number.
struct MistypedTokens {
  static constexpr std::size_t kNamed = 5;
  std::vector<MistypedToken> first;
  std::uint64_t count = 0;

  void add(MistypedToken token) {
    ++count;
    if (first.size() < kNamed) first.push_back(std::move(token));
  }
};

// Files in which people search for secrets first (.env, .npmrc) and that an
// ignore file excludes.
struct IgnoredCredentials {
  static constexpr std::size_t kMaxNamed = 3;
  std::uint64_t count = 0;
  std::vector<std::string> first;          // paths, kMaxNamed at most
  std::vector<std::uint64_t> sequences{};  // of these, in a shard
};

// The place of a secret of a history, without its text.
struct SecretPlace {
  std::uint64_t sequence = 0;  // of the commit
  std::string path;  // of the file; empty for a file that the commit deletes
  std::string secret_name;   // as Finding::secret_name
  bool in_baseline = false;  // a baseline has this place
};

// The facts about a shard of a history that the merge needs in addition to the
// findings, since a secret is reported at its first place in all shards
// together (report/merge/first_places.h).
struct HistoryFacts {
  // First places that are not reported, because a baseline lists the place or
  // because the secret was there before.
  std::vector<SecretPlace> known;
  // For a range: secrets that were there before a commit with first places.
  std::vector<SecretPlace> before;
  // Every mistyped token, where it comes first.
  std::vector<MistypedToken> mistyped;
};

// The coverage: the parts that were read, and those that were not.
struct Coverage {
  std::uint64_t files_scanned = 0;
  std::uint64_t members_scanned = 0;  // of archives
  std::uint64_t bytes_scanned = 0;
  std::array<std::uint64_t, kSkipReasons> skipped{};  // by Skip
  IgnoreFileCounts ignored_by;
  IgnoredCredentials ignored_credentials;  // of those that are ignored
  std::vector<SkippedPath> skipped_paths;  // the first ones with is_named
  std::uint64_t below_confidence =
      0;                       // findings below the confidence asked for
  MistypedTokens mistyped;     // of these
  std::uint64_t baseline = 0;  // findings that are in a baseline
  std::uint64_t allowed = 0;   // candidates that a comment allows
  // Candidates that an allowlist of a configuration allows.
  std::uint64_t allowlisted = 0;
  std::uint64_t self_allowed = 0;  // findings with Finding::self_allowed
  Policy policy;
  std::vector<Incomplete> incomplete;  // in the walk's order
  // Further facts for the reader of the report (git did not answer, a baseline
  // is stale).
  std::vector<Note> notes;
  // The scan was ended early, as the first note explains.
  bool interrupted = false;
  // Set by a merge in which equal secrets of different reports count apart,
  // since masked reports do not say which are equal.
  bool secrets_apart = false;
  // Not set for a whole scan.
  std::optional<ShardFacts> shard{};
  std::optional<HistoryFacts> history{};  // in a shard of a history

  // How much was met and not read, the folders of git aside.
  std::uint64_t unread() const {
    std::uint64_t count = incomplete.size();
    for (const std::uint64_t some : skipped) count += some;
    return count - skipped[index_of(Skip::kGitDirectory)];
  }
};

}  // namespace sluice
