// The file is written anew and put in the place of the old one at once, as
// reports are: a full disk leaves nothing half done.
#include "sluice/scan/scan_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/log.h"
#include "baseline/baseline.h"
#include "baseline/own_format.h"
#include "fs/foreign_file.h"
#include "ignore/ignore_file.h"
#include "report/output/report_file.h"
#include "sluice/baseline/known_findings.h"
#include "sluice/exit_code.h"
#include "sluice/report/report_place.h"
#include "sluice/scan/progress.h"
#include "sluice/scan/scan_setup.h"
#include "sluice/signals.h"
#include "text/escape.h"

namespace sluice {
namespace {

// Keeps the facts of findings that a baseline contains.
class KeptFindings final : public FindingSink {
 public:
  Result<void> begin(const ToolInfo&) override { return {}; }
  Result<void> file(const FileReport& report) override {
    for (const Finding& finding : report.findings)
      found.emplace(finding.fingerprint,
                    baseline_note(name_of(finding.confidence),
                                  finding.rule->description));
    return {};
  }
  Result<void> end(const Coverage& coverage) override {
    for (const Incomplete& item : coverage.incomplete)
      log_warning(
          escape_for_terminal(fmt::format("could not read {}{}: {}", item.root,
                                          item.location.text(), item.reason)));
    return {};
  }

  std::map<std::string, std::string> found;  // notes by fingerprint
};

// The baseline that is to be written, as it is by now.
Result<OwnBaseline> read_own(const ScanOptions& options,
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

Result<void> replace_file(const std::string& path, std::string_view text) {
  SLUICE_TRY_ASSIGN(
      const std::unique_ptr<ReportFile> file,
      ReportFile::create(path, Unfinished::kNamelessIfPossible, "the file"));
  SLUICE_TRY(file->output().write(text));
  return file->publish();
}

// Tells git how to merge the baseline, once.
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
  std::fputs(
      escape_for_terminal(
          fmt::format("{}: added `{}`, so that branches merge", file, line))
          .append("\n")
          .c_str(),
      stdout);
  return {};
}

// Returns the folder of `path`, and the folder of its target.
std::vector<std::string> folders_of(const std::string& path) {
  namespace stdfs = std::filesystem;
  std::error_code failed;
  const stdfs::path here = stdfs::path(path).parent_path();
  std::vector<std::string> folders = {here.empty() ? "." : here.string()};
  const stdfs::path real = stdfs::canonical(path, failed);
  if (!failed) folders.push_back(real.parent_path());
  return folders;
}

}  // namespace

Result<int> run_baseline(const ScanOptions& options) {
  if (options.verbose) log_verbosely();
  if (std::ranges::count(options.paths, "-") != 0)
    return fail(ErrorCode::kUsage,
                "a baseline needs paths, and standard input has none; name a "
                "directory or a file");
  const std::string path = own_baseline_path(options);
  const bool writes = options.task == ScanTask::kWriteBaseline;
  SLUICE_TRY_ASSIGN(OwnBaseline baseline, read_own(options, path));
  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options));
  const Interrupt& interrupt = interrupt_on_signals();
  SLUICE_TRY(close_in(options.sandbox, folders_of(path)));
  Tallies tallies(options.workers);
  KeptFindings collected;
  std::optional<Progress> progress;
  if (wants_progress(options))
    progress.emplace(collected, tallies, interrupt,
                     Progress::Writes::kElsewhere);
  FindingSink& sink =
      progress ? static_cast<FindingSink&>(*progress) : collected;
  SLUICE_TRY_ASSIGN(
      const ScanOutcome outcome,
      run_prepared(*setup, options, {&interrupt, &tallies}, sink));
  if (outcome.interrupted) {
    log_warning(escape_for_terminal(
        fmt::format("interrupted: {} was not changed", path)));
    return kSignalled + caught_signal();
  }

  std::size_t removed = 0;
  if (setup->baseline)
    for (const Baseline::Stale& one :
         setup->baseline->stale(exists_for(posix_file_system(), options.paths)))
      if (setup->baseline->sources()[one.source].name == path)
        removed += baseline.notes.erase(one.entry->value);
  std::size_t added = 0;
  if (writes) {
    added = collected.found.size();
    baseline.notes.merge(collected.found);
  }
  if (writes || removed != 0) SLUICE_TRY(replace_file(path, baseline.text()));
  std::fputs(
      escape_for_terminal(
          fmt::format("{}: {} known {}, {} added, {} removed", path,
                      baseline.notes.size(),
                      baseline.notes.size() == 1 ? "finding" : "findings",
                      added, removed))
          .append("\n")
          .c_str(),
      stdout);
  if (writes) SLUICE_TRY(write_merge_attribute(path));
  return outcome.complete ? kClean : kIncomplete;
}

}  // namespace sluice
