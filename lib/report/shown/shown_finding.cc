#include "report/shown/shown_finding.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/digest.h"
#include "text/ascii.h"
#include "text/escape.h"
#include "text/line_cursor.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// Sets `*out` to the text, byte for byte, so that every place in the line stays,
// unlike with escape_invalid_utf8().
void set_with_question_marks(std::string_view text, std::string* out) {
  *out = text;
  if (is_ascii(text)) return;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = decode_utf8(text.substr(at)).size;
    if (size == 0) (*out)[at] = '?';
    at += std::max<std::size_t>(size, 1);
  }
}

void set_utf8(std::string_view text, std::string* out) {
  if (is_utf8(text))
    *out = text;
  else
    *out = escape_invalid_utf8(text);
}

std::size_t characters(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return (c & 0xC0) != 0x80; }));
}

// Bytes of the excerpt before the secret.
std::uint64_t lead_of(const Finding& finding) {
  return finding.text_byte() -
         std::min(finding.excerpt_byte, finding.text_byte());
}

// Returns how many bytes of the line, of which `most` are shown, the secret
// takes. By the columns, since the secret itself may be masked.
std::size_t size_in_line(const Finding& finding, std::size_t most) {
  return is_on_one_line(finding)
             ? static_cast<std::size_t>(
                   finding.end.column -
                   std::min(finding.start.column, finding.end.column))
             : most;
}

void split_excerpt(const Finding& finding, std::string_view text,
                   ShownExcerpt* excerpt) {
  const std::uint64_t lead = lead_of(finding);
  const auto begin =
      static_cast<std::size_t>(std::min<std::uint64_t>(lead, text.size()));
  const std::size_t end =
      begin + std::min(size_in_line(finding, text.size()), text.size() - begin);
  set_with_question_marks(text.substr(0, begin), &excerpt->before);
  set_with_question_marks(text.substr(begin, end - begin), &excerpt->secret);
  set_with_question_marks(text.substr(end), &excerpt->after);
  excerpt->column =
      finding.start.column - std::min(lead, finding.start.column - 1);
}

void show_line(const Finding& finding, const SecretSpans& secrets,
               SecretText how, ShownLine* line) {
  if (how == SecretText::kMasked)
    secrets.mask(finding, finding.excerpt, finding.excerpt_byte,
                 MaskStyle::kSameLength, &line->text);
  else
    line->text = finding.excerpt;
  if (line->text.ends_with('\r')) line->text.pop_back();
  line->secret_begin = static_cast<std::size_t>(
      std::min<std::uint64_t>(lead_of(finding), finding.excerpt.size()));
  line->secret_size = size_in_line(finding, line->text.size());
  const std::uint64_t line_byte =
      finding.text_byte() -
      std::min(finding.text_byte(), finding.start.column - 1);
  line->cut_left = finding.excerpt_byte > line_byte;
  line->cut_right = finding.excerpt.size() >= kExcerptBytes;
}

std::int64_t lines_in(std::string_view text) {
  return std::ranges::count(text, '\n');
}

std::int64_t to_int(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

// The match ends before and after the secret, where there is more text. In
// decoded text only the place of the secret is known.
MatchLines match_lines(const Finding& finding, bool trimmed) {
  if (finding.encoded)
    return {.start_line = to_int(finding.start.line),
            .start_column = to_int(finding.start.column),
            .end_line = to_int(finding.end.line),
            .end_column = to_int(finding.end.column) - 1};
  const std::string_view match = finding.match;
  const std::size_t lead = static_cast<std::size_t>(std::min<std::uint64_t>(
      finding.text_byte() - std::min(finding.match_byte, finding.text_byte()),
      match.size()));
  std::string_view before = match.substr(0, lead);
  std::string_view after =
      match.substr(std::min(lead + finding.secret.size(), match.size()));
  const auto lead_lines =
      trimmed ? std::min(before.find_first_not_of('\n'), before.size())
              : std::size_t{0};
  before.remove_prefix(lead_lines);
  if (trimmed) after = after.substr(0, after.find_last_not_of('\n') + 1);
  const auto start_column = [&]() -> std::int64_t {
    if (lines_in(before) == 0)
      return std::max<std::int64_t>(
          to_int(finding.start.column) - to_int(before.size()), 1);
    return lead_lines != 0 || !finding.match_start
               ? 1
               : to_int(finding.match_start->column);
  };
  return {
      .start_line = to_int(finding.start.line) - lines_in(before),
      .start_column = start_column(),
      .end_line = to_int(finding.end.line) + lines_in(after),
      .end_column = lines_in(after) == 0
                        ? to_int(finding.end.column) - 1 + to_int(after.size())
                        : to_int(after.size() - last_place(after, '\n')) - 1};
}

MatchPlaces match_places(const Finding& finding) {
  if (finding.match_places) return *finding.match_places;
  const MatchLines all = match_lines(finding, false);
  return {all, finding.match.find('\n') == std::string::npos
                   ? all
                   : match_lines(finding, true)};
}

void show_match(const Finding& finding, const SecretSpans& secrets,
                std::string* match) {
  if (!finding.encoded) {
    secrets.mask(finding, finding.match, finding.match_byte, MaskStyle::kShort,
                 match);
  } else {
    // A decoded match is not in the file itself.
    *match = mask_spans(finding.match, finding.match_byte,
                        without_places(secrets.near(finding, finding.match_byte,
                                                    finding.match.size()),
                                       finding),
                        MaskStyle::kShort);
  }
  if (!is_utf8(*match)) *match = escape_invalid_utf8(*match);
}

}  // namespace

void show_finding(const Finding& finding, const SecretSpans& secrets,
                  SecretText text, ShownFinding* shown) {
  SLUICE_CHECK(finding.rule != nullptr);
  shown->facts = &finding;
  set_utf8(finding.rule->id, &shown->rule_id);
  set_utf8(finding.rule->description, &shown->description);
  set_utf8(finding.detail, &shown->detail);
  set_utf8(finding.fingerprint, &shown->fingerprint);
  set_utf8(finding.secret_name, &shown->secret_name);
  shown->secret_id = 0;
  shown->entropy = shown_entropy(finding, text);
  show_line(finding, secrets, text, &shown->line);
  split_excerpt(finding, shown->line.text, &shown->excerpt);
  shown->match_places = match_places(finding);
  shown->clear.reset();
  if (text == SecretText::kAsIs) {
    set_utf8(finding.match, &shown->match);
    set_utf8(finding.secret, &shown->secret);
  } else {
    show_match(finding, secrets, &shown->match);
    shown->secret = mask(finding);
  }
}

ShownFinding show_finding(const Finding& finding, const SecretSpans& secrets,
                          SecretText text) {
  ShownFinding shown;
  show_finding(finding, secrets, text, &shown);
  return shown;
}

std::string shard_secret_name(std::string_view key, const Finding& finding) {
  if (key.empty() || finding.secret.empty()) return {};
  constexpr std::string_view kDomain = "sluice/1 key of shards";
  constexpr std::size_t kDigits = 32;
  constexpr std::string_view kSeparator("\0", 1);
  const std::string own = to_hex(sha256(std::array{kDomain, key}));
  return to_hex(sha256(std::array<std::string_view, 4>{
                    own, finding.rule->id, kSeparator, finding.secret}))
      .substr(0, kDigits);
}

ShownFinding::Clear show_clear(const Finding& finding) {
  ShownFinding::Clear clear;
  clear.secret = escape_invalid_utf8(finding.secret);
  std::string_view text = finding.excerpt;
  if (text.ends_with('\r')) text.remove_suffix(1);
  split_excerpt(finding, text, &clear.excerpt);
  return clear;
}

CharacterColumns character_columns(const ShownFinding& shown) {
  const ShownExcerpt& excerpt = shown.excerpt;
  const FindingFacts& finding = *shown.facts;
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

std::string encodings_text(const FindingFacts& finding) {
  std::string text;
  for (const std::string& encoding : finding.decoded)
    text += (text.empty() ? "" : ", ") + visible(encoding);
  return text;
}

std::optional<double> shown_entropy(const Finding& finding, SecretText text) {
  if (!finding.entropy) return std::nullopt;
  const bool is_masked = text == SecretText::kMasked;
  if (is_masked && finding.secret.size() < kMinWithEntropy) return std::nullopt;
  const double parts = is_masked ? 10 : 100;
  return std::round(*finding.entropy * parts) / parts;
}

std::string place_text(const ShownFile& file, const FindingFacts& finding) {
  return fmt::format(
      "{}:{}:{}",
      escape_for_terminal(std::string(file.root) + std::string(file.path)),
      finding.start.line, finding.start.column);
}

std::string origin_text(const ShownFile& file) {
  if (!file.commit) return {};
  constexpr std::array<std::string_view, kReachedByNames.size()> kReach = {
      "", "reached only by a reflog", "reached by nothing"};
  const std::string_view reach =
      kReach[static_cast<std::size_t>(file.commit->reached_by)];
  const bool is_note = file.where == GitText::kNote;
  return fmt::format("{}{}{}", is_note ? "note" : "",
                     is_note && !reach.empty() ? ", " : "", reach);
}

std::string visible(std::string_view text) {
  return escape_for_terminal(escape_invalid_utf8(text));
}

std::string found_in_text(const FindingFacts& finding) {
  if (finding.found_in == FoundIn::kText) return {};
  return fmt::format(", in the {}", name_of(finding.found_in));
}

std::string finding_title(const ShownFinding& shown) {
  const FindingFacts& finding = *shown.facts;
  const std::string what =
      visible(shown.description.empty() ? shown.rule_id : shown.description);
  return fmt::format(
      "{} ({} confidence{}{}{}{})", what, name_of(finding.confidence),
      finding.checksum == ChecksumVerdict::kAbsent
          ? std::string()
          : fmt::format(", checksum {}", name_of(finding.checksum)),
      finding.decoded.empty() ? "" : ", in " + encodings_text(finding),
      found_in_text(finding),
      finding.self_allowed ? ", allowed by the change itself" : "");
}

std::string place_in_archive(const Location& location,
                             const FindingFacts& finding) {
  if (location.members.empty()) return {};
  return fmt::format(" (in {}:{}:{})", visible(location.text()),
                     finding.start.line, finding.start.column);
}

}  // namespace sluice
