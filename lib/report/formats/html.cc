// The report as one page for a browser, which needs nothing else: no network,
// no server. A summary with charts, a list that searches, sorts and marks, the
// coverage.
//
// The findings are data in the page, which its script shows: lists of JSON, in
// the order of the scan.
//
//   {"id","what","provider","steps","url"}      a rule, from 0
//   ["path","directory","commit"]               a file; its findings follow
//   [line, column, rule, confidence, secret's number or 0, masked secret,
//    before, shown secret, after, hash, more]   a finding
//
// A 0 means that the page has the text already: the masked secret of a number
// that an earlier row has, and a shown secret that is the masked one. `hash` is
// the end of the fingerprint, or all of it if rule and path do not make up the
// rest. `more` has what few findings have: `c` checksum, `d` detail, `e`
// encodings, and with visible secrets `s`: the secret and its line, in four
// parts.
//
// Secrets are in the page only if they were asked for, and then hidden until
// its reader reveals them. The page's policy (CSP) allows its own style and
// script, by their hashes, and nothing else. Bars are SVG: their widths are
// attributes, where a style would need a weaker policy. The data block is not
// run, so the policy does not concern it.
//
// Memory: the names of the rules that fired, since findings are written as they
// come, before the charts that count them all. A browser has to hold the page,
// so the list ends after kMaxBytes; counts and charts do not. The page and
// standard error then say how many are not listed.
#include "report/formats/formats.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/digest.h"
#include "base/log.h"
#include "report/formats/html/assets.h"
#include "report/formats/report.h"
#include "report/shown/coverage.h"
#include "report/shown/shown_finding.h"
#include "report/shown/summary.h"
#include "text/base64.h"

namespace sluice {
namespace {

class HtmlReport final : public Report {
 public:
  HtmlReport(Output& output, ReportOptions options)
      : Report(output, std::move(options)) {
    show_both();
  }

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> begin_file(const ShownFile& file) override;
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

 private:
  Result<void> add(std::string_view row);
  Result<std::size_t> rule_index(const ShownFinding& shown);
  std::string list_section() const;

  std::string tool_;  // for the top of the page
  std::string file_;  // the row of the file at hand, until it is written
  std::map<std::string, std::size_t, std::less<>> rules_;
  std::uint64_t met_ = 0;    // the highest number of a listed secret
  std::uint64_t bytes_ = 0;  // of the list
  std::uint64_t listed_ = 0;
  std::uint64_t findings_ = 0;
};

constexpr std::size_t kMaxBars = 8;
// Characters of a line on either side of a secret.
constexpr std::size_t kMaxContext = 120;

// For a Content-Security-Policy.
std::string source_of(std::string_view text) {
  const std::string_view parts[] = {text};
  const Sha256Digest digest = sha256(parts);
  return fmt::format(
      "'sha256-{}'",
      base64_encode(
          {reinterpret_cast<const char*>(digest.data()), digest.size()}));
}

// At most kMaxContext characters of UTF-8, from the end or the beginning.
std::string tail_of(std::string text) {
  text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
  if (text.size() <= kMaxContext) return text;
  std::size_t at = text.size() - kMaxContext;
  while (at < text.size() && (text[at] & 0xC0) == 0x80) ++at;
  return "\xe2\x80\xa6" + text.substr(at);
}

std::string head_of(std::string text) {
  if (text.size() <= kMaxContext) return text;
  std::size_t at = kMaxContext;
  while (at > 0 && (text[at] & 0xC0) == 0x80) --at;
  return text.substr(0, at) + "\xe2\x80\xa6";
}

// Text as JSON in a script element: visible, and without a "<" that could end
// the element.
std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : visible(text)) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out + '"';
}

std::string line_text(std::string text) {
  std::ranges::replace(text, '\t', ' ');
  return text;
}

std::string excerpt_row(const ShownExcerpt& excerpt,
                        std::string_view masked_secret) {
  const std::string secret = line_text(head_of(excerpt.secret));
  return fmt::format("{},{},{}",
                     json_string(line_text(tail_of(excerpt.before))),
                     secret == masked_secret ? "0" : json_string(secret),
                     json_string(line_text(head_of(excerpt.after))));
}

std::string commit_text(const ShownFile& file) {
  const Commit& commit = *file.commit;
  const std::string origin = origin_text(file);
  if (commit.id.empty()) return origin;
  return fmt::format("{} {}, {}{}: {}", commit.id.substr(0, 12), commit.author,
                     commit.date, origin.empty() ? origin : " (" + origin + ")",
                     commit.message);
}

// Returns the end of the fingerprint, if the page can make the rest.
std::string_view hash_of(const ShownFile& file, const ShownFinding& shown) {
  const std::string_view all = shown.fingerprint;
  const std::size_t colon = all.rfind(':');
  if (colon == all.npos ||
      all.substr(0, colon) != fmt::format("{}:{}", shown.rule_id, file.path))
    return all;
  return all.substr(colon + 1);
}

// Returns ",{..}", or nothing.
std::string more_of(const ShownFinding& shown) {
  std::string more;
  const auto add = [&](std::string_view name, const std::string& value) {
    more += fmt::format("{}\"{}\":{}", more.empty() ? "" : ",", name, value);
  };
  if (shown->checksum != ChecksumVerdict::kAbsent)
    add("c", json_string(name_of(shown->checksum)));
  if (!shown.detail.empty()) add("d", json_string(shown.detail));
  if (!shown->decoded.empty())
    add("e", json_string(encodings_text(*shown.facts)));
  if (shown.clear)
    add("s", fmt::format("[{},{}]", json_string(shown.clear->secret),
                         excerpt_row(shown.clear->excerpt, "\n")));
  return more.empty() ? "" : ",{" + more + "}";
}

// A bar of a chart. With a field, it is a button that searches for the name.
std::string bar(std::string_view kind, std::string_view field,
                std::string_view name, const FoundTally& tally,
                std::uint64_t number, std::uint64_t of) {
  // In thousandths, and never so small that nothing is seen.
  const std::uint64_t width =
      number == 0 ? 0 : std::max<std::uint64_t>(number * 1000 / of, 4);
  const std::string text = markup_text(name);
  const std::string label =
      field.empty() ? fmt::format("<span class=\"name\">{}</span>", text)
                    : fmt::format(
                          "<button class=\"name\" type=\"button\" disabled "
                          "data-field=\"{}\" data-word=\"{}\">{}</button>",
                          field, text, text);
  return fmt::format(
      "<li class=\"{}\" title=\"{}: {} in {}\">{}<span "
      "class=\"count\">{}</span><svg viewBox=\"0 0 1000 6\" "
      "preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"{}\" "
      "height=\"6\"/></svg></li>\n",
      kind, text, counted(tally.secrets, "secret", "secrets"),
      counted(tally.places, "place", "places"), label, group_digits(number),
      width);
}

// Charts count secrets, or places if it is unknown which secrets are equal.
struct Chart {
  bool of_secrets;
  std::uint64_t number(const FoundTally& tally) const {
    return of_secrets ? tally.secrets : tally.places;
  }

  std::string bars(std::string_view field, const FoundTotals::ByName& groups,
                   FoundTally rest) const {
    const auto items = largest_first(groups);
    std::uint64_t most = 1;
    for (const auto& [name, tally] : items)
      most = std::max(most, number(*tally));
    std::string list;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto& [name, tally] = items[i];
      if (i < kMaxBars) {
        list += bar("", field, *name, *tally, number(*tally), most);
        continue;
      }
      rest.secrets += tally->secrets;
      rest.places += tally->places;
    }
    if (number(rest) != 0)
      list += bar("low", "", "all others", rest, number(rest),
                  std::max(most, number(rest)));
    return list;
  }

  std::string levels(const FoundTotals& found) const {
    std::uint64_t most = 1;
    for (const FoundTally& tally : found.by_confidence())
      most = std::max(most, number(tally));
    std::string list;
    for (std::size_t i = kConfidenceNames.size(); i-- > 0;) {
      const FoundTally& tally = found.by_confidence()[i];
      list += bar(kConfidenceNames[i], "confidence", kConfidenceNames[i], tally,
                  number(tally), most);
    }
    return list;
  }
};

std::string charts(const FoundTotals& found, const Coverage& coverage) {
  const Chart chart{found.counts(coverage).count != SecretCount::kUnknown};
  const auto card = [&](std::string_view title, const std::string& list) {
    if (list.empty()) return std::string();
    return fmt::format(
        "<section class=\"card\"><h3>{} by {}</h3>\n<ul "
        "class=\"bars\">\n{}</ul></section>\n",
        chart.of_secrets ? "Secrets" : "Places", title, list);
  };
  return "<div class=\"charts\">\n" + card("confidence", chart.levels(found)) +
         card("rule", chart.bars("rule", found.by_rule(), {})) +
         card("directory", chart.bars("directory", found.by_directory(),
                                      found.elsewhere())) +
         "</div>\n";
}

std::string coverage_section(const Coverage& coverage) {
  std::string counts;
  for (const auto& [name, number] : coverage_counts(coverage)) {
    std::string words = name;
    std::ranges::replace(words, '_', ' ');
    counts += fmt::format(
        "<div><dt>{}</dt><dd>{}</dd></div>\n", words,
        name == "bytes_scanned" ? format_bytes(number) : group_digits(number));
  }
  std::string list;
  for (const CoverageEntry& entry : coverage_entries(coverage))
    list += fmt::format(
        "<li{}>{}</li>\n",
        entry.kind == CoverageKind::kIncomplete ? " class=\"lost\"" : "",
        markup_text(coverage_sentence(entry)));
  if (!list.empty()) list = "<ul>\n" + list + "</ul>\n";
  return fmt::format(
      "<section class=\"card ledger\">\n<h2>What was read</h2>\n<dl>\n{}</dl>\n"
      "{}</section>\n",
      counts, list);
}

}  // namespace

Result<void> HtmlReport::begin(const ToolInfo& tool) {
  tool_ = fmt::format(
      "sluice {}, {} rules (SHA-256 {})", markup_text(tool.version),
      group_digits(tool.policy.rules), markup_text(tool.rules_sha256));
  return output_.write(
      fmt::format(kHtmlPage, fmt::arg("style_source", source_of(kHtmlStyle)),
                  fmt::arg("script_source", source_of(kHtmlScript)),
                  fmt::arg("style", kHtmlStyle)));
}

Result<void> HtmlReport::begin_file(const ShownFile& file) {
  file_ = fmt::format(
      "[{},{}{}]", json_string(file.path),
      json_string(directory_of(file.location.path)),
      file.commit ? "," + json_string(commit_text(file)) : std::string());
  return {};
}

// A row of the list, without the comma.
Result<void> HtmlReport::add(std::string_view row) {
  const bool first = bytes_ == 0;
  bytes_ += row.size() + 2;
  return output_.write(fmt::format("{}{}\n", first ? "" : ",", row));
}

Result<std::size_t> HtmlReport::rule_index(const ShownFinding& shown) {
  const auto known = rules_.find(shown.rule_id);
  if (known != rules_.end()) return known->second;
  const Rule& rule = *shown->rule;
  std::string row =
      fmt::format("{{\"id\":{},\"what\":{}", json_string(shown.rule_id),
                  json_string(shown.description));
  if (!rule.provider.empty())
    row += fmt::format(",\"provider\":{}", json_string(rule.provider));
  if (rule.revocation != nullptr) {
    row += fmt::format(",\"steps\":{}", json_string(rule.revocation->steps));
    // Another scheme would be a way to run a script.
    if (rule.revocation->url.starts_with("https://"))
      row += fmt::format(",\"url\":{}", json_string(rule.revocation->url));
  }
  SLUICE_TRY(add(row + "}"));
  return rules_.emplace(shown.rule_id, rules_.size()).first->second;
}

Result<void> HtmlReport::finding(const ShownFile& file,
                                 const ShownFinding& shown) {
  ++findings_;
  if (listed_ + 1 != findings_ || bytes_ > kMaxBytes) return {};
  ++listed_;
  SLUICE_TRY_ASSIGN(const std::size_t rule, rule_index(shown));
  if (const std::string row = std::exchange(file_, {}); !row.empty())
    SLUICE_TRY(add(row));
  const bool was_met = shown.secret_id != 0 && shown.secret_id <= met_;
  met_ = std::max(met_, shown.secret_id);
  return add(fmt::format(
      "[{},{},{},{},{},{},{},{}{}]", shown->start.line, shown->start.column,
      rule, static_cast<unsigned>(shown->confidence), shown.secret_id,
      was_met ? "0" : json_string(shown.secret),
      excerpt_row(shown.excerpt, shown.secret),
      json_string(hash_of(file, shown)), more_of(shown)));
}

std::string HtmlReport::list_section() const {
  if (findings_ == 0) return {};
  std::string cut;
  if (listed_ < findings_)
    cut = fmt::format(
        "<p class=\"cut\">The first {} places are listed here; {} more are "
        "in the counts alone. The formats json and csv have all.</p>\n",
        group_digits(listed_), group_digits(findings_ - listed_));
  constexpr std::string_view kReveal =
      "<button id=\"reveal\" type=\"button\" aria-pressed=\"false\" hidden>"
      "Reveal secrets</button>\n";
  return fmt::format(kHtmlList, fmt::arg("cut", cut),
                     fmt::arg("reveal", options_.in_clear() ? kReveal : ""));
}

Result<void> HtmlReport::end(const Coverage& coverage) {
  const bool whole = coverage.incomplete.empty();
  // "3 secrets in 2 files; 5 files (505 B) scanned, ..."
  const std::string total = summary_line(found().counts(coverage), coverage);
  const std::size_t cut = std::min(total.find("; "), total.size());
  SLUICE_TRY(output_.write(fmt::format(
      kHtmlRest, fmt::arg("script", kHtmlScript),
      fmt::arg("headline", markup_text(total.substr(0, cut))),
      fmt::arg("scanned",
               markup_text(total.substr(std::min(cut + 2, total.size())))),
      fmt::arg("state", whole ? "whole" : "part"),
      fmt::arg("state_text", whole ? "Everything asked for was read"
                                   : "Not everything could be read"),
      fmt::arg("charts", findings_ == 0 ? "" : charts(found(), coverage)),
      fmt::arg("list", list_section()),
      fmt::arg("ledger", coverage_section(coverage)),
      fmt::arg("tool", tool_))));
  if (listed_ < findings_)
    log_warning(fmt::format(
        "the page lists the first {} of {} places; json and csv have all",
        group_digits(listed_), group_digits(findings_)));
  return output_.flush();
}

std::unique_ptr<FindingSink> html_report(Output& output,
                                         const ReportOptions& options) {
  return std::make_unique<HtmlReport>(output, options);
}

}  // namespace sluice
