#include "report/summary.h"

#include <array>
#include <string_view>

#include "base/error.h"
#include "text/escape.h"

namespace sluice {
namespace {

struct Noun {
  std::string_view one;
  std::string_view many;
};

// What was left out, by Skip. What is binary was read, if not for every rule,
// and has a part of its own.
constexpr std::array<Noun, kSkipReasons> kSkipNouns = {
    Noun{"ignored", "ignored"},
    Noun{"excluded", "excluded"},
    Noun{"", ""},
    Noun{"special file", "special files"},
    Noun{"symlink", "symlinks"},
    Noun{"seen before", "seen before"},
    Noun{"too deep", "too deep"},
    Noun{"on another filesystem", "on other filesystems"}};

std::string count(std::uint64_t number, Noun noun) {
  return fmt::format("{} {}", group_digits(number),
                     number == 1 ? noun.one : noun.many);
}

// " by .gitignore and 3 other files".
std::string by_whom(const IgnoreFileCounts& counts) {
  if (counts.files.empty()) return {};
  const std::uint64_t others = counts.files.size() - 1 + counts.rest.files;
  std::string text = " by " + escape_for_terminal(counts.files.front().file);
  if (others != 0)
    text += " and " + count(others, {"other file", "other files"});
  return text;
}

}  // namespace

std::string group_digits(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string format_bytes(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  static constexpr std::array<std::string_view, 6> kUnits = {"kB", "MB", "GB",
                                                             "TB", "PB", "EB"};
  // In integers, so that 999,950 is 1.0 MB and not 1000.0 kB.
  std::uint64_t unit = 1000;
  std::size_t i = 0;
  const auto tenths = [&] {
    return bytes / unit * 10 + (bytes % unit * 10 + unit / 2) / unit;
  };
  while (tenths() >= 10'000 && i + 1 < kUnits.size()) {
    unit *= 1000;
    ++i;
  }
  return fmt::format("{}.{} {}", tenths() / 10, tenths() % 10, kUnits[i]);
}

std::string summary_line(std::uint64_t secrets, std::uint64_t files_with,
                         const Coverage& coverage) {
  constexpr Noun kFiles{"file", "files"};
  std::string line =
      secrets == 0
          ? std::string("no secrets found")
          : fmt::format("{} in {}", count(secrets, {"secret", "secrets"}),
                        count(files_with, kFiles));
  line +=
      fmt::format("; {} ({}) scanned", count(coverage.files_scanned, kFiles),
                  format_bytes(coverage.bytes_scanned));
  std::string skipped;
  std::uint64_t binary = 0;
  for (std::size_t i = 0; i < kSkipReasons; ++i) {
    if (coverage.skipped[i] == 0) continue;
    if (i == static_cast<std::size_t>(Skip::kBinary)) {
      binary = coverage.skipped[i];
      continue;
    }
    skipped += fmt::format("{}{}", skipped.empty() ? "; skipped: " : ", ",
                           count(coverage.skipped[i], kSkipNouns[i]));
    if (i == static_cast<std::size_t>(Skip::kIgnored))
      skipped += by_whom(coverage.ignored_by);
  }
  if (binary > 0) line += fmt::format(", {} binary", group_digits(binary));
  line += skipped;
  if (coverage.baseline != 0)
    line +=
        fmt::format("; {} in the baseline", group_digits(coverage.baseline));
  if (coverage.allowed != 0)
    line +=
        fmt::format("; {} allowed by comments", group_digits(coverage.allowed));
  if (coverage.unsure != 0)
    line +=
        fmt::format("; {} unsure, not shown", group_digits(coverage.unsure));
  if (!coverage.incomplete.empty()) {
    line += fmt::format("; {} not read in full",
                        count(coverage.incomplete.size(), {"path", "paths"}));
  }
  return line;
}

}  // namespace sluice
