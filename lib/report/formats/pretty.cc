// The report for people.
// Thread-safety and order of calls: as Report.
//
//   app/settings.py:41:10  github-pat  GitHub personal access token (high)
//     token = "ghp_************************************"
//              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//     2026-02-03 6a71f4c0d2b9 Ann Onymous: what the commit says
//
//   app/start.py:3:9  github-pat  the secret of app/settings.py:41:10
//
//   app/settings.py:44:12  generic-password
//     not reported: a placeholder for a secret (ch********)
//
//   and 12 more places of the secret of app/settings.py:41:10
//
//   could not read app/private.key: Permission denied
//   configuration: .sluice.toml of the scanned tree; 1,608 rules
//   1 secret in 18 places in 9 files; 1,204 files (18.3 MiB) scanned; 1 path
//   not read in full
//
// Made for options.columns, 80 at most; only a path, a rule id or the last line
// may be longer. No control character of a name or a line reaches the terminal
// as it is. A secret in many places is shown in full once; memory stays
// constant for any number of places (report/shown/repeats.h).
#include "report/formats/formats.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "report/formats/report.h"
#include "report/shown/coverage.h"
#include "report/shown/palette.h"
#include "report/shown/snippet.h"
#include "report/shown/summary.h"
#include "text/escape.h"
#include "text/quantity.h"
#include "text/wrap.h"

namespace sluice {
namespace {

class PrettyReport final : public Report {
 public:
  PrettyReport(Output& output, ReportOptions options)
      : Report(output, std::move(options)) {
    remember_secrets();
  }

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;
  Result<void> dropped(const ShownFile& file,
                       const ShownDropped& shown) override;
  Result<void> end_file(const ShownFile& file) override;

 private:
  Result<void> close_list();
  Result<void> tell_more_places();
  Result<void> tell_incomplete(const Coverage& coverage);
  Result<void> tell_mistyped(const MistypedTokens& tokens);
  Result<void> tell_coverage(const Coverage& coverage);
  std::string heading(const std::string& place,
                      const FindingFacts& finding) const;
  std::string excerpt(const ShownLine& line) const;
  std::string origin(const ShownFile& file) const;
  std::string revocation(const FindingFacts& finding);
  std::string paint(std::string_view sgr, std::string_view text) const;

  bool in_list_ = false;  // the last lines tell of places of a known secret
  std::uint64_t without_secret_ = 0;  // findings of files by their paths
  std::uint64_t dropped_ = 0;
  std::set<const Revocation*> revocations_;  // that were shown
};

// Further entries of a list are counted, not named.
constexpr std::size_t kMaxListed = 20;
// After the first place of a secret and this many more, places are only
// counted.
constexpr std::size_t kMaxRepeats = 5;
constexpr std::string_view kIndent = "  ";
// So many digits of a commit's id are shown.
constexpr std::size_t kShortId = 12;
constexpr std::string_view kNotReported = "not reported: ";
// The least columns for a dropped value, and for the reason, however long the
// other is.
constexpr std::size_t kPartColumns = 16;
// The least columns for a description that is cut to leave room for its marks.
constexpr std::size_t kMinDescription = 16;

// Returns the facts beyond the rule: "(high)", "(high, checksum valid)" or,
// with the check's detail, "(high, EC P-256)".
std::string verdict(const FindingFacts& finding, bool with_detail) {
  const bool detailed = with_detail && !finding.detail.empty();
  std::string_view checksum;
  if (finding.checksum == ChecksumVerdict::kValid && !detailed)
    checksum = ", checksum valid";
  if (finding.checksum == ChecksumVerdict::kInvalid)
    checksum = ", checksum invalid";
  return fmt::format(
      "({}{}{}{}{}{})", name_of(finding.confidence), checksum,
      detailed ? ", " : "",
      detailed ? escape_for_terminal(finding.detail) : std::string(),
      finding.decoded.empty() ? std::string()
                              : ", in " + encodings_text(finding),
      finding.self_allowed ? ", allowed by the change itself" : "");
}

}  // namespace

std::string PrettyReport::paint(std::string_view sgr,
                                std::string_view text) const {
  if (!options_.color || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", sgr, text);
}

// The description follows the rule if it fits, or else has a line of its own,
// and so have its marks where these would leave nothing of it. The check's
// detail is shown where it takes nothing from the description.
std::string PrettyReport::heading(const std::string& place,
                                  const FindingFacts& finding) const {
  const std::size_t columns = options_.columns;
  const std::string rule = escape_for_terminal(finding.rule->id);
  const std::string text(finding.rule->description);
  const std::string shown = escape_for_terminal(text);
  std::string marks = verdict(finding, true);
  if (kIndent.size() + columns_of(text) + 1 + columns_of(marks) > columns)
    marks = verdict(finding, false);
  const std::string line = fmt::format("{}{}{}", paint(kBold, place), kIndent,
                                       paint(kRuleColor, rule));
  const std::size_t used =
      columns_of(place) + columns_of(rule) + 2 * kIndent.size();
  const std::string one_line = text.empty() ? marks : shown + " " + marks;
  if (used + columns_of(one_line) <= columns)
    return fmt::format("{}{}{}\n", line, kIndent, one_line);
  const auto fitted = [&](std::size_t room) {
    return columns_of(text) <= room ? shown : fit_to_columns(text, room);
  };
  const std::size_t whole = columns - kIndent.size();
  const std::size_t of_marks = columns_of(marks) + 1;
  if (!text.empty() &&
      of_marks + std::min(columns_of(text), kMinDescription) <= whole)
    return fmt::format("{}\n{}{} {}\n", line, kIndent, fitted(whole - of_marks),
                       marks);
  std::string out = line + "\n";
  if (!text.empty()) out += fmt::format("{}{}\n", kIndent, fitted(whole));
  for (const std::string& part : wrapped(marks, whole))
    out += fmt::format("{}{}\n", kIndent, part);
  return out;
}

// The line of the secret and the caret line, or nothing if there is no line.
std::string PrettyReport::excerpt(const ShownLine& line) const {
  if (line.text.empty()) return {};
  const Snippet snippet = make_snippet({.text = line.text,
                                        .secret_begin = line.secret_begin,
                                        .secret_size = line.secret_size,
                                        .cut_left = line.cut_left,
                                        .cut_right = line.cut_right},
                                       options_.columns - kIndent.size());
  std::string out =
      fmt::format("{}{}{}{}\n", kIndent, snippet.before,
                  paint(kSecretColor, snippet.secret), snippet.after);
  if (!snippet.caret.empty()) {
    const std::size_t blanks = snippet.caret.find('^');
    out += fmt::format(
        "{}{}{}\n", kIndent, snippet.caret.substr(0, blanks),
        paint(kSecretColor, std::string_view(snippet.caret).substr(blanks)));
  }
  return out;
}

// Returns the commit that added the finding, in a scan of git's history.
std::string PrettyReport::origin(const ShownFile& file) const {
  if (file.commit == nullptr) return {};
  const Commit& commit = *file.commit;
  constexpr std::size_t kDay = 10;
  const std::string text =
      fmt::format("{} {} {}: {}", commit.date.substr(0, kDay),
                  commit.id.substr(0, kShortId), commit.author, commit.message);
  return fmt::format("{}{}\n", kIndent,
                     fit_to_columns(text, options_.columns - kIndent.size()));
}

// Once for all that share it: where the secret is revoked, and what to do
// first.
std::string PrettyReport::revocation(const FindingFacts& finding) {
  const Revocation* const facts = finding.rule->revocation;
  if (!options_.revocations || facts == nullptr ||
      !revocations_.insert(facts).second)
    return {};
  std::string out;
  for (const std::string& line :
       wrapped("First: " + escape_for_terminal(facts->steps),
               options_.columns - kIndent.size()))
    out += fmt::format("{}{}\n", kIndent, line);
  if (!facts->url.empty())
    out += fmt::format("{}{}\n", kIndent, escape_for_terminal(facts->url));
  return out;
}

Result<void> PrettyReport::begin(const ToolInfo&) { return {}; }

// One line, or two if it does not fit.
Result<void> PrettyReport::dropped(const ShownFile& file,
                                   const ShownDropped& shown) {
  SLUICE_TRY(close_list());
  const std::string place = place_text(file, *shown.facts);
  const std::string rule = escape_for_terminal(shown.facts->rule->id);
  const std::size_t room =
      std::max(options_.columns - kIndent.size() - kNotReported.size() -
                   std::string_view(" ()").size(),
               2 * kPartColumns);
  const std::string value = fit_to_columns(
      shown.secret, room - std::clamp(columns_of(shown.why), kPartColumns,
                                      room - kPartColumns));
  const std::string why =
      fmt::format("{}{} ({})", kNotReported,
                  fit_to_columns(shown.why, room - columns_of(value)), value);
  const std::size_t used = columns_of(place) + columns_of(rule) +
                           2 * kIndent.size() + columns_of(why);
  ++dropped_;
  return output_.write(
      fmt::format("{}{}{}{}{}{}\n", place, kIndent, paint(kRuleColor, rule),
                  used <= options_.columns ? "" : "\n", kIndent, why));
}

// The first place of a secret in full, the next ones in a line, the rest is
// counted. Lines of such places follow each other without a gap.
Result<void> PrettyReport::finding(const ShownFile& file,
                                   const ShownFinding& shown) {
  const std::string place = place_text(file, *shown.facts);
  if (shown.secret.empty()) ++without_secret_;
  const Repeats::Group* const group = shown.group;
  if (group == nullptr || group->places == 1) {
    SLUICE_TRY(close_list());
    return output_.write(heading(place, *shown.facts) + excerpt(shown.line) +
                         origin(file) + revocation(*shown.facts) + "\n");
  }
  if (group->places > 1 + kMaxRepeats) return {};
  in_list_ = true;
  const std::string rule = escape_for_terminal(shown->rule->id);
  const std::string same = "the secret of " + group->place;
  const std::size_t used = columns_of(place) + columns_of(rule) +
                           columns_of(same) + 2 * kIndent.size();
  return output_.write(fmt::format(
      "{}{}{}{}{}{}\n", paint(kBold, place), kIndent, paint(kRuleColor, rule),
      used <= options_.columns ? "" : "\n", kIndent, same));
}

Result<void> PrettyReport::end_file(const ShownFile& file) {
  if (file.dropped != 0) SLUICE_TRY(output_.write("\n"));
  return output_.flush();
}

// Writes a gap after lines that had none.
Result<void> PrettyReport::close_list() {
  if (!std::exchange(in_list_, false)) return {};
  return output_.write("\n");
}

// Prints the number of places of secrets that were not listed.
Result<void> PrettyReport::tell_more_places() {
  SLUICE_TRY(close_list());
  std::size_t listed = 0;
  std::uint64_t secrets = 0;
  std::uint64_t places = 0;
  for (const Repeats::Group& group : repeats().groups()) {
    if (group.places <= 1 + kMaxRepeats) continue;
    const std::uint64_t more = group.places - 1 - kMaxRepeats;
    if (++listed > kMaxListed) {
      ++secrets;
      places += more;
      continue;
    }
    SLUICE_TRY(output_.write(
        fmt::format("and {} of the secret of {}\n",
                    counted(more, "more place", "more places"), group.place)));
  }
  if (secrets != 0)
    SLUICE_TRY(output_.write(fmt::format(
        "and {} of {}\n", counted(places, "more place", "more places"),
        counted(secrets, "other secret", "other secrets"))));
  return listed == 0 ? Result<void>{} : output_.write("\n");
}

Result<void> PrettyReport::tell_incomplete(const Coverage& coverage) {
  std::size_t listed = 0;
  for (const Incomplete& item : coverage.incomplete) {
    if (++listed > kMaxListed) break;
    const std::string path = item.root + item.location.text();
    SLUICE_TRY(output_.write(
        fmt::format("could not read {}: {}\n",
                    escape_for_terminal(path.empty() ? "." : path),
                    escape_for_terminal(item.reason))));
  }
  if (coverage.incomplete.size() <= kMaxListed) return {};
  return output_.write(fmt::format(
      "could not read {} (`-f json` names all)\n",
      counted(coverage.incomplete.size() - kMaxListed, "more", "more")));
}

// Tokens that are not findings since their checksum is wrong, so that a person
// who tries the program with a made-up token learns that it was seen. A line
// each, or two if it does not fit.
Result<void> PrettyReport::tell_mistyped(const MistypedTokens& tokens) {
  constexpr std::string_view kWhy = "wrong checksum: made up or mistyped";
  constexpr std::string_view kNotShown = "not shown: ";
  for (const MistypedToken& token : tokens.first) {
    std::string place = fmt::format(
        "{}{}:{}", kNotShown,
        escape_for_terminal(token.root + token.location.text()), token.line);
    if (!token.commit.empty())
      place += fmt::format(
          " in {}", escape_for_terminal(token.commit.substr(0, kShortId)));
    const std::string rule = escape_for_terminal(token.rule);
    const std::size_t used = columns_of(place) + columns_of(rule) +
                             columns_of(kWhy) + 2 * kIndent.size();
    SLUICE_TRY(output_.write(
        fmt::format("{}{}{}{}{}{}\n", place, kIndent, paint(kRuleColor, rule),
                    used <= options_.columns ? "" : "\n", kIndent, kWhy)));
  }
  const std::uint64_t more = tokens.count - tokens.first.size();
  if (more == 0) return {};
  return output_.write(fmt::format("{}{} with a wrong checksum\n", kNotShown,
                                   counted(more, "more", "more")));
}

Result<void> PrettyReport::tell_coverage(const Coverage& coverage) {
  if (options_.explain_drops)
    SLUICE_TRY(output_.write(counted(dropped_, "candidate", "candidates") +
                             " not reported\n"));
  for (const Note& note : coverage.notes) {
    // The last line contains this note.
    if (coverage.interrupted && &note == &coverage.notes.front()) continue;
    if (note.is_empty()) continue;
    SLUICE_TRY(output_.write(
        fmt::format("note: {}\n", escape_for_terminal(note.sentence()))));
  }
  SLUICE_TRY(tell_mistyped(coverage.mistyped));
  if (const std::string policy = policy_sentence(coverage); !policy.empty())
    SLUICE_TRY(output_.write(escape_for_terminal(policy) + "\n"));
  FoundCounts counts = found().found();
  if (repeats().complete())
    counts.secrets = repeats().groups().size() + without_secret_;
  return output_.write(paint(kBold, summary_line(counts, coverage)) + "\n");
}

Result<void> PrettyReport::end(const Coverage& coverage) {
  SLUICE_TRY(tell_more_places());
  SLUICE_TRY(tell_incomplete(coverage));
  if (!options_.quiet) SLUICE_TRY(tell_coverage(coverage));
  return output_.flush();
}

std::unique_ptr<FindingSink> pretty_report(Output& output,
                                           const ReportOptions& options) {
  return std::make_unique<PrettyReport>(output, options);
}

}  // namespace sluice
