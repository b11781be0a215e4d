#include "finding/fingerprint.h"

#include <doctest/doctest.h>

#include <set>

#include "support/effort.h"
#include "text/utf8.h"
#include "unit/report/sample.h"

namespace sluice::fingerprint_test {

std::string percent_decode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    out += static_cast<char>(
        std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
    i += 2;
  }
  return out;
}

// Computed apart, with Python:
//   f = lambda b: len(b).to_bytes(8, "big") + b
//   sha256(b"".join(map(f, [b"sluice/1", rule, path, secret]))).hexdigest()
TEST_CASE("fingerprint is the documented hash") {
  CHECK(fingerprint("sample-token", "src/a.env", "abcdefghijklmnopqrst") ==
        "sample-token:src/a.env:cb8596");
  CHECK(fingerprint("", "", "") == "::5e203e");
}

TEST_CASE("a short secret has the first half of the hash") {
  // The whole one is 15b7e471..., computed as above.
  CHECK(fingerprint("r", "p", "hunter2") == "r:p:15b");
  CHECK(fingerprint("r", "p", std::string(15, 'x')).size() == 7);
  CHECK(fingerprint("r", "p", std::string(16, 'x')).size() == 10);
}

TEST_CASE("a path that holds the secret is masked in the fingerprint") {
  const std::string secret = "kV8xLm2Zr5TkWq7B";  // sluice:allow
  CHECK(fingerprint("r", "keys/" + secret, secret)
            .starts_with("r:keys/kV********:"));
}

TEST_CASE(
    "fingerprint depends on rule, path and secret, and on their borders") {
  const std::set<std::string> hashes = [] {
    std::set<std::string> out;
    for (const auto& print :
         {fingerprint("ab", "c", "d"), fingerprint("a", "bc", "d"),
          fingerprint("ab", "cd", ""), fingerprint("ab", "c", "e"),
          fingerprint("", "abcd", ""), fingerprint("", "", "abcd")})
      out.insert(print.substr(print.rfind(':') + 1));
    return out;
  }();
  CHECK(hashes.size() == 6);
}

TEST_CASE("fingerprint escapes what would break a line or its fields") {
  const std::string print = fingerprint("#my rule:1", "a b:c%\n\xff#.txt", "x");
  CHECK(print.substr(0, print.rfind(':')) ==
        "%23my%20rule%3A1:a b:c%25%0A%FF#.txt");
}

TEST_CASE("rule and path can be read back from any fingerprint") {
  for (const std::uint32_t seed : test::seeds(2000, 4000)) {
    test::Random random(seed);
    const std::string rule = random.bytes(random.below(9));
    const std::string path = random.bytes(random.below(20));
    const std::string secret = random.bytes(random.below(40));
    const std::string print = fingerprint(rule, path, secret);
    const std::size_t first = print.find(':');
    const std::size_t last = print.rfind(':');
    CAPTURE(seed);
    REQUIRE(first < last);
    CHECK(percent_decode(print.substr(0, first)) == rule);
    CHECK(percent_decode(print.substr(first + 1, last - first - 1)) == path);
    const bool is_short = !secret.empty() && secret.size() < 16;
    CHECK(print.size() - last - 1 ==
          (is_short ? kShortFingerprintDigits : kFingerprintDigits));
    CHECK(print.find_first_not_of("0123456789abcdef", last + 1) ==
          std::string::npos);
    CHECK(is_utf8(print));
    CHECK(std::ranges::none_of(print, [](char c) {
      return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    }));
  }
}

TEST_CASE("fingerprints of a file are those of each finding") {
  const std::string in_path = "abcdefghijklmnop";  // sluice:allow
  const std::string path = "dir %/" + in_path;
  Fingerprints fingerprints(path);
  for (const std::string rule : {"one", "one", "two:#", "one", ""})
    for (const std::string& secret : {std::string(), std::string("hunter2"),
                                      in_path, std::string(100, 'x')})
      CHECK(fingerprints.of(rule, secret) == fingerprint(rule, path, secret));
}

}  // namespace sluice::fingerprint_test
