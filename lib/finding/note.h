// Further facts for the reader of a report, in a sentence each. A note that
// counts keeps its number, so that the notes of several shards add up to the
// note of the whole scan.
// Thread-safety: plain values.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "finding/location.h"

namespace sluice {

struct Note {
  enum class About : std::uint8_t {
    kText,              // `text` is the sentence
    kUnansweredGit,     // `count` repositories; `text`: the first, and why
    kBareRepositories,  // `count` directories; `text`: the first
    kMoreOfFiles,       // notes about files beyond those that are given
    kPrefiltered,       // files
    kFailedFilters,     // candidates
    kFailedPrefilters,  // files
    kPdf,               // files
    kStale,             // entries of the baseline `text`, of `total`
    kUnfitting,         // the same, of one that another program has written
    kExpired,           // entries of the baseline `text` that count no longer
    kExpiring,          // the same, that will count for some days only
    kKnownUnread,       // paths that could not be read, as a baseline says
    kLfs,       // `names` are the files; `text`: the submodule, and ": "
    kGitCrypt,  // the same
    kRepeats,   // findings; `text` as for kLfs
  };
  static constexpr std::array<std::string_view, 16> kNames = {
      "text",
      "unanswered_git",
      "bare_repositories",
      "more_of_files",
      "prefiltered",
      "failed_filters",
      "failed_prefilters",
      "pdf",
      "stale",
      "unfitting",
      "expired",
      "expiring",
      "known_unread",
      "lfs",
      "git_crypt",
      "repeats"};

  Note() = default;
  Note(std::string sentence) : text(std::move(sentence)) {}  // NOLINT
  Note(const char* sentence) : text(sentence) {}             // NOLINT
  Note(About what, std::uint64_t number) : about(what), count(number) {}
  Note(About what, std::string with, std::uint64_t number)
      : about(what), text(std::move(with)), count(number) {}

  About about = About::kText;
  std::string text;
  std::uint64_t count = 0;
  std::uint64_t total = 0;
  std::vector<std::string> names;
  Sequence place;

  // True for the note of a shard in which no secret repeats: the merge needs
  // the note, and no report shows it.
  bool is_empty() const { return about == About::kRepeats && count == 0; }
  std::string sentence() const;
  bool operator==(const Note&) const = default;
};

// The stages of a scan in which notes come about (Note::place).
struct NoteStage {
  enum : std::uint32_t {
    kInterrupt,
    kRequest,  // about the user's request
    kWalk,     // by path
    kBareRepository,
    kRepository,  // by repository, and in the order of its steps
    kFile,        // of a tree, by path
    kMoreOfFiles,
    kPolicy,
    kPrefilter,
    kFailedFilter,
    kFailedPrefilter,
    kPdf,
    kBaseline,     // by baseline
    kFileVersion,  // of a repository, by commit
  };
};

// Puts a note of another shard at its place in `*notes`, which are in order:
// beside the others, or merged into an equal one.
void merge_note(Note note, std::vector<Note>* notes);

}  // namespace sluice
