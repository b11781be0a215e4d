#include "text/common_runs.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "support/effort.h"

namespace sluice::common_runs_test {

constexpr std::size_t kLeast = 64;

// Checks what every list of runs must be, and returns the bytes in it.
std::size_t checked(const std::string& old_text, const std::string& new_text) {
  std::vector<CommonRun> runs;
  find_common_runs(old_text, new_text, kLeast, &runs);
  std::size_t bytes = 0;
  std::size_t old_at = 0;
  std::size_t new_at = 0;
  for (const CommonRun& run : runs) {
    REQUIRE(run.size >= kLeast);
    REQUIRE(run.old_begin >= old_at);
    REQUIRE(run.new_begin >= new_at);
    REQUIRE(run.old_end() <= old_text.size());
    REQUIRE(run.new_end() <= new_text.size());
    REQUIRE(old_text.substr(run.old_begin, run.size) ==
            new_text.substr(run.new_begin, run.size));
    old_at = run.old_end();
    new_at = run.new_end();
    bytes += run.size;
  }
  return bytes;
}

// Lines of different lengths, few of them twice.
std::string random_lines(std::mt19937& random, std::size_t count) {
  std::string text;
  for (; count > 0; --count) {
    for (std::size_t size = random() % 60; size > 0; --size)
      text += static_cast<char>('a' + random() % 26);
    text += random() % 5 == 0 ? "\n\n" : "\n";
  }
  return text;
}

TEST_CASE("common runs: nothing, all, and a line that changed") {
  std::mt19937 random(test::seed(1));
  const std::string text = random_lines(random, 300);
  CHECK(checked("", "") == 0);
  CHECK(checked("", text) == 0);
  CHECK(checked(text, "") == 0);
  CHECK(checked(text, text) == text.size());
  CHECK(checked(text, "x" + text) == text.size());
  CHECK(checked(text + "x", text) == text.size());
  std::string changed = text;
  const std::size_t middle = text.size() / 2;
  changed[middle] = '!';
  CHECK(checked(text, changed) == text.size() - 1);
}

TEST_CASE("common runs: random edits leave most lines in common") {
  std::mt19937 random(test::seed(2));
  std::size_t all = 0;
  std::size_t common = 0;
  for (int round = 0; round < test::times(300, 3000); ++round) {
    CAPTURE(round);
    const std::string old_text = random_lines(random, 400);
    std::string new_text = old_text;
    for (std::size_t edits = random() % 6; edits > 0; --edits) {
      const std::size_t at = random() % new_text.size();
      new_text.erase(at, random() % 200);
      new_text.insert(std::min(at, new_text.size()),
                      random_lines(random, random() % 4));
    }
    all += new_text.size();
    common += checked(old_text, new_text);
  }
  CHECK(common > all * 9 / 10);
}

TEST_CASE("common runs: repeated lines") {
  std::mt19937 random(test::seed(3));
  for (int round = 0; round < test::times(200, 2000); ++round) {
    CAPTURE(round);
    std::string texts[2];
    for (std::string& text : texts)
      for (std::size_t lines = random() % 200; lines > 0; --lines)
        text +=
            random() % 8 == 0
                ? "another line\n"
                : "the same line, which is longer than what is looked for\n";
    checked(texts[0], texts[1]);
  }
}

}  // namespace sluice::common_runs_test
