#include "redact/open_text.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::open_text_test {

const std::string kRun(64, 'q');  // digits of base64, as one line of many

TEST_CASE("lines are closed, and the line that has not ended is not") {
  CHECK(closed_size("") == 0);
  CHECK(closed_size("half a line") == 0);
  CHECK(closed_size("a line\n") == 7);
  CHECK(closed_size("a line\nhalf a line") == 7);
  CHECK(closed_size("a line\r\nanother\r\n") == 17);
}

TEST_CASE("a key block is open until its end has come") {
  const std::string before = "a line\n";
  const std::string key = "key: -----BEGIN KEY-----\nabc\n";
  CHECK(closed_size(before + key) == before.size());
  const std::string whole = before + key + "-----END KEY-----\n";
  CHECK(closed_size(whole) == whole.size());
}

TEST_CASE("base64 in lines is open after a full line") {
  const std::string before = "a line\n";
  CHECK(closed_size(before + "data: " + kRun + "\n" + kRun + "\n") ==
        before.size());
  const std::string whole = before + "data: " + kRun + "\n" + kRun + "==\n";
  CHECK(closed_size(whole) == whole.size());
  // A hash ends where its line ends.
  const std::string hash = "sum " + std::string(64, 'a') + "\n";
  CHECK(closed_size(hash) == hash.size());
}

TEST_CASE("a line may say that it goes on") {
  for (const char* line : {"password = \\\n", "password = (\r\n", "\"abc\" +\n",
                           "list = [\n", "soft =\n"})
    CHECK(closed_size(line) == 0);
}

}  // namespace sluice::open_text_test
