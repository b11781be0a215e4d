// gitleaks' decoding, in passes: the fast search finds what the plain one does,
// pieces lie apart and in the text, and every place in the output has one in
// the input. The test also gives the same bytes to Go's encoders and paths, and
// to the function that cuts files.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "gitleaks/detector/decoding.h"
#include "gitleaks/detector/encodings.h"
#include "gitleaks/go/path.h"
#include "gitleaks/go/text.h"
#include "gitleaks/report/filter.h"
#include "gitleaks/scan/archive_name.h"
#include "gitleaks/scan/file_type.h"
#include "gitleaks/scan/fragments.h"
#include "text/utf8.h"

using namespace sluice;

namespace {

void check_places(std::string_view text) {
  std::vector<MaybeEncoded> fast;
  std::vector<MaybeEncoded> plain;
  find_encoded_places(text, &fast);
  detail::find_encoded_places_anywhere(text, &plain);
  SLUICE_CHECK(
      std::ranges::equal(fast, plain, [](MaybeEncoded a, MaybeEncoded b) {
        return a.begin == b.begin && a.end == b.end;
      }));
  EncodingScratch scratch;
  std::vector<EncodedPiece> pieces;
  find_encoded(text, scratch, &pieces);
  std::size_t behind = 0;
  for (const EncodedPiece& piece : pieces) {
    SLUICE_CHECK(behind <= piece.begin && piece.begin < piece.end);
    SLUICE_CHECK(piece.end <= text.size());
    behind = piece.end;
  }
}

void check_passes(std::string_view text) {
  constexpr std::size_t kMaxPasses = 5;
  EncodingScratch scratch;
  std::deque<DecodePass> passes;
  passes.emplace_back(text, nullptr, scratch);
  while (!passes.back().empty() && passes.size() < kMaxPasses)
    passes.emplace_back(passes.back().text(), &passes.back(), scratch);
  for (const DecodePass& pass : passes) {
    if (pass.empty()) break;
    const std::size_t size = pass.text().size();
    for (std::size_t at = 0; at < size; at += 1 + size / 64) {
      const Range range{at, std::min(size, at + 3)};
      if (!pass.touches(range)) continue;
      const Range from = pass.original(range);
      SLUICE_CHECK(from.begin < from.end);
      SLUICE_CHECK(&pass != &passes.front() || from.end <= text.size());
      SLUICE_CHECK(pass.line(range).size() <= size);
      SLUICE_CHECK(pass.tags(range).size() >= 2);
    }
  }
}

void check_fragments(std::string_view text) {
  FragmentCutter cutter;
  while (!text.empty()) {
    const std::size_t size = cutter.next(text);
    SLUICE_CHECK(size > 0 && size <= text.size());
    SLUICE_CHECK(cutter.first_read() <= size);
    text.remove_prefix(size);
  }
}

void check_go(std::string_view text) {
  const std::string json = go_json_string(text);
  SLUICE_CHECK(is_utf8(json) && json.size() >= 2);
  SLUICE_CHECK(std::ranges::none_of(json, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '<';
  }));
  SLUICE_CHECK(is_utf8(go_xml_text(text)));
  go_csv_field(text);
  const std::string clean = clean_go_path(text);
  SLUICE_CHECK(!clean.empty() && clean_go_path(clean) == clean);
  const std::string_view trimmed = go_trim_space(text);
  SLUICE_CHECK(go_trim_space(trimmed) == trimmed);
  SLUICE_CHECK(go_leading_space(trimmed).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_places(text);
  check_passes(text);
  check_fragments(text);
  check_go(text);
  is_application_type(text);
  archive_of_name(text);
  GitleaksIgnores ignores;
  std::vector<std::string> odd;
  ignores.add(text, &odd);
  return 0;
}
