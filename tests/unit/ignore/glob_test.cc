#include "ignore/glob.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "ignore/byte_class.h"
#include "support/effort.h"

namespace sluice::glob_test {

constexpr auto kName = Glob::Scope::kName;
constexpr auto kPath = Glob::Scope::kPath;

bool matches(std::string_view pattern, std::string_view text,
             Glob::Scope scope) {
  const auto glob = Glob::compile(pattern, scope);
  return glob && glob->matches(text);
}

// The rules once more, in the plainest way: it tries everything. Takes time
// exponential in the number of stars.
class Reference {
 public:
  Reference(std::string_view pattern, std::string_view text, Glob::Scope scope)
      : pattern_(pattern), text_(text), scope_(scope) {
    first_special_ = std::min(pattern.find_first_of("*?[\\"), pattern.size());
  }

  bool matches(std::size_t p = 0, std::size_t t = 0) const {
    if (p == pattern_.size()) return t == text_.size();
    if (pattern_[p] == '*') return matches_star(p, t);
    if (pattern_[p] == '[') {
      const auto members = parse_byte_class(pattern_, &p);
      return members && t < text_.size() &&
             (*members)[static_cast<unsigned char>(text_[t])] &&
             matches(p, t + 1);
    }
    if (t == text_.size()) return false;
    if (pattern_[p] == '?') return text_[t] != '/' && matches(p + 1, t + 1);
    if (pattern_[p] == '\\' && ++p == pattern_.size()) return false;
    return pattern_[p] == text_[t] && matches(p + 1, t + 1);
  }

 private:
  bool matches_star(std::size_t p, std::size_t t) const {
    std::size_t end = p;
    while (end < pattern_.size() && pattern_[end] == '*') ++end;
    const std::string_view after = pattern_.substr(end);
    const bool opens = p == 0 || p == first_special_ || pattern_[p - 1] == '/';
    const bool closes =
        after.empty() || after.starts_with('/') || after.starts_with("\\/");
    const bool crosses = scope_ == kPath && end - p >= 2 && opens && closes;
    if (crosses && after.starts_with('/') && matches(end + 1, t)) return true;
    for (std::size_t to = t;; ++to) {
      if (matches(end, to)) return true;
      if (to == text_.size() || (!crosses && text_[to] == '/')) return false;
    }
  }

  std::string_view pattern_;
  std::string_view text_;
  Glob::Scope scope_;
  std::size_t first_special_;
};

TEST_CASE("glob: what a pattern matches") {
  struct Row {
    std::string_view pattern;
    std::string_view text;
    bool expected;
  };
  SUBCASE("names") {
    const std::vector<Row> rows = {
        {"foo", "foo", true},
        {"foo", "fooo", false},
        {"foo", "fo", false},
        {"*", "anything", true},
        {"*.o", "a.o", true},
        {"*.o", ".o", true},
        {"*.o", "o", false},
        {"*.o", "a.oo", false},
        {"foo*", "foo", true},
        {"foo*", "foobar", true},
        {"foo*", "fo", false},
        {"a*b*c", "abc", true},
        {"a*b*c", "a-b-b-c", true},
        {"a*b*c", "acb", false},
        {"a**b", "axxb", true},
        {"**", "x", true},
        {"?", "x", true},
        {"?", "xy", false},
        {"a?c", "abc", true},
        {"[abc]", "b", true},
        {"[abc]", "d", false},
        {"[a-c]x", "bx", true},
        {"[!a-c]", "d", true},
        {"[!a-c]", "b", false},
        {"[^a-c]", "d", true},
        {"[]a]", "]", true},
        {"[!]a]", "]", false},
        {"[a-]", "-", true},
        {"[-a]", "-", true},
        {"[c-a]", "b", false},
        {"[\\]]", "]", true},
        {"[a-\\c]", "b", true},
        {"[[:digit:]]", "7", true},
        {"[[:digit:]]", "x", false},
        {"[[:nope:]]", "n", false},
        {"[[:]", ":", true},
        {"[[:alpha:]-z]", "-", true},
        {"[a", "[a", false},
        {"[a", "a", false},
        {"a[", "a[", false},
        {"\\*", "*", true},
        {"\\*", "x", false},
        {"\\a", "a", true},
        {"a\\", "a", false},
        {"a\\", "a\\", false},
        {"\\\\", "\\", true},
        {"\xff*", "\xff\xfe", true},
        {"[\x80-\xff]", "\x90", true},
        {"?", "\xc3", true},
        {"?", "\xc3\xa9", false},
    };
    for (const Row& row : rows) {
      CAPTURE(row.pattern);
      CAPTURE(row.text);
      CHECK(matches(row.pattern, row.text, kName) == row.expected);
    }
  }
  SUBCASE("paths") {
    const std::vector<Row> rows = {
        {"a/b", "a/b", true},
        {"a/b", "x/a/b", false},
        {"*/b", "a/b", true},
        {"*/b", "a/c/b", false},
        {"a/*", "a/b", true},
        {"a/*", "a/b/c", false},
        {"**/b", "b", true},
        {"**/b", "a/b", true},
        {"**/b", "x/y/b", true},
        {"**/b", "ab", false},
        {"a/**", "a/b", true},
        {"a/**", "a/b/c", true},
        {"a/**", "a", false},
        {"a/**/b", "a/b", true},
        {"a/**/b", "a/x/b", true},
        {"a/**/b", "a/x/y/b", true},
        {"a/**/b", "ab", false},
        {"a/**/b", "a/xb", false},
        {"**/a/**/b", "a/a/c/b", true},
        {"a**b/c", "axb/c", true},
        {"x/a**b", "x/a/b", false},
        {"a?b", "a/b", false},
        {"a[/]b", "a/b", false},
        {"a[!x]b", "a/b", false},
        {"a\\/b", "a/b", true},
        {"**\\/b", "a/b", true},
        {"**\\/b", "b", false},
        {"***/b", "x/y/b", true},
        // Stars that are the first wildcard count as if they were at the
        // beginning.
        {"a**/b", "a/x/b", true},
        {"a**/b", "ab", true},
        {"a**/b", "axx/y/b", true},
        {"a/b**", "a/bc/d", true},
        {"?a**/b", "xa/y/b", false},
        {"a/**/", "a/b", false},
        {"*a/**/c*d/e", "xa/c/cxd/e", true},
    };
    for (const Row& row : rows) {
      CAPTURE(row.pattern);
      CAPTURE(row.text);
      CHECK(matches(row.pattern, row.text, kPath) == row.expected);
    }
  }
}

TEST_CASE("glob: equal to trying everything") {
  std::mt19937 random(test::seed(20240607));
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  const std::vector<std::string> fragments = {
      "a",    "b",    "a",   "/",  "*",   "**", "**/", "/**", "?",
      "[ab]", "[!a]", "[a-", "\\", "\\*", "*",  "/",   "]",   "-"};
  const int rounds = test::times(200'000, 2'000'000);
  int matched = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string pattern;
    for (std::size_t n = 1 + pick(7); n != 0; --n)
      pattern += fragments[pick(fragments.size())];
    std::string text;
    for (std::size_t n = 1 + pick(9); n != 0; --n) text += "aab/*b/"[pick(7)];
    const Glob::Scope scope =
        pattern.find('/') == std::string::npos && pick(2) == 0 ? kName : kPath;
    if (scope == kName) std::erase(text, '/');
    const bool expected = Reference(pattern, text, scope).matches();
    matched += expected;
    const auto glob = Glob::compile(pattern, scope);
    const bool at_once = glob && glob->matches(text, Glob::Way::kAllPlaces);
    if (matches(pattern, text, scope) == expected && at_once == expected)
      continue;
    CAPTURE(pattern);
    CAPTURE(text);
    CHECK(matches(pattern, text, scope) == expected);
    CHECK(at_once == expected);
    break;
  }
  // The cases are worth something only if both answers are common.
  CHECK(matched > rounds / 20);
  CHECK(matched < rounds / 20 * 19);
}

TEST_CASE("glob: all places at once say what byte by byte says") {
  std::mt19937 random(test::seed(5209));
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  const std::vector<std::string> fragments = {
      "a", "b", "aa", "*", "*a", "?", "[ab]", "[!b]", "/", "**/", "/**/", "*b"};
  std::array<int, 2> answers{};
  for (int round = 0; round < test::times(20'000, 200'000); ++round) {
    std::string pattern = "*";
    for (std::size_t n = 1 + pick(12); n != 0; --n)
      pattern += fragments[pick(fragments.size())];
    std::string text;  // over the borders of words
    const std::string letters = pick(3) == 0 ? "ab/" : "aaaab/";
    for (std::size_t n = 40 + pick(200); n != 0; --n)
      text += letters[pick(letters.size())];
    const bool is_path = pattern.find('/') != std::string::npos;
    if (!is_path) std::erase(text, '/');
    const auto glob = Glob::compile(pattern, is_path ? kPath : kName);
    if (!glob) continue;
    const bool one = glob->matches(text, Glob::Way::kByteByByte);
    ++answers[one ? 1 : 0];
    CAPTURE(pattern);
    CAPTURE(text);
    REQUIRE(glob->matches(text, Glob::Way::kAllPlaces) == one);
  }
  CHECK(answers[0] > 1'000);
  CHECK(answers[1] > 1'000);
}

TEST_CASE("glob: many stars do not take exponential time") {
  std::string name_pattern;
  std::string path_pattern;
  for (int i = 0; i < 60; ++i) {
    name_pattern += "*a";
    path_pattern += "**/*a*/";
  }
  std::string text(4000, 'a');
  // With exponential time these would not end before the test is stopped.
  CHECK_FALSE(matches(name_pattern + "b", text + "c", kName));
  for (std::size_t i = 1; i < text.size(); i += 2) text[i] = '/';
  CHECK_FALSE(matches(path_pattern + "b", text + "c", kPath));
}

TEST_CASE("glob: heads, tails and shapes") {
  const auto compile = [](std::string_view pattern, Glob::Scope scope) {
    return *Glob::compile(pattern, scope);
  };
  CHECK(compile("foo", kName).shape() == Glob::Shape::kLiteral);
  CHECK(compile("\\#a\\ b", kName).head() == "#a b");
  CHECK(compile("*.o", kName).shape() == Glob::Shape::kSuffix);
  CHECK(compile("*.o", kName).tail() == ".o");
  CHECK(compile("foo*", kName).shape() == Glob::Shape::kPrefix);
  CHECK(compile("a/**", kPath).shape() == Glob::Shape::kPrefix);
  CHECK(compile("a/*", kPath).shape() == Glob::Shape::kGeneral);
  CHECK(compile("*.o", kPath).shape() == Glob::Shape::kGeneral);
  CHECK(compile("a/*b?c.d", kPath).head() == "a/");
  CHECK(compile("a/*b?c.d", kPath).tail() == "c.d");
}

}  // namespace sluice::glob_test
