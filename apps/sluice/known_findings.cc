#include "known_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/log.h"
#include "baseline/own_format.h"
#include "fs/file_system.h"
#include "rules/rule_entry.h"
#include "scan/scanner.h"
#include "text/escape.h"

namespace sluice {
namespace {

constexpr std::string_view kGitleaksIgnore = ".gitleaksignore";
// More would bury what else is said.
constexpr std::size_t kStaleTold = 10;

std::string in_home(const ScanOptions& options, std::string_view name) {
  const std::string home = scan_home(options.paths);
  if (home == ".") return std::string(name);
  return fmt::format("{}{}{}", home, home.ends_with('/') ? "" : "/", name);
}

bool is_there(const std::string& path) {
  return posix_file_system().link_status(path).has_value();
}

}  // namespace

std::string own_baseline_path(const ScanOptions& options) {
  return options.baselines.empty() ? in_home(options, kOwnBaselineName)
                                   : options.baselines.front();
}

Result<std::unique_ptr<Baseline>> load_baselines(const ScanOptions& options,
                                                 const RuleSet& rules) {
  if (options.ignore_baseline) return nullptr;
  std::vector<std::string> paths = options.baselines;
  // One that is to be written need not be there yet.
  if (options.task != ScanTask::kReport)
    std::erase_if(paths, std::not_fn(is_there));
  if (options.baselines.empty())
    if (std::string own = own_baseline_path(options); is_there(own))
      paths.push_back(std::move(own));
  if (std::string file = in_home(options, kGitleaksIgnore); is_there(file))
    paths.push_back(std::move(file));
  if (paths.empty()) return nullptr;
  std::unordered_set<std::string_view> ids;
  for (const RuleEntry& entry : entries_of(rules)) ids.insert(entry.rule->id);
  auto baseline = std::make_unique<Baseline>(
      [ids = std::move(ids)](std::string_view id) { return ids.contains(id); });
  for (const std::string& path : paths) {
    SLUICE_TRY_ASSIGN(const std::vector<std::string> warnings,
                      baseline->add(posix_file_system(), path));
    for (const std::string& warning : warnings)
      log_warning(escape_for_terminal(warning));
  }
  return baseline;
}

void tell_stale(const Baseline& baseline, const ScanOptions& options,
                Baseline::By by) {
  const auto stale =
      baseline.stale(exists_for(posix_file_system(), options.paths), by);
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
        source.format == BaselineFormat::kSluice ? "stale" : "fits no finding",
        what)));
  }
  if (stale.size() > kStaleTold)
    log_warning(
        fmt::format("{} more stale entries", stale.size() - kStaleTold));
}

}  // namespace sluice
