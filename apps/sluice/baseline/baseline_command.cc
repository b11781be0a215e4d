// `sluice baseline write` and `prune`: a scan of the paths, and the baseline
// brought up to date with it.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/log.h"
#include "baseline/baseline.h"
#include "sluice/baseline/baseline_entries.h"
#include "sluice/baseline/known_findings.h"
#include "sluice/baseline/own_file.h"
#include "sluice/exit_code.h"
#include "sluice/scan/progress.h"
#include "sluice/scan/scan_command.h"
#include "sluice/scan/scan_setup.h"
#include "sluice/signals.h"
#include "text/escape.h"
#include "text/quantity.h"

namespace sluice {
namespace {

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

// Adds the findings, and returns how many of them were not there.
std::size_t add_findings(const KeptFindings& collected, OwnBaseline* baseline) {
  const std::size_t before = baseline->notes.size();
  std::size_t expired = 0;
  for (const KeptFindings::Kept& one : collected.found)
    if (!one.is_unread() &&
        !baseline->notes.emplace(one.fingerprint, one.note).second)
      expired += std::size_t{
          fields_of_note(baseline->notes[one.fingerprint]).until.has_value()};
  if (expired != 0)
    log_warning(fmt::format(
        "{} expired and {} so: `sluice baseline add FINGERPRINT --reason WHY "
        "--until DATE` renews {}",
        counted(expired, "entry has", "entries have"),
        expired == 1 ? "stays" : "stay", expired == 1 ? "it" : "them"));
  return baseline->notes.size() - before;
}

// Names the paths that no entry excuses.
void tell_unread(const KeptFindings& collected, const Coverage& coverage) {
  for (const Incomplete& item : coverage.incomplete)
    log_warning(
        escape_for_terminal(fmt::format("could not read {}{}: {}", item.root,
                                        item.location.text(), item.reason)));
  if (std::ranges::any_of(collected.found, &KeptFindings::Kept::is_unread))
    log_warning(
        "`sluice baseline add PATH --reason WHY` makes an unreadable path "
        "known");
}

// Also keeps what could not be read.
class Collected final : public FindingSink {
 public:
  Result<void> begin(const ToolInfo& tool) override {
    return findings.begin(tool);
  }
  Result<void> file(const FileReport& report) override {
    return findings.file(report);
  }
  Result<void> end(const Coverage& coverage) override {
    SLUICE_TRY(findings.end(coverage));
    tell_unread(findings, coverage);
    return {};
  }

  KeptFindings findings;
};

}  // namespace

Result<int> run_baseline(const ScanOptions& options) {
  if (options.verbose) log_verbosely();
  if (options.task == ScanTask::kAddToBaseline)
    return run_baseline_add(options);
  if (options.task == ScanTask::kRemoveFromBaseline)
    return run_baseline_remove(options);
  if (options.task == ScanTask::kListBaseline)
    return run_baseline_list(options);
  if (std::ranges::count(options.paths, "-") != 0)
    return fail(ErrorCode::kUsage,
                "a baseline needs paths, and standard input has none; name a "
                "directory or a file");
  const std::string path = own_baseline_path(options);
  const bool writes = options.task == ScanTask::kWriteBaseline;
  SLUICE_TRY_ASSIGN(OwnBaseline baseline,
                    read_own_baseline_file(options, path));
  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options));
  const Interrupt& interrupt = interrupt_on_signals();
  SLUICE_TRY(close_in(options.sandbox, folders_of(path)));
  Tallies tallies(options.workers);
  Collected collected;
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
  const std::size_t added =
      writes ? add_findings(collected.findings, &baseline) : 0;
  if (writes || removed != 0)
    SLUICE_TRY(write_own_baseline_file(path, baseline));
  tell_change(path, baseline, added, removed);
  if (writes) SLUICE_TRY(write_merge_attribute(path));
  return outcome.complete ? kClean : kIncomplete;
}

}  // namespace sluice
