#include "judge/judge.h"

#include <algorithm>
#include <cctype>

#include "judge/checksum.h"
#include "judge/directive.h"
#include "judge/placeholder.h"
#include "text/entropy.h"

namespace sluice {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool equal_caseless(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) ==
         std::tolower(static_cast<unsigned char>(b));
}

bool holds_caseless(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     equal_caseless) != text.end();
}

bool any_found(const std::deque<Pattern>& patterns, std::string_view text) {
  return std::ranges::any_of(
      patterns, [&](const Pattern& pattern) { return pattern.found_in(text); });
}

}  // namespace

Judge::Judge(const RuleSet& rules) : rules_(rules) {
  allowlists_.resize(rules.rules().size());
  for (std::size_t i = 0; i < rules.rules().size(); ++i) {
    for (const Allowlist& list : rules.rules()[i].allowlists) {
      CompiledAllowlist& compiled = allowlists_[i].emplace_back();
      compiled.list = &list;
      for (const std::string_view regex : list.paths)
        compiled.paths.emplace_back(regex);
      for (const std::string_view regex : list.regexes)
        compiled.regexes.emplace_back(regex);
    }
  }
}

// The cheap questions first.
Verdict Judge::judge(std::uint32_t index, std::string_view path,
                     std::string_view text, const Pattern::Match& match) const {
  const Rule& rule = rules_.rules()[index];
  const std::string_view secret =
      text.substr(match.secret_begin, match.secret_end - match.secret_begin);
  Verdict verdict;
  verdict.confidence = rule.confidence;
  const auto drop = [&](Drop why) {
    verdict.drop = why;
    return verdict;
  };

  if (rule.min_digits != 0 && std::ranges::count_if(secret, is_digit) <
                                  static_cast<std::ptrdiff_t>(rule.min_digits))
    return drop(Drop::kDigits);
  verdict.entropy = shannon_entropy(secret);
  if (verdict.entropy < rule.entropy) return drop(Drop::kEntropy);
  verdict.checksum = check(rule.checksum, secret);
  // A right checksum is proof enough, whatever words chance put into the token.
  if (verdict.checksum != ChecksumVerdict::kValid && is_placeholder(secret))
    return drop(Drop::kPlaceholder);
  if (!allowlists_[index].empty()) {
    const std::string_view whole =
        text.substr(match.begin, match.end - match.begin);
    const std::string_view line =
        lines_around(text, match.secret_begin, match.secret_end);
    for (const CompiledAllowlist& allowlist : allowlists_[index])
      if (fits(allowlist, path, secret, whole, line))
        return drop(Drop::kAllowlist);
  }
  // By the secret's lines: a match may end in the next one, with a delimiter.
  if (is_allowed(text, match.secret_begin, match.secret_end))
    return drop(Drop::kDirective);

  // Made up, or mistyped: worth a look all the same.
  if (verdict.checksum == ChecksumVerdict::kInvalid)
    verdict.confidence = Confidence::kLow;
  return verdict;
}

bool Judge::fits(const CompiledAllowlist& allowlist, std::string_view path,
                 std::string_view secret, std::string_view match,
                 std::string_view line) const {
  const Allowlist& list = *allowlist.list;
  const std::string_view target = list.target == AllowTarget::kSecret  ? secret
                                  : list.target == AllowTarget::kMatch ? match
                                                                       : line;
  const bool path_fits = any_found(allowlist.paths, path);
  const bool regex_fits = any_found(allowlist.regexes, target);
  const bool word_fits = std::ranges::any_of(
      list.stopwords,
      [&](std::string_view word) { return holds_caseless(secret, word); });
  if (!list.all) return path_fits || regex_fits || word_fits;
  return (list.paths.empty() || path_fits) &&
         (list.regexes.empty() || regex_fits) &&
         (list.stopwords.empty() || word_fits);
}

}  // namespace sluice
