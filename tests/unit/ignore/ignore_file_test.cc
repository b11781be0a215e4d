#include "ignore/ignore_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/effort.h"

namespace sluice::ignore_file_test {

using namespace std::string_literals;

// The line that decides about `path` (a directory if it ends in a slash), minus
// if it includes the path, 0 if none does.
int decides(std::string_view text, std::string_view path) {
  const bool is_directory = path.ends_with('/');
  if (is_directory) path.remove_suffix(1);
  const IgnoreMatch match =
      IgnoreFile::parse(std::string(text)).match({path, is_directory});
  const int line = static_cast<int>(match.line);
  CHECK((match.verdict == IgnoreVerdict::kNone) == (line == 0));
  return match.verdict == IgnoreVerdict::kInclude ? -line : line;
}

TEST_CASE("ignore file: lines") {
  CHECK(decides("", "a") == 0);
  CHECK(decides("\n\n", "a") == 0);
  CHECK(decides("# a\na\n", "a") == 2);
  CHECK(decides("#a", "#a") == 0);
  CHECK(decides("\\#a", "#a") == 1);
  CHECK(decides(" #a", " #a") == 1);
  CHECK(decides("!#a", "#a") == -1);
  CHECK(decides("\\!a", "!a") == 1);
  CHECK(decides("!!a", "!a") == -1);
  CHECK(decides("a", "a") == 1);
  CHECK(decides("a\nb", "b") == 2);
  CHECK(decides("!", "!") == 0);
  CHECK(decides("/", "a/") == 0);
  CHECK(decides("//", "a/") == 0);
  CHECK(decides("//a", "a") == 0);
}

TEST_CASE("ignore file: blanks at the end") {
  CHECK(decides("a  \n", "a") == 1);
  CHECK(decides("a\\ \n", "a ") == 1);
  CHECK(decides("a\\  \n", "a ") == 1);
  CHECK(decides("a \\ \n", "a  ") == 1);
  CHECK(decides("a\t\n", "a") == 0);
  CHECK(decides("a\t\n", "a\t") == 1);
  CHECK(decides("a b \n", "a b") == 1);
  CHECK(decides(" a\n", " a") == 1);
  CHECK(decides("   \n", "   ") == 0);
  CHECK(decides("a/ \n", "a/") == 1);
  CHECK(decides("a/ \n", "a") == 0);
}

TEST_CASE("ignore file: line ends and other bytes") {
  CHECK(decides("a\r\nb\r\n", "a") == 1);
  CHECK(decides("a\r\nb\r\n", "b") == 2);
  CHECK(decides("a\r", "a") == 1);
  CHECK(decides("a\r\r\n", "a\r") == 1);
  CHECK(decides("a \r\n", "a") == 1);
  CHECK(decides("\xef\xbb\xbf# a\na", "a") == 2);
  CHECK(decides("\xef\xbb\xbf"
                "a",
                "a") == 1);
  CHECK(decides("\n\xef\xbb\xbf"
                "a",
                "a") == 0);
  CHECK(decides("a\0b\n"s, "a") == 1);
  CHECK(decides("\xff\xfe", "\xff\xfe") == 1);
}

TEST_CASE("ignore file: names, paths and directories") {
  CHECK(decides("a", "x/y/a") == 1);
  CHECK(decides("/a", "a") == 1);
  CHECK(decides("/a", "x/a") == 0);
  CHECK(decides("x/a", "x/a") == 1);
  CHECK(decides("x/a", "y/x/a") == 0);
  CHECK(decides("a/", "a/") == 1);
  CHECK(decides("a/", "a") == 0);
  CHECK(decides("a/", "x/a/") == 1);
  CHECK(decides("/a/", "x/a/") == 0);
  CHECK(decides("*.o", "x/y.o") == 1);
  CHECK(decides("/*.o", "x/y.o") == 0);
  CHECK(decides("/*.o", "y.o") == 1);
  CHECK(decides("*/", "x/y/") == 1);
  CHECK(decides("**/", "x/y/") == 1);
  CHECK(decides("**/", "x/y") == 0);
  CHECK(decides("/**", "x/y") == 1);
  // Nothing is asked about paths below a directory that is excluded.
  CHECK(decides("a/", "a/b") == 0);
}

TEST_CASE("ignore file: long ends") {
  const std::string sixteen = "0123456789abcdef";
  const std::string forty = "0123456789012345678901234567890123456789";
  for (const std::string& end : {sixteen, sixteen + "g", forty}) {
    CAPTURE(end);
    CHECK(decides("*" + end, end) == 1);
    CHECK(decides("*" + end, "d/x" + end) == 1);
    CHECK(decides("*" + end, "d/" + end + "x") == 0);
    CHECK(decides(end + "*", "d/" + end + "x") == 1);
    CHECK(decides(end + "*", "d/x" + end) == 0);
    CHECK(decides("/" + end + "/*/x", end + "/a/x") == 1);
    CHECK(decides("/" + end + "/*/x", end + "/a/b/x") == 0);
    CHECK(decides("a/*/" + end, "a/b/" + end) == 1);
    CHECK(decides("a/*/" + end, "a/b/c" + end) == 0);
  }
}

TEST_CASE("ignore file: the last matching line decides") {
  CHECK(decides("a\n!a\n", "a") == -2);
  CHECK(decides("!a\na\n", "a") == 2);
  CHECK(decides("*.o\n!a.o\n", "a.o") == -2);
  CHECK(decides("*.o\n!a.o\n*\n", "a.o") == 3);
  CHECK(decides("a\n!a/\n", "a") == 1);
  CHECK(decides("a\n!a/\n", "a/") == -2);
  CHECK(decides("a/*\n!a/b\n*b\n!a/?\n", "a/b") == -4);
  CHECK(decides("*x*\nlong_prefix*\n!*.suffix\n", "long_prefixx.suffix") == -3);
  CHECK(decides("!*.suffix\n*x*\nlong_prefix*\n", "long_prefixx.suffix") == 3);
}

TEST_CASE("ignore file: a malformed line matches nothing and spoils no other") {
  CHECK(decides("[a\nb\n", "b") == 2);
  CHECK(decides("[a\nb\n", "[a") == 0);
  CHECK(decides("a\\\nb\n", "b") == 2);
  CHECK(decides("[[:nope:]]\na\n", "a") == 2);
}

// One pattern without an index around it, for lines that need no trimming.
struct Plain {
  explicit Plain(std::string_view line) {
    negated = line.starts_with('!');
    if (negated) line.remove_prefix(1);
    directories_only = line.ends_with('/');
    if (directories_only) line.remove_suffix(1);
    is_path = line.find('/') != std::string_view::npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    if (!line.empty())
      glob = Glob::compile(line,
                           is_path ? Glob::Scope::kPath : Glob::Scope::kName);
  }

  bool matches(std::string_view path, bool is_directory) const {
    if (!glob || (directories_only && !is_directory)) return false;
    return glob->matches(is_path ? path : path.substr(path.rfind('/') + 1));
  }

  std::optional<Glob> glob;
  bool negated;
  bool directories_only;
  bool is_path;
};

// The index may not change an answer.
TEST_CASE("ignore file: the index finds what a search line by line finds") {
  std::mt19937 random(test::seed(7));
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  // Longer than the sizes under which ends are filed.
  const std::string kSixteen = "0123456789abcdef";
  const std::string kLong = "_0123456789_0123456789_0123456789";
  const std::vector<std::string> fragments = {
      "a", "b",   "ab",  ".c", "abcdefgh", "abcdefghi", kSixteen, kLong, "/",
      "*", "**/", "/**", "?",  "[a-c]",    "*",         "x",      "\\a", "."};
  const std::vector<std::string> parts = {
      "a",      "b",   "ab", ".c", "abcdefgh", "abcdefghi",
      kSixteen, kLong, "x",  "c",  "."};
  const auto name = [&] {
    std::string text;
    for (std::size_t n = 1 + pick(3); n != 0; --n)
      text += parts[pick(parts.size())];
    return text;
  };
  int decided = 0;
  int asked = 0;
  for (int round = 0; round < test::times(1'500, 15'000); ++round) {
    std::vector<std::string> lines(1 + pick(40));
    std::vector<Plain> plain;
    std::string text;
    for (std::string& line : lines) {
      if (pick(3) == 0) line += '!';
      if (pick(4) == 0) line += '/';
      for (std::size_t n = 1 + pick(4); n != 0; --n)
        line += fragments[pick(fragments.size())];
      if (pick(4) == 0) line += '/';
      plain.emplace_back(line);
      text += line + "\n";
    }
    const IgnoreFile file = IgnoreFile::parse(text);
    for (int i = 0; i < 20; ++i) {
      std::string path = name();
      for (std::size_t n = pick(3); n != 0; --n) path += "/" + name();
      const bool is_directory = pick(2) == 0;
      IgnoreMatch expected;
      for (std::size_t line = lines.size(); line != 0; --line) {
        if (!plain[line - 1].matches(path, is_directory)) continue;
        expected = {plain[line - 1].negated ? IgnoreVerdict::kInclude
                                            : IgnoreVerdict::kIgnore,
                    static_cast<std::uint32_t>(line)};
        break;
      }
      const IgnoreMatch found = file.match({path, is_directory});
      ++asked;
      decided += expected.line != 0;
      if (found.line == expected.line && found.verdict == expected.verdict)
        continue;
      CAPTURE(text);
      CAPTURE(path);
      REQUIRE(found.line == expected.line);
      REQUIRE(found.verdict == expected.verdict);
    }
  }
  CHECK(decided > asked / 10);
  CHECK(decided < asked * 9 / 10);
}

}  // namespace sluice::ignore_file_test
