#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

#include "archive/pdf_filters.h"

namespace sluice::pdf_filters_test {

using namespace std::string_literals;

std::string decoded(std::string_view filter, std::string_view packed,
                    std::size_t most = 1000) {
  const auto made = pdf_without_filter(filter, packed, true, most);
  REQUIRE(made);
  const std::string_view rest = packed.substr(made->used);
  return made->bytes + "|" + std::string(rest) + "|" + made->why;
}

std::string undone(const PdfPredictor& predictor, std::string text) {
  return pdf_without_predictor(predictor, std::move(text))
      .map_error([](const Error& error) { return error.message; })
      .value_or("!");
}

TEST_CASE("pdf filters: the end of the data") {
  CHECK(decoded("ASCIIHexDecode", "61 62 6>rest") == "ab`|rest|");
  CHECK(decoded("A85", "@:E^~>rest") == "abc|rest|");
  CHECK(decoded("ASCII85Decode", "<~@:E^~>rest") == "abc|rest|");
  CHECK(decoded("RL", "\x01"s + "ab\xFFz\x80" + "rest") == "abzz|rest|");
  CHECK(decoded("RL", "\x81z\x81z", 100) ==
        std::string(128, 'z') + "|\x81z|it unpacks to more than 32 MiB");
  // The example of ISO 32000-1, 7.4.4.2.
  CHECK(decoded("LZWDecode", "\x80\x0B\x60\x50\x22\x0C\x0C\x85\x01rest"s) ==
        "-----A---B|rest|");
  CHECK(decoded("LZW", "\x80\x7F\xFF\xFF\xFF").ends_with("it is damaged"));
  CHECK_FALSE(pdf_without_filter("Made", "x", true, 1000));
}

TEST_CASE("pdf filters: predictors") {
  CHECK(undone({.kind = 1}, "abc") == "abc");
  CHECK(undone({.kind = 12, .columns = 2}, "\2ab\2\1\1\2\1"s) == "abbcc");
  CHECK(undone({.kind = 11, .columns = 3}, "\1a\1\1"s) == "abc");
  CHECK(undone({.kind = 2, .columns = 3},
               "a\1\1"
               "a\1"s) == "abcab");
  CHECK(undone({.kind = 2, .bits = 4, .columns = 2}, "\x61"s) == "\x67");
  CHECK(undone({.kind = 3}, "abc") == "!");
  CHECK(undone({.kind = 12, .columns = 0}, "abc") == "!");
  CHECK(undone({.kind = 12, .colors = 4'000'000'000}, "abc") == "!");
  CHECK(undone({.kind = 2, .bits = 7}, "abc") == "!");
  CHECK(undone({.kind = 15, .columns = 9}, "") == "");
}

}  // namespace sluice::pdf_filters_test
