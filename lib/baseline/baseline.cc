// Entries are filed by path. So a file without entries costs one look-up, or
// two if it is reported by another name than the one that was typed. Both are
// tried, because our baselines have the first and other programs write the
// second.
#include "baseline/baseline.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/digest.h"
#include "baseline/own_format.h"
#include "finding/fingerprint.h"
#include "finding/mask.h"

namespace sluice {
namespace {

std::string_view without_dots(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

// Returns the path in reports, and the path as it was named. The second is
// empty if both are the same.
std::array<std::string, 2> spellings(const FileReport& file) {
  const std::string text = file.location.text();
  const std::string as_named = file.root + text;
  std::array<std::string, 2> both = {std::string(without_dots(text)),
                                     std::string(without_dots(as_named))};
  if (both[0] == both[1]) both[1].clear();
  return both;
}

// Returns the archive of a member of an archive (a.zip!inner).
std::optional<std::string> outer_file(const std::string& path) {
  const std::size_t mark = path.find('!');
  if (mark == path.npos || mark == 0) return std::nullopt;
  return path.substr(0, mark);
}

// Whether a baseline's fingerprint names the finding. One that was written when
// short secrets had the longer hash, too, begins with that of today.
bool is_fingerprint_of(std::string_view known, const Finding& finding) {
  const std::string_view own = finding.fingerprint;
  if (!known.starts_with(own)) return false;
  const std::size_t digits = own.size() - own.rfind(':') - 1;
  return known.size() == own.size() ||
         (digits == kShortFingerprintDigits &&
          known.size() - own.size() ==
              kFingerprintDigits - kShortFingerprintDigits);
}

std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

Result<std::vector<std::string>> Baseline::add(const FileSystem& fs,
                                               const std::string& path) {
  const auto refuse = [&](const Error& error) {
    return fail(ErrorCode::kConfig, "cannot read the baseline {}: {}", path,
                error.message);
  };
  const Result<FileStatus> status = fs.status(path);
  if (!status) return refuse(status.error());
  const Result<std::string> text = read_whole(fs, path);
  if (!text) return refuse(text.error());
  return add_text(path, *text, status->identity);
}

Result<std::vector<std::string>> Baseline::add_text(
    const std::string& name, std::string_view text,
    std::optional<FileIdentity> identity) {
  SLUICE_TRY_ASSIGN(ReadBaseline read, read_baseline(name, text));
  const std::size_t source = sources_.size();
  sources_.push_back({name, read.format, identity, read.entries.size()});
  for (BaselineEntry& entry : read.entries) {
    Known& known = entries_.emplace_back(std::move(entry), source);
    if (known.entry.key == BaselineEntry::Key::kSecretSha256) {
      by_sha256_.emplace(known.entry.value, &known);
      continue;
    }
    by_path_[known.entry.path].entries.push_back(&known);
    // So that it is noted when the archive around it is read.
    if (const auto outer = outer_file(known.entry.path)) by_path_[*outer];
  }
  return std::move(read.warnings);
}

bool Baseline::fits(const Known& known, const FileReport& file,
                    const Finding& finding, std::string* sha1) const {
  const BaselineEntry& entry = known.entry;
  switch (entry.key) {
    case BaselineEntry::Key::kFingerprint:
      return is_fingerprint_of(entry.value, finding);
    case BaselineEntry::Key::kSecret:
      return entry.value == finding.secret;
    case BaselineEntry::Key::kSecretSha1:
      if (sha1->empty()) *sha1 = sha1_hex(finding.secret);
      return entry.value == *sha1;
    case BaselineEntry::Key::kSecretSha256:
      return false;  // by_sha256_ has it
    case BaselineEntry::Key::kPlace:
      break;
  }
  if (!entry.commit.empty() &&
      (!file.commit || file.commit->id != entry.commit))
    return false;
  return entry.first_line <= finding.end.line &&
         finding.start.line <= entry.last_line &&
         (entry.rule == finding.rule->id || !is_rule_(entry.rule));
}

bool Baseline::is_known_by(By by, const BaselineEntry& entry) {
  const bool is_place = entry.key == BaselineEntry::Key::kPlace;
  return by == By::kEither || is_place == (by == By::kPlace);
}

const std::string* Baseline::knows(const FileReport& file,
                                   const Finding& finding, By by) const {
  const Known* first = nullptr;
  std::string sha1;
  for (const std::string& path : spellings(file)) {
    if (path.empty()) continue;
    auto of_path = by_path_.find(path);
    // A fingerprint has the path without the secret.
    if (of_path == by_path_.end())
      of_path = by_path_.find(masked_name(path, finding.secret));
    if (of_path == by_path_.end()) continue;
    for (const Known* known : of_path->second.entries) {
      if (!is_known_by(by, known->entry) || !fits(*known, file, finding, &sha1))
        continue;
      known->found.store(true, std::memory_order_relaxed);
      if (has_expired(*known)) continue;
      if (first == nullptr || known->source < first->source) first = known;
    }
  }
  if (!by_sha256_.empty() && by != By::kPlace) {
    const std::string_view secret[] = {finding.secret};
    const auto known = by_sha256_.find(to_hex(sha256(secret)));
    if (known != by_sha256_.end() &&
        (first == nullptr || known->second->source < first->source))
      first = known->second;
  }
  return first == nullptr ? nullptr : &sources_[first->source].name;
}

bool Baseline::knows_unread(const FileReport& file) const {
  bool known = false;
  for (const std::string& path : spellings(file)) {
    const auto of_path = by_path_.find(path);
    if (path.empty() || of_path == by_path_.end()) continue;
    of_path->second.unread.store(true, std::memory_order_relaxed);
    const std::string name = unread_fingerprint(path, file.incomplete);
    for (const Known* one : of_path->second.entries) {
      if (one->entry.key != BaselineEntry::Key::kFingerprint ||
          one->entry.value != name)
        continue;
      one->found.store(true, std::memory_order_relaxed);
      known = known || !has_expired(*one);
    }
  }
  return known;
}

void Baseline::note_read(const FileReport& file) const {
  for (const std::string& path : spellings(file)) {
    const auto of_path = by_path_.find(path);
    if (of_path != by_path_.end())
      of_path->second.read.store(true, std::memory_order_relaxed);
  }
}

void Baseline::note_members_read(const FileReport& archive) const {
  for (const std::string& path : spellings(archive)) {
    const auto of_path = by_path_.find(path);
    if (of_path != by_path_.end())
      of_path->second.members_read.store(true, std::memory_order_relaxed);
  }
}

bool Baseline::holds_file(const FileSystem& fs, const FileReport& file) const {
  return std::ranges::any_of(sources_, [&](const Source& source) {
    if (!source.identity ||
        base_name(source.name) != base_name(file.location.path))
      return false;
    const Result<FileStatus> status = fs.status(file.root + file.location.path);
    return status && status->identity == source.identity;
  });
}

std::vector<Baseline::Stale> Baseline::stale(
    const Exists& exists, By by, const std::optional<Shard>& shard) const {
  std::unordered_map<std::string_view, bool> gone;
  const auto is_gone = [&](const std::string& path) {
    const auto [it, is_new] = gone.try_emplace(path, false);
    if (!is_new) return it->second;
    it->second = by_path_.at(path).read.load(std::memory_order_relaxed);
    if (it->second || exists(path)) return it->second;
    const std::optional<std::string> outer = outer_file(path);
    it->second =
        outer && exists(*outer)
            ? by_path_.at(*outer).members_read.load(std::memory_order_relaxed)
            : holds(shard, path);
    return it->second;
  };
  // A path that cannot be read for another reason than before.
  const auto is_unread_otherwise = [&](const BaselineEntry& entry) {
    return entry.key == BaselineEntry::Key::kFingerprint &&
           is_unread_fingerprint(entry.value) &&
           by_path_.at(entry.path).unread.load(std::memory_order_relaxed);
  };
  std::vector<Stale> all;
  for (const Known& known : entries_)
    if (known.entry.key != BaselineEntry::Key::kSecretSha256 &&
        (known.entry.commit.empty() || by == By::kSecret) &&
        is_known_by(by, known.entry) &&
        !known.found.load(std::memory_order_relaxed) &&
        (is_gone(known.entry.path) || is_unread_otherwise(known.entry)))
      all.push_back({known.source, &known.entry});
  return all;
}

std::vector<Note> Baseline::stale_notes(
    const Exists& exists, const std::optional<Shard>& shard) const {
  std::vector<std::size_t> counts(sources_.size());
  for (const Stale& one : stale(exists, By::kEither, shard))
    ++counts[one.source];
  std::vector<Note> notes;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const bool ours = sources_[i].format == BaselineFormat::kSluice;
    Note note(ours ? Note::About::kStale : Note::About::kUnfitting,
              sources_[i].name, counts[i]);
    note.total = sources_[i].entries;
    note.place = {NoteStage::kBaseline, i};
    notes.push_back(std::move(note));
  }
  return notes;
}

std::vector<Baseline::Due> Baseline::due() const {
  std::vector<Due> all;
  for (const Known& known : entries_)
    if (known.entry.until && known.found.load(std::memory_order_relaxed) &&
        *known.entry.until - today_ <= kDaysAhead)
      all.push_back({known.source, &known.entry, has_expired(known)});
  return all;
}

std::vector<Note> Baseline::due_notes() const {
  // The entries that will expire and those that have, for each baseline.
  std::vector<std::array<std::uint64_t, 2>> counts(sources_.size());
  for (const Due& one : due()) ++counts[one.source][one.expired ? 1 : 0];
  std::vector<Note> notes;
  for (std::size_t i = 0; i < counts.size(); ++i)
    for (const bool expired : {true, false}) {
      if (counts[i][expired ? 1 : 0] == 0) continue;
      Note note(expired ? Note::About::kExpired : Note::About::kExpiring,
                sources_[i].name, counts[i][expired ? 1 : 0]);
      note.total = sources_[i].entries;
      note.place = {NoteStage::kBaseline, i};
      notes.push_back(std::move(note));
    }
  return notes;
}

}  // namespace sluice
