#include "gitleaks/detector/encodings.h"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "match/pattern.h"
#include "support/effort.h"
#include "text/base64.h"

namespace sluice::encodings_test {

constexpr std::string_view kExpression =
    R"((?P<percent>%[0-9A-Fa-f]{2}(?:.*%[0-9A-Fa-f]{2})?))"
    R"(|(?P<unicode>(?:(?:U\+[a-fA-F0-9]{4}(?:\s|$))+)"
    R"(|(?i)(?:\\{1,2}u[a-fA-F0-9]{4})+)))"
    R"(|(?P<hex>[0-9A-Fa-f]{32,}))"
    R"(|(?P<base64>[\w\/+-]{16,}={0,2}))";
constexpr std::array<std::string_view, 4> kBranches = {
    R"(^(?:%[0-9A-Fa-f]{2}(?:.*%[0-9A-Fa-f]{2})?))",
    R"(^(?:(?:U\+[a-fA-F0-9]{4}(?:\s|$))+|(?i)(?:\\{1,2}u[a-fA-F0-9]{4})+))",
    R"(^[0-9A-Fa-f]{32,})", R"(^[\w\/+-]{16,}={0,2})"};

std::vector<EncodedPiece> all_by_expression(std::string_view text) {
  static const Pattern whole(kExpression);
  static const Pattern percent(kBranches[0]);
  static const Pattern unicode(kBranches[1]);
  static const Pattern hex(kBranches[2]);
  std::vector<EncodedPiece> all;
  Pattern::Span at;
  for (std::size_t from = 0;
       whole.find(text, from, text.size(), Pattern::Start::kAnywhere, &at);
       from = at.end) {
    const std::string_view rest = text.substr(at.begin);
    const Encoding encoding = percent.found_in(rest)   ? Encoding::kPercent
                              : unicode.found_in(rest) ? Encoding::kUnicode
                              : hex.found_in(rest)     ? Encoding::kHex
                                                       : Encoding::kBase64;
    all.push_back({encoding, at.begin, at.end});
  }
  return all;
}

// Drops the lower in rank of two neighbours that touch.
std::vector<EncodedPiece> filtered(const std::vector<EncodedPiece>& all) {
  std::vector<EncodedPiece> kept;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool after = i > 0 && all[i - 1].end >= all[i].begin &&
                       all[i - 1].encoding < all[i].encoding;
    const bool before = i + 1 < all.size() && all[i].end >= all[i + 1].begin &&
                        all[i + 1].encoding < all[i].encoding;
    if (!after && !before) kept.push_back(all[i]);
  }
  return kept;
}

// Base64 that does not decode may be left out.
void expect_same(std::string_view text, std::vector<EncodedPiece> pieces) {
  std::vector<EncodedPiece> wanted = filtered(all_by_expression(text));
  const auto is_idle = [&](const EncodedPiece& piece) {
    return piece.encoding == Encoding::kBase64 &&
           decode(piece.encoding,
                  text.substr(piece.begin, piece.end - piece.begin))
               .empty();
  };
  std::erase_if(wanted, is_idle);
  std::erase_if(pieces, is_idle);
  CAPTURE(text);
  REQUIRE(pieces.size() == wanted.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    REQUIRE(pieces[i].begin == wanted[i].begin);
    REQUIRE(pieces[i].end == wanted[i].end);
    REQUIRE(pieces[i].encoding == wanted[i].encoding);
  }
}

// Uses few kinds of parts at a time, so that there are long runs.
std::string random_text(std::mt19937& random) {
  constexpr std::array<std::string_view, 23> kParts = {
      "a",
      "%",
      "%4d",
      "\\",
      "\\u0041",
      "\\U00e9",
      "U+",
      "U+0041",
      "U+0041 ",
      " ",
      "\n",
      "=",
      "==",
      "+/",
      "-_",
      "deadbeef",
      ".",
      "Zq3x",
      "0123456789abcdef0123456789abcdef",
      "SGVsbG8gd29ybGQh",
      "TG9yZW0gaXBzdW0",
      "\xC3\xA9",
      "kmalloc_noprof_array"};
  const auto any = [&](std::size_t least, std::size_t most) {
    return std::uniform_int_distribution(least, most)(random);
  };
  std::string text;
  const std::size_t kinds = any(1, 6);
  const std::size_t first = any(0, kParts.size() - 1);
  for (std::size_t i = any(0, 40); i > 0; --i)
    text += kParts[(first + any(0, kinds) * 7) % kParts.size()];
  return text;
}

TEST_CASE("encodings: pieces are those that the expression matches") {
  std::mt19937 random(test::seed(99));
  EncodingScratch scratch;
  std::size_t seen = 0;
  for (int round = 0; round < test::times(20'000, 200'000); ++round) {
    const std::string text = random_text(random);
    std::vector<EncodedPiece> pieces;
    find_encoded(text, scratch, &pieces);
    expect_same(text, pieces);
    seen += pieces.size();
  }
  CHECK(seen > 20'000);
}

TEST_CASE("encodings: base64 that is text is not left out") {
  std::mt19937 random(test::seed(7));
  EncodingScratch scratch;
  for (int round = 0; round < test::times(500, 5000); ++round) {
    std::string text(20, ' ');
    for (char& c : text)
      c = static_cast<char>(std::uniform_int_distribution(0x09, 0x7E)(random));
    const std::string encoded = base64_encode(text);
    if (encoded.find_first_of("0123456789+/") == std::string::npos) continue;
    std::vector<EncodedPiece> pieces;
    find_encoded("x = " + encoded, scratch, &pieces);
    CAPTURE(encoded);
    REQUIRE(pieces.size() == 1);
    CHECK(pieces[0].encoding == Encoding::kBase64);
    CHECK(pieces[0].begin == 4);
    CHECK(pieces[0].end == 4 + encoded.size());
  }
}

// By the definition: byte for byte, nothing clever.
std::vector<MaybeEncoded> places_by_definition(std::string_view text) {
  std::vector<MaybeEncoded> places;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if (percent_escape_size(rest) + unicode_escape_size(rest) +
            code_point_size(rest) >
        0)
      places.push_back({at, at});
    if (!is_base64_digit(text[at], Base64::kEither) ||
        (at > 0 && is_base64_digit(text[at - 1], Base64::kEither)))
      continue;
    std::size_t end = at;
    while (end < text.size() && is_base64_digit(text[end], Base64::kEither))
      ++end;
    if (end - at >= kMinBase64) places.push_back({at, end});
  }
  return places;
}

using FindPlaces = void (*)(std::string_view, std::vector<MaybeEncoded>*);

void expect_places(FindPlaces find, std::string_view text) {
  std::vector<MaybeEncoded> places = {{7, 7}};  // is removed
  find(text, &places);
  std::vector<MaybeEncoded> wanted = places_by_definition(text);
  const auto before = [](const MaybeEncoded& a, const MaybeEncoded& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  };
  CHECK(std::ranges::is_sorted(places, {}, &MaybeEncoded::begin));
  std::sort(places.begin(), places.end(), before);
  std::sort(wanted.begin(), wanted.end(), before);
  CAPTURE(text);
  REQUIRE(std::ranges::equal(places, wanted,
                             [](const MaybeEncoded& a, const MaybeEncoded& b) {
                               return a.begin == b.begin && a.end == b.end;
                             }));
}

TEST_CASE("encodings: places are found on any processor, in any block") {
  for (const FindPlaces find :
       {&find_encoded_places, &detail::find_encoded_places_anywhere}) {
    std::mt19937 random(test::seed(5));
    for (int round = 0; round < test::times(20'000, 200'000); ++round)
      expect_places(find, random_text(random));
    // Every offset to a block, and every length around the ones that count.
    for (const std::string_view part :
         {"%41", "\\u0041", "\\\\U00e9", "\\\\\\u0041", "U+0041", "U+0041 "})
      for (std::size_t at = 0; at < 140; ++at)
        for (const char around : {'.', 'x', 'U', '\\'})
          expect_places(find, std::string(at, around) + std::string(part));
    for (std::size_t at = 0; at < 70; ++at)
      for (std::size_t size = 14; size < 150; ++size)
        for (const std::string_view behind : {"", ".", "\xE1 and all the rest"})
          expect_places(find, std::string(at, '.') + std::string(size, 'k') +
                                  std::string(behind));
    // A byte that differs from a letter only in the highest bit is no letter.
    for (int byte = 0; byte < 256; ++byte)
      expect_places(find, std::string(80, static_cast<char>(byte)));
  }
}

std::string printable(std::mt19937& random, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i)
    text += static_cast<char>(
        std::uniform_int_distribution<int>(0x20, 0x7E)(random));
  return text;
}

TEST_CASE("decoders: undo what was encoded") {
  std::mt19937 random(test::seed(3));
  for (int round = 0; round < test::times(500, 5000); ++round) {
    const std::string text = printable(
        random, std::uniform_int_distribution<std::size_t>(16, 60)(random));
    std::string hex;
    std::string percent;
    std::string escapes;
    std::string points;
    for (const char c : text) {
      hex += fmt::format("{:02x}", c);
      percent += fmt::format("%{:02X}", c);
      escapes += fmt::format("\\u{:04x}", c);
      points += fmt::format("U+{:04X}\n", c);
    }
    CHECK(decode(Encoding::kHex, hex) == text);
    CHECK(decode(Encoding::kPercent, percent) == text);
    CHECK(decode(Encoding::kUnicode, escapes) == text);
    CHECK(decode(Encoding::kUnicode, points) == text);
    std::string base64 = base64_encode(text);
    // A text of letters alone does not count as base64.
    if (base64.find_first_of("0123456789+/") == std::string::npos) continue;
    CHECK(decode(Encoding::kBase64, base64) == text);
    std::replace(base64.begin(), base64.end(), '+', '-');
    std::replace(base64.begin(), base64.end(), '/', '_');
    base64.erase(std::min(base64.find('='), base64.size()));
    if (base64.find_first_of("0123456789-_") == std::string::npos) continue;
    CHECK(decode(Encoding::kBase64, base64) == text);
  }
}

TEST_CASE("decoders: what is not text is left alone") {
  CHECK(decode(Encoding::kPercent, "%41%00").empty());
  CHECK(decode(Encoding::kPercent, "%41 and %4") == "A and %4");
  CHECK(decode(Encoding::kHex, std::string(32, 'a')).empty());
  CHECK(decode(Encoding::kHex, std::string(33, '4')).empty());
  CHECK(decode(Encoding::kHex, std::string(32, '4')) == std::string(16, 'D'));
  CHECK(decode(Encoding::kBase64, "abcdefghijklmnop").empty());
  CHECK(decode(Encoding::kUnicode, "\\uD800") == "\xEF\xBF\xBD");
  CHECK(decode(Encoding::kUnicode, "\\u20AC\\\\u00e9") ==
        "\xE2\x82\xAC\xC3\xA9");
}

}  // namespace sluice::encodings_test
