#include "report/formats/report.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <string_view>

namespace sluice {

Result<void> Report::file(const FileReport& report) {
  const auto dropped_count = static_cast<std::size_t>(std::ranges::count_if(
      report.dropped,
      [this](const Dropped& one) { return options_.drops.wants(one.reason); }));
  if (report.findings.empty() && dropped_count == 0) return {};
  const std::string path = report.location.text();
  const ShownFile file{
      report.location,        path,          report.root,     report.commit,
      report.findings.size(), dropped_count, report.sequence, report.where};
  if (!options_.found) own_.add(report);
  SLUICE_TRY(begin_file(file));
  const SecretText text = both_ && !options_.masked_before
                              ? SecretText::kMasked
                              : options_.secret_text();
  const SecretSpans secrets(report);
  std::size_t index = 0;
  ShownFinding shown;
  for (const Finding& one : report.findings) {
    show_finding(one, secrets, text, &shown);
    if (both_ && options_.in_clear()) shown.clear = show_clear(one);
    shown.secret_id = found().secret_of(index++);
    if (shown.secret_name.empty() && report.sequence && !options_.masked_before)
      shown.secret_name = shard_secret_name(options_.shard_key, one);
    SLUICE_TRY(finding(file, shown));
  }
  if (dropped_count != 0) {
    const SecretSpans all = SecretSpans::with_dropped(report);
    for (const Dropped& one : report.dropped) {
      if (!options_.drops.wants(one.reason)) continue;
      SLUICE_TRY(dropped(
          file, {&one.finding, shown_secret(one, all, options_.show_secrets),
                 shown_entropy(one.finding, options_.secret_text()), one.reason,
                 one.why}));
    }
  }
  return end_file(file);
}

std::string markup_text(std::string_view text) {
  std::string out;
  for (const char c : visible(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string report_time() {
  std::time_t time = std::time(nullptr);
  if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH")) {
    const std::string_view text = fixed;
    std::time_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) time = value;
  }
  std::tm utc{};
  if (::gmtime_r(&time, &utc) == nullptr) return "1970-01-01T00:00:00";
  char out[32];
  out[std::strftime(out, sizeof out, "%Y-%m-%dT%H:%M:%S", &utc)] = '\0';
  return out;
}

}  // namespace sluice
