#include "base/digest.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace sluice::sha256_test {

std::string hex_of(const std::vector<std::string_view>& parts) {
  return to_hex(sha256(parts));
}

// FIPS 180-4's example vectors.
TEST_CASE("sha256: known digests") {
  CHECK(hex_of({}) ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hex_of({"abc"}) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const std::string million(1'000'000, 'a');
  CHECK(hex_of({million}) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("sha256: parts are joined") {
  const std::string text =
      "some text that is longer than one block of SHA-256, "
      "which takes 64 bytes";
  const std::string_view whole = text;
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    CHECK(hex_of({whole.substr(0, cut), "", whole.substr(cut)}) ==
          hex_of({whole}));
  }
}

TEST_CASE("sha256: a beginning that is hashed once") {
  const std::string text(200, 'b');
  const std::string_view whole = text;
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    const Sha256Head head(whole.substr(0, cut));
    for (int times = 0; times < 2; ++times) {
      const std::vector<std::string_view> parts = {"", whole.substr(cut)};
      CHECK(to_hex(head.with(parts)) == hex_of({whole}));
    }
  }
}

}  // namespace sluice::sha256_test
