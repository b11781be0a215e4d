#include "scan/tally.h"

#include <utility>

namespace sluice {

void Tallies::add_to(Coverage* coverage) const {
  coverage->files_scanned += sum(&Tally::files);
  coverage->members_scanned += sum(&Tally::members);
  coverage->bytes_scanned += sum(&Tally::bytes);
  coverage->below_confidence += sum(&Tally::below_confidence);
  coverage->baseline += sum(&Tally::baseline);
  coverage->allowed += sum(&Tally::allowed);
  coverage->allowlisted += sum(&Tally::allowlisted);
  const auto skipped = [coverage](Skip reason) -> std::uint64_t& {
    return coverage->skipped[static_cast<std::size_t>(reason)];
  };
  skipped(Skip::kBinary) += sum(&Tally::binary);
  skipped(Skip::kExcluded) += sum(&Tally::excluded);
  skipped(Skip::kIgnored) += sum(&Tally::ignored);
  const auto add_note = [coverage](Note note, std::uint32_t stage) {
    note.place.stage = stage;
    coverage->notes.push_back(std::move(note));
  };
  if (const std::uint64_t left_out = sum(&Tally::prefiltered); left_out != 0)
    add_note({Note::About::kPrefiltered, left_out}, NoteStage::kPrefilter);
  if (const std::uint64_t failed = sum(&Tally::failed_filters); failed != 0)
    add_note({Note::About::kFailedFilters, failed}, NoteStage::kFailedFilter);
  if (const std::uint64_t failed = sum(&Tally::failed_prefilters); failed != 0)
    add_note({Note::About::kFailedPrefilters, failed},
             NoteStage::kFailedPrefilter);
  if (const std::uint64_t pdf = sum(&Tally::pdf); pdf != 0)
    add_note({Note::About::kPdf, pdf}, NoteStage::kPdf);
}

}  // namespace sluice
