#include "judge/checks/json_object.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "support/effort.h"

namespace sluice::json_object_test {

TEST_CASE("json: what is an object, and what is none") {
  for (const char* text :
       {"{}", " { } ", R"({"a":1})", R"({"a":[1,-0.5e+3,{"b":null}],"c":true})",
        R"({"a\"\\\u00e9":"\n"})", "\t{\"a\"\r\n:\n0}", R"({"a":{},"a":[]})"})
    CHECK_MESSAGE(JsonObject::parse(text), text);
  for (const char* text : {"",
                           "[]",
                           "1",
                           "{",
                           "}",
                           R"({"a"})",
                           R"({"a":})",
                           R"({"a":1,})",
                           R"({,"a":1})",
                           R"({a:1})",
                           R"({"a":01})",
                           R"({"a":1.})",
                           R"({"a":.5})",
                           R"({"a":1e})",
                           R"({"a":+1})",
                           R"({"a":tru})",
                           R"({"a":"\x"})",
                           R"({"a":"\u12g4"})",
                           R"({"a":"\u12"})",
                           "{\"a\":\"\n\"}",
                           R"({"a":1}x)",
                           R"({"a":1}{})",
                           R"({"a" 1})",
                           R"({"a":"b)",
                           R"({"a":"b\)"})
    CHECK_FALSE_MESSAGE(JsonObject::parse(text), text);
}

TEST_CASE("json: nesting has an end") {
  const auto nested = [](std::size_t depth) {
    return "{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  CHECK(JsonObject::parse(nested(31)));
  CHECK_FALSE(JsonObject::parse(nested(32)));
  CHECK_FALSE(JsonObject::parse("{\"a\":" + std::string(1000000, '[')));
}

TEST_CASE("json: members") {
  const std::string text =
      R"({"s":"x\"y\\z\n\u00e9", "n": 12, "f":12.75, "m":-1, "o":{"s":"in"},)"
      R"( "big":99999999999999999999, "s":"second"})";
  const auto object = JsonObject::parse(text);
  REQUIRE(object);
  CHECK(object->size() == 7);
  CHECK(object->string("s") == "x\"y\\z ?");
  CHECK(object->number("n") == 12U);
  CHECK(object->number("f") == 12U);
  CHECK_FALSE(object->number("m"));
  CHECK_FALSE(object->number("big"));
  CHECK_FALSE(object->number("s"));
  CHECK_FALSE(object->string("n"));
  CHECK_FALSE(object->string("o"));
  CHECK(object->has("o"));
  CHECK_FALSE(object->has("in"));
}

TEST_CASE("json: cut or altered text is read without harm") {
  const std::string text =
      R"({"alg":"HS256","list":[1,2.5e-7,{"x":"\u00e9\\"}],"ok":true})";
  for (std::size_t size = 0; size < text.size(); ++size)
    CHECK_FALSE(JsonObject::parse(std::string_view(text).substr(0, size)));
  std::mt19937 random(test::seed(2));
  for (int round = 0; round < test::times(20000, 200'000); ++round) {
    std::string altered = text;
    for (unsigned i = 0; i <= random() % 3; ++i)
      altered[random() % altered.size()] = static_cast<char>(random());
    if (const auto object = JsonObject::parse(altered)) {
      object->string("alg");
      object->number("ok");
    }
  }
}

}  // namespace sluice::json_object_test
