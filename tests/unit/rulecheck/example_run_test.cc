#include "rulecheck/example_run.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "support/load.h"

namespace sluice::example_run_test {

// The failures of a set of rules: "id: example 1 why".
class Failures {
 public:
  explicit Failures(std::string_view toml)
      : engine_(engine_of(rules_from(toml))), judge_(engine_->rules()) {
    ExampleRun trial(*engine_, judge_);
    const std::vector<RuleEntry> entries = entries_of(engine_->rules());
    for (const ExampleFailure& failure : trial.check(entries, &count_))
      texts_.push_back(std::string(entries[failure.entry].rule->id) + ": " +
                       (failure.negative ? "negative " : "example ") +
                       std::to_string(failure.number) + " " + failure.why);
  }

  const ExampleCount& count() const { return count_; }
  const std::vector<std::string>& texts() const { return texts_; }

  // There is one, and it is this.
  void are_one(std::string_view text) const {
    CAPTURE(texts_);
    REQUIRE(texts_.size() == 1);
    CHECK(texts_.front() == text);
  }

 private:
  std::unique_ptr<Engine> engine_;
  Judge judge_;
  ExampleCount count_;
  std::vector<std::string> texts_;
};

constexpr std::string_view kAcme =
    "[[rules]]\nid = 'acme'\nregex = 'acmeq_([0-9a-z]{20})'\nkeywords = "
    "['acmeq_']\n";
constexpr std::string_view kGood =
    "examples = ['t=acmeq_0a1b2c3d4e5f6g7h8i9j']\n";  // sluice:allow

Failures acme(std::string_view rest) {
  return Failures(std::string(kAcme) + std::string(rest));
}

TEST_CASE("trial: examples that are found, negative ones that are not") {
  const Failures failures = acme(
      std::string(kGood) + "negative_examples = ['t=acmeq_short', 'acmeq']\n");
  CHECK(failures.texts() == std::vector<std::string>());
  CHECK(failures.count().rules == 1);
  CHECK(failures.count().examples == 1);
  CHECK(failures.count().negative_examples == 2);
  CHECK(failures.count().without == 0);
}

TEST_CASE("trial: a negative example may match and be dropped") {
  const Failures failures =
      acme("negative_examples = ['t=acmeq_00000000000000000000']\n");
  CHECK(failures.texts() == std::vector<std::string>());
}

TEST_CASE("trial: rules without examples are counted, and do not fail") {
  const Failures failures = acme("");
  CHECK(failures.texts().empty());
  CHECK(failures.count().rules == 0);
  CHECK(failures.count().without == 1);
}

TEST_CASE("trial: why an example is not found") {
  acme("examples = ['t=acmeq_0a1b']\n")
      .are_one(
          "acme: example 1 is not found: its pattern matches nothing in it");
  acme(std::string(kGood) + "entropy = 4.6\n")
      .are_one(
          "acme: example 1 is not found: what its pattern matches is dropped: "
          "entropy 4.32, below 4.60");
  acme(std::string(kGood) + "min_digits = 11\n")
      .are_one(
          "acme: example 1 is not found: what its pattern matches is dropped: "
          "10 digits, fewer than 11");
  acme("examples = ['acmeq_00000000000000000000']\n")
      .are_one(
          "acme: example 1 is not found: what its pattern matches is dropped: "
          "a placeholder for a secret");
  acme(std::string(kGood) + "[[rules.allowlists]]\nregexes = ['^0a1b']\n")
      .are_one(
          "acme: example 1 is not found: what its pattern matches is dropped: "
          "an exception in the rules");
  acme("examples = ['acmeq_0a1b2c3d4e5f6g7h8i9j # sluice:allow']\n")
      .are_one(
          "acme: example 1 is not found: what its pattern matches is dropped: "
          "allowed by a comment");
  acme(std::string(kGood) + "path = '[.]env$'\n")
      .are_one(
          "acme: example 1 is not found: `path` does not fit `example.txt`");
}

TEST_CASE("trial: a file's path stands for it") {
  const Failures failures =
      acme(std::string(kGood) + "path = '[.]env$'\nexample_path = 'a.env'\n");
  CHECK(failures.texts() == std::vector<std::string>());
}

TEST_CASE("trial: keywords that are not there") {
  Failures(
      "[[rules]]\nid = 'a'\nregex = 'acmeq_([0-9]{4})'\nkeywords = "
      "['bolt']\nexamples = ['acmeq_1074', 'bolt acmeq_1074']\n")
      .are_one(
          "a: example 1 is not found: what its pattern matches is dropped: the "
          "file contains none of the rule's keywords");
}

TEST_CASE("trial: what a rule requires must be near") {
  Failures(
      "[[rules]]\nid = 'a'\nregex = 'acmeq_([0-9]{4})'\nexamples = "
      "['acmeq_1074', \"acmeq_1074\\nbolt_1\"]\n[[rules.required]]\nid = "
      "'b'\nwithinLines = 1\n[[rules]]\nid = 'b'\nregex = "
      "'bolt_[0-9]'\nskipReport = true\nexamples = ['bolt_1']\n")
      .are_one(
          "a: example 1 is not found: what its pattern matches is dropped: no "
          "finding of b is near");
}

TEST_CASE("trial: what is found instead") {
  Failures(
      "[[rules]]\nid = 'a'\nregex = 'acmeq_([0-9]{4})'\n[[rules]]\nid = "
      "'b'\nregex = 'bolt_[0-9]{4}'\nexamples = ['acmeq_1074']\n")
      .are_one(
          "b: example 1 is not found: its pattern matches nothing in it; it is "
          "found as `a`");
}

TEST_CASE("trial: negative examples that are found") {
  Failures(
      "[[rules]]\nid = 'a'\nregex = 'acmeq_([0-9]{4})'\nnegative_examples = "
      "['acmeq_10', 'acmeq_1074']\n")
      .are_one("a: negative 2 is found");
}

TEST_CASE("trial: a checksum that is wrong") {
  Failures(
      "[[rules]]\nid = 'a'\nregex = 'acmeq_[0-9A-Za-z]{36}'\nchecksum = "
      "'crc32-base62'\nexamples = "
      "['acmeq_0a1b2c3d4e5f6g7h8i9jKLmN0pQrStUvWxYz']\n")
      .are_one("a: example 1 has a checksum that is wrong");
}

TEST_CASE("trial: families, and the rules that serve them") {
  const std::string rules =
      "[[rules]]\nid = 'values'\nregex = '_KEY=([0-9a-f]{8,40})'\nfamilies = "
      "true\nskipReport = true\nexamples = "
      "['ACME_KEY=0a4b2c3d4e5f60718293a4b5c6d7e8f9']\n"  // sluice:allow
      "[[families]]\nid = 'acme-key'\ndescription = 'Key'\nprovider = "
      "'acme'\nnames = ['acme']\nvalues = [{ alphabet = 'lowerhex', lengths = "
      "[32] }]\nconfidence = 'medium'\n";
  const Failures good(
      rules +
      "examples = ['ACME_KEY=0a4b2c3d4e5f60718293a4b5c6d7e8f9']\n"  // sluice:allow
      "negative_examples = ['BOLT_KEY=0a4b2c3d4e5f60718293a4b5c6d7e8f9']\n");
  CHECK(good.texts() == std::vector<std::string>());
  CHECK(good.count().rules == 2);
  Failures(rules + "examples = ['ACME_KEY=0a4b2c3d4e']\n")
      .are_one(
          "acme-key: example 1 is not found: the value is dropped: no word "
          "nearby names a provider");
  Failures(rules + "examples = ['ACME_NAME=bolt']\n")
      .are_one("acme-key: example 1 is not found: no value is seen in it");
}

TEST_CASE("trial: rules of a path alone") {
  const std::string rule =
      "[[rules]]\nid = 'a'\npath = '[.]pem$'\nexamples = ['anything']\n";
  CHECK(Failures(rule + "example_path = 'a.pem'\n").texts().empty());
  Failures(rule + "example_path = 'a.txt'\n")
      .are_one("a: example 1 is not found: `path` does not fit `a.txt`");
}

TEST_CASE("trial: an example is shown without what may be a secret") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kAcme));
  const Judge judge(engine->rules());
  ExampleRun trial(*engine, judge);
  const Rule& rule = engine->rules().rules().front();
  const auto shown = [&](std::string_view text) {
    return masked_example(text, trial.run(rule, text));
  };
  CHECK(shown("t=acmeq_0a1b2c3d4e5f6g7h8i9j;") ==  // sluice:allow
        "t=acmeq_0a1b********;");
  // Dropped ones too.
  CHECK(shown("t=acmeq_00000000000000000000;") == "t=acmeq_0000********;");
  // One byte short of a match.
  CHECK(shown("k 'bolt-0a1b2c3d4e5f6g7h8i' k") == "k 'bolt********' k");
  CHECK(shown("plain words_with_underscores and 12") ==
        "plain words_with_underscores and 12");
}

}  // namespace sluice::example_run_test
