#include "sluice/command_line/foreign_options.h"

#include <algorithm>
#include <iterator>

namespace sluice {
namespace {

constexpr std::string_view kOffline =
    "sluice makes no network connection, so it verifies no secret online";
constexpr std::string_view kNoBinarySwitch =
    "sluice decides by the content whether a file is binary";

// In the order of the alphabet. An option that several tools have means about
// the same in all of them.
constexpr ForeignOption kOptions[] = {
    {"--all-files", "--no-ignore", ""},
    {"--archive-max-depth", "--archive-depth N", ""},
    {"--archive-max-size", "--archive-bytes SIZE", ""},
    {"--archive-timeout", "--archive-seconds N", ""},
    {"--baseline-file", "--baseline FILE", ""},
    {"--baseline-path", "--baseline FILE", ""},
    {"--branch", "sluice git main..BRANCH", ""},
    {"--concurrency", "-j N", ""},
    {"--confidence", "--min-confidence LEVEL", ""},
    {"--cores", "-j N", ""},
    {"--csv", "-f csv", ""},
    {"--disable-plugin", "--disable-rule ID", ""},
    {"--exclude-detectors", "--disable-rule ID", ""},
    {"--exclude-files", "--exclude GLOB", ""},
    {"--exclude-lines", "",
     "write `sluice:allow` in a comment on the line, or a rule's allowlist"},
    {"--exclude-paths", "--exclude GLOB", ""},
    {"--exclude-secrets", "",
     "an allowlist in .sluice.toml allows values (docs/CONFIGURATION.md)"},
    {"--exit-code", "",
     "sluice exits with 1 if it finds a secret (`sluice help scan` lists the "
     "codes)"},
    {"--extraction-depth", "--archive-depth N", ""},
    {"--fail", "", "sluice exits with 1 whenever it finds a secret"},
    {"--files", "--list-files", ""},
    {"--follow-symlinks", "--follow", ""},
    {"--force-skip-binaries", "", kNoBinarySwitch},
    {"--git-history", "sluice git", ""},
    {"--github-actions", "-f github", ""},
    {"--gitleaks-ignore-path", "--baseline FILE", ""},
    {"--glob", "--include GLOB", ""},
    {"--hidden", "", "sluice always scans hidden files"},
    {"--html", "-f html", ""},
    {"--ignore-file", "",
     "put the patterns into .sluiceignore, or use `--exclude GLOB`"},
    {"--ignore-gitleaks-allow", "--ignore-allow", ""},
    {"--include-detectors", "--enable-rule ID", ""},
    {"--include-paths", "--include GLOB", ""},
    {"--jobs", "-j N", ""},
    {"--json", "-f json", ""},
    {"--jsonl", "-f jsonl", ""},
    {"--list-all-plugins", "sluice rules list", ""},
    {"--log-level", "--verbose", ""},
    {"--log-opts", "sluice git A..B", ""},
    {"--manage-baseline", "sluice baseline write", ""},
    {"--max-archive-depth", "--archive-depth N", ""},
    {"--max-decode-depth", "--decode-depth N", ""},
    {"--max-target-megabytes", "--max-file-size SIZE", ""},
    {"--no-banner", "", "sluice prints no banner"},
    {"--no-binary", "", kNoBinarySwitch},
    {"--no-color", "--color never", ""},
    {"--no-extract-archives", "--archive-depth 0", ""},
    {"--no-git", "",
     "`sluice scan` reads files and no history, so it needs no such option"},
    {"--no-update", "", "sluice never updates itself"},
    {"--no-validate", "", kOffline},
    {"--no-verification", "", kOffline},
    {"--no-verify", "", kOffline},
    {"--only-valid", "", kOffline},
    {"--only-verified", "", kOffline},
    {"--pipe", "sluice -", ""},
    {"--plugin", "--enable-rule ID", ""},
    {"--pre-commit", "sluice git --staged", ""},
    {"--report-format", "-f FORMAT", ""},
    {"--report-path", "-o FILE", ""},
    {"--results", "", kOffline},
    {"--rule", "--enable-rule ID", ""},
    {"--rules", "--config FILE", ""},
    {"--rules-path", "--config FILE", ""},
    {"--sarif", "-f sarif", ""},
    {"--search-zip", "", "sluice looks into archives unless told not to"},
    {"--since-commit", "sluice git --since REV", ""},
    {"--source", "sluice PATH", ""},
    {"--staged", "sluice git --staged", ""},
    {"--stdin", "sluice -", ""},
    {"--text", "", kNoBinarySwitch},
    {"--threads", "-j N", ""},
    {"--unrestricted", "--no-ignore", ""},
    {"-L", "--follow", ""},
    {"-g", "--include GLOB", ""},
    {"-r", "-o FILE", ""},
    {"-s", "sluice PATH", ""},
    {"-u", "--no-ignore", ""},
    {"-z", "", "sluice looks into archives unless told not to"},
};
static_assert(std::ranges::is_sorted(kOptions, {}, &ForeignOption::name));

}  // namespace

const ForeignOption* find_foreign_option(std::string_view word) {
  const std::string_view name = word.substr(0, word.find('='));
  const auto* const found =
      std::ranges::lower_bound(kOptions, name, {}, &ForeignOption::name);
  const bool is_known = found != std::end(kOptions) && found->name == name;
  return is_known ? found : nullptr;
}

}  // namespace sluice
