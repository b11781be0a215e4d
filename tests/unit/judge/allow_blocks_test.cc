#include "judge/allow/allow_blocks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "judge/allow/directive.h"
#include "support/effort.h"

namespace sluice::allow_blocks_test {

AllowBlocks noted(std::string_view text) {
  AllowBlocks blocks;
  blocks.note(text, 0, text.size(), 0);
  return blocks;
}

// Whether "VALUE" in `text` is in a block for the rule.
bool allows(std::string_view text, std::string_view rule = "r") {
  return noted(text).allows(text.find("VALUE"), rule);
}

TEST_CASE("blocks: from the start to the end, or to the end of the file") {
  CHECK(allows("# sluice:allow-start\nVALUE\n# sluice:allow-end"));
  CHECK(allows("# sluice:allow-start\nVALUE"));
  CHECK(allows("// secretlint-disable\nVALUE\n// secretlint-enable"));
  CHECK(allows("/* secretlint-disable @x/rule-github */ VALUE"));
  CHECK_FALSE(allows("VALUE # sluice:allow-start"));
  CHECK_FALSE(allows("sluice:allow-start sluice:allow-end VALUE"));
  CHECK_FALSE(allows("secretlint-disable-line\nVALUE"));
  CHECK_FALSE(allows("secretlint-disable-next-line\n\nVALUE"));
  CHECK_FALSE(allows("sluice:allow-starting VALUE"));
  CHECK_FALSE(allows("xsluice:allow-start VALUE"));
}

TEST_CASE("blocks: for rules that are named") {
  const std::string_view text =
      "sluice:allow-start[a, b] 1 sluice:allow-end[b] 2 sluice:allow-end 3";
  AllowBlocks blocks = noted(text);
  CHECK(blocks.allows(text.find('1'), "a"));
  CHECK(blocks.allows(text.find('1'), "b"));
  CHECK_FALSE(blocks.allows(text.find('1'), "c"));
  CHECK(blocks.allows(text.find('2'), "a"));
  CHECK_FALSE(blocks.allows(text.find('2'), "b"));
  CHECK_FALSE(blocks.allows(text.find('3'), "a"));
  CHECK(blocks.named_rules() == std::vector<std::string_view>{"a", "b"});
}

TEST_CASE("blocks: stretches of any size, put together, are the whole") {
  std::mt19937 random(sluice::test::seed(7));
  const std::vector<std::string> pieces = {"sluice:allow-start",
                                           "sluice:allow-end",
                                           "sluice:allow-start[r]",
                                           "sluice:allow-end=r",
                                           "secretlint-disable",
                                           "secretlint-enable",
                                           "secretlint-disable-line",
                                           "x",
                                           "\n",
                                           " some text "};
  for (int round = 0; round < sluice::test::times(300, 3000); ++round) {
    std::string text;
    for (int i = 0; i < 40; ++i) text += pieces[random() % pieces.size()] + " ";
    AllowBlocks whole = noted(text);
    AllowBlocks joined;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.size(), at + 1 + random() % 60);
      // The text around a stretch is seen, but its marks are not taken.
      const std::size_t from = at - std::min<std::size_t>(at, 30);
      const std::size_t to =
          std::min(text.size(), end + sluice::kDirectiveReach);
      AllowBlocks part;
      part.note(std::string_view(text).substr(from, to - from), at - from,
                end - from, from);
      joined.append(std::move(part));
      at = end;
    }
    for (std::size_t at = 0; at < text.size(); ++at) {
      for (const char* rule : {"r", "s"}) {
        CAPTURE(text);
        CAPTURE(at);
        REQUIRE(whole.allows(at, rule) == joined.allows(at, rule));
      }
    }
  }
}

TEST_CASE("blocks: what is kept of a file is bounded") {
  std::string text;
  for (std::size_t i = 0; i < AllowBlocks::kMaxMarks; ++i)
    text += "sluice:allow-start sluice:allow-end ";
  text += "sluice:allow-start VALUE";
  AllowBlocks blocks = noted(text);
  CHECK(blocks.overflowed());
  CHECK_FALSE(blocks.allows(text.find("VALUE"), "r"));
  CHECK(blocks.allows(10, "r"));
  // A mark that repeats what is allowed already costs nothing.
  std::string same;
  for (std::size_t i = 0; i < AllowBlocks::kMaxMarks; ++i)
    same += "sluice:allow-start ";
  CHECK_FALSE(noted(same).overflowed());
}

}  // namespace sluice::allow_blocks_test
