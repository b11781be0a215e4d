#include "sluice/baseline/known_findings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/log.h"
#include "baseline/own_format.h"
#include "fs/file_system.h"
#include "rules/rule_entry.h"
#include "scan/run/scanner.h"
#include "sluice/settings/configuration.h"
#include "text/escape.h"

namespace sluice {
namespace {

// Baselines of other programs that are read without being named.
constexpr std::string_view kOfOthers[] = {".gitleaksignore",
                                          ".betterleaksignore"};
// More entries would bury the other messages.
constexpr std::size_t kStaleTold = 10;

bool is_file_there(const std::string& path) {
  return posix_file_system().link_status(path).has_value();
}

// Adds a baseline of the scanned tree. Returns whether it exists.
Result<bool> add_foreign(const PolicySource& place, const std::string& path,
                         Baseline* baseline,
                         std::vector<std::string>* warnings) {
  const std::string name = place.name_of(path);
  const Result<std::string> text = place.read(path, kMaxBaselineBytes);
  if (!text && is_absent(text.error())) return false;
  if (!text)
    return fail(ErrorCode::kConfig,
                "cannot read the baseline {}: {} (--ignore-baseline scans "
                "without it)",
                name, text.error().message);
  std::optional<FileIdentity> identity;
  if (place.origin == PolicyOrigin::kTree)
    if (const auto status = posix_file_system().status(name))
      identity = status->identity;
  SLUICE_TRY_ASSIGN(*warnings, baseline->add_text(name, *text, identity));
  return true;
}

// Says in one line which entries count no longer, and in another which will not
// in some days.
void tell_due(const Baseline& baseline) {
  const std::vector<Baseline::Due> due = baseline.due();
  for (const bool expired : {true, false}) {
    const Baseline::Due* first = nullptr;
    std::size_t more = 0;
    for (const Baseline::Due& one : due) {
      if (one.expired != expired) continue;
      ++more;
      if (first == nullptr || *one.entry->until < *first->entry->until)
        first = &one;
    }
    if (first == nullptr) continue;
    const std::string others =
        more == 1 ? "" : fmt::format(", and {} more", more - 1);
    log_warning(escape_for_terminal(fmt::format(
        "{}:{}: {} {}: {}{}", baseline.sources()[first->source].name,
        first->entry->line, expired ? "expired after" : "expires after",
        day_text(*first->entry->until), first->entry->value, others)));
  }
}

}  // namespace

std::string own_baseline_path(const ScanOptions& options) {
  if (options.baselines.empty())
    return options.foreign.name_of(kOwnBaselineName);
  return options.foreign_baselines
             ? options.foreign.name_of(options.baselines.front())
             : options.baselines.front();
}

Result<std::unique_ptr<Baseline>> load_baselines(const ScanOptions& options,
                                                 const RuleSet& rules) {
  if (options.ignore_baseline) return nullptr;
  // Filled below, and only if there is a baseline. A baseline uses the ids when
  // it is compared with findings, not while it is read.
  const auto ids = std::make_shared<std::unordered_set<std::string_view>>();
  auto baseline = std::make_unique<Baseline>(
      [ids](std::string_view id) { return ids->contains(id); });
  std::vector<std::string> warnings;
  for (const std::string& path : options.baselines) {
    // A baseline that is to be written need not exist yet.
    const bool may_be_missing = options.task != ScanTask::kReport;
    if (!options.foreign_baselines) {
      if (may_be_missing && !is_file_there(path)) continue;
      SLUICE_TRY_ASSIGN(warnings, baseline->add(posix_file_system(), path));
    } else {
      SLUICE_TRY_ASSIGN(
          const bool found,
          add_foreign(options.foreign, path, baseline.get(), &warnings));
      if (!found && !may_be_missing)
        return fail(ErrorCode::kConfig, "cannot read the baseline {}: {}",
                    options.foreign.name_of(path), errno_text(ENOENT));
    }
    tell_warnings(warnings);
  }
  std::vector<std::string_view> defaults(std::begin(kOfOthers),
                                         std::end(kOfOthers));
  if (options.baselines.empty())
    defaults.insert(defaults.begin(), kOwnBaselineName);
  for (const std::string_view name : defaults) {
    warnings.clear();
    SLUICE_TRY(add_foreign(options.foreign, std::string(name), baseline.get(),
                           &warnings));
    tell_warnings(warnings);
  }
  if (baseline->sources().empty()) return nullptr;
  for (const RuleEntry& entry : entries_of(rules)) ids->insert(entry.rule->id);
  return baseline;
}

void tell_stale(const Baseline& baseline, const ScanOptions& options,
                Baseline::By by) {
  const auto stale = baseline.stale(
      exists_for(posix_file_system(), options.paths), by, options.shard);
  for (std::size_t i = 0; i < std::min(stale.size(), kStaleTold); ++i) {
    const BaselineEntry& entry = *stale[i].entry;
    const std::string place =
        entry.line == 0 ? "" : fmt::format(":{}", entry.line);
    const std::string what =
        entry.key == BaselineEntry::Key::kFingerprint
            ? entry.value
            : fmt::format("{}:{}:{}", entry.path, entry.rule, entry.first_line);
    const Baseline::Source& source = baseline.sources()[stale[i].source];
    log_warning(escape_for_terminal(fmt::format(
        "{}{}: {}: {}", source.name, place,
        source.format == BaselineFormat::kSluice ? "stale"
                                                 : "matches no finding",
        what)));
  }
  if (stale.size() > kStaleTold)
    log_warning(fmt::format("{} more stale entries are not listed",
                            stale.size() - kStaleTold));
  tell_due(baseline);
}

}  // namespace sluice
