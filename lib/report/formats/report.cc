#include "report/formats/report.h"

namespace sluice {

Result<void> Report::file(const FileReport& report) {
  if (report.findings.empty() && report.dropped.empty()) return {};
  const std::string path = report.location.text();
  const ShownFile file{report.location,
                       path,
                       report.root,
                       report.commit,
                       report.findings.size(),
                       report.dropped.size(),
                       report.sequence};
  found_.add(report);
  SLUICE_TRY(begin_file(file));
  const SecretText text = both_ && !options_.masked_before
                              ? SecretText::kMasked
                              : options_.secret_text();
  const SecretSpans secrets(report);
  for (const Finding& one : report.findings) {
    ShownFinding shown = show_finding(one, secrets, text);
    if (both_ && options_.in_clear()) shown.clear = show_clear(one, secrets);
    // Two masked secrets may look the same.
    const bool is_known = !options_.masked_before || !one.secret_name.empty();
    if (remembers_ && !is_known) repeats_.miss();
    if (remembers_ && is_known) {
      Repeats::Group* const group = repeats_.meet(one);
      if (group != nullptr && group->places == 1)
        group->place = place_text(file, one);
      shown.group = group;
    }
    SLUICE_TRY(finding(file, shown));
  }
  if (!report.dropped.empty()) {
    const SecretSpans all = SecretSpans::with_dropped(report);
    for (const Dropped& one : report.dropped)
      SLUICE_TRY(dropped(
          file, {&one.finding, shown_secret(one, all, options_.show_secrets),
                 shown_entropy(one.finding, options_.secret_text()), one.reason,
                 one.why}));
  }
  return end_file(file);
}

}  // namespace sluice
