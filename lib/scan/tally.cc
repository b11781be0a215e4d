#include "scan/tally.h"

#include <fmt/core.h>

#include "text/quantity.h"

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
  if (const std::uint64_t left_out = sum(&Tally::prefiltered); left_out != 0)
    coverage->notes.push_back(
        fmt::format("{} not looked at: the configuration's prefilter says so",
                    counted(left_out, "file was", "files were")));
  const auto failed = [coverage](const std::string& at, std::string_view so) {
    coverage->notes.push_back(fmt::format(
        "an expression of the configuration failed at {}, {}", at, so));
  };
  if (const std::uint64_t candidates = sum(&Tally::failed_filters);
      candidates != 0)
    failed(counted(candidates, "candidate", "candidates"),
           "and dropped none by that");
  if (const std::uint64_t files = sum(&Tally::failed_prefilters); files != 0)
    failed(counted(files, "file", "files"), "and left none out by that");
  if (const std::uint64_t pdf = sum(&Tally::pdf); pdf != 0)
    coverage->notes.push_back(fmt::format(
        "the text of {} was not read: it is compressed in {}",
        counted(pdf, "PDF file", "PDF files"), pdf == 1 ? "it" : "them"));
}

}  // namespace sluice
