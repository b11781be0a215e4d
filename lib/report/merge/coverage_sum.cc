// A list that is bounded in a scan is bounded in each shard by the same number
// of first items, so the first items of all are among those of the shards. Only
// one shard counts the paths of an ignore file, so the largest counts of all
// are among the largest counts of the shards.
#include "report/merge/coverage_sum.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "text/quantity.h"

namespace sluice {
namespace {

// Merges `more` into `*list`; both are in the order of `place`. At most `most`
// stay. Equal ones stay in the given order.
template <typename T, typename Place>
void merge_in(std::vector<T> more, Place place, std::size_t most,
              std::vector<T>* list) {
  const auto middle = static_cast<std::ptrdiff_t>(list->size());
  std::ranges::move(more, std::back_inserter(*list));
  std::ranges::inplace_merge(*list, list->begin() + middle, {}, place);
  if (list->size() > most)
    list->erase(list->begin() + static_cast<std::ptrdiff_t>(most), list->end());
}

// A path that was ignored, with its number in the walk.
using Ignored = std::pair<std::uint64_t, std::string>;

std::vector<Ignored> with_numbers(IgnoredCredentials&& credentials) {
  std::vector<Ignored> all;
  for (std::size_t i = 0; i < credentials.first.size(); ++i)
    all.emplace_back(
        i < credentials.sequences.size() ? credentials.sequences[i] : 0,
        std::move(credentials.first[i]));
  return all;
}

// Members of one file keep their own order; files of one commit are in the
// order of their names.
std::tuple<Sequence, std::string> place_of(const Incomplete& item) {
  return {item.place, item.place.stage == 0 ? "" : item.location.text()};
}

constexpr std::size_t kAll = ~std::size_t{0};

}  // namespace

void CoverageSum::add(Coverage coverage) {
  if (of_ == Of::kReports) {
    // The numbers of other scans do not determine the order.
    for (SkippedPath& item : coverage.skipped_paths) item.sequence = 0;
    for (Incomplete& item : coverage.incomplete) item.place = {};
    for (MistypedToken& item : coverage.mistyped.first) item.sequence = 0;
    coverage.ignored_credentials.sequences.clear();
  }
  sum_.files_scanned += coverage.files_scanned;
  sum_.members_scanned += coverage.members_scanned;
  sum_.bytes_scanned += coverage.bytes_scanned;
  for (std::size_t i = 0; i < kSkipReasons; ++i)
    sum_.skipped[i] += coverage.skipped[i];
  sum_.below_confidence += coverage.below_confidence;
  sum_.baseline += coverage.baseline;
  sum_.allowed += coverage.allowed;
  sum_.allowlisted += coverage.allowlisted;
  sum_.self_allowed += coverage.self_allowed;
  add_named(coverage);
  add_ignored_by(coverage.ignored_by);
  add_notes(std::move(coverage.notes));
}

void CoverageSum::add_named(Coverage& coverage) {
  merge_in(std::move(coverage.skipped_paths), &SkippedPath::sequence,
           kMaxInCoverage, &sum_.skipped_paths);
  merge_in(std::move(coverage.incomplete), place_of, kAll, &sum_.incomplete);
  sum_.mistyped.count += coverage.mistyped.count;
  merge_in(std::move(coverage.mistyped.first), &MistypedToken::sequence,
           MistypedTokens::kNamed, &sum_.mistyped.first);
  IgnoredCredentials& sum = sum_.ignored_credentials;
  sum.count += coverage.ignored_credentials.count;
  std::vector<Ignored> first = with_numbers(std::move(sum));
  merge_in(with_numbers(std::move(coverage.ignored_credentials)),
           &Ignored::first, IgnoredCredentials::kMaxNamed, &first);
  sum.first.clear();
  sum.sequences.clear();
  for (auto& [number, path] : first) {
    sum.first.push_back(std::move(path));
    sum.sequences.push_back(number);
  }
}

void CoverageSum::add_ignored_by(const IgnoreFileCounts& counts) {
  std::vector<IgnoreFileCounts::One>& files = sum_.ignored_by.files;
  for (const IgnoreFileCounts::One& one : counts.files) {
    const auto same =
        std::ranges::find(files, one.file, &IgnoreFileCounts::One::file);
    if (same == files.end())
      files.push_back(one);
    else
      same->count += one.count;
  }
  std::ranges::sort(files, [](const auto& a, const auto& b) {
    return std::tie(b.count, a.file) < std::tie(a.count, b.file);
  });
  IgnoreFileCounts::Rest& rest = sum_.ignored_by.rest;
  rest.files += counts.rest.files;
  rest.count += counts.rest.count;
  for (; files.size() > kMaxInCoverage; files.pop_back()) {
    ++rest.files;
    rest.count += files.back().count;
  }
}

void CoverageSum::add_notes(std::vector<Note> notes) {
  for (Note& note : notes) {
    if (of_ == Of::kShards)
      merge_note(std::move(note), &sum_.notes);
    else if (sum_.notes.size() < kMaxInCoverage)
      sum_.notes.push_back(std::move(note));
    else
      ++more_notes_;
  }
  if (of_ != Of::kShards) return;
  // At most as many as one scan names.
  std::uint64_t of_files = 0;
  const std::uint64_t more = std::erase_if(sum_.notes, [&](const Note& note) {
    return note.place.stage == NoteStage::kFile && ++of_files > kMaxInCoverage;
  });
  if (more == 0) return;
  Note rest(Note::About::kMoreOfFiles, more);
  rest.place.stage = NoteStage::kMoreOfFiles;
  merge_note(std::move(rest), &sum_.notes);
}

Coverage CoverageSum::take() {
  if (more_notes_ != 0)
    sum_.notes.emplace_back(counted(more_notes_, "more note", "more notes"));
  return std::move(sum_);
}

}  // namespace sluice
