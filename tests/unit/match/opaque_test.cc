#include "match/assignment/assignment_reader.h"

#include <doctest/doctest.h>

#include <string_view>

namespace sluice::opaque_test {

TEST_CASE("opaque: what machines draw") {
  for (const std::string_view text : {
           "Vq8$k2Lm",
           "uGE?E$z9{dOl8<|u*|A(",
           "7Bk0gEm9l@I5seT@my:,,-)g-5\"5Slc]",
           "xj@brs!127%13o1c^*%3k8ei47x217il+ur_+p7()(00kmvxj3",
           "$Tnm-i46+z&",
           "4,,&pE+c7`ld9Ol0",
           "E\\9mG6Li5R=z",
           "T1N{/.uT06qZK8Kv",
       }) {
    CAPTURE(text);
    CHECK(is_opaque(text));
  }
}

TEST_CASE("opaque: what people and programs write") {
  for (const std::string_view text : {
           "",
           "Vq8$k2L",  // short
           "aB3!\xc3\xa4"
           "9zQ$",
           "correct-horse-7",
           "${DB_PASSWORD_1}",
           "$(cat /run/s1)",
           "{{db1.pw2}}",
           "#{x1.y2!}",
           "<%=a1[2]%>",
           "%(p1w2)s!",
           "$HOME1/a2",
           "$1.$2:$3$4",
           "$DOMAIN/$USER_2%$PASS_2",
           "aB3!x 9zQ$w",
           "get(x1,y2!)",
           "row[12].a1!",
           "a1['b2'].c3",
           "a1&b2=c3&key=d4!",
           "x1;name=y2;z3",
           "<a1b2c3><name>",
           "[a-z]{8,}\\d+1!",
           "^\\w+@\\d{2}$1",
           "\\x1b\\x5b1m!",
           "a1->b2->c3!",
           "a1&&b2||c3",
           "{0}&x={1}",
           "%1$s:%2$s",
           "{SSHA}aB3+xY7/kL9!",
       }) {
    CAPTURE(text);
    CHECK_FALSE(is_opaque(text));
  }
}

}  // namespace sluice::opaque_test
