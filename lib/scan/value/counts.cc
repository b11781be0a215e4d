#include "scan/value/counts.h"

#include <utility>

namespace sluice {

Counts& Counts::operator+=(const Counts& more) {
  files += more.files;
  members += more.members;
  bytes += more.bytes;
  binary += more.binary;
  pdf += more.pdf;
  excluded += more.excluded;
  ignored += more.ignored;
  prefiltered += more.prefiltered;
  failed_prefilters += more.failed_prefilters;
  failed_filters += more.failed_filters;
  below_confidence += more.below_confidence;
  baseline += more.baseline;
  known_unread += more.known_unread;
  allowed += more.allowed;
  allowlisted += more.allowlisted;
  return *this;
}

void Counts::add_to(Coverage* coverage) const {
  coverage->files_scanned += files;
  coverage->members_scanned += members;
  coverage->bytes_scanned += bytes;
  coverage->below_confidence += below_confidence;
  coverage->baseline += baseline;
  coverage->allowed += allowed;
  coverage->allowlisted += allowlisted;
  const auto skip = [coverage](Skip reason, std::uint64_t count) {
    coverage->skipped[index_of(reason)] += count;
  };
  skip(Skip::kBinary, binary);
  skip(Skip::kExcluded, excluded);
  skip(Skip::kIgnored, ignored);
  const auto note = [coverage](Note::About about, std::uint64_t count,
                               std::uint32_t stage) {
    if (count == 0) return;
    Note added(about, count);
    added.place.stage = stage;
    coverage->notes.push_back(std::move(added));
  };
  note(Note::About::kPrefiltered, prefiltered, NoteStage::kPrefilter);
  note(Note::About::kFailedFilters, failed_filters, NoteStage::kFailedFilter);
  note(Note::About::kFailedPrefilters, failed_prefilters,
       NoteStage::kFailedPrefilter);
  note(Note::About::kPdf, pdf, NoteStage::kPdf);
  note(Note::About::kKnownUnread, known_unread, NoteStage::kBaseline);
}

}  // namespace sluice
