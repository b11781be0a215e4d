#include "match/tables/token_runs.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/effort.h"

namespace sluice::token_runs_test {

std::vector<std::string> runs_of(std::string_view text) {
  std::vector<std::string> runs;
  for (auto run = next_token_run(text, 0); run;
       run = next_token_run(text, run->end))
    runs.emplace_back(text.substr(run->begin, run->end - run->begin));
  return runs;
}

TEST_CASE("token runs: values, wherever they stand") {
  const std::string value = "4be07c93a15d4f62";
  for (const char* form :
       {"larkfield = '$'", "larkfield: \"$\",", "larkfield=$", "larkfield $",
        "<larkfield>$</larkfield>", "larkfield($)", "larkfield `$`;",
        "is larkfield $.", "see larkfield=$&x=1", "| larkfield |$|",
        "larkfield\n$\n"}) {
    CAPTURE(form);
    for (std::size_t before = 0; before < 70; ++before) {
      std::string text = std::string(before, ' ') + form;
      text.replace(text.find('$'), 1, value);
      CHECK((runs_of(text) == std::vector{value}));
    }
  }
}

TEST_CASE("token runs: a value is whole") {
  CHECK((runs_of("k = eyJ0eXAiOiJKV1Qi.eyJhbGciOiJIUzI1NiJ9.q7/Z+r2== x") ==
         std::vector<std::string>{
             "eyJ0eXAiOiJKV1Qi.eyJhbGciOiJIUzI1NiJ9.q7/Z+r2=="}));
  CHECK((runs_of("a 4be07c93a15d4f62, 'b81d60fa37c94e25'") ==
         std::vector<std::string>{"4be07c93a15d4f62", "b81d60fa37c94e25"}));
}

TEST_CASE("token runs: what is no value") {
  for (const char* text :
       {"", "k = 4be07c93a15d4f6", "@4be07c93a15d4f62",
        "k = fourletterwordsinarow", "k = 1234567890123456",
        "cd /usr/lib/x86_64-linux-gnu1", "call(very_long_function_name2(1))",
        "k = 4be07c93a15d4f62@host", "k\n/4be07c93a15d4f62"}) {
    CAPTURE(text);
    CHECK(runs_of(text).empty());
  }
}

// A search that begins at any place counts its eights from there.
TEST_CASE("token runs: none is lost, wherever the search begins") {
  std::mt19937 random(sluice::test::seed(5));
  for (int round = 0; round < sluice::test::times(300, 3000); ++round) {
    std::string text(random() % 200, ' ');
    for (char& c : text)
      if (random() % 3 == 0) c = "abz09_-.=\n"[random() % 10];
    const std::size_t from = text.size();
    text += " =" + std::string(14 + random() % 60, 'q') + "07";
    const auto run = next_token_run(text, random() % (from + 1));
    REQUIRE(run);
    CHECK(run->end == text.size());
  }
}

// A short text is searched for digits, a long one by blocks.
TEST_CASE("token runs: the same in a block and in what is less than one") {
  std::mt19937 random(sluice::test::seed(6));
  std::size_t found = 0;
  for (int round = 0; round < sluice::test::times(20'000, 200'000); ++round) {
    std::string text(16 + random() % 47, 'q');
    for (char& c : text)
      if (random() % 6 == 0) c = "Z09_-./=\" \n@\x9c"[random() % 12];
    const std::vector<std::string> runs = runs_of(text);
    found += runs.size();
    const std::string before(random() % 130, ' ');
    CHECK((runs_of(before + '\n' + text + std::string(128, '\n')) == runs));
  }
  CHECK(found > 1000);
}

TEST_CASE("token runs: a value that a dash joins to its name") {
  const std::string value = "4be07c93a15d4f62";
  const auto value_of = [](const std::string& run) {
    const std::size_t begin = behind_glued_name(run);
    return begin == 0 ? "-" : run.substr(begin);
  };
  CHECK(value_of("larkfieldPRIVATE-" + value) == value);
  CHECK(value_of("larkfield-access-TOKEN-" + value) == value);
  CHECK(value_of("LARKFIELD_KEY-" + value) == value);
  CHECK(value_of("larkfield-commit-" + value) == "-");
  CHECK(value_of("larkfield-key-4be07c93a15d4f6") == "-");
  CHECK(value_of(std::string(48, 'x') + "key-" + value) == "-");
  CHECK(value_of(value) == "-");
}

TEST_CASE("token runs: of a text as of each of its lines") {
  std::mt19937 random(sluice::test::seed(11));
  constexpr std::string_view kParts[] = {"4be07c93a15d4f62",
                                         "b81d60fa37c94e25.q7/Z==",
                                         " ",
                                         "\"",
                                         "\n",
                                         ", ",
                                         "larkfield-secret-",
                                         "/usr/lib/",
                                         "word",
                                         "-",
                                         "=",
                                         "\r\n",
                                         "2026"};
  constexpr std::size_t kLongest = 120;
  std::size_t found = 0;
  std::size_t wanted_runs = 0;
  for (int round = 0; round < sluice::test::times(300, 3000); ++round) {
    std::string text;
    while (text.size() < 1500) text += kParts[random() % std::size(kParts)];
    std::size_t begin = random() % 2 == 0 ? 0 : text.find('\n', 300) + 1;
    const std::size_t end = 400 + random() % 1200;
    const std::size_t first = begin;
    std::vector<std::string_view> runs;
    sluice::token_runs(text, {begin, end}, {0, text.size()}, kLongest, &runs);
    std::vector<std::string> expected;
    while (begin < std::min(end, text.size())) {
      const std::size_t line_end =
          std::min(text.find('\n', begin), text.size());
      const std::string line = text.substr(begin, line_end - begin);
      if (line.size() <= kLongest)
        for (const std::string& run : runs_of(line)) {
          expected.push_back(run);
          if (const std::size_t value = behind_glued_name(run); value != 0)
            expected.push_back(run.substr(value));
        }
      begin = line_end + 1;
    }
    REQUIRE(std::vector<std::string>(runs.begin(), runs.end()) == expected);
    found += runs.size();

    const std::size_t from = random() % text.size();
    const std::size_t to = from + random() % (text.size() - from);
    const auto lies_in = [&](std::string_view run) {
      return run.data() >= text.data() + from &&
             run.data() + run.size() <= text.data() + to;
    };
    const auto wanted = [&](std::vector<std::string_view> all) {
      std::erase_if(all, [&](std::string_view run) { return !lies_in(run); });
      return all;
    };
    std::vector<std::string_view> fewer;
    sluice::token_runs(text, {first, end}, {from, to}, kLongest, &fewer);
    REQUIRE(wanted(fewer) == wanted(runs));
    wanted_runs += wanted(runs).size();
  }
  CHECK(found > 300);
  CHECK(wanted_runs > 100);
}

}  // namespace sluice::token_runs_test
