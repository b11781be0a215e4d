// The text is scanned in passes: first as it is, then with its encoded pieces
// replaced by the decoded ones, and so on. From the second pass on, a match
// counts only if it touches a piece that was decoded in this pass. So nothing
// is found twice.
//
// Source: gitleaks 8.30.1 (MIT), detect/detect.go. Its rules run in a random
// order; here the order is fixed, and nothing depends on it.

#include "gitleaks/detector/detector.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <tuple>

#include "gitleaks/detector/location.h"
#include "gitleaks/go/text.h"
#include "judge/checks/check.h"
#include "judge/value/placeholder.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::string_view kAllowComment = "gitleaks:allow";

std::string_view trim_line_ends(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

// Our own rules demand more of their secrets than gitleaks' rules do.
bool is_plausible(const Rule& rule, std::string_view secret,
                  std::string_view match) {
  if (rule.min_digits > std::ranges::count_if(secret, is_digit)) return false;
  if (!rule.plausible) return true;
  const bool placeholder = is_placeholder(ValueTraits(secret));
  if (rule.check == CheckKind::kNone) return !placeholder;
  const CheckResult checked = check(rule.check, secret, match);
  if (checked.weight == CheckEffect::kProof) return true;
  return !placeholder && !is_dropped(checked.weight);
}

bool is_near(const GitleaksFinding& leak, const GitleaksFinding& other,
             const RequiredRule& limits) {
  const auto within = [](std::int64_t a, std::int64_t b, std::uint32_t limit) {
    return limit == kAnyDistance || std::abs(a - b) <= limit;
  };
  return within(leak.start_line, other.start_line, limits.within_lines) &&
         within(leak.start_column, other.start_column, limits.within_columns);
}

}  // namespace

struct Detector::Pass {
  const Fragment& fragment;
  std::string_view text;                // the text that is matched
  const DecodePass* decoded = nullptr;  // null for the fragment's own text
  // The line ends of the fragment's own text; empty until they are needed.
  std::optional<std::vector<std::size_t>>& line_ends;
};

void Detector::detect(const Fragment& fragment, DetectorScratch& scratch,
                      std::vector<GitleaksFinding>* leaks) const {
  std::vector<GitleaksFinding> found;
  std::optional<std::vector<std::size_t>> line_ends;
  find_paths(fragment, &found);
  Pass pass{fragment, fragment.text, nullptr, line_ends};
  std::deque<DecodePass> decoded;
  for (int depth = 0;; ++depth) {
    find_in_pass(pass, scratch, &found);
    if (depth == options_.max_decode_depth) break;
    decoded.emplace_back(pass.text, pass.decoded, scratch.encodings);
    if (decoded.back().empty()) break;
    pass.decoded = &decoded.back();
    pass.text = decoded.back().text();
  }
  if (found.empty()) return;
  drop_generic(&found);
  std::stable_sort(found.begin(), found.end(),
                   [](const GitleaksFinding& a, const GitleaksFinding& b) {
                     return std::tie(a.start_line, a.start_column, a.end_line,
                                     a.end_column, a.rule) <
                            std::tie(b.start_line, b.start_column, b.end_line,
                                     b.end_column, b.rule);
                   });
  std::move(found.begin(), found.end(), std::back_inserter(*leaks));
}

// Whether the rule looks at this file at all.
bool Detector::wanted(std::uint32_t rule, const Fragment& fragment,
                      DetectorScratch& scratch) const {
  if (scratch.wanted.empty())
    scratch.wanted.resize(rules_.rules().rules().size());
  std::optional<bool>& known = scratch.wanted[rule];
  if (!known)
    known = (rules_.rule(rule).path.empty() ||
             rules_.path_fits(rule, fragment.file)) &&
            !rules_.rule_allows_file(rule, fragment.file, fragment.commit);
  return *known;
}

// The rules without a pattern.
void Detector::find_paths(const Fragment& fragment,
                          std::vector<GitleaksFinding>* leaks) const {
  for (const std::uint32_t rule : rules_.path_rules()) {
    if (!rules_.enabled(rule) || rules_.rule(rule).skip_report ||
        !rules_.path_fits(rule, fragment.file) ||
        rules_.rule_allows_file(rule, fragment.file, fragment.commit) ||
        !rules_.keyword_seen(rule, fragment.text))
      continue;
    leaks->push_back(path_leak(rule, fragment));
  }
}

GitleaksFinding Detector::path_leak(std::uint32_t rule,
                                    const Fragment& fragment) const {
  GitleaksFinding leak;
  leak.rule = rule;
  leak.file = fragment.file;
  leak.symlink = fragment.symlink;
  leak.match = "file detected: " + leak.file;
  return leak;
}

bool Detector::is_too_large(std::size_t size) const {
  return options_.max_megabytes > 0 &&
         size / 1'000'000 > options_.max_megabytes;
}

void Detector::find_in_pass(Pass& pass, DetectorScratch& scratch,
                            std::vector<GitleaksFinding>* leaks) const {
  if (is_too_large(pass.text.size())) return;
  scratch.matches.clear();
  rules_.matcher().begin(pass.text, scratch.matcher);
  rules_.matcher().find_all(
      [&](std::uint32_t rule) {
        return rules_.enabled(rule) && !rules_.rule(rule).skip_report &&
               wanted(rule, pass.fragment, scratch);
      },
      scratch.matcher, &scratch.matches);
  const std::vector<TextMatch>& matches = scratch.matches;
  for (std::size_t i = 0, end; i < matches.size(); i = end) {
    const std::uint32_t rule = matches[i].rule;
    for (end = i; end < matches.size() && matches[end].rule == rule;) ++end;
    const std::size_t before = leaks->size();
    find_with_rule(rule, std::span(matches).subspan(i, end - i), pass, leaks);
    if (rules_.rule(rule).required.empty() || leaks->size() == before) continue;
    std::vector<GitleaksFinding> own(
        std::make_move_iterator(leaks->begin() +
                                static_cast<std::ptrdiff_t>(before)),
        std::make_move_iterator(leaks->end()));
    leaks->resize(before);
    keep_complete(rule, pass, scratch, &own);
    std::move(own.begin(), own.end(), std::back_inserter(*leaks));
  }
}

void Detector::find_with_rule(std::uint32_t rule,
                              std::span<const TextMatch> matches, Pass& pass,
                              std::vector<GitleaksFinding>* leaks) const {
  for (const TextMatch& match : matches)
    if (std::optional<GitleaksFinding> leak = judge(rule, match, pass))
      leaks->push_back(std::move(*leak));
}

std::optional<GitleaksFinding> Detector::judge(std::uint32_t rule,
                                               const TextMatch& match,
                                               Pass& pass) const {
  GitleaksFinding leak;
  leak.rule = rule;
  leak.match =
      trim_line_ends(pass.text.substr(match.begin, match.end - match.begin));
  // The place in the fragment. Line ends that were trimmed in front leave it
  // where it was.
  Range place{match.begin, match.begin + leak.match.size()};
  std::string_view line;
  if (pass.decoded != nullptr) {
    const Range range{match.begin, match.end};
    if (!pass.decoded->touches(range)) return std::nullopt;
    place = pass.decoded->original(range);
    place.end = std::min(place.end, pass.fragment.text.size());
    place.begin = std::min(place.begin, place.end);
    leak.tags = pass.decoded->tags(range);
    line = pass.decoded->line(range);
  }
  if (!pass.line_ends) pass.line_ends = line_ends_of(pass.fragment.text);
  const GitleaksLocation at =
      locate(pass.fragment.text, *pass.line_ends, place.begin, place.end);
  const std::string_view lines =
      pass.fragment.text.substr(at.lines_begin, at.lines_end - at.lines_begin);
  if (!options_.ignore_allow_comments &&
      lines.find(kAllowComment) != std::string_view::npos)
    return std::nullopt;
  if (line.empty()) line = lines;

  choose_secret(rule, &leak);
  const double entropy = rune_entropy(leak.secret);
  const double bound = rules_.rule(rule).entropy;
  if (bound != 0 &&
      (entropy < bound || (entropy == bound && !rules_.rule(rule).plausible)))
    return std::nullopt;
  if (!is_plausible(rules_.rule(rule), leak.secret, leak.match))
    return std::nullopt;
  leak.entropy = static_cast<float>(entropy);
  if (rules_.allows(rule, {pass.fragment.file, leak.secret, leak.match, line,
                           pass.fragment.commit}))
    return std::nullopt;

  leak.start_line = pass.fragment.start_line + at.start_line;
  leak.end_line = pass.fragment.start_line + at.end_line;
  leak.start_column = at.start_column;
  leak.end_column = at.end_column;
  leak.file = pass.fragment.file;
  leak.symlink = pass.fragment.symlink;
  if (options_.keep_lines) leak.line = lines;
  return leak;
}

// The pattern runs once more, on the match alone. It may match differently
// there or not at all, because the text around the match is missing.
void Detector::choose_secret(std::uint32_t rule, GitleaksFinding* leak) const {
  leak->secret = leak->match;
  std::vector<std::string_view> groups;
  if (!rules_.matcher().groups(rule, leak->match, &groups) || groups.size() < 2)
    return;
  if (const std::uint32_t group = rules_.rule(rule).secret_group; group > 0) {
    leak->secret = groups[group];
    return;
  }
  const auto taken = std::find_if(groups.begin() + 1, groups.end(),
                                  [](auto group) { return !group.empty(); });
  if (taken != groups.end()) leak->secret = *taken;
}

// Keeps those that have a leak of each required rule near them.
void Detector::keep_complete(std::uint32_t rule, Pass& pass,
                             DetectorScratch& scratch,
                             std::vector<GitleaksFinding>* leaks) const {
  const std::span<const RequiredRule> required = rules_.rule(rule).required;
  std::vector<std::vector<GitleaksFinding>> others;
  for (const RequiredRule& one : required)
    others.push_back(find_required(one.rule, pass, scratch));
  std::erase_if(*leaks, [&](GitleaksFinding& leak) {
    for (std::size_t i = 0; i < required.size(); ++i)
      for (const GitleaksFinding& other : others[i])
        if (is_near(leak, other, required[i]))
          leak.required.push_back(
              {required[i].rule, other.start_line, other.secret});
    return !std::ranges::all_of(required, [&](const RequiredRule& one) {
      return std::ranges::any_of(
          leak.required,
          [&](const RequiredFinding& met) { return met.rule == one.rule; });
    });
  });
}

// Neither the rule's keywords nor the rules that it requires itself matter
// here.
std::vector<GitleaksFinding> Detector::find_required(
    std::uint32_t rule, Pass& pass, DetectorScratch& scratch) const {
  std::vector<GitleaksFinding> leaks;
  if (!rules_.enabled(rule) || !wanted(rule, pass.fragment, scratch))
    return leaks;
  if (!rules_.rule(rule).looks_at_text()) {
    if (pass.decoded == nullptr)
      leaks.push_back(path_leak(rule, pass.fragment));
    return leaks;
  }
  std::vector<TextMatch> matches;
  rules_.matcher().find_all_of(rule, scratch.matcher, &matches);
  find_with_rule(rule, matches, pass, &leaks);
  return leaks;
}

// Drops a finding of a generic rule if another rule's secret on the same line
// contains its secret.
void Detector::drop_generic(std::vector<GitleaksFinding>* leaks) const {
  std::vector<GitleaksFinding> specific;
  std::ranges::copy_if(*leaks, std::back_inserter(specific),
                       [&](const GitleaksFinding& leak) {
                         return !rules_.is_generic(leak.rule);
                       });
  std::erase_if(*leaks, [&](const GitleaksFinding& leak) {
    return rules_.is_generic(leak.rule) &&
           std::ranges::any_of(specific, [&](const GitleaksFinding& other) {
             return other.start_line == leak.start_line &&
                    other.secret.find(leak.secret) != std::string::npos;
           });
  });
}

}  // namespace sluice
