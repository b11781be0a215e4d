#include "text/entropy.h"

#include <doctest/doctest.h>

#include <string>

using sluice::shannon_entropy;

TEST_CASE("entropy: known values") {
  CHECK(shannon_entropy("") == 0);
  CHECK(shannon_entropy("aaaa") == 0);
  CHECK(shannon_entropy("ab") == doctest::Approx(1));
  CHECK(shannon_entropy("abcd") == doctest::Approx(2));
  CHECK(shannon_entropy("aab") == doctest::Approx(0.918296));
}

TEST_CASE("entropy: all bytes once is the greatest") {
  std::string all;
  for (int i = 0; i < 256; ++i) all.push_back(static_cast<char>(i));
  CHECK(shannon_entropy(all) == doctest::Approx(8));
}
