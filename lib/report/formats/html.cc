// The report as one page for a browser, which needs nothing else: no network,
// no server. A summary with charts, a table that filters and sorts, the
// coverage.
//
// Secrets are in the page only if they were asked for, and then hidden until
// its reader reveals them. The page's policy (CSP) allows its own style and
// script, by their hashes, and nothing else.
//
// Memory: the page's table, which is why it ends after kMaxFindings findings or
// kMaxBytes of text. Charts and counts are of all findings; the page and
// standard error report how many are not listed.
//
// The charts are above the table and count everything, so the page is assembled
// at the end. Bars are SVG: their widths are attributes; a style would need a
// weaker policy.
#include "report/formats/formats.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

  static constexpr std::uint64_t kMaxFindings = 5000;
  static constexpr std::size_t kMaxBytes = 8 << 20;

 private:
  // The number of findings of each kind of something; after kMaxNames names,
  // all others are counted together.
  class Tally {
   public:
    void add(const std::string& name);
    const std::map<std::string, std::uint64_t>& counts() const {
      return counts_;
    }
    std::uint64_t others() const { return others_; }

   private:
    static constexpr std::size_t kMaxNames = 4096;
    std::map<std::string, std::uint64_t> counts_;
    std::uint64_t others_ = 0;
  };

  void add_row(const ShownFile& file, const ShownFinding& shown);
  std::string charts() const;
  std::string bars(const Tally& tally) const;
  std::string table() const;

  std::string tool_;  // for the foot of the page
  std::string rows_;
  std::uint64_t listed_ = 0;
  std::uint64_t findings_ = 0;
  std::uint64_t by_confidence_[kConfidenceNames.size()] = {};
  Tally by_rule_;
  Tally by_directory_;
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

std::string line_text(std::string text) {
  std::ranges::replace(text, '\t', ' ');
  return markup_text(text);
}

std::string excerpt_text(const ShownExcerpt& excerpt) {
  return fmt::format("{}<mark>{}</mark>{}", line_text(tail_of(excerpt.before)),
                     line_text(head_of(excerpt.secret)),
                     line_text(head_of(excerpt.after)));
}

// Returns the place of a secret. The unmasked secret, if there is one, is
// hidden until the reader asks for it.
std::string hideable(const std::string& masked, const std::string& clear) {
  std::string text = "<span class=\"masked\">" + masked + "</span>";
  if (!clear.empty())
    text += "<span class=\"clear\" hidden>" + clear + "</span>";
  return text;
}

std::string commit_text(const Commit& commit) {
  return fmt::format("<span class=\"commit\">{} {}, {}: {}</span>",
                     markup_text(commit.id.substr(0, 12)),
                     markup_text(commit.author), markup_text(commit.date),
                     markup_text(commit.message));
}

// "drivers/net" of "drivers/net/wireless/a.c".
std::string directory_of(std::string_view path) {
  const std::size_t last = path.rfind('/');
  if (last == path.npos || last == 0) return last == 0 ? "/" : "./";
  std::string_view directory = path.substr(0, last);
  const std::size_t first = directory.find('/', 1);
  if (first != directory.npos)
    directory = directory.substr(0, directory.find('/', first + 1));
  return std::string(directory);
}

std::string bar(std::string_view kind, std::string_view name,
                std::uint64_t count, std::uint64_t of) {
  // In thousandths, and never so small that nothing is seen.
  const std::uint64_t width =
      count == 0 ? 0 : std::max<std::uint64_t>(count * 1000 / of, 4);
  return fmt::format(
      "<li class=\"{0}\"><span class=\"name\" title=\"{1}\">{1}</span>"
      "<span class=\"count\">{2}</span><svg viewBox=\"0 0 1000 6\" "
      "preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"{3}\" "
      "height=\"6\"/></svg></li>\n",
      kind, markup_text(name), group_digits(count), width);
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

// "console.aws.amazon.com" of "https://console.aws.amazon.com/iam/".
std::string_view host_of(std::string_view url) {
  const std::size_t scheme = url.find("//");
  if (scheme != url.npos) url.remove_prefix(scheme + 2);
  return url.substr(0, url.find('/'));
}

// Returns the first steps to take, with a link.
std::string revocation_text(const Revocation* facts) {
  if (facts == nullptr) return {};
  std::string link;
  if (!facts->url.empty())
    link = fmt::format(
        " <a href=\"{}\" rel=\"noreferrer noopener\" "
        "target=\"_blank\">{}</a>",
        markup_text(facts->url), markup_text(host_of(facts->url)));
  return fmt::format("<span class=\"first\">{}{}</span>",
                     markup_text(facts->steps), link);
}

}  // namespace

void HtmlReport::Tally::add(const std::string& name) {
  if (const auto found = counts_.find(name); found != counts_.end())
    ++found->second;
  else if (counts_.size() < kMaxNames)
    counts_.emplace(name, 1);
  else
    ++others_;
}

Result<void> HtmlReport::begin(const ToolInfo& tool) {
  tool_ = fmt::format(
      "sluice {}, {} rules (SHA-256 {})", markup_text(tool.version),
      group_digits(tool.policy.rules), markup_text(tool.rules_sha256));
  return {};
}

Result<void> HtmlReport::finding(const ShownFile& file,
                                 const ShownFinding& shown) {
  ++by_confidence_[static_cast<std::size_t>(shown->confidence)];
  by_rule_.add(std::string(shown->rule->id));
  by_directory_.add(directory_of(file.path));
  if (listed_ == findings_ && listed_ < kMaxFindings &&
      rows_.size() < kMaxBytes)
    add_row(file, shown);
  ++findings_;
  return {};
}

void HtmlReport::add_row(const ShownFile& file, const ShownFinding& shown) {
  ++listed_;
  const FindingFacts& finding = *shown.facts;
  std::string clear_excerpt;
  std::string clear_secret;
  if (shown.clear) {
    clear_excerpt = excerpt_text(shown.clear->excerpt);
    clear_secret = markup_text(shown.clear->secret);
  }
  const std::string_view confidence = name_of(finding.confidence);
  std::string also;
  if (finding.checksum != ChecksumVerdict::kAbsent)
    also = fmt::format("<span class=\"also\">checksum {}</span>",
                       name_of(finding.checksum));
  if (!shown.detail.empty())
    also += fmt::format("<span class=\"also\">{}</span>",
                        markup_text(shown.detail));
  if (!shown->decoded.empty())
    also += fmt::format("<span class=\"also\">in {}</span>",
                        markup_text(encodings_text(*shown.facts)));
  std::string excerpt;
  if (!shown.excerpt.empty())
    excerpt = fmt::format("<code class=\"excerpt\">{}</code>",
                          hideable(excerpt_text(shown.excerpt), clear_excerpt));
  rows_ += fmt::format(
      "<tr data-confidence=\"{0}\" data-line=\"{1}\" data-column=\"{2}\">"
      "<td class=\"place\"><span class=\"path\">{3}</span>"
      "<span class=\"at\">:{1}:{2}</span>{4}{5}{10}</td>"
      "<td class=\"what-rule\"><span class=\"id\">{6}</span>"
      "<span class=\"what\">{7}</span></td>"
      "<td><span class=\"pill {0}\">{0}</span>{8}</td>"
      "<td class=\"secret\"><code>{9}</code></td></tr>\n",
      confidence, finding.start.line, finding.start.column,
      markup_text(file.path), file.commit ? commit_text(*file.commit) : "",
      excerpt, markup_text(shown.rule_id), markup_text(shown.description), also,
      hideable(markup_text(shown.secret), clear_secret),
      revocation_text(shown->rule->revocation));
}

std::string HtmlReport::bars(const Tally& tally) const {
  std::vector<std::pair<std::uint64_t, std::string>> items;
  for (const auto& [name, count] : tally.counts())
    items.push_back({count, name});
  std::ranges::stable_sort(
      items, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string list;
  std::uint64_t others = tally.others();
  const std::uint64_t most = items.empty() ? 1 : items.front().first;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i < kMaxBars)
      list += bar("", items[i].second, items[i].first, most);
    else
      others += items[i].first;
  }
  if (others != 0)
    list += bar("low", "all others", others, std::max(most, others));
  return list;
}

std::string HtmlReport::charts() const {
  if (findings_ == 0) return {};
  std::string confidences;
  for (std::size_t i = kConfidenceNames.size(); i-- > 0;)
    confidences += bar(kConfidenceNames[i], kConfidenceNames[i],
                       by_confidence_[i], findings_);
  const auto card = [](std::string_view title, const std::string& list) {
    return fmt::format(
        "<section class=\"card\"><h3>{}</h3>\n<ul class=\"bars\">\n{}</ul>"
        "</section>\n",
        title, list);
  };
  return "<div class=\"charts\">\n" + card("By confidence", confidences) +
         card("By rule", bars(by_rule_)) +
         card("By directory", bars(by_directory_)) + "</div>\n";
}

std::string HtmlReport::table() const {
  if (findings_ == 0) return {};
  std::string cut;
  if (listed_ < findings_)
    cut = fmt::format(
        "<p class=\"cut\">The first {} findings are listed here; {} more are "
        "in the counts alone. The formats json and csv have all.</p>\n",
        group_digits(listed_), group_digits(findings_ - listed_));
  constexpr std::string_view kReveal =
      "<button id=\"reveal\" type=\"button\" aria-pressed=\"false\" hidden>"
      "Reveal secrets</button>\n";
  return fmt::format(kHtmlTable, fmt::arg("cut", cut),
                     fmt::arg("reveal", options_.in_clear() ? kReveal : ""),
                     fmt::arg("rows", rows_));
}

Result<void> HtmlReport::end(const Coverage& coverage) {
  const bool whole = coverage.incomplete.empty();
  // "3 secrets in 2 files; 5 files (505 B) scanned, ..."
  const std::string total = summary_line(found().found(), coverage);
  const std::size_t cut = std::min(total.find("; "), total.size());
  SLUICE_TRY(output_.write(fmt::format(
      kHtmlPage, fmt::arg("style_source", source_of(kHtmlStyle)),
      fmt::arg("script_source", source_of(kHtmlScript)),
      fmt::arg("style", kHtmlStyle), fmt::arg("script", kHtmlScript),
      fmt::arg("headline", markup_text(total.substr(0, cut))),
      fmt::arg("scanned",
               markup_text(total.substr(std::min(cut + 2, total.size())))),
      fmt::arg("state", whole ? "whole" : "part"),
      fmt::arg("state_text", whole ? "Everything asked for was read"
                                   : "Not everything could be read"),
      fmt::arg("charts", charts()), fmt::arg("table", table()),
      fmt::arg("ledger", coverage_section(coverage)),
      fmt::arg("tool", tool_))));
  if (listed_ < findings_)
    log_warning(fmt::format(
        "the page lists the first {} of {} findings; json and csv have all",
        group_digits(listed_), group_digits(findings_)));
  return output_.flush();
}

std::unique_ptr<FindingSink> html_report(Output& output,
                                         const ReportOptions& options) {
  return std::make_unique<HtmlReport>(output, options);
}

}  // namespace sluice
