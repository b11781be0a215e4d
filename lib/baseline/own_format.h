// Our baseline: a head line, then one line for each finding, sorted by bytes.
//
//   # sluice baseline 1: known findings, ...
//   github-pat:src/a.py:1f3a9c<TAB>high<TAB>GitHub personal access token
//
// The fingerprint is read, and a field `until=2027-01-31`: the last day on which
// the entry counts. The rest after the first tab is for people, such as a field
// `reason=...`. It is kept when the file is written again, and so are lines that
// begin with '#'. There are no line numbers in the file, so it changes only when
// a finding is added or removed.
//
// An entry of the pseudo rule `incomplete` (unread_fingerprint()) is for a path
// that could not be read, and for the reason.
//
// Two branches that add findings merge without a conflict if git is told
// `merge=union` (kMergeAttribute): a line is valid at any place, so both sides'
// lines, in any order, are the right result. Rejected: a layout that git merges
// by itself. It would need an unchanged line between any two findings that may
// ever be added, for example thousands of empty sections.
//
// Thread-safety: pure functions and plain values.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "baseline/day.h"
#include "baseline/read.h"

namespace sluice {

inline constexpr std::string_view kOwnBaselineName = ".sluice-baseline";
inline constexpr std::string_view kMergeAttribute = "merge=union";

bool is_own_baseline(std::string_view text);

// `text` is one (is_own_baseline). An error for lines that are no entries:
// git's marks of a conflict, above all.
Result<ReadBaseline> read_own_baseline(std::string_view name,
                                       std::string_view text);

// The content of the same file, for changes.
struct OwnBaseline {
  std::vector<std::string> comments;         // with their '#'
  std::map<std::string, std::string> notes;  // by fingerprint: for people

  // `text` is empty for a new file.
  static Result<OwnBaseline> read(std::string_view name, std::string_view text);
  std::string text() const;
};

// The note of a finding: "high<TAB>description", on one line.
std::string baseline_note(std::string_view confidence,
                          std::string_view description);

// The parts of an entry's note that commands read and write.
struct NoteFields {
  std::string about;         // all other fields, with their tabs
  std::optional<Day> until;  // nothing if there is none, or no day
  std::string reason;
};
NoteFields fields_of_note(std::string_view note);
std::string note_of_fields(const NoteFields& fields);

// The name of an entry for a path that could not be read. Another reason gives
// another name.
std::string unread_fingerprint(std::string_view path, std::string_view reason);
bool is_unread_fingerprint(std::string_view fingerprint);

// Whether the text has the form of a fingerprint.
bool is_fingerprint(std::string_view text);

// The path of a fingerprint, as it was before it was encoded; empty if `text`
// is no fingerprint.
std::string path_of_fingerprint(std::string_view text);

}  // namespace sluice
