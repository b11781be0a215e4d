#include "sluice/baseline/own_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "baseline/baseline.h"
#include "finding/fingerprint.h"
#include "fs/foreign_file.h"
#include "ignore/ignore_file.h"
#include "report/output/report_file.h"
#include "sluice/report/report_place.h"
#include "text/escape.h"
#include "text/quantity.h"

namespace sluice {
namespace {

Result<void> replace_file(const std::string& path, std::string_view text) {
  SLUICE_TRY_ASSIGN(
      const std::unique_ptr<ReportFile> file,
      ReportFile::create(path, Unfinished::kNamelessIfPossible, "the file"));
  SLUICE_TRY(file->output().write(text));
  return file->publish();
}

void print_line(const std::string& line) {
  std::fputs(escape_for_terminal(line).append("\n").c_str(), stdout);
}

}  // namespace

Result<OwnBaseline> read_own_baseline_file(const ScanOptions& options,
                                           const std::string& path) {
  const bool named = !options.baselines.empty() && !options.foreign_baselines;
  const Result<std::string> text =
      named ? read_whole(posix_file_system(), path)
            : options.foreign.read(options.baselines.empty()
                                       ? std::string(kOwnBaselineName)
                                       : options.baselines.front(),
                                   kMaxBaselineBytes);
  if (!text && is_absent(text.error())) return OwnBaseline();
  if (!text)
    return fail(ErrorCode::kConfig, "cannot read the baseline {}: {}", path,
                text.error().message);
  if (!text->empty() && !is_own_baseline(*text))
    return fail(ErrorCode::kConfig,
                "{} is no baseline of sluice: name another file to write with "
                "--baseline",
                path);
  return OwnBaseline::read(path, *text);
}

Result<void> write_own_baseline_file(const std::string& path,
                                     const OwnBaseline& baseline) {
  return replace_file(path, baseline.text());
}

Result<void> write_merge_attribute(const std::string& path) {
  const std::size_t slash = path.rfind('/') + 1;
  const std::string directory = path.substr(0, slash);
  const std::string name = path.substr(slash);
  if (repository_place({directory.empty() ? "." : directory}).root.empty())
    return {};
  const std::string file = directory + ".gitattributes";
  const Result<std::string> text = read_foreign_file(
      posix_file_system(), directory, ".gitattributes", kMaxIgnoreBytes);
  if (!text && !is_absent(text.error()))
    return fail(ErrorCode::kIo, "cannot read {}: {}", file,
                text.error().message);
  std::string lines = text ? *text : "";
  if (lines.find(name + " ") != std::string::npos) return {};
  if (!lines.empty() && !lines.ends_with('\n')) lines += '\n';
  const std::string line = fmt::format("{} {}", name, kMergeAttribute);
  SLUICE_TRY(replace_file(file, lines + line + "\n"));
  print_line(fmt::format("{}: added `{}`, so that branches merge", file, line));
  return {};
}

void tell_change(const std::string& path, const OwnBaseline& baseline,
                 std::size_t added, std::size_t removed) {
  const auto unread = static_cast<std::size_t>(std::ranges::count_if(
      baseline.notes,
      [](const auto& one) { return is_unread_fingerprint(one.first); }));
  const std::string paths =
      unread == 0 ? ""
                  : fmt::format(" and {}", counted(unread, "unreadable path",
                                                   "unreadable paths"));
  print_line(fmt::format("{}: {}{}, {} added, {} removed", path,
                         counted(baseline.notes.size() - unread,
                                 "known finding", "known findings"),
                         paths, added, removed));
}

Result<void> KeptFindings::file(const FileReport& report) {
  const bool is_below = from_here_ && !report.root.empty();
  const std::string path =
      (is_below ? report.root : "") + report.location.text();
  for (const Finding& finding : report.findings)
    found.push_back(
        {path,
         is_below ? fingerprint(finding.rule->id, path, finding.secret)
                  : finding.fingerprint,
         baseline_note(name_of(finding.confidence), finding.rule->description),
         finding.confidence, finding.start.line,
         std::max(finding.start.line, finding.end.line)});
  return {};
}

Result<void> KeptFindings::end(const Coverage& coverage) {
  for (const Incomplete& item : coverage.incomplete) {
    const std::string path =
        (from_here_ ? item.root : "") + item.location.text();
    found.push_back({path, unread_fingerprint(path, item.reason),
                     escape_for_terminal(escape_invalid_utf8(item.reason)),
                     Confidence::kHigh});
  }
  return {};
}

}  // namespace sluice
