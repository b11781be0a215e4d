#include "scan/find/found.h"
#include "text/line_cursor.h"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

struct Excerpt {
  std::string_view text;
  std::size_t begin = 0;  // in the text that it was taken from
};

// Returns as much of the line of text[at] as fits into kExcerptBytes, more of
// it after `at` than before.
Excerpt excerpt_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kBefore = kExcerptBytes / 4;
  const std::size_t floor = at - std::min(at, kBefore);
  const std::string_view before = text.substr(floor, at - floor);
  const std::size_t newline = last_place(before, '\n');
  const std::size_t begin =
      newline == std::string_view::npos ? floor : floor + newline + 1;
  std::string_view line = text.substr(begin, kExcerptBytes);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return {line, begin};
}

}  // namespace

Found found_at(Verdict&& verdict, std::string_view text,
               const Pattern::Match& at, bool with_text) {
  Found found{.drop = verdict.drop,
              .allowlist = verdict.allowlist,
              .excepted = verdict.excepted,
              .doubts = std::move(verdict.doubts)};
  Finding& finding = found.finding;
  finding.rule = verdict.rule;
  finding.confidence = verdict.confidence;
  finding.evidence = verdict.evidence;
  finding.checksum = verdict.checksum;
  finding.entropy = verdict.entropy;
  finding.detail = std::move(verdict.detail);
  finding.start.byte = at.secret_begin;
  finding.end.byte = at.secret_end;
  if (!with_text) return found;
  finding.match = text.substr(at.begin, at.end - at.begin);
  finding.secret =
      text.substr(at.secret_begin, at.secret_end - at.secret_begin);
  return found;
}

void set_excerpt(std::string_view text, std::size_t at, std::uint64_t origin,
                 Finding* finding) {
  const Excerpt excerpt = excerpt_at(text, at);
  finding->excerpt = excerpt.text;
  finding->excerpt_byte = origin + excerpt.begin;
}

}  // namespace sluice
