// The oracle is RE2: whatever it finds, in random texts, has an anchor that the
// lookahead lets pass.
#include "match/filters/lookahead.h"

#include <doctest/doctest.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regex/shape.h"
#include "support/pattern_generator.h"
#include "text/ascii.h"

namespace sluice::lookahead_test {

bool equal(const ShapeAnchor& anchor, std::string_view text) {
  return std::ranges::equal(anchor.text, text, [&](char a, char b) {
    return a == (anchor.caseless ? lower(b) : b);
  });
}

// Calls visit(number, end) for each occurrence of an anchor in text[from, to).
template <typename Visit>
void for_each_anchor(const RegexShape& shape, std::string_view text,
                     std::size_t from, std::size_t to, const Visit& visit) {
  for (std::size_t number = 0; number < shape.anchors.size(); ++number) {
    const ShapeAnchor& anchor = shape.anchors[number];
    for (std::size_t at = from; at + anchor.text.size() <= to; ++at)
      if (equal(anchor, text.substr(at, anchor.text.size()))) visit(number, at);
  }
}

// Whether the bytes from `at` on are in the sets of the bytes that may follow.
bool is_in_sets(const Lookahead& lookahead, std::size_t number,
                std::string_view text, std::size_t at) {
  Follow follow;
  lookahead.add_to(&follow, number);
  for (const std::uint64_t bytes : follow.bytes) {
    if (bytes == Follow::kAny) return true;
    if (at == text.size()) return false;
    if (static_cast<unsigned char>(text[at]) > 127) return true;
    if ((bytes & bit_of(text[at++])) == 0) return false;
  }
  return true;
}

// Whether an anchor of the match text[begin, end) passes that may be the one by
// which the match is found.
bool passes(const RegexShape& shape, const Lookahead& lookahead,
            std::string_view text, std::size_t begin, std::size_t end) {
  bool any = false;
  for_each_anchor(shape, text, begin, end,
                  [&](std::size_t number, std::size_t at) {
                    const ShapeAnchor& anchor = shape.anchors[number];
                    const std::size_t behind = at + anchor.text.size();
                    any = any || (at - begin <= anchor.max_lead &&
                                  lookahead.may_pass(number, text, behind) &&
                                  is_in_sets(lookahead, number, text, behind));
                  });
  return any;
}

// Whether the lookahead of `regex` lets the first `anchor` in `text` pass.
bool may_pass(std::string_view regex, std::string_view text) {
  const RegexShape shape = regex_shape(regex);
  const std::string table = Lookahead::make_table(regex);
  const Lookahead lookahead(table);
  bool any = false;
  int anchors = 0;
  for_each_anchor(
      shape, text, 0, text.size(), [&](std::size_t number, std::size_t at) {
        const ShapeAnchor& anchor = shape.anchors[number];
        ++anchors;
        any = any || lookahead.may_pass(number, text, at + anchor.text.size());
      });
  CHECK(anchors > 0);
  return any;
}

TEST_CASE("lookahead: every match that RE2 finds passes") {
  PatternGenerator generator(test::seed(11));
  const int patterns = test::times(800, 60'000);
  int matches = 0;
  int stopped = 0;
  for (int i = 0; i < patterns; ++i) {
    const auto pattern = generator.pattern();
    const RegexShape shape = regex_shape(pattern.regex);
    if (shape.anchors.empty()) continue;
    RE2::Options options;
    options.set_log_errors(false);
    const RE2 regex(pattern.regex, options);
    if (!regex.ok()) continue;
    options.set_longest_match(true);
    const RE2 longest(pattern.regex, options);
    const std::string table = Lookahead::make_table(
        pattern.regex,
        i % 2 == 0 ? Lookahead::States::kFew : Lookahead::States::kMany);
    const Lookahead lookahead(table);
    for (int n = 0; n < 12; ++n) {
      std::string text = pattern.grow();
      if (n % 3 == 1) text = "x=" + text + "; " + generator.fold(text);
      if (n % 3 == 2) text = generator.fold(text) + pattern.grow();
      if (n % 4 == 3) text.resize(generator.below(10) + text.size() / 2, 'q');
      for_each_anchor(
          shape, text, 0, text.size(), [&](std::size_t number, std::size_t at) {
            const std::size_t end = at + shape.anchors[number].text.size();
            stopped += lookahead.may_pass(number, text, end) ? 0 : 1;
          });
      for (const RE2* engine : {&regex, &longest}) {
        re2::StringPiece match;
        std::size_t from = 0;
        while (from <= text.size() &&
               engine->Match(text, from, text.size(), RE2::UNANCHORED, &match,
                             1)) {
          const auto begin =
              static_cast<std::size_t>(match.data() - text.data());
          const std::size_t end = begin + match.size();
          from = std::max(begin + 1, end);
          if (has_foreign_fold(std::string_view(match.data(), match.size())))
            continue;
          ++matches;
          CAPTURE(pattern.regex);
          CAPTURE(text);
          CHECK(passes(shape, lookahead, text, begin, end));
        }
      }
    }
  }
  CHECK(matches > patterns);
  CHECK(stopped > patterns / 2);
}

TEST_CASE("lookahead: ASCII beside foreign characters, in either case") {
  for (const std::string_view one :
       {"é", "[é]", "[^é]", "[^\\sé„«]", "[aé]", "ſ", "[ſ]", "[^ſ]", "\u212a",
        "[^\u212a]", "[\\x{100}-\\x{3000}]", "[^\\x{100}-\\x{3000}]",
        "[K-\u212a]", "[^k]", "[\\W]", "[é\\pL]"}) {
    const std::string regex = "(?i)abc" + std::string(one) + "d";
    REQUIRE(regex_shape(regex).anchors.front().text == "abc");
    const std::string table = Lookahead::make_table(regex);
    for (char c = 1; c > 0; ++c) {
      const std::string text = std::string("abc") + c + "d";
      CAPTURE(regex);
      CAPTURE(text);
      const bool may = Lookahead(table).may_pass(0, text, 3);
      const bool does = RE2::PartialMatch(text, regex);
      // Nothing is known about scripts.
      CHECK((one == "[é\\pL]" ? may : may == does));
    }
  }
}

TEST_CASE("lookahead: many states read to the end of a line") {
  constexpr std::string_view kProse =
      "(?i)(?:password|token)\\b[^\n:=\"`<>]{0,40}?(?:: | is | est | são | é | "
      "- )"
      "(?:\\*\\*)?[\"`„«]?([^\\s„«\"`<>][^\\s\"`<>]{6,100}[^\\s\"`<>,.])";
  const auto may_pass = [&](std::string_view text) {
    const std::string table =
        Lookahead::make_table(kProse, Lookahead::States::kMany);
    return Lookahead(table).may_pass(0, text, 8);
  };
  for (const std::string_view text :
       {"password of the users and groups\n", "password is known by all\n",
        "password: see\n", "password of a group - the same\n"})
    CHECK_FALSE(may_pass(text));
  for (const std::string_view text :
       {"password of the users is Otter-Holt4\n", "password: Otter-Holt4\n",
        "password é Otter-Holt4\n", "password for all users of the house"})
    CHECK(may_pass(text));
}

TEST_CASE("lookahead: tells what cannot follow") {
  CHECK(may_pass("tok_[0-9a-f]{32}", "tok_0123456789abcdef0123456789abcdef"));
  CHECK_FALSE(may_pass("tok_[0-9a-f]{32}", "tok_01234567 89abcdef"));
  CHECK_FALSE(may_pass("tok_[0-9a-f]{32}", "tok_0123456789ABCDEF"));
  // The end of the text may be the end of the part that was read so far.
  CHECK(may_pass("tok_[0-9a-f]{32}", "tok_0123"));
  // Bytes that are not ASCII always pass.
  CHECK(may_pass("tok_[0-9a-f]{32}", "tok_01\xc3\xa9"));

  const std::string_view assigned =
      R"re((?i)[\w.-]{0,30}password[\w.-]{0,20}\s{0,3}[=:]\s{0,3}"([^"]{6,80})")re";
  CHECK(may_pass(assigned, R"re(db.PASSWORD_hash = "x)re"));
  CHECK_FALSE(may_pass(assigned, "the password of the user"));
  CHECK_FALSE(may_pass(assigned, R"re(password = get("x"))re"));
  CHECK_FALSE(may_pass(assigned, R"re(password = "short")re"));
}

TEST_CASE("lookahead: the sets of what may follow, byte by byte") {
  const std::string table = Lookahead::make_table("tok_[0-9]{2}(?:x|-yz)");
  Follow follow;
  Lookahead(table).add_to(&follow, 0);
  const std::uint64_t digits =
      bit_of('0') | bit_of('1') | bit_of('2') | bit_of('3') | bit_of('4') |
      bit_of('5') | bit_of('6') | bit_of('7') | bit_of('8') | bit_of('9');
  CHECK(follow.bytes[0] == digits);
  CHECK(follow.bytes[1] == digits);
  CHECK(follow.bytes[2] == (bit_of('x') | bit_of('-')));
  CHECK(follow.bytes[3] == Follow::kAny);
  CHECK(follow.bytes.back() == Follow::kAny);
  // Another's are added.
  Lookahead().add_to(&follow, 0);
  CHECK(follow.bytes[0] == Follow::kAny);
}

TEST_CASE("lookahead: what is left of a string behind its anchor") {
  // The anchor is a part of one string and all of another.
  const std::string_view regex = "(?:xkey|xkeyqz)-(?:ab|cd)";
  CHECK(may_pass(regex, "xkeyqz-ab"));
  CHECK(may_pass(regex, "xkey-cd"));
  CHECK_FALSE(may_pass(regex, "xkeyq-ab"));
  CHECK_FALSE(may_pass(regex, "xkey-ad"));
}

TEST_CASE("lookahead: repetitions around the anchor") {
  CHECK(may_pass("(?:qzx[0-9]){2}-", "qzx1qzx2-"));
  CHECK(may_pass("(?:a?qzx[0-9]){1,9}-", "qzx1qzx2aqzx3-"));
  CHECK_FALSE(may_pass("(?:a?qzx[0-9]){1,9}-", "qzx1bqzx2="));
  CHECK(may_pass("qzx(?:a|b(?:c|d)*)+-", "qzxabcdcdab-"));
  CHECK_FALSE(may_pass("qzx(?:a|b(?:c|d)*)+-", "qzxacd-"));
}

// Or the walks from all anchors of a long line would be quadratic.
TEST_CASE("lookahead: looks no further than it must") {
  constexpr std::string_view kRegex = "keyword[^:\n]{0,40}: ";
  const std::string line = "keyword" + std::string(10'000, 'a');
  CHECK(may_pass(kRegex, line + "\n"));
  CHECK_FALSE(may_pass(kRegex, line.substr(0, 60) + "\n"));
}

}  // namespace sluice::lookahead_test
