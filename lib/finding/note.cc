#include "finding/note.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "finding/finding.h"
#include "text/quantity.h"

namespace sluice {
namespace {

// "3 files are ...: a, b, c", with few names of many.
std::string named(std::vector<std::string> paths, std::string_view one,
                  std::string_view many) {
  std::ranges::sort(paths);
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  std::string names;
  for (std::size_t i = 0; i < std::min(paths.size(), kMaxInCoverage); ++i)
    names += (i == 0 ? "" : ", ") + paths[i];
  if (paths.size() > kMaxInCoverage)
    names += fmt::format(" and {} more", paths.size() - kMaxInCoverage);
  return fmt::format("{} {}: {}", paths.size(), paths.size() == 1 ? one : many,
                     names);
}

std::string failed_at(const std::string& at, std::string_view so) {
  return fmt::format("an expression of the configuration failed for {}, {}", at,
                     so);
}

// Another program may have found what ours never did.
std::string_view what_is_stale(bool ours, bool one) {
  if (!ours) return one ? "matches no finding" : "match no finding";
  return one ? "is stale: its finding is gone (`sluice baseline prune` removes "
               "it)"
             : "are stale: their findings are gone (`sluice baseline prune` "
               "removes them)";
}

// Whether both are equal apart from their numbers, which then add up.
bool say_the_same(const Note& a, const Note& b) {
  if (a.about != b.about || a.place.stage != b.place.stage) return false;
  // These name only the first repository.
  if (a.about == Note::About::kUnansweredGit ||
      a.about == Note::About::kBareRepositories)
    return true;
  // It is not known yet which of these stay (report/merge/first_places.h).
  if (a.place.stage == NoteStage::kFileVersion) return false;
  return a.place == b.place && a.text == b.text;
}

}  // namespace

std::string Note::sentence() const {
  switch (about) {
    case About::kText:
      break;
    case About::kUnansweredGit:
      return fmt::format(
          "ignored files were skipped in {} without knowing which of them git "
          "tracks ({})",
          counted(count, "repository", "repositories"), text);
    case About::kBareRepositories:
      return fmt::format(
          "the history of {} was not scanned (`sluice git` scans it): {}{}",
          counted(count, "bare git repository", "bare git repositories"), text,
          count == 1 ? "" : ", and others");
    case About::kMoreOfFiles:
      return fmt::format("{} more notes about files", count);
    case About::kPrefiltered:
      return fmt::format("{} skipped by the prefilter of the configuration",
                         counted(count, "file was", "files were"));
    case About::kFailedFilters:
      return failed_at(counted(count, "candidate", "candidates"),
                       "which were kept");
    case About::kFailedPrefilters:
      return failed_at(counted(count, "file", "files"), "which were scanned");
    case About::kPdf:
      return fmt::format("compressed text in {} was not read",
                         counted(count, "PDF file", "PDF files"));
    case About::kStale:
    case About::kUnfitting:
      return fmt::format("{} of {} {} in {} {}", count, total,
                         total == 1 ? "entry" : "entries", text,
                         what_is_stale(about == About::kStale, count == 1));
    case About::kExpired:
      return fmt::format("{} of {} {} in {} {} and {} no longer", count, total,
                         total == 1 ? "entry" : "entries", text,
                         count == 1 ? "has expired" : "have expired",
                         count == 1 ? "counts" : "count");
    case About::kExpiring:
      return fmt::format("{} of {} {} in {} {} within 14 days", count, total,
                         total == 1 ? "entry" : "entries", text,
                         count == 1 ? "expires" : "expire");
    case About::kKnownUnread:
      return fmt::format("{} could not be read, as the baseline says",
                         counted(count, "path", "paths"));
    case About::kLfs:
      return text +
             named(
                 names,
                 "file is stored in Git LFS, and only its pointer was scanned",
                 "files are stored in Git LFS, and only their pointers were "
                 "scanned");
    case About::kGitCrypt:
      return text +
             named(
                 names,
                 "file is encrypted by git-crypt, and was scanned in that form",
                 "files are encrypted by git-crypt, and were scanned in that "
                 "form");
    case About::kRepeats:
      return fmt::format("{}{} a secret in another version", text,
                         counted(count, "finding repeats", "findings repeat"));
  }
  return text;
}

void merge_note(Note note, std::vector<Note>* notes) {
  const auto same = std::ranges::find_if(
      *notes, [&](const Note& other) { return say_the_same(other, note); });
  if (same != notes->end()) {
    same->count += note.count;
    std::ranges::move(note.names, std::back_inserter(same->names));
    if (note.place < same->place) {
      same->place = note.place;
      same->text = std::move(note.text);
    }
    return;
  }
  const auto at =
      std::ranges::upper_bound(*notes, note.place, {}, &Note::place);
  notes->insert(at, std::move(note));
}

}  // namespace sluice
