#include "report/shown/summary.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/error.h"
#include "text/escape.h"
#include "text/wrap.h"

namespace sluice {
namespace {

struct Noun {
  std::string_view one;
  std::string_view many;
};

std::string count(std::uint64_t number, Noun noun) {
  return counted(number, noun.one, noun.many);
}

constexpr Noun kFiles{"file", "files"};

// Returns "4 secrets in 2 files", or with places if some are in several.
std::string what_was_found(const FoundCounts& found) {
  if (found.places == 0) return "no secrets found";
  constexpr Noun kSecrets{"secret", "secrets"};
  const bool has_files = found.files != 0 || found.messages == 0;
  std::string files = has_files ? count(found.files, kFiles) : "";
  if (found.messages != 0)
    files += (has_files ? " and " : "") +
             count(found.messages, {"message", "messages"});
  if (found.count == SecretCount::kUnknown && found.places > 1)
    return fmt::format("{} places with secrets in {}",
                       group_digits(found.places), files);
  if (found.count == SecretCount::kUnknown || found.secrets == found.places)
    return fmt::format("{} in {}", count(found.places, kSecrets), files);
  const std::string_view how = found.count == SecretCount::kAtMost ? "at most "
                               : found.count == SecretCount::kAtLeast
                                   ? "at least "
                                   : "";
  return fmt::format("{}{} in {} places in {}", how,
                     count(found.secrets, kSecrets), group_digits(found.places),
                     files);
}

// For a scan of no file: the reason.
std::string_view what_was_there(const Coverage& coverage) {
  // A file that was cut off is scanned as far as possible, and counts as
  // binary.
  if (coverage.skipped[index_of(Skip::kBinary)] != 0)
    return "no file was read in full";
  return coverage.unread() == 0 ? "there is no file to scan"
                                : "no file was scanned";
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

// Names ignored files: " with .env (--no-ignore scans them)".
std::string by_name(const Coverage& coverage) {
  const IgnoredCredentials& known = coverage.ignored_credentials;
  const std::uint64_t all = coverage.skipped[index_of(Skip::kIgnored)];
  const std::string hint =
      all == 1 ? " (--no-ignore scans it)" : " (--no-ignore scans them)";
  if (known.count == 0) return coverage.files_scanned == 0 ? hint : "";
  std::string names;
  for (std::size_t i = 0; i < known.first.size(); ++i) {
    if (i > 0) names += i + 1 == known.count ? " and " : ", ";
    names += escape_for_terminal(known.first[i]);
  }
  if (const std::uint64_t more = known.count - known.first.size(); more > 0)
    names += fmt::format(" and {} such files", group_digits(more));
  return (all == 1 ? ": " : " with ") + names + hint;
}

}  // namespace

std::string summary_line(const FoundCounts& found, const Coverage& coverage) {
  std::string line = coverage.interrupted ? "interrupted: " : "";
  if (coverage.shard)
    line += fmt::format("shard {} of {}: ", coverage.shard->shard.index,
                        coverage.shard->shard.count);
  // A shard may be empty although others have files.
  if (!coverage.shard && coverage.files_scanned == 0 &&
      coverage.members_scanned == 0 && found.places == 0 &&
      !coverage.interrupted)
    line += what_was_there(coverage);
  else
    line +=
        fmt::format("{}; {}{} ({}) scanned", what_was_found(found),
                    count(coverage.files_scanned, kFiles),
                    coverage.members_scanned == 0
                        ? std::string()
                        : fmt::format(" and {} in archives",
                                      group_digits(coverage.members_scanned)),
                    format_bytes(coverage.bytes_scanned));
  std::string skipped;
  std::uint64_t binary = 0;
  for (std::size_t i = 0; i < kSkipReasons; ++i) {
    if (coverage.skipped[i] == 0) continue;
    if (i == index_of(Skip::kBinary)) {
      binary = coverage.skipped[i];
      continue;
    }
    skipped += fmt::format(
        "{}{}", skipped.empty() ? "; skipped: " : ", ",
        counted(coverage.skipped[i], kSkipFacts[i].one, kSkipFacts[i].many));
    if (i == index_of(Skip::kIgnored))
      skipped += by_whom(coverage.ignored_by) + by_name(coverage);
  }
  if (binary > 0) line += fmt::format(", {} binary", group_digits(binary));
  if (coverage.interrupted) line += ", the rest was not";
  line += skipped;
  if (found.by_reflog != 0)
    line += fmt::format("; {} reached only by reflogs",
                        count(found.by_reflog, {"place", "places"}));
  if (found.by_nothing != 0)
    line += fmt::format("; {} reached by nothing",
                        count(found.by_nothing, {"place", "places"}));
  if (coverage.baseline != 0)
    line +=
        fmt::format("; {} in the baseline", group_digits(coverage.baseline));
  if (coverage.allowed != 0)
    line +=
        fmt::format("; {} allowed by comments", group_digits(coverage.allowed));
  if (coverage.self_allowed != 0)
    line += fmt::format("; {} allowed by the change itself",
                        group_digits(coverage.self_allowed));
  if (coverage.below_confidence != 0)
    line +=
        fmt::format("; {} unsure, not shown (--min-confidence low shows {})",
                    group_digits(coverage.below_confidence),
                    coverage.below_confidence == 1 ? "it" : "them");
  if (!coverage.incomplete.empty()) {
    line += fmt::format("; {} not read in full",
                        count(coverage.incomplete.size(), {"path", "paths"}));
  }
  return line;
}

std::vector<std::string> summary_lines(const FoundCounts& found,
                                       const Coverage& coverage,
                                       std::size_t columns) {
  const std::string all = summary_line(found, coverage);
  std::vector<std::string> lines;
  std::string line;
  const auto end_line = [&] {
    for (std::string& part : wrapped(line, columns))
      lines.push_back(std::move(part));
    line.clear();
  };
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find("; ", at), all.size() - 1) + 1;
    const std::string fact = all.substr(at, end - at);
    if (!line.empty() && columns_of(line + " " + fact) > columns) end_line();
    line += (line.empty() ? "" : " ") + fact;
    at = end + 1;
  }
  end_line();
  return lines;
}

}  // namespace sluice
