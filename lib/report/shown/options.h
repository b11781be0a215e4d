// The options of a report.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "report/shown/found.h"
#include "report/shown/repository_path.h"
#include "report/shown/shown_finding.h"

namespace sluice {

// Which dropped candidates a report lists, by the names of their reasons.
struct DropChoice {
  std::vector<std::string> only;  // empty means all
  std::vector<std::string> without;

  bool wants(std::string_view reason) const {
    return (only.empty() || std::ranges::count(only, reason) != 0) &&
           std::ranges::count(without, reason) == 0;
  }
};

struct ReportOptions {
  bool show_secrets = false;
  // Colours, for a terminal that wants them. Only the report for people has
  // any.
  bool color = false;
  // Whether the report lists dropped candidates (FileReport::dropped).
  bool explain_drops = false;
  DropChoice drops{};
  // Whether the report for people has the first steps (Rule::revocation).
  bool revocations = false;
  // Limits the coverage to what could not be read. Only for the format pretty.
  bool quiet = false;
  // Whether findings of high confidence come first in the report for people, then
  // medium, then low.
  bool high_first = false;
  // The width that the report for people is made for; 40 or more.
  std::size_t columns = 80;
  // The findings are from a report that had masked them: their text is shown
  // unchanged, and contains no secret.
  bool masked_before = false;
  // Counts for all reports of a scan together; whoever makes the reports adds
  // the findings. Null: each report counts for itself.
  std::shared_ptr<const FoundTotals> found{};
  // A text that only the shards of a scan share, so that their merge can tell
  // which secrets are equal. Empty: none.
  std::string shard_key{};
  // For the formats that name files as their repository does.
  RepositoryBase repository{};

  // Whether the report contains unmasked secrets.
  bool in_clear() const { return show_secrets && !masked_before; }

  SecretText secret_text() const {
    return show_secrets || masked_before ? SecretText::kAsIs
                                         : SecretText::kMasked;
  }
};

}  // namespace sluice
