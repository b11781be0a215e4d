#include "decode/triggers.h"

#include <doctest/doctest.h>

#include <string_view>

namespace sluice::triggers_test {

// Whether any escape of `text` pays.
bool pays(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (std::string_view("\\%&=").find(text[at]) != std::string_view::npos &&
        trigger_at(text, at))
      return true;
  return false;
}

TEST_CASE("what can be part of a secret or of its name") {
  for (const std::string_view text :
       {R"("a\ntoken: abcdef123")", R"({\\\"password\\\": \\\"x1\\\"})",
        R"("\u0041")", R"("\x41\x42\x43")", R"("https:\/\/a.invalid")", "a%3Db",
        "k=abcdef123%3D\"", "%67%68%70", "a&quot;b", "&#103;",
        "password=3Dabc is=20new", R"("x\nAKIA234567ABCDEFGH")"})
    CHECK_MESSAGE(pays(text), text);
}

TEST_CASE("what programs are full of does not pay") {
  for (const std::string_view text :
       {R"(printf("a value\n"))", R"("%d %s %3d: %02x\n")", R"("\x00\x9f\x41")",
        "a & b && c", "&lock->wait", "x = 3;", "x=30", R"('\\')", R"("\t\t%s")",
        R"("say \"hello\"")", R"("%s%3d\n")", R"("it is %3D")", "100%",
        "password=3Dabc", "a=\nb", "A=\n-----END"})
    CHECK_MESSAGE(!pays(text), text);
}

}  // namespace sluice::triggers_test
