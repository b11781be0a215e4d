#include "betterleaks/expr/evaluate.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::expr::evaluate_test {

class Sample final : public Subject {
 public:
  Value field(Field field) override {
    switch (field) {
      case Field::kSecret:
        return Value::of(std::string_view("s3cr\xC3\xA9t"));
      case Field::kText:
        return Value::of(std::string_view("one\ntwo\nthree"));
      case Field::kMatchBegin:
        return Value::of(std::int64_t{4});
      default:
        return type_of(field) == Type::kInt ? Value::of(std::int64_t{0})
                                            : Value::of(std::string_view());
    }
  }
  std::string_view attribute(std::string_view name) override {
    return name == "path" ? "src/a.py" : "";
  }
  bool matches(std::uint32_t pattern, std::string_view text) override {
    asked = std::to_string(pattern) + ":" + std::string(text);
    return text == "yes";
  }
  std::string_view find(std::uint32_t, std::string_view text) override {
    return text.substr(0, 2);
  }
  double token_ratio(std::string_view) override { return 2.5; }
  bool fails_token_efficiency(std::string_view) override { return false; }
  void set_confidence(std::string_view level) override { confidence = level; }

  std::string asked;
  std::string confidence;
};

// "true", "false", "failed", or why it is no expression.
std::string result_of(std::string_view text) {
  const Result<Program> program = parse(text, Use::kFinding);
  if (!program) return program.error().message;
  Sample sample;
  switch (evaluate(*program, sample)) {
    case Outcome::kTrue:
      return "true";
    case Outcome::kFalse:
      return "false";
    case Outcome::kFailed:
      break;
  }
  return "failed";
}

void check_true(std::string_view text) {
  CAPTURE(text);
  CHECK(result_of(text) == "true");
}

TEST_CASE("operators bind as in Expr") {
  check_true("1 + 2 * 3 == 7");
  check_true("not false && true");
  check_true("true || false && false");
  check_true("-2 * 3 == -6");
  check_true("7 / 2 == 3.5");
  check_true("-7 % 3 == -1");
  check_true("1 < 2 < 3");
  check_true("!(3 > 2 > 2)");
  check_true("2 not in [1, 3]");
  check_true("'abc' not contains 'd' and 'abc' startsWith 'a'");
  check_true("'abc' endsWith 'bc'");
  check_true("1 == 1.0");
  check_true("[1, 'a'] == [1.0, 'a']");
}

TEST_CASE("what is asked about") {
  check_true("finding['secret'] == finding.secret");
  check_true("finding?.secret contains 'cr'");
  check_true("attributes['path'] == attributes.path");
  check_true("attributes['git.sha'] == ''");
  check_true("finding.fragment_raw[finding.match_start_idx:][:3] == 'two'");
}

TEST_CASE("slices") {
  check_true("'abcd'[1:3] == 'bc'");
  check_true("'abcd'[-2:] == 'cd'");
  check_true("'abcd'[3:1] == ''");
  check_true("'abcd'[:9] == 'abcd'");
  check_true("[1,2,3][-1] == 3");
  check_true("[1,2,3][1:] == [2,3]");
  CHECK(result_of("[1,2,3][3] == 1") == "failed");
}

TEST_CASE("lets, conditions and sequences") {
  check_true("let a = 2; let b = a * a; b == 4");
  check_true("(1 > 2 ? 'x' : 'y') == 'y'");
  check_true("false ?: true");
  check_true("false; true");
  check_true("(nil ?? 3) == 3");
  check_true("(first([]) ?? 1) == 1");
}

TEST_CASE("functions") {
  check_true("len(finding.secret) == 6");
  check_true("len([1,2]) == 2");
  check_true("min(3, [1, 2]) == 1 && max(1, 2.5) == 2.5");
  check_true("lower('AbC') + upper('d') == 'abcD'");
  check_true("trim(' a ') == 'a' && trim('xax', 'x') == 'a'");
  check_true("trimPrefix('ab', 'a') + trimSuffix('ab', 'b') == 'ba'");
  check_true("split('a,b', ',') == ['a', 'b']");
  check_true("split('ab', '') == ['a', 'b'] && split('', ',') == ['']");
  check_true("split('a,b,c', ',', 2) == ['a', 'b,c']");
  check_true("join(split('a,b', ','), '-') == 'a-b'");
  check_true("replace('aaa', 'a', 'b', 2) == 'bba'");
  check_true("replace('ab', '', '-') == '-a-b-'");
  check_true("repeat('ab', 2) == 'abab'");
  check_true("indexOf('abab', 'b') + lastIndexOf('abab', 'b') == 4");
  check_true("int('12') + int(1.9) == 13 && float(1) == 1.0");
  check_true("string(1) == '1' && abs(-2) == 2");
  check_true("'a' | upper() == 'A'");
  check_true("startsWithAny(['b', 'ab'], ['a'])");
  check_true("intersects('a', ['b', 'a']) && !intersects(1, ['b'])");
  check_true("entropy('abab') == 1.0");
  check_true("tokenRatio('a') >= 2.5");
  check_true("findMatch('abc', 'x') == 'ab'");
  CHECK(result_of("int('x') == 1") == "failed");
}

TEST_CASE("what is not needed is not asked") {
  check_true("true || int('x') == 1");
  check_true("!(false && int('x') == 1)");
  check_true("true ? true : int('x') == 1");
}

TEST_CASE("a confidence is set") {
  const Result<Program> program = parse(
      "let level = finding.secret == '' ? 'low' : 'high';\n"
      "let _ = setConfidence(level); false",
      Use::kFinding);
  REQUIRE(program);
  Sample sample;
  CHECK(evaluate(*program, sample) == Outcome::kFalse);
  CHECK(sample.confidence == "high");
}

TEST_CASE("patterns are put to the subject by their number") {
  const Result<Program> program =
      parse("matchesAny('no', ['a']) || matchesAny(['no', 'yes'], ['b'])",
            Use::kFinding);
  REQUIRE(program);
  Sample sample;
  CHECK(evaluate(*program, sample) == Outcome::kTrue);
  CHECK(sample.asked == "1:yes");
}

TEST_CASE("what an expression makes is bounded") {
  CHECK(result_of("repeat('aaaaaaaaaa', 1000000) == ''") == "failed");
  CHECK(result_of("repeat('a', -1) == ''") == "failed");
  std::string long_one = "let a = repeat('a', 1000000); a contains 'b'";
  CHECK(result_of(long_one) == "false");
  for (int i = 0; i < 4; ++i) long_one += " || a contains 'b'";
  CHECK(result_of(long_one) == "failed");
}

}  // namespace sluice::expr::evaluate_test
