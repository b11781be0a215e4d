#include "text/entropy.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <random>
#include <string>

#include "support/effort.h"

namespace sluice::entropy_test {

TEST_CASE("entropy: known values") {
  CHECK(shannon_entropy("") == 0);
  CHECK(shannon_entropy("aaaa") == 0);
  CHECK(shannon_entropy("ab") == doctest::Approx(1));
  CHECK(shannon_entropy("abcd") == doctest::Approx(2));
  CHECK(shannon_entropy("aab") == doctest::Approx(0.918296));
}

TEST_CASE("entropy: to the last bit that of a plain loop") {
  std::mt19937 random(sluice::test::seed(3));
  for (int round = 0; round < sluice::test::times(1000, 10'000); ++round) {
    std::string text;
    const unsigned kinds = 1 + random() % 256;
    for (auto size = 1 + random() % 200; size > 0; --size)
      text += static_cast<char>(random() % kinds);
    std::array<unsigned, 256> counts{};
    for (const char c : text) ++counts[static_cast<unsigned char>(c)];
    double bits = 0;
    for (const unsigned count : counts) {
      const double share = count / static_cast<double>(text.size());
      if (count != 0) bits -= share * std::log2(share);
    }
    CHECK(shannon_entropy(text) == bits);
  }
}

TEST_CASE("entropy: all bytes once is the greatest") {
  std::string all;
  for (int i = 0; i < 256; ++i) all.push_back(static_cast<char>(i));
  CHECK(shannon_entropy(all) == doctest::Approx(8));
}

}  // namespace sluice::entropy_test
