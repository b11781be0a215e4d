#include "decode/marks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "decode/triggers.h"
#include "support/effort.h"
#include "text/ascii.h"

namespace sluice::marks_test {

bool is_core(char c) { return is_alnum(c) || c == '/'; }
bool is_any(char c) { return is_core(c) || c == '+' || c == '-' || c == '_'; }

// Finds the runs byte by byte: full runs that contain one of `least` core
// digits.
std::vector<SourceRange> plain_runs(std::string_view text, std::size_t least) {
  std::vector<SourceRange> runs;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_any(text[at])) continue;
    std::size_t end = at;
    std::size_t core = 0, most = 0;
    for (; end < text.size() && is_any(text[end]); ++end) {
      core = is_core(text[end]) ? core + 1 : 0;
      most = std::max(most, core);
    }
    if (most >= least) runs.push_back({at, end});
    at = end;
  }
  return runs;
}

std::string random_text(std::mt19937& random) {
  constexpr std::string_view kSigns = "\\%&= \n\"'.:;x/+-_";
  std::string text;
  const std::size_t size = random() % 1200;
  while (text.size() < size) {
    switch (random() % 5) {
      case 0:
        text += kSigns[random() % kSigns.size()];
        break;
      case 1:
        for (auto i = random() % 60; i > 0; --i) text += "aZ9/q"[random() % 5];
        break;
      case 2:
        text += "\\x41\\x42";
        break;
      case 3:
        for (auto i = random() % 20; i > 0; --i) text += "\\x61";
        break;
      default:
        text += static_cast<char>(random());
    }
  }
  return text;
}

TEST_CASE("the fast searches find what looking at each byte finds") {
  for (const auto& search : {find_marks, detail::find_marks_anywhere}) {
    std::mt19937 random(test::seed(7));
    for (int round = 0; round < test::times(2000, 20'000); ++round) {
      const std::string text = random_text(random);
      const std::size_t begin = text.empty() ? 0 : random() % text.size();
      const std::size_t end =
          begin + (text.size() - begin) * (random() % 3) / 2;
      const std::size_t stop = std::min(end, text.size());
      for (const Escapes escapes : {Escapes::kAll, Escapes::kRows}) {
        Marks marks;
        search(text, begin, stop, escapes, &marks);
        const std::size_t least =
            escapes == Escapes::kAll ? kMinRun : kMinRunInC;
        // All runs that lie within are found, and nothing else.
        const auto runs = plain_runs(text, least);
        for (const SourceRange& run : marks.runs)
          CHECK(std::ranges::count(runs, run) == 1);
        for (const SourceRange& run : runs)
          if (run.begin >= begin && run.end <= stop)
            CHECK(std::ranges::count(marks.runs, run) == 1);
        if (escapes == Escapes::kRows) continue;
        std::vector<std::size_t> expected;
        for (std::size_t at = begin; at < stop; ++at) {
          const bool lead = text[at] == '\\' || text[at] == '%' ||
                            text[at] == '&' || text[at] == '=';
          if (lead && trigger_at(text, at)) expected.push_back(at);
        }
        std::vector<std::size_t> found;
        for (const Trigger& trigger : marks.triggers)
          found.push_back(trigger.at);
        CHECK(found == expected);
      }
    }
  }
}

TEST_CASE(
    "short texts: the fast searches find what looking at each byte finds") {
  for (const auto& search :
       {find_marks_in_short, detail::find_marks_in_short_anywhere}) {
    std::mt19937 random(test::seed(8));
    for (int round = 0; round < test::times(2000, 20'000); ++round) {
      const std::string text = random_text(random);
      const std::size_t begin = text.empty() ? 0 : random() % text.size();
      Marks marks;
      search(text, begin, text.size(), Escapes::kAll, &marks);
      std::vector<SourceRange> expected;
      for (const SourceRange& run : plain_runs(text, kMinRunInShort))
        if (run.begin >= begin) expected.push_back(run);
      std::erase_if(marks.runs, [&](const SourceRange& run) {
        return run.begin < begin;  // it only reaches into the range
      });
      CHECK(marks.runs == expected);
    }
  }
}

TEST_CASE("where a search begins decides nothing about rows") {
  std::string row;
  for (int i = 0; i < 12; ++i) row += "\\x61";
  const std::string text = std::string(300, ' ') + row + std::string(300, ' ');
  for (std::size_t begin = 0; begin < 200; begin += 7) {
    Marks marks;
    find_marks(text, begin, text.size(), Escapes::kRows, &marks);
    REQUIRE(marks.triggers.size() == 1);
    CHECK(marks.triggers[0].at == 300);
  }
}

}  // namespace sluice::marks_test
