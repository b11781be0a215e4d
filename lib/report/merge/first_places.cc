#include "report/merge/first_places.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace sluice {

void FirstPlaces::add(HistoryFacts facts, const std::vector<Note>& notes) {
  for (SecretPlace& one : facts.known)
    commits_[one.sequence].known.push_back(std::move(one));
  for (SecretPlace& one : facts.before)
    commits_[one.sequence].before.push_back(std::move(one));
  for (MistypedToken& one : facts.mistyped)
    commits_[one.sequence].mistyped.push_back(std::move(one));
  for (const Note& note : notes) {
    if (note.about == Note::About::kRepeats) ends_.insert(note.total);
    if (note.place.stage == NoteStage::kFileVersion && !note.names.empty())
      noted_[{note.place.number, note.names.front()}] = false;
  }
}

std::size_t FirstPlaces::repository_of(std::uint64_t sequence) const {
  return static_cast<std::size_t>(
      std::distance(ends_.begin(), ends_.upper_bound(sequence)));
}

Result<void> FirstPlaces::take(FileReport file, const Bring& bring) {
  const std::uint64_t sequence = file.sequence.value_or(0);
  if (held_.empty() || held_.front().sequence != file.sequence)
    SLUICE_TRY(settle_until(sequence, bring));
  held_.push_back(std::move(file));
  return {};
}

Result<void> FirstPlaces::end(const Bring& bring) {
  return settle_until(~std::uint64_t{0}, bring);
}

// Settles all that comes before `sequence`: held reports, and commits of which
// only facts exist.
Result<void> FirstPlaces::settle_until(std::uint64_t sequence,
                                       const Bring& bring) {
  if (!held_.empty()) {
    const std::uint64_t own = *held_.front().sequence;
    commits_.try_emplace(own);
  }
  while (!commits_.empty() && commits_.begin()->first < sequence) {
    auto first = commits_.extract(commits_.begin());
    SLUICE_TRY(settle(first.key(), std::move(first.mapped()), bring));
  }
  return {};
}

void FirstPlaces::repeat(std::size_t repository, bool in_baseline) {
  ++repeated_[repository];
  if (in_baseline) ++not_in_baseline_;
}

Result<void> FirstPlaces::settle(std::uint64_t sequence, Commit commit,
                                 const Bring& bring) {
  const std::size_t repository = repository_of(sequence);
  const auto has = [&](const std::set<Name>& names, const std::string& name) {
    return names.contains({repository, name});
  };
  std::vector<FileReport> files;
  if (!held_.empty() && *held_.front().sequence == sequence)
    files = std::exchange(held_, {});

  // Drop secrets that an earlier commit has.
  std::erase_if(files, [&](const FileReport& file) {
    const bool repeats = has(seen_, file.findings.front().secret_name);
    if (repeats) repeat(repository, false);
    return repeats;
  });
  std::erase_if(commit.known, [&](const SecretPlace& one) {
    const bool repeats = has(seen_, one.secret_name);
    if (repeats && one.in_baseline) repeat(repository, true);
    return repeats;
  });
  std::erase_if(commit.mistyped, [&](const MistypedToken& one) {
    return has(seen_mistyped_, one.secret_name);
  });

  // Then those that were there before.
  std::set<std::string> paths;
  for (const FileReport& file : files) paths.insert(file.location.path);
  for (const SecretPlace& one : commit.known) paths.insert(one.path);
  for (const MistypedToken& one : commit.mistyped)
    paths.insert(one.location.path);
  std::set<std::string> before;
  for (const SecretPlace& one : commit.before)
    if (one.path.empty() || paths.contains(one.path))
      before.insert(one.secret_name);

  for (const FileReport& file : files)
    seen_.insert({repository, file.findings.front().secret_name});
  for (const SecretPlace& one : commit.known) {
    seen_.insert({repository, one.secret_name});
    if (!one.in_baseline) seen_mistyped_.insert({repository, one.secret_name});
    if (one.in_baseline && before.contains(one.secret_name))
      repeat(repository, true);
  }

  std::ranges::sort(commit.mistyped, {}, [](const MistypedToken& one) {
    return std::tie(one.location, one.line, one.rule);
  });
  for (MistypedToken& one : commit.mistyped) {
    const bool is_new =
        seen_mistyped_.insert({repository, one.secret_name}).second;
    if (is_new && !before.contains(one.secret_name))
      mistyped_.add(std::move(one));
  }

  std::ranges::stable_sort(files, {}, &FileReport::location);
  for (FileReport& file : files) {
    if (before.contains(file.findings.front().secret_name)) {
      repeat(repository, false);
      continue;
    }
    if (file.findings.front().self_allowed) ++self_allowed_;
    const auto noted = noted_.find({sequence, file.location.path});
    if (noted != noted_.end()) noted->second = true;
    SLUICE_TRY(bring(std::move(file)));
  }
  return {};
}

// Notes about files are reported with their findings. A text in many commits
// has the same note in each.
void FirstPlaces::settle_notes(Coverage* coverage) const {
  std::vector<Note> kept;
  std::vector<Note> of_files;
  for (Note& note : coverage->notes)
    (note.names.empty() || note.place.stage != NoteStage::kFileVersion
         ? kept
         : of_files)
        .push_back(std::move(note));
  std::ranges::stable_sort(of_files, {}, [](const Note& note) {
    return std::tie(note.place, note.names);
  });
  std::set<Version> unread;
  for (const Incomplete& item : coverage->incomplete)
    unread.insert({item.place.number, item.location.path});
  std::set<std::string> said;
  for (Note& note : of_files) {
    const Version version{note.place.number, note.names.front()};
    const auto noted = noted_.find(version);
    const bool stays =
        (noted != noted_.end() && noted->second) || unread.contains(version);
    if (stays && kept.size() < kMaxInCoverage && said.insert(note.text).second)
      kept.push_back(std::move(note));
  }
  coverage->notes = std::move(kept);
}

void FirstPlaces::correct(Coverage* coverage) const {
  coverage->baseline -= std::min(coverage->baseline, not_in_baseline_);
  coverage->self_allowed = self_allowed_;
  coverage->mistyped = mistyped_;
  settle_notes(coverage);
  std::map<std::size_t, std::uint64_t> repeated = repeated_;
  for (Note& note : coverage->notes) {
    if (note.about != Note::About::kRepeats) continue;
    const auto more = repeated.extract(repository_of(note.total) - 1);
    if (more) note.count += more.mapped();
  }
  std::erase_if(coverage->notes, [](const Note& note) {
    return note.about == Note::About::kRepeats && note.count == 0;
  });
}

}  // namespace sluice
