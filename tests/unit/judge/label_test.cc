#include "judge/context/label.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::label_test {

// Whether a label touches the text between « and ».
bool is(std::string text) {
  const std::size_t begin = text.find("«");
  text.erase(begin, 2);
  const std::size_t end = text.find("»");
  text.erase(end, 2);
  return touches_label(text, begin, end, {"a-rule", "rule.two"});
}

TEST_CASE("a label, a part of one, and a text around one") {
  for (const char* text :
       {"password=«[a-rule:12]»", "x [a-rule:«1234»] y", "«[a-rule:1»]",
        "(«a-rule:17»)", "x:«[rule.two:4]***»", "[«a-rule:1234]»",
        "[a-rule:«1]@host»", "«rest[a-rule»:1]", "«[a-rule:1]@host»",
        "«token ([a-rule:1]): value»"}) {
    CAPTURE(text);
    CHECK(is(text));
  }
}

TEST_CASE("other texts in brackets, and texts beside a label") {
  for (const char* text :
       {"«[password:12345678]»", "[a-rule:«x12»]", "[a-rule:] «1234»",
        "[a-rule:1]«rest»", "«rest»[a-rule:1]", "[a-rule:1] «hunter22»",
        "«a-rule:1234»", "«[a-rule:12»", "«»"}) {
    CAPTURE(text);
    CHECK_FALSE(is(text));
  }
}

}  // namespace sluice::label_test
