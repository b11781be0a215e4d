#include "redact/replacement.h"

#include <doctest/doctest.h>

#include <string>

#include "redact/text_format.h"

namespace sluice::replacement_test {

constexpr RedactChoices kLabels;
constexpr RedactChoices kStars{.style = RedactStyle::kStars};
constexpr RedactChoices kNothing{.style = RedactStyle::kEmpty};
constexpr RedactChoices kLabelsInPlace{.keep_length = true};

// The text with what is between « and » replaced.
std::string redacted(TextFormat format, std::string text,
                     const RedactChoices& choices, bool in_string = false) {
  const std::size_t begin = text.find("«");
  const std::size_t end = text.find("»");
  const std::string before = text.substr(0, begin);
  const std::string secret = text.substr(begin + 2, end - begin - 2);
  const std::string after = text.substr(end + 2);
  return before +
         replacement({.rule = "a-rule",
                      .number = 3,
                      .format = format,
                      .in_string = in_string,
                      .before = before,
                      .secret = secret,
                      .after = after},
                     choices) +
         after;
}

TEST_CASE("styles") {
  const std::string log = "token=«abcdefghijkl» sent";
  CHECK(redacted(TextFormat::kOther, log, kLabels) == "token=[a-rule:3] sent");
  CHECK(redacted(TextFormat::kOther, log, kStars) == "token=******** sent");
  CHECK(redacted(TextFormat::kOther, log, kNothing) == "token= sent");
  CHECK(redacted(TextFormat::kOther, log, kLabelsInPlace) ==
        "token=[a-rule:3]** sent");
  CHECK(redacted(TextFormat::kOther, "«abc»", kLabelsInPlace) == "***");
  CHECK(redacted(TextFormat::kOther, "«abcdefghijkl\nmno»", kLabelsInPlace) ==
        "[a-rule:3]**\n***");
  CHECK(redacted(TextFormat::kOther, "«ab»",
                 {.style = RedactStyle::kEmpty, .keep_length = true}) == "  ");
}

TEST_CASE("JSON: a value without quotes gets quotes") {
  const std::string number = R"({"pin": «12345678», "a": 1})";
  CHECK(redacted(TextFormat::kJson, number, kLabels) ==
        R"({"pin": "[a-rule:3]", "a": 1})");
  CHECK(redacted(TextFormat::kJson, number, kLabelsInPlace) ==
        R"({"pin": "******", "a": 1})");
  CHECK(redacted(TextFormat::kJson, R"({"a": "x, «12345678», y"})", kLabels,
                 true) == R"({"a": "x, [a-rule:3], y"})");
  CHECK(redacted(TextFormat::kJson, "[«12345678»]", kNothing) == "[\"\"]");
}

TEST_CASE("YAML: a value that would begin with a bracket") {
  const auto yaml = [](const char* text, const RedactChoices& choices) {
    return redacted(TextFormat::kYaml, text, choices);
  };
  CHECK(yaml("a: «hunter22»\n", kLabels) == "a: \"[a-rule:3]\"\n");
  CHECK(yaml("a: «hunter22»  # why\n", kLabels) ==
        "a: \"[a-rule:3]\"  # why\n");
  CHECK(yaml("- «hunter22»\n", kStars) == "- \"********\"\n");
  CHECK(yaml("a: \"«hunter22»\"\n", kLabels) == "a: \"[a-rule:3]\"\n");
  CHECK(yaml("a: 'x «hunter22»'\n", kLabels) == "a: 'x [a-rule:3]'\n");
  CHECK(yaml("a: x://u:«hunter22»@h\n", kLabels) == "a: x://u:[a-rule:3]@h\n");
  CHECK(yaml("a: «hunter22».more\n", kLabels) == "a: (a-rule:3).more\n");
  CHECK(yaml("a: «hunter22».more\n", kStars) == "a: (********).more\n");
  CHECK(yaml("{a: «hunter22», b: 1}\n", kLabels) ==
        "{a: \"[a-rule:3]\", b: 1}\n");
  CHECK(yaml("{a: u:«hunter22»@h}\n", kLabels) == "{a: u:(a-rule:3)@h}\n");
  CHECK(yaml("- run -u me:«hunter22» there\n", kNothing) ==
        "- run -u me:\"\" there\n");
}

TEST_CASE("TOML, and numbers in settings and programs") {
  CHECK(redacted(TextFormat::kToml, "pin = «12345678»\n", kLabels) ==
        "pin = \"[a-rule:3]\"\n");
  CHECK(redacted(TextFormat::kToml, "pin = \"«12345678»\"\n", kLabels) ==
        "pin = \"[a-rule:3]\"\n");
  CHECK(redacted(TextFormat::kOther, "pin = «12345678»;\n", kLabels) ==
        "pin = \"[a-rule:3]\";\n");
  CHECK(redacted(TextFormat::kOther, "pin = «1234abcd»\n", kLabels) ==
        "pin = [a-rule:3]\n");
}

TEST_CASE("the format of a text") {
  CHECK(text_format("a/b.JSON", "x") == TextFormat::kJson);
  CHECK(text_format("trace.har", "") == TextFormat::kJson);
  CHECK(text_format("a.yml", "") == TextFormat::kYaml);
  CHECK(text_format("Cargo.toml", "") == TextFormat::kToml);
  CHECK(text_format("-", " {\"a\": 1}") == TextFormat::kJson);
  CHECK(text_format("-", "[2026-11-26] x") == TextFormat::kJson);
  CHECK(text_format("-", "[INFO] x") == TextFormat::kOther);
  CHECK(text_format("-", "---\na: 1\n") == TextFormat::kYaml);
  CHECK(text_format("-", "a: 1\nb:\n  - c\n") == TextFormat::kYaml);
  CHECK(text_format("-", "ERROR: it failed\nand why\n") == TextFormat::kOther);
}

}  // namespace sluice::replacement_test
