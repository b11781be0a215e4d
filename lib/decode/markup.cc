// Office documents store a paragraph as runs of one format each, and a program
// that writes them begins a run wherever it likes, for example at a word with
// odd spelling: ghp_</w:t></w:r><w:proofErr w:type="spellEnd"/><w:r><w:t>Kx8v.
// The markup between two runs means nothing to a reader, unless a paragraph, a
// line, or a cell ends there (ECMA-376, 17.3.2 and 17.3.3; 21.1.2.3; 18.4.4).
//
// In OpenDocument the runs are spans within the paragraph's text, whose tags
// mean nothing to a reader (ODF 1.3, part 3, 6.1.7).

#include <algorithm>
#include <array>

#include "decode/decoders.h"
#include "decode/text_builder.h"

namespace sluice {
namespace {

struct Run {
  std::string_view end;   // of a run's text, and of the run
  std::string_view text;  // the beginning of the next run's text
};
// Word processing, presentations and drawings, spreadsheets.
constexpr std::array<Run, 3> kRuns = {
    {{"</w:t></w:r>", "<w:t"}, {"</a:t></a:r>", "<a:t"}, {"</t></r>", "<t"}}};

// Tags at which a reader sees an end, or something else than text.
constexpr std::array<std::string_view, 14> kBreaks = {
    "</w:p>",     "<w:br",     "<w:cr",  "<w:tab/", "<w:drawing",
    "<w:fldChar", "</a:p>",    "<a:br",  "<a:fld",  "</si>",
    "<w:sym",     "<w:object", "</w:tc", "<w:pict"};

constexpr std::size_t kLongestMark = 4096;

// Returns the size of the tag at `at` if it is a span of OpenDocument, else 0.
std::size_t span_tag(std::string_view text, std::size_t at) {
  constexpr std::string_view kSpan = "text:span";
  const std::size_t name = at + (text.substr(at, 2) == "</" ? 2 : 1);
  if (text.substr(name, kSpan.size()) != kSpan) return 0;
  const std::size_t end = text.find('>', name);
  return end < at + kLongestMark ? end + 1 - at : 0;
}

// Returns the size of the markup at `at` if it separates the texts of two runs,
// else 0.
std::size_t between_runs(std::string_view text, std::size_t at) {
  if (const std::size_t size = span_tag(text, at); size != 0) return size;
  const auto run = std::ranges::find_if(kRuns, [&](const Run& one) {
    return text.substr(at, one.end.size()) == one.end;
  });
  if (run == kRuns.end()) return 0;
  const std::size_t last = std::min(text.size(), at + kLongestMark);
  for (std::size_t tag = at; tag < last && text[tag] == '<';) {
    const std::size_t end = text.find('>', tag);
    if (end >= last) return 0;
    const std::string_view rest = text.substr(tag, end + 1 - tag);
    if (std::ranges::any_of(kBreaks, [&](std::string_view one) {
          return rest.starts_with(one);
        }))
      return 0;
    tag = end + 1;
    const char behind =
        rest.size() > run->text.size() ? rest[run->text.size()] : '\0';
    if (rest.starts_with(run->text) && (behind == '>' || behind == ' '))
      return rest[rest.size() - 2] == '/' ? 0 : tag - at;
  }
  return 0;
}

}  // namespace

Decoded decode_markup(std::string_view encoded) {
  TextBuilder out(encoded);
  for (std::size_t at = encoded.find('<'); at < encoded.size();
       at = encoded.find('<', at)) {
    const std::size_t size = between_runs(encoded, at);
    if (size == 0) {
      ++at;
      continue;
    }
    out.keep_to(at);
    out.replace(size, {});
    at += size;
  }
  return out.finish();
}

}  // namespace sluice
