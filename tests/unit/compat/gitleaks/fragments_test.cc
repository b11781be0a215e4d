#include "gitleaks/scan/fragments.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "support/effort.h"

namespace sluice::fragments_test {

// gitleaks' own way, byte by byte: a reader with a buffer of 4,096 bytes, over
// a stream that returns all that was asked for, or the rest of a step.
class Reader {
 public:
  Reader(std::string_view file, ReadSteps steps) : file_(file), steps_(steps) {}

  std::string read(std::size_t most) {
    if (held_.empty()) return take(most);
    std::string got = held_.substr(0, most);
    held_.erase(0, got.size());
    return got;
  }

  bool read_byte(char* byte) {
    if (held_.empty()) held_ = take(4096);
    if (held_.empty()) return false;
    *byte = held_[0];
    held_.erase(0, 1);
    return true;
  }

 private:
  std::string take(std::size_t most) {
    if (steps_.size > 0)
      most =
          std::min<std::size_t>(most, steps_.size - steps_.begin % steps_.size);
    const std::string got(file_.substr(0, most));
    steps_.begin += got.size();
    file_.remove_prefix(got.size());
    return got;
  }

  std::string_view file_;
  ReadSteps steps_;
  std::string held_;
};

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void extend(Reader& reader, std::string* text) {
  const std::size_t n = text->size();
  int count = 0;
  if (is_blank(text->back()))
    for (std::size_t i = text->size(); i-- > 0 && is_blank((*text)[i]);)
      if ((*text)[i] == '\n' && ++count >= 2) return;
  count = 0;
  for (;;) {
    if (text->back() == '\n') {
      if (++count >= 2) return;
    } else if (!is_blank(text->back())) {
      count = 0;
    }
    if (text->size() - n >= 25'000) return;
    char byte = 0;
    if (!reader.read_byte(&byte)) return;
    text->push_back(byte);
  }
}

std::vector<std::size_t> sizes_by_model(std::string_view file,
                                        ReadSteps steps = {}) {
  Reader reader(file, steps);
  std::vector<std::size_t> sizes;
  for (;;) {
    std::string text = reader.read(100'000);
    if (text.empty()) return sizes;
    extend(reader, &text);
    sizes.push_back(text.size());
  }
}

// `window`: the most that the cutter is shown.
std::vector<std::size_t> sizes_by_cutter(std::string_view file,
                                         std::size_t window,
                                         ReadSteps steps = {}) {
  FragmentCutter cutter(steps);
  std::vector<std::size_t> sizes;
  for (;;) {
    const std::size_t size = cutter.next(file.substr(0, window));
    if (size == 0) return sizes;
    sizes.push_back(size);
    file.remove_prefix(size);
  }
}

TEST_CASE("fragments: as a buffered reader cuts") {
  std::mt19937 random(test::seed(4711));
  for (int round = 0; round < test::times(60, 600); ++round) {
    // How often a byte is a line end or another blank.
    const int line_end = std::uniform_int_distribution(0, 60)(random);
    const int blank = std::uniform_int_distribution(0, 100)(random);
    std::string file(std::uniform_int_distribution<std::size_t>(
                         0, round % 3 == 0 ? 300 : 400'000)(random),
                     'x');
    for (char& c : file) {
      const int dice = std::uniform_int_distribution(0, 1000)(random);
      if (dice < line_end) c = '\n';
      if (dice > 1000 - blank) c = " \t\r"[dice % 3];
    }
    const auto expected = sizes_by_model(file);
    CHECK(sizes_by_cutter(file, file.size()) == expected);
    CHECK(sizes_by_cutter(file, FragmentCutter::kReach) == expected);
    // Within something that is inflated.
    const ReadSteps steps{kInflateStep,
                          std::uniform_int_distribution<std::uint64_t>(
                              0, 3 * kInflateStep)(random)};
    const auto inflated = sizes_by_model(file, steps);
    CHECK(sizes_by_cutter(file, file.size(), steps) == inflated);
    CHECK(sizes_by_cutter(file, FragmentCutter::kReach, steps) == inflated);
  }
}

TEST_CASE("fragments: borders") {
  CHECK(sizes_by_cutter("", 1).empty());
  CHECK(sizes_by_cutter("x", 1) == std::vector<std::size_t>{1});
  const std::string line_ends(130'000, '\n');
  CHECK(sizes_by_cutter(line_ends, 200'000) == sizes_by_model(line_ends));
  const std::string unbroken(300'000, 'x');
  CHECK(sizes_by_cutter(unbroken, 400'000) ==
        std::vector<std::size_t>{125'000, 28'672, 28'672, 28'672, 28'672,
                                 28'672, 28'672, 2'968});
}

}  // namespace sluice::fragments_test
