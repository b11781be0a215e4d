#include "finding/mask.h"

#include <doctest/doctest.h>

#include "support/effort.h"
#include "unit/report/sample.h"

namespace sluice::mask_test {

using test::leaks;
using test::Random;
using test::SampleFile;

TEST_CASE("mask shows a prefix by the length of the secret") {
  CHECK(mask("") == "********");
  CHECK(mask("hunter2") == "********");
  CHECK(mask("elevenbytes") == "********");
  CHECK(mask("twelve_bytes") == "tw********");
  CHECK(mask(std::string(19, 'q')) == "qq********");
  CHECK(mask(std::string(20, 'q')) == "qqqq********");
  CHECK(mask(std::string(4000, 'q')) == "qqqq********");
}

TEST_CASE("mask shows nothing that is not printable ASCII") {
  CHECK(mask("\x1b[31m" + std::string(20, 'a')) == "********");
  CHECK(mask("abc\xc3\xa9" + std::string(20, 'a')) == "********");
  CHECK(mask("a\n" + std::string(12, 'a')) == "********");
}

TEST_CASE("mask of a block of lines is one line") {
  CHECK(mask("-----BEGIN SAMPLE-----\nabcdef\n-----END SAMPLE-----") ==
        "----********");
}

TEST_CASE("mask_spans keeps columns or hides the length") {
  const std::string text = "key = abcdefghijklmnopqrst; n";
  const SecretSpan span{106, 126, std::string_view(text).substr(6, 20)};
  CHECK(mask_spans(text, 100, {&span, 1}, MaskStyle::kSameLength) ==
        "key = abcd****************; n");
  CHECK(mask_spans(text, 100, {&span, 1}, MaskStyle::kShort) ==
        "key = abcd********; n");
}

TEST_CASE("mask_spans hides what of a secret stands in the text") {
  const std::string secret = "abcdefghij\nklmnopqrst";
  const SecretSpan span{10, 31, secret};
  // Its first line, its last one, and one from its middle.
  CHECK(mask_spans("x=abcdefghij", 8, {&span, 1}, MaskStyle::kSameLength) ==
        "x=abcd******");
  CHECK(mask_spans("klmnopqrst;", 21, {&span, 1}, MaskStyle::kSameLength) ==
        "**********;");
  CHECK(mask_spans("mnop", 23, {&span, 1}, MaskStyle::kShort) == "********");
  // A place that the text does not reach.
  CHECK(mask_spans("----", 100, {&span, 1}, MaskStyle::kShort) == "----");
  CHECK(mask_spans("----", 2, {&span, 1}, MaskStyle::kShort) == "----");
}

TEST_CASE("the shown prefix of one secret does not uncover another") {
  const std::string text = "abcdefghijklmnopqrstuvwxyz0123";
  const std::vector<SecretSpan> spans = {
      {0, 30, text}, {6, 30, std::string_view(text).substr(6)}};
  CHECK(mask_spans(text, 0, spans, MaskStyle::kSameLength) ==
        "abcd" + std::string(26, '*'));
}

TEST_CASE("a copy is hidden, whatever the place says") {
  const std::string secret = "Zq7Zq8Zq9Zq0";     // sluice:allow
  const SecretSpan decoded{1000, 1024, secret};  // two bytes a character
  CHECK(mask_spans("a=Zq7Zq8Zq9Zq0;b=Zq7Zq8Zq9Zq0", 996, {&decoded, 1},
                   MaskStyle::kSameLength) == "a=Zq**********;b=Zq**********");
  // Cut off at the ends of the text.
  CHECK(mask_spans("8Zq9Zq0 Zq7Zq8Zq", 0, {&decoded, 1},
                   MaskStyle::kSameLength) == "******* Zq******");
}

TEST_CASE("a place is hidden where the text is not the secret's") {
  // Found in the decoded form of the file's text.
  const SecretSpan encoded{4, 18, "abcdefghijkl"};
  CHECK(mask_spans("k = abcd\\x65fghijk;", 0, {&encoded, 1},
                   MaskStyle::kSameLength) == "k = ab************;");
  // Too short to be searched for.
  const SecretSpan tiny{4, 7, "abc"};
  CHECK(mask_spans("k = abc, abc", 0, {&tiny, 1}, MaskStyle::kSameLength) ==
        "k = ***, abc");
}

TEST_CASE("of what holds a secret encoded nothing is shown") {
  const Rule rule = test::sample_rule();
  FileReport report;
  Finding found;
  found.rule = &rule;
  found.secret = "abcdefghijklmnopqrst";
  found.match = "key=abcdefghijklmnopqrst;";
  found.start.byte = 8;
  found.end.byte = 12;
  found.encoded =
      EncodedPlace{4, 20, std::make_shared<const std::string>("amts")};
  report.findings = {found};
  const SecretSpans all(report);
  const auto near = all.near(found, 0, 30);
  CHECK(mask_spans("k = YWJjamtsZGVmZ2hp; amts", 0, near,
                   MaskStyle::kSameLength) == "k = ****************; ****");
  CHECK(mask_spans(found.match, found.match_byte, without_places(near, found),
                   MaskStyle::kShort) == "key=abcd********;");
}

TEST_CASE("near finds every secret that a text overlaps") {
  Random random(test::seed(7));
  const Rule rule = test::sample_rule();
  const std::string text = random.letters(3000);
  SampleFile file("a", text);
  for (int i = 0; i < 200; ++i) {
    const std::size_t begin = random.below(2900);
    const std::size_t longest = std::min<std::size_t>(400, 3000 - begin);
    file.add(rule, begin,
             1 + random.below(random.below(9) == 0 ? longest : 20));
  }
  const SecretSpans spans(file.report());
  const Finding& own = file.report().findings.front();
  for (int i = 0; i < 200; ++i) {
    const std::size_t begin = random.below(2900);
    const std::size_t size = 1 + random.below(100);
    const auto near = spans.near(own, begin, size);
    const auto holds = [&near](const Finding& finding) {
      return std::ranges::any_of(near, [&](const SecretSpan& span) {
        return span.begin == finding.start.byte &&
               span.end == finding.end.byte && span.text == finding.secret;
      });
    };
    CHECK(holds(own));
    for (const Finding& finding : file.report().findings) {
      if (finding.start.byte < begin + size && finding.end.byte > begin)
        CHECK(holds(finding));
    }
  }
}

TEST_CASE("no byte of a secret survives beyond what may be shown") {
  const Rule rule = test::sample_rule();
  for (const std::uint32_t seed : test::seeds(300, 3000)) {
    Random random(seed);
    SampleFile file = random_file(random, rule, 1 + random.below(5));
    const SecretSpans spans(file.report());
    for (const Finding& finding : file.report().findings) {
      const auto near =
          spans.near(finding, finding.excerpt_byte, finding.excerpt.size());
      const std::string line = mask_spans(finding.excerpt, finding.excerpt_byte,
                                          near, MaskStyle::kSameLength);
      CHECK(line.size() == finding.excerpt.size());
      const std::string match = mask_spans(finding.match, finding.match_byte,
                                           near, MaskStyle::kShort);
      for (const Finding& other : file.report().findings) {
        CAPTURE(seed);
        CHECK_FALSE(leaks(line, other.secret));
        CHECK_FALSE(leaks(match, other.secret));
      }
    }
  }
}

TEST_CASE("one text after another is masked as each by itself") {
  const Rule rule = test::sample_rule();
  for (const std::uint32_t seed : test::seeds(300, 3000)) {
    CAPTURE(seed);
    Random random(seed);
    const std::size_t most = random.below(10) == 0 ? 120 : 5;
    const std::size_t count = 1 + random.below(most);
    SampleFile file = random_file(random, rule, count);
    const SecretSpans spans(file.report());
    std::string masked;
    const auto check = [&](const Finding& own, std::string_view text,
                           std::uint64_t at, MaskStyle style) {
      spans.mask(own, text, at, style, &masked);
      CHECK(masked ==
            mask_spans(text, at, spans.near(own, at, text.size()), style));
    };
    for (const Finding& one : file.report().findings) {
      check(one, one.excerpt, one.excerpt_byte, MaskStyle::kSameLength);
      check(one, one.match, one.match_byte, MaskStyle::kShort);
    }
  }
}

// Does what mask_spans() does to one secret, letter by letter.
std::string masked_plainly(std::string_view text, const SecretSpan& secret) {
  const std::size_t shown = shown_prefix(secret.text);
  std::vector<bool> hidden(text.size());
  const auto hide_where = [&](std::size_t at, std::size_t from,
                              std::size_t size) {
    for (std::size_t i = from; i < size; ++i)
      if (i >= shown) hidden[at + i - from] = true;
  };
  const std::string_view word = secret.text;
  for (std::size_t at = 0; at + word.size() <= text.size(); ++at)
    if (word.size() >= 4 && text.substr(at, word.size()) == word)
      hide_where(at, 0, word.size());
  const std::size_t longest = std::min(text.size(), word.size());
  for (std::size_t n = longest; n >= 4; --n)
    if (text.ends_with(word.substr(0, n))) {
      hide_where(text.size() - n, 0, n);
      break;
    }
  for (std::size_t n = longest; n >= 4; --n)
    if (text.starts_with(word.substr(word.size() - n))) {
      hide_where(0, word.size() - n, word.size());
      break;
    }
  if (const std::size_t at = word.find(text);
      text.size() >= 4 && at != std::string_view::npos)
    hide_where(0, at, at + text.size());
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i)
    out += hidden[i] ? '*' : text[i];
  return out;
}

TEST_CASE("mask_spans hides as a plain reading of its rules does") {
  Random random(test::seed(0x3a5c));
  for (int round = 0; round < test::times(20000, 200'000); ++round) {
    // With two letters, copies and parts overlap each other in every way.
    const auto any = [&](std::size_t most) {
      std::string text(1 + random.below(most), 'a');
      for (char& c : text) c = random.below(3) == 0 ? 'b' : 'a';
      return text;
    };
    const std::string text = any(40);
    const std::string word = any(30);
    const SecretSpan secret{1000, 1000 + word.size(), word};
    CAPTURE(text);
    CAPTURE(word);
    REQUIRE(mask_spans(text, 0, {&secret, 1}, MaskStyle::kSameLength) ==
            masked_plainly(text, secret));
  }
}

// A byte is hidden if any of them hides it.
std::string masked_plainly(std::string_view text,
                           const std::vector<SecretSpan>& secrets) {
  std::string out(text);
  for (const SecretSpan& secret : secrets) {
    const std::string one = masked_plainly(text, secret);
    for (std::size_t i = 0; i < out.size(); ++i)
      if (one[i] == '*') out[i] = '*';
  }
  return out;
}

TEST_CASE("many secrets at once hide what each of them hides") {
  Random random(test::seed(0x51d7));
  for (int round = 0; round < test::times(1000, 10'000); ++round) {
    // With one to three letters, secrets are equal, end alike, contain each
    // other.
    const std::size_t letters = 1 + random.below(3);
    const auto any = [&](std::size_t size) {
      std::string text(size, 'a');
      for (char& c : text) c = static_cast<char>('a' + random.below(letters));
      return text;
    };
    std::string text = any(1 + random.below(600));
    std::vector<std::string> words;
    for (std::size_t n = 1 + random.below(80); n != 0; --n)
      words.push_back(any(1 + random.below(random.below(20) == 0 ? 400 : 12)));
    text += words.back();
    std::vector<SecretSpan> secrets;
    for (const std::string& word : words)
      secrets.push_back({1000, 1000 + word.size(), word});
    CAPTURE(text);
    REQUIRE(mask_spans(text, 0, secrets, MaskStyle::kSameLength) ==
            masked_plainly(text, secrets));
  }
}

TEST_CASE("of secrets of one value, the one that may show least decides") {
  const std::string word = "Zq7Zq8Zq9Zq0";  // sluice:allow
  const std::string text = "a=" + word;
  const std::vector<SecretSpan> secrets = {{1000, 1012, word, 5},
                                           {2000, 2012, word, 1}};
  CHECK(mask_spans(text, 0, secrets, MaskStyle::kSameLength) ==
        "a=Z***********");
}

TEST_CASE("a percentage leaves so much of the head, of plain letters alone") {
  CHECK(shown_prefix("0123456789", 100) == 0);
  CHECK(shown_prefix("0123456789", 75) == 2);
  CHECK(shown_prefix("0123456789", 1) == 9);
  CHECK(shown_prefix("0123456789", 0) == 10);
  CHECK(shown_prefix("", 50) == 0);
  CHECK(shown_prefix("abc\xc3\xa9xyz", 0) == 3);
  CHECK(shown_prefix("ab\ncd", 0) == 2);
  Finding finding;
  finding.secret = "0123456789";
  CHECK(mask(finding) == mask(finding.secret));
  finding.shown = 4;
  CHECK(mask(finding) == "0123********");
  finding.shown = 10;
  CHECK(mask(finding) == "0123456789");
}

TEST_CASE("a copy of a secret in base64 or in hexadecimal digits is hidden") {
  const std::string secret = "kV8xLm2Zr5TkWq7B";  // sluice:allow
  const SecretSpan span{1000, 1016, secret};
  for (const std::string copy :
       {"a1Y4eExtMlpyNVRrV3E3QiE/", "dWtWOHhMbTJacjVUa1dxN0IhPw",
        "dXNrVjh4TG0yWnI1VGtXcTdCIT8", "eDprVjh4TG0yWnI1VGtXcTdC_z8-",
        "6b5638784c6d325a7235546b57713742",
        "0A6B5638784C6D325A7235546B57713742FF",
        "f6b5638784c6d325a7235546b57713742"}) {
    CAPTURE(copy);
    CHECK(mask_spans("a " + copy + "; b", 0, {&span, 1},
                     MaskStyle::kSameLength) ==
          "a " + std::string(copy.size(), '*') + "; b");
  }
  const std::string_view other = "a TWFrZSBub3RoaW5nIG9mIGl0LCBwbGVhc2Uh; b";
  CHECK(mask_spans(other, 0, {&span, 1}, MaskStyle::kShort) == other);
  const SecretSpan brief{1000, 1005, "admin"};
  CHECK(mask_spans("a YWRtaW4x; b", 0, {&brief, 1}, MaskStyle::kShort) ==
        "a YWRtaW4x; b");
}

TEST_CASE("the name of a file is shown without a long secret") {
  CHECK(masked_name("keys/kV8xLm2Zr5TkWq7B.txt",
                    "kV8xLm2Zr5TkWq7B") ==  // sluice:allow
        "keys/kV********.txt");
  CHECK(masked_name("admin/admin.cfg", "admin") == "admin/admin.cfg");
}

}  // namespace sluice::mask_test
