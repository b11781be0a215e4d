// An entry is found by scanning the files that the targets name. So what is
// added has the fingerprint that a scan of the current directory gives it, and
// a mistyped target is noticed.
#include "sluice/baseline/baseline_entries.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/log.h"
#include "sluice/baseline/known_findings.h"
#include "sluice/baseline/own_file.h"
#include "sluice/exit_code.h"
#include "sluice/scan/scan_setup.h"
#include "sluice/scan/target.h"
#include "sluice/signals.h"
#include "text/escape.h"

namespace sluice {
namespace {

bool fits(const Target& target, const KeptFindings::Kept& kept) {
  if (!target.fingerprint.empty())
    return kept.fingerprint == target.fingerprint;
  return target.is_in(kept.path) &&
         (target.line == 0 ||
          (kept.first_line <= target.line && target.line <= kept.last_line));
}

// Scans the files of `targets` as a scan of the current directory would.
Result<KeptFindings> scan_targets(const std::vector<Target>& targets,
                                  ScanOptions options) {
  KeptFindings kept(/*from_here=*/true);
  std::set<std::string> files;
  for (const Target& target : targets)
    if (const std::string file = target.file();
        file.empty() || is_on_disk(file))
      files.insert(file.empty() ? "." : file);
  if (files.empty()) return kept;
  options.paths.clear();
  options.listed.assign(files.begin(), files.end());
  if (files.contains(".")) {
    options.listed.clear();
    options.paths.emplace_back(".");
  }
  options.ignore_baseline = true;
  options.choices.min_confidence = Confidence::kLow;
  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options));
  const Interrupt& interrupt = interrupt_on_signals();
  SLUICE_TRY_ASSIGN(const ScanOutcome outcome,
                    run_prepared(*setup, options, {&interrupt, nullptr}, kept));
  if (outcome.interrupted)
    return fail(ErrorCode::kCancelled, "interrupted; nothing was changed");
  return kept;
}

// Says what is there instead.
tl::unexpected<Error> nothing_there(const Target& target,
                                    const KeptFindings& kept) {
  if (!target.path.empty() && !is_on_disk(target.file()))
    return fail(ErrorCode::kUsage,
                "{} is neither a fingerprint nor a path that exists",
                target.text);
  std::set<std::uint64_t> lines;
  for (const KeptFindings::Kept& one : kept.found)
    if (one.path == target.path) lines.insert(one.first_line);
  std::string text;
  std::size_t named = 0;
  for (const std::uint64_t line : lines) {
    if (line == 0 || ++named > 5) continue;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", line);
  }
  return fail(ErrorCode::kUsage, "nothing is found at {}{}", target.text,
              text.empty()
                  ? std::string()
                  : fmt::format("; {} has findings on line {}{}", target.path,
                                text, named > 5 ? ", .." : ""));
}

// The entries that a target names, by fingerprint, with their notes.
Result<std::map<std::string, std::string>> entries_of_target(
    const Target& target, const KeptFindings& kept, Confidence least) {
  std::map<std::string, std::string> entries;
  const bool is_exact = !target.fingerprint.empty() || target.line != 0;
  for (const KeptFindings::Kept& one : kept.found)
    if (fits(target, one) && (is_exact || one.confidence >= least))
      entries.emplace(one.fingerprint, one.note);
  if (!entries.empty()) return entries;
  if (target.fingerprint.empty()) return nothing_there(target, kept);
  // It may be a finding of the history.
  log_warning(escape_for_terminal(fmt::format(
      "{}: no finding of the files has this fingerprint", target.text)));
  entries.emplace(target.fingerprint, "");
  return entries;
}

}  // namespace

Result<int> run_baseline_add(const ScanOptions& options) {
  if (options.reason.empty())
    return fail(ErrorCode::kUsage,
                "baseline add: say with --reason why this may stay");
  std::optional<Day> until;
  if (!options.until.empty()) {
    until = read_day(options.until);
    if (!until)
      return fail(ErrorCode::kUsage,
                  "--until: {} is no day in the form 2027-01-31",
                  options.until);
    if (*until < today())
      return fail(ErrorCode::kUsage, "--until: {} is over", options.until);
  }
  SLUICE_TRY_ASSIGN(const std::vector<Target> targets,
                    read_targets(options.targets, "baseline"));
  const std::string path = own_baseline_path(options);
  SLUICE_TRY_ASSIGN(OwnBaseline baseline,
                    read_own_baseline_file(options, path));
  SLUICE_TRY_ASSIGN(const KeptFindings kept, scan_targets(targets, options));
  const std::size_t before = baseline.notes.size();
  for (const Target& target : targets) {
    SLUICE_TRY_ASSIGN(
        const auto entries,
        entries_of_target(target, kept, options.choices.min_confidence));
    for (const auto& [fingerprint, note] : entries) {
      std::string& there = baseline.notes[fingerprint];
      NoteFields fields = fields_of_note(there.empty() ? note : there);
      fields.until = until;
      fields.reason = options.reason;
      there = note_of_fields(fields);
    }
  }
  SLUICE_TRY(write_own_baseline_file(path, baseline));
  tell_change(path, baseline, baseline.notes.size() - before, 0);
  SLUICE_TRY(write_merge_attribute(path));
  return kClean;
}

Result<int> run_baseline_remove(const ScanOptions& options) {
  SLUICE_TRY_ASSIGN(const std::vector<Target> targets,
                    read_targets(options.targets, "baseline"));
  const std::string path = own_baseline_path(options);
  SLUICE_TRY_ASSIGN(OwnBaseline baseline,
                    read_own_baseline_file(options, path));
  // Only a line needs to be looked up in its file.
  std::vector<Target> places;
  std::ranges::copy_if(targets, std::back_inserter(places),
                       [](const Target& one) { return one.line != 0; });
  SLUICE_TRY_ASSIGN(const KeptFindings kept, scan_targets(places, options));
  const std::size_t before = baseline.notes.size();
  for (const Target& target : targets) {
    const std::size_t had = baseline.notes.size();
    std::erase_if(baseline.notes, [&](const auto& entry) {
      if (!target.fingerprint.empty()) return entry.first == target.fingerprint;
      if (target.line == 0)
        return target.is_in(path_of_fingerprint(entry.first));
      return std::ranges::any_of(kept.found, [&](const auto& one) {
        return fits(target, one) && one.fingerprint == entry.first;
      });
    });
    if (baseline.notes.size() == had)
      return fail(ErrorCode::kUsage, "{}: no entry of {} is for it",
                  target.text, path);
  }
  SLUICE_TRY(write_own_baseline_file(path, baseline));
  tell_change(path, baseline, 0, before - baseline.notes.size());
  return kClean;
}

Result<int> run_baseline_list(const ScanOptions& options) {
  const std::string path = own_baseline_path(options);
  SLUICE_TRY_ASSIGN(const OwnBaseline baseline,
                    read_own_baseline_file(options, path));
  std::vector<Target> targets;
  if (!options.targets.empty()) {
    SLUICE_TRY_ASSIGN(targets, read_targets(options.targets, "baseline"));
  }
  const Day now = today();
  for (const auto& [fingerprint, note] : baseline.notes) {
    const std::string of = path_of_fingerprint(fingerprint);
    const bool is_wanted =
        targets.empty() ||
        std::ranges::any_of(
            targets, [&, &name = fingerprint](const Target& target) {
              return target.fingerprint.empty() ? target.is_in(of)
                                                : target.fingerprint == name;
            });
    if (!is_wanted) continue;
    NoteFields fields = fields_of_note(note);
    std::ranges::replace(fields.about, '\t', ' ');
    std::string until = "-";
    if (fields.until)
      until = fmt::format("{} {}", *fields.until < now ? "expired" : "until",
                          day_text(*fields.until));
    std::fputs(
        fmt::format(
            "{}\t{}\t{}\t{}\n", escape_for_terminal(fingerprint), until,
            escape_for_terminal(fields.reason.empty() ? "-" : fields.reason),
            escape_for_terminal(fields.about))
            .c_str(),
        stdout);
  }
  return std::fflush(stdout) == 0
             ? Result<int>(kClean)
             : fail(ErrorCode::kIo, "cannot write to standard output");
}

}  // namespace sluice
