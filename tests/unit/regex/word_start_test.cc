#include "regex/word_start.h"

#include <doctest/doctest.h>

#include <string_view>

namespace sluice::word_start_test {

TEST_CASE("word_start: a boundary that every match begins with") {
  for (const std::string_view regex :
       {R"(\bghp_[0-9]{3})", R"(\b(?:a|b)c)", R"(\b([)|(]x))", R"(\b[]|]x)",
        R"(\ba\|b)", R"(\b[[:alpha:]|]x)", R"(\b)"}) {
    CAPTURE(regex);
    CHECK(begins_at_boundary(regex));
  }
}

TEST_CASE("word_start: no boundary, or not in every match") {
  for (const std::string_view regex :
       {"ghp_", R"((?:^|\b)x)", R"(\ba|b)", R"(\b[a]|b)", R"(\b(a)|b)",
        R"(\b?a)", R"(\b*a)", R"(\b{0,1}a)", R"(\b\Qa|b\E|c)", R"(\b\Q(\E|c)",
        R"((?i)\bx)", R"(\Bx)", ""}) {
    CAPTURE(regex);
    CHECK_FALSE(begins_at_boundary(regex));
  }
}

}  // namespace sluice::word_start_test
