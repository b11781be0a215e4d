#include "decode/decoders.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "support/effort.h"
#include "text/base64.h"

namespace sluice::decoders_test {

using namespace std::string_literals;

// Returns the encoded text of `part`, which is in the decoded text.
std::string_view source(std::string_view encoded, const Decoded& decoded,
                        std::string_view part) {
  const std::size_t at = decoded.text.find(part);
  REQUIRE(at != std::string::npos);
  const SourceRange range = decoded.map.source_of({at, at + part.size()});
  return encoded.substr(range.begin, range.end - range.begin);
}

std::string packed(std::string_view text, int window) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) ==
          Z_OK);
  std::string out(text.size() + 200, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

TEST_CASE("base64 of either alphabet, with and without padding, in lines") {
  CHECK(decode_base64("aGVsbG8gd29ybGQ=")->text == "hello world");
  CHECK(decode_base64("aGVsbG8gd29ybGQ")->text == "hello world");
  CHECK(decode_base64("fn5-Pz8_")->text == decode_base64("fn5+Pz8/")->text);
  CHECK(decode_base64("aGVs\n  bG8g\r\n  d29y\nbGQ=\n")->text == "hello world");
  CHECK(decode_base64("aGVsb\nG8gd29ybGQ=")->text == "hello world");
  CHECK_FALSE(decode_base64("aGVsb"));
  CHECK_FALSE(decode_base64("aGVs*G8="));
  CHECK(decode_base64("")->text.empty());
}

TEST_CASE(
    "base64: texts and places as by groups of digits, wherever lines break") {
  std::mt19937 random(test::seed(1));
  for (int i = 0; i < 300; ++i) {
    const std::size_t size = random() % 200;
    const std::size_t breaks = random() % 30;
    std::string bytes;
    for (std::size_t k = 0; k < size; ++k)
      bytes += static_cast<char>(random() % 256);
    std::string digits = base64_encode(bytes);
    for (std::size_t k = 0; k < breaks && !digits.empty(); ++k) {
      const std::size_t end = std::min(digits.find('='), digits.size());
      const std::size_t at = random() % (end + 1);
      digits.insert(at, "\n ", 1 + random() % 2);
    }
    std::vector<std::size_t> places;  // of the digits
    for (std::size_t at = 0; at < digits.size(); ++at)
      if (is_base64_digit(digits[at], Base64::kEither)) places.push_back(at);
    const auto decoded = decode_base64(digits);
    REQUIRE(decoded);
    CHECK(decoded->text == bytes);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      const std::size_t first = at / 3 * 4;
      const bool is_whole = first + 4 <= places.size();
      const SourceRange range = decoded->map.source_of({at, at + 1});
      CHECK(range.begin == places[first]);
      if (is_whole) CHECK(range.end == places[first + 3] + 1);
    }
  }
}

TEST_CASE("base64: places are groups of four") {
  const std::string_view text = "aGVsbG8gd29ybGQ=";
  CHECK(source(text, *decode_base64(text), "hel") == "aGVs");
  CHECK(source(text, *decode_base64(text), "lo") == "bG8g");
  CHECK(source(text, *decode_base64(text), "ld") == "bGQ=");
  const std::string_view lines = "aGVsbG\n8gd29y\nbGQ=";
  CHECK(source(lines, *decode_base64(lines), "lo ") == "bG\n8g");
  CHECK(source(lines, *decode_base64(lines), "wor") == "d29y");
}

TEST_CASE("hexadecimal digits") {
  CHECK(decode_hex("68656C6c6f")->text == "hello");
  CHECK(source("68656C6c6f", *decode_hex("68656C6c6f"), "el") == "656C");
  CHECK_FALSE(decode_hex("686"));
  CHECK_FALSE(decode_hex("6g"));
  CHECK_FALSE(decode_hex(""));
}

TEST_CASE("percent") {
  const std::string_view text = "a%3D%22b%22%zz%4";
  CHECK(decode_percent(text).text == "a=\"b\"%zz%4");
  CHECK(source(text, decode_percent(text), "=\"b") == "%3D%22b");
  CHECK(decode_percent("%3A+%22+x").text == ": \"+x");
}

TEST_CASE("backslashes") {
  CHECK(decode_backslash(R"(a\n\"b\"\\n\/\q\)").text == "a\n\"b\"\\n/\\q\\");
  CHECK(decode_backslash(R"(\u0041\x42\u00e9\ud83e\udd80\ud83e)").text ==
        "AB\u00e9\U0001f980\ufffd");
  CHECK(decode_backslash(R"(\u00\x4)").text == R"(\u00\x4)");
  const std::string_view text = R"(k\u003dv\x41)";
  CHECK(source(text, decode_backslash(text), "=v") == R"(\u003dv)");
  CHECK(source(text, decode_backslash(text), "A") == R"(\x41)");
}

TEST_CASE("references of HTML") {
  const std::string_view text = "a=&quot;b&#39;&#x41;&amp;&nope;&#xD800;";
  CHECK(decode_html(text).text == "a=\"b'A&&nope;\ufffd");
  CHECK(source(text, decode_html(text), "\"b'") == "&quot;b&#39;");
  CHECK(decode_html("&#;&#x;&#99999999;&#1114112;&").text ==
        "&#;&#x;\ufffd\ufffd&");
}

TEST_CASE("markup: runs of one paragraph are one text") {
  const std::string text =
      "<w:t>key ab_</w:t></w:r><w:proofErr w:type=\"x\"/><w:r w:rsidR=\"1\">"
      "<w:rPr><w:b/></w:rPr><w:t xml:space=\"preserve\">Cd</w:t></w:r></w:p>"
      "<w:p><w:r><w:t>e</w:t></w:r><w:r><w:br/><w:t>f</w:t></w:r>";
  const Decoded decoded = decode_markup(text);
  CHECK(decoded.text.starts_with("<w:t>key ab_Cd</w:t></w:r></w:p>"));
  CHECK(decoded.text.ends_with("e</w:t></w:r><w:r><w:br/><w:t>f</w:t></w:r>"));
  CHECK(source(text, decoded, "b_Cd").starts_with("b_</w:t>"));
  CHECK(source(text, decoded, "b_Cd").ends_with(">Cd"));
  CHECK(decode_markup("a</t></r><r><t>b").text == "ab");
  CHECK(decode_markup("a<text:span text:style-name=\"T1\">b</text:span>c"
                      "<text:tab/>d")
            .text == "abc<text:tab/>d");
  CHECK(decode_markup("a</a:t></a:r><a:r><a:t/>b").text ==
        "a</a:t></a:r><a:r><a:t/>b");
  CHECK(decode_markup("a</w:t></w:r>x<w:t>b").text == "a</w:t></w:r>x<w:t>b");
}

TEST_CASE("quoted-printable") {
  const std::string_view text = "a=3Db=\nc=\r\nd=  \ne=C3=A9=zz=";
  CHECK(decode_quoted_printable(text).text == "a=bcde\u00e9=zz=");
  CHECK(source(text, decode_quoted_printable(text), "bc") == "b=\nc");
}

TEST_CASE("the parts of a string") {
  const auto joined = [](std::string_view text) {
    return decode_parts(text).text;
  };
  for (const std::string_view joint :
       {"\" + \"", "\"+\"", "' . '", "\" & _\r\n  \"", "'\"", "\" \\\n  \"",
        "\"\n      \"", "\" +\n  \"", "\"\n  + \"", "\\\n", "\\\r\n"}) {
    const std::string text = "x = \"ab" + std::string(joint) + "cd\"";
    CHECK(joined(text) == "x = \"abcd\"");
    CHECK(source(text, decode_parts(text), "bc") ==
          "b" + std::string(joint) + "c");
  }
  // Arguments, lists, empty strings, other signs; nothing before or behind.
  for (const std::string_view text :
       {"a \"ab\" \"cd\"", "[\"ab\", \"cd\"]", "(\"\" + \"cd\")",
        "(\"ab\" + \"\")", "\"ab\" - \"cd\"", "\"ab\" + + \"cd\"", "ab \\\ncd",
        "ab\\\n cd", "\"ab\" +", "\"", "ab\\", "ab\""})
    CHECK(joined(text) == text);
}

TEST_CASE("gzip and zlib") {
  const std::string text(5000, 'x');
  for (const int window : {15, 31}) {
    const std::string bytes = packed(text, window);
    REQUIRE(is_packed(bytes));
    const auto all = unpack(bytes, 10'000);
    REQUIRE(all);
    CHECK(all->coding == (window == 15 ? Coding::kZlib : Coding::kGzip));
    CHECK(all->text == text);
    CHECK_FALSE(all->cut);
    const auto some = unpack(bytes, 100);
    REQUIRE(some);
    CHECK(some->text == text.substr(0, 100));
    CHECK(some->cut);
  }
  CHECK_FALSE(is_packed("plain text of some length"));
  CHECK_FALSE(unpack("\x1f\x8b\x08 not packed, whatever it says"s, 100));
}

TEST_CASE("what was torn off gives what there is") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += std::to_string(i) + " ";
  const std::string bytes = packed(text, 31);
  const auto some = unpack(bytes.substr(0, bytes.size() / 2), 1 << 20);
  REQUIRE(some);
  CHECK(some->text.size() > 1000);
  CHECK(text.starts_with(some->text));
}

}  // namespace sluice::decoders_test
