#include "report/shown/snippet.h"

#include <doctest/doctest.h>

#include "support/effort.h"
#include "text/escape.h"
#include "text/utf8.h"
#include "unit/report/sample.h"

namespace sluice::snippet_test {

using test::Random;

std::string line_of(const Snippet& snippet) {
  return snippet.before + snippet.secret + snippet.after;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Utf8Char c = decode_utf8(text);
    REQUIRE(c.size != 0);
    columns += display_columns(c.code);
    text.remove_prefix(c.size);
  }
  return columns;
}

TEST_CASE("a short line stays whole, but for its indentation") {
  const Snippet snippet = make_snippet(
      {.text = "\t  a =\tSECRET;", .secret_begin = 7, .secret_size = 6}, 40);
  CHECK(line_of(snippet) == "a = SECRET;");
  CHECK(snippet.secret == "SECRET");
  CHECK(snippet.caret == "    ^~~~~~");
}

TEST_CASE("a long line is cut around the secret") {
  const std::string left(100, 'l');
  const std::string right(100, 'r');
  const auto cut = [](const std::string& text, std::size_t begin,
                      std::size_t size) {
    return make_snippet(
        {.text = text, .secret_begin = begin, .secret_size = size}, 20);
  };
  CHECK(line_of(cut(left + "SECRET" + right, 100, 6)) ==
        "\u2026llllllSECRETrrrrrr\u2026");
  CHECK(cut(left + "SECRET" + right, 100, 6).caret == "       ^~~~~~");
  CHECK(line_of(cut("SECRET" + right, 0, 6)) == "SECRETrrrrrrrrrrrr\u2026");
  CHECK(line_of(cut(left + "SECRET", 100, 6)) == "\u2026llllllllllllSECRET");
  CHECK(line_of(cut(left + std::string(50, 'S') + right, 100, 50)) ==
        "\u2026llllllSSSSSSSSSSSS\u2026");
  CHECK(cut(left + std::string(50, 'S'), 100, 50).caret ==
        "       ^~~~~~~~~~~~");
}

TEST_CASE("a text that was cut before says so") {
  const Snippet snippet = make_snippet({.text = "\xa2 a SECRET",
                                        .secret_begin = 4,
                                        .secret_size = 20,
                                        .cut_left = true,
                                        .cut_right = true},
                                       40);
  CHECK(line_of(snippet) == "\u2026 a SECRET\u2026");
  CHECK(snippet.caret == "    ^~~~~~");
}

TEST_CASE("wide characters and escapes move the caret by their columns") {
  const Snippet snippet =
      make_snippet({.text = "\xe6\xbc\xa2\x1b\xcc\x81=SECRET",
                    .secret_begin = 7,
                    .secret_size = 6},
                   40);
  CHECK(line_of(snippet) == "\xe6\xbc\xa2\\x1b\xcc\x81=SECRET");
  CHECK(snippet.caret == "       ^~~~~~");
}

TEST_CASE("no secret in the text gives no caret") {
  CHECK(make_snippet({.text = ""}, 40).caret.empty());
  CHECK(make_snippet({.text = "abc", .secret_begin = 1}, 40).caret.empty());
  CHECK(make_snippet({.text = "abc", .secret_begin = 3, .secret_size = 4}, 40)
            .caret.empty());
  CHECK(fit_to_columns("abc", 16) == "abc");
  CHECK(fit_to_columns("abcdefghijklmnopqrstuvwxyz", 16) ==
        "abcdefghijklmn\u2026");
  CHECK(fit_to_columns("abcdefghijklmnopqrstuvwxyz", 3) ==
        "abcdefghijklmn\u2026");
}

TEST_CASE("any text fits, and the caret is under the start of the secret") {
  for (const std::uint32_t seed : test::seeds(2000, 4000)) {
    Random random(seed);
    const std::string before = random.bytes(random.below(90));
    const std::string secret = random.letters(1 + random.below(90));
    const std::string after = random.bytes(random.below(90));
    const std::size_t columns = 16 + random.below(80);
    const bool cut_left = random.below(3) == 0;
    const std::string text = before + secret + after;
    const Snippet snippet = make_snippet({.text = text,
                                          .secret_begin = before.size(),
                                          .secret_size = secret.size(),
                                          .cut_left = cut_left},
                                         columns);
    CAPTURE(seed);
    CHECK(columns_of(line_of(snippet)) <= columns);
    CHECK(secret.starts_with(snippet.secret));
    CHECK_FALSE(snippet.secret.empty());
    if (secret.size() <= columns / 3) CHECK(snippet.secret == secret);
    CHECK(snippet.caret == std::string(columns_of(snippet.before), ' ') + "^" +
                               std::string(snippet.secret.size() - 1, '~'));
  }
}

}  // namespace sluice::snippet_test
