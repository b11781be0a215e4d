// The report for people.
// Thread-safety and order of calls: as Report.
//
//   app/settings.py:41:10  github-pat  GitHub personal access token (high)
//     token = "ghp_************************************"
//              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//     2026-02-03 6a71f4c0d2b9 Ann Onymous: what the commit says
//     github-pat:app/settings.py:1f3a9c
//
//   app/start.py:3:9  github-pat  the secret of app/settings.py:41:10
//
//   app/settings.py:44:12  generic-password
//     not reported: a placeholder for a secret (ch********)
//
//   and 12 more places of the secret of app/settings.py:41:10
//
//   secrets  places  rule              (of more than kShort places)
//         1      18  github-pat
//
//   secrets  places  directory
//         1      18  app
//
//   next: `-o report.html` writes a page ..
//
//   could not read app/private.key: Permission denied
//   configuration: .sluice.toml of the scanned tree; 1,608 rules
//   1 secret in 18 places in 9 files; 1,204 files (18.3 MiB) scanned;
//   1 path not read in full
//
// Made for options.columns, 80 at most; only a path, a rule id or a fingerprint
// may be longer. No control character of a name or a line reaches the terminal
// as it is. A secret in many places is shown in full once; memory stays
// constant for any number of places.
#include "report/formats/formats.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
    // Dropped matches are reported in their places between the findings.
    if (options_.explain_drops) options_.high_first = false;
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
  // Where a secret was met first, and how often.
  struct Group {
    std::string place;
    std::uint64_t places = 0;
  };
  // A part of the report with an order of its own: all findings or, if those of
  // high confidence come first, those of one confidence.
  struct Section {
    std::string held;      // what waits for its turn
    bool in_list = false;  // the last lines tell of places of a known secret
    std::vector<Group> groups;  // by the numbers of the secrets, from 1
  };

  Section& section_of(Confidence confidence) {
    return sections_[options_.high_first ? static_cast<std::size_t>(confidence)
                                         : kLast];
  }
  Result<void> put(Section& section, std::string_view text);
  Result<void> write_held();
  Result<void> close_list(Section& section);
  Result<void> tell_groups();
  Result<void> tell_next();
  Result<void> tell_more_places();
  Result<void> tell_incomplete(const Coverage& coverage);
  Result<void> tell_mistyped(const MistypedTokens& tokens);
  Result<void> tell_coverage(const Coverage& coverage);
  std::string heading(const std::string& place,
                      const FindingFacts& finding) const;
  std::string excerpt(const ShownLine& line) const;
  std::string origin(const ShownFile& file) const;
  std::string fingerprint(const ShownFinding& shown) const;
  std::string revocation(const FindingFacts& finding);
  std::string paint(std::string_view sgr, std::string_view text) const;

  // Returns null for a secret without a number, and for those beyond
  // kMaxGroups: each of their places is shown in full.
  Group* meet(Section& section, const ShownFinding& shown,
              const std::string& place);

  static constexpr std::size_t kLast = kConfidenceNames.size() - 1;
  std::array<Section, kConfidenceNames.size()> sections_;
  std::uint64_t dropped_ = 0;
  std::set<const Revocation*> revocations_;  // that were shown
};

// Further entries of a list are counted, not named.
constexpr std::size_t kMaxListed = 20;
constexpr std::size_t kMaxUnread = 5;
// A report of more places ends with its groups.
constexpr std::uint64_t kShort = 20;
constexpr std::size_t kMaxInTable = 5;
// How many bytes of findings wait until the findings of high confidence are
// written. Beyond that, findings come in the order of the scan again.
constexpr std::size_t kMaxHeld = std::size_t{4} << 20;
constexpr std::size_t kMaxGroups = 4096;
// Places of a secret after the first and so many more are counted, not listed.
constexpr std::size_t kMaxRepeats = 5;
constexpr std::string_view kIndent = "  ";
// So many digits of a commit's id are shown.
constexpr std::size_t kShortId = 12;
constexpr std::string_view kNotReported = "not reported: ";
// The least columns for a dropped value, however long the reason is.
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
      "({}{}{}{}{}{}{})", name_of(finding.confidence), checksum,
      detailed ? ", " : "",
      detailed ? escape_for_terminal(finding.detail) : std::string(),
      finding.decoded.empty() ? std::string()
                              : ", in " + encodings_text(finding),
      found_in_text(finding),
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
  std::string text = origin_text(file);
  if (!commit.id.empty())
    text = fmt::format("{} {} {}{}: {}", commit.date.substr(0, kDay),
                       commit.id.substr(0, kShortId), commit.author,
                       text.empty() ? text : " (" + text + ")", commit.message);
  if (text.empty()) return {};
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

// One line, or two if it does not fit. Only the value is cut to fit: a reason
// that ends in the middle explains nothing.
Result<void> PrettyReport::dropped(const ShownFile& file,
                                   const ShownDropped& shown) {
  SLUICE_TRY(close_list(sections_[kLast]));
  const std::string place = place_text(file, *shown.facts);
  const std::string rule = escape_for_terminal(shown.facts->rule->id);
  const std::string reason = visible(shown.why);
  const std::size_t taken = kIndent.size() + kNotReported.size() +
                            std::string_view(" ()").size() + columns_of(reason);
  const std::size_t room =
      std::max(options_.columns, taken + kPartColumns) - taken;
  const std::string why = fmt::format("{}{} ({})", kNotReported, reason,
                                      fit_to_columns(shown.secret, room));
  const std::size_t used = columns_of(place) + columns_of(rule) +
                           2 * kIndent.size() + columns_of(why);
  ++dropped_;
  return output_.write(
      fmt::format("{}{}{}{}{}{}\n", place, kIndent, paint(kRuleColor, rule),
                  used <= options_.columns ? "" : "\n", kIndent, why));
}

PrettyReport::Group* PrettyReport::meet(Section& section,
                                        const ShownFinding& shown,
                                        const std::string& place) {
  const std::uint64_t number = shown.secret_id;
  if (number == 0 || number > kMaxGroups) return nullptr;
  if (section.groups.size() < number) section.groups.resize(number);
  Group& group = section.groups[number - 1];
  if (group.places++ == 0) group.place = place;
  return &group;
}

// Returns the fingerprint, for a baseline.
std::string PrettyReport::fingerprint(const ShownFinding& shown) const {
  if (shown.fingerprint.empty()) return {};
  return fmt::format("{}{}\n", kIndent,
                     paint(kFaint, escape_for_terminal(shown.fingerprint)));
}

// The first place of a secret in full, the next ones in a line, the rest is
// counted. Lines of such places follow each other without a gap.
Result<void> PrettyReport::finding(const ShownFile& file,
                                   const ShownFinding& shown) {
  const std::string place = place_text(file, *shown.facts);
  Section& section = section_of(shown->confidence);
  const Group* const group = meet(section, shown, place);
  if (group == nullptr || group->places == 1) {
    SLUICE_TRY(close_list(section));
    return put(section, heading(place, *shown.facts) + excerpt(shown.line) +
                            origin(file) + fingerprint(shown) +
                            revocation(*shown.facts) + "\n");
  }
  if (group->places > 1 + kMaxRepeats) return {};
  section.in_list = true;
  const std::string rule = escape_for_terminal(shown->rule->id);
  const std::string same = "the secret of " + group->place;
  const std::size_t used = columns_of(place) + columns_of(rule) +
                           columns_of(same) + 2 * kIndent.size();
  return put(section,
             fmt::format("{}{}{}{}{}{}\n", paint(kBold, place), kIndent,
                         paint(kRuleColor, rule),
                         used <= options_.columns ? "" : "\n", kIndent, same));
}

Result<void> PrettyReport::end_file(const ShownFile& file) {
  if (file.dropped != 0) SLUICE_TRY(output_.write("\n"));
  return output_.flush();
}

// What is of high confidence is written at once.
Result<void> PrettyReport::put(Section& section, std::string_view text) {
  if (&section == &sections_[kLast]) return output_.write(text);
  section.held += text;
  std::size_t held = 0;
  for (const Section& one : sections_) held += one.held.size();
  if (held <= kMaxHeld) return {};
  SLUICE_TRY(write_held());
  options_.high_first = false;
  return {};
}

Result<void> PrettyReport::write_held() {
  for (std::size_t i = sections_.size(); i-- > 0;) {
    SLUICE_TRY(close_list(sections_[i]));
    SLUICE_TRY(output_.write(std::exchange(sections_[i].held, {})));
  }
  return {};
}

// A gap behind lines that had none.
Result<void> PrettyReport::close_list(Section& section) {
  if (!std::exchange(section.in_list, false)) return {};
  return put(section, "\n");
}

// Prints the number of places of secrets that were not listed.
Result<void> PrettyReport::tell_more_places() {
  std::size_t listed = 0;
  std::uint64_t secrets = 0;
  std::uint64_t places = 0;
  for (std::size_t i = sections_.size(); i-- > 0;)
    for (const Group& group : sections_[i].groups) {
      if (group.places <= 1 + kMaxRepeats) continue;
      const std::uint64_t more = group.places - 1 - kMaxRepeats;
      if (++listed > kMaxListed) {
        ++secrets;
        places += more;
        continue;
      }
      SLUICE_TRY(output_.write(fmt::format(
          "and {} of the secret of {}\n",
          counted(more, "more place", "more places"), group.place)));
    }
  if (secrets != 0)
    SLUICE_TRY(output_.write(fmt::format(
        "and {} of {}\n", counted(places, "more place", "more places"),
        counted(secrets, "other secret", "other secrets"))));
  return listed == 0 ? Result<void>{} : output_.write("\n");
}

// Prints the rules and the directories with the most secrets.
Result<void> PrettyReport::tell_groups() {
  const auto table = [&](std::string_view head,
                         const FoundTotals::ByName& groups) {
    const auto all = largest_first(groups);
    std::string text =
        fmt::format("{:>7}  {:>7}  {}\n", "secrets", "places", head);
    for (std::size_t i = 0; i < std::min(all.size(), kMaxInTable); ++i)
      text += fmt::format("{:>7}  {:>7}  {}\n",
                          group_digits(all[i].second->secrets),
                          group_digits(all[i].second->places),
                          escape_for_terminal(*all[i].first));
    if (all.size() > kMaxInTable)
      text += fmt::format("{:>18}{} more\n", "",
                          group_digits(all.size() - kMaxInTable));
    return text + "\n";
  };
  return output_.write(table("rule", found().by_rule()) +
                       table("directory", found().by_directory()));
}

Result<void> PrettyReport::tell_next() {
  constexpr std::string_view kNext =
      "next: `-o report.html` writes a page that groups, searches and marks "
      "them; `sluice baseline write` lists them as known, so that later scans "
      "report only new ones";
  std::string text;
  for (const std::string& line : wrapped(kNext, options_.columns))
    text += line + "\n";
  return output_.write(text + "\n");
}

Result<void> PrettyReport::tell_incomplete(const Coverage& coverage) {
  std::size_t listed = 0;
  for (const Incomplete& item : coverage.incomplete) {
    if (++listed > kMaxUnread) break;
    const std::string path = item.root + item.location.text();
    SLUICE_TRY(output_.write(
        fmt::format("could not read {}: {}\n",
                    escape_for_terminal(path.empty() ? "." : path),
                    escape_for_terminal(item.reason))));
  }
  if (coverage.incomplete.size() <= kMaxUnread) return {};
  return output_.write(fmt::format(
      "could not read {} (`-f json` and `-o report.html` name all)\n",
      counted(coverage.incomplete.size() - kMaxUnread, "more", "more")));
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
  for (const std::string& line :
       summary_lines(found().counts(coverage), coverage, options_.columns))
    SLUICE_TRY(output_.write(paint(kBold, line) + "\n"));
  return {};
}

Result<void> PrettyReport::end(const Coverage& coverage) {
  SLUICE_TRY(write_held());
  SLUICE_TRY(tell_more_places());
  if (!options_.quiet && found().counts(coverage).places > kShort) {
    SLUICE_TRY(tell_groups());
    SLUICE_TRY(tell_next());
  }
  SLUICE_TRY(tell_incomplete(coverage));
  if (!options_.quiet) SLUICE_TRY(tell_coverage(coverage));
  return output_.flush();
}

std::unique_ptr<FindingSink> pretty_report(Output& output,
                                           const ReportOptions& options) {
  return std::make_unique<PrettyReport>(output, options);
}

}  // namespace sluice
