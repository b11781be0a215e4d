#include "gitleaks/encodings.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "match/pattern.h"
#include "report/base64.h"

namespace sluice {
namespace {

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

// Of two neighbours that touch, the lower in rank is left out.
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

TEST_CASE("encodings: pieces are those that the expression matches") {
  const std::array<std::string, 19> parts = {
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
      "0123456789abcdef0123456789abcdef"};
  std::mt19937 random(99);
  EncodingScratch scratch;
  std::size_t seen = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    const int count = std::uniform_int_distribution(0, 40)(random);
    // Few kinds at a time, so that long runs come about.
    const std::size_t kinds =
        std::uniform_int_distribution<std::size_t>(1, 6)(random);
    const std::size_t first =
        std::uniform_int_distribution<std::size_t>(0, 18)(random);
    for (int i = 0; i < count; ++i)
      text += parts[(first + std::uniform_int_distribution<std::size_t>(
                                 0, kinds)(random) *
                                 7) %
                    parts.size()];
    std::vector<EncodedPiece> pieces;
    find_encoded(text, scratch, &pieces);
    const auto wanted = filtered(all_by_expression(text));
    CAPTURE(text);
    REQUIRE(pieces.size() == wanted.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      REQUIRE(pieces[i].begin == wanted[i].begin);
      REQUIRE(pieces[i].end == wanted[i].end);
      REQUIRE(pieces[i].encoding == wanted[i].encoding);
    }
    seen += pieces.size();
  }
  CHECK(seen > 20'000);
}

std::string printable(std::mt19937& random, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i)
    text += static_cast<char>(
        std::uniform_int_distribution<int>(0x20, 0x7E)(random));
  return text;
}

TEST_CASE("decoders: undo what was encoded") {
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
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
    // Letters alone are not taken for base64.
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

}  // namespace
}  // namespace sluice
