#include "report/shown/shown_finding.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// A byte for a byte, so that every place in the line stays, unlike with
// escape_invalid_utf8().
std::string with_question_marks(std::string_view text) {
  std::string out(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = decode_utf8(text.substr(at)).size;
    if (size == 0) out[at] = '?';
    at += std::max<std::size_t>(size, 1);
  }
  return out;
}

std::size_t characters(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return (c & 0xC0) != 0x80; }));
}

ShownExcerpt shown_excerpt(const Finding& finding, const SecretSpans& secrets,
                           SecretText how) {
  std::string text = finding.excerpt;
  if (how == SecretText::kMasked)
    text = mask_spans(text, finding.excerpt_byte,
                      secrets.near(finding, finding.excerpt_byte, text.size()),
                      MaskStyle::kSameLength);
  if (text.ends_with('\r')) text.pop_back();
  const std::uint64_t lead =
      finding.text_byte() - std::min(finding.excerpt_byte, finding.text_byte());
  const auto begin =
      static_cast<std::size_t>(std::min<std::uint64_t>(lead, text.size()));
  // By the columns, since the secret itself may be masked.
  const std::size_t size =
      is_on_one_line(finding)
          ? static_cast<std::size_t>(
                finding.end.column -
                std::min(finding.start.column, finding.end.column))
          : text.size();
  const std::string_view all = text;
  const std::size_t end = begin + std::min(size, text.size() - begin);
  return {with_question_marks(all.substr(0, begin)),
          with_question_marks(all.substr(begin, end - begin)),
          with_question_marks(all.substr(end)),
          finding.start.column - std::min(lead, finding.start.column - 1)};
}

}  // namespace

ShownFinding show_finding(const Finding& finding, const SecretSpans& secrets,
                          SecretText text) {
  SLUICE_CHECK(finding.rule != nullptr);
  ShownFinding shown;
  shown.finding = &finding;
  shown.rule_id = escape_invalid_utf8(finding.rule->id);
  shown.description = escape_invalid_utf8(finding.rule->description);
  shown.detail = escape_invalid_utf8(finding.detail);
  shown.fingerprint = escape_invalid_utf8(finding.fingerprint);
  shown.excerpt = shown_excerpt(finding, secrets, text);
  if (text == SecretText::kAsIs) {
    shown.match = escape_invalid_utf8(finding.match);
    shown.secret = escape_invalid_utf8(finding.secret);
    return shown;
  }
  const auto near =
      secrets.near(finding, finding.match_byte, finding.match.size());
  shown.match = escape_invalid_utf8(
      mask_spans(finding.match, finding.match_byte, near, MaskStyle::kShort));
  shown.secret = mask(finding);
  return shown;
}

CharacterColumns character_columns(const ShownFinding& shown) {
  const ShownExcerpt& excerpt = shown.excerpt;
  const Finding& finding = *shown.finding;
  if (excerpt.column != 1 || excerpt.empty())
    return {finding.start.column, finding.end.column};
  CharacterColumns columns;
  columns.start = characters(excerpt.before) + 1;
  columns.end = is_on_one_line(finding)
                    ? columns.start + characters(excerpt.secret)
                    : finding.end.column;
  return columns;
}

std::string_view name_of(ChecksumVerdict verdict) {
  switch (verdict) {
    case ChecksumVerdict::kAbsent:
      return "absent";
    case ChecksumVerdict::kValid:
      return "valid";
    case ChecksumVerdict::kInvalid:
      return "invalid";
  }
  SLUICE_CHECK(false);
}

double rounded_entropy(const Finding& finding) {
  return std::round(finding.entropy * 100) / 100;
}

std::string visible(std::string_view text) {
  return escape_for_terminal(escape_invalid_utf8(text));
}

std::string finding_title(const ShownFinding& shown) {
  const Finding& finding = *shown.finding;
  const std::string what =
      visible(shown.description.empty() ? shown.rule_id : shown.description);
  return fmt::format(
      "{} ({} confidence{}{})", what, name_of(finding.confidence),
      finding.checksum == ChecksumVerdict::kAbsent
          ? std::string()
          : fmt::format(", checksum {}", name_of(finding.checksum)),
      finding.self_allowed ? ", allowed by the change itself" : "");
}

}  // namespace sluice
