#include "redact/redactor.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "fs/memory_bytes.h"
#include "scan/unit/whole_report.h"
#include "support/effort.h"
#include "support/load.h"
#include "unit/scan/encoded.h"

namespace sluice::redactor_test {

constexpr std::string_view kRules = R"toml(
[[rules]]
id = "token"
regex = '''\b(tok_[0-9a-f]{12})\b'''
provider = "p"
confidence = "high"
[[rules]]
id = "assignment"
regex = '''pass = "([^"\n]{4,30})"'''
[[rules]]
id = "block"
regex = '''-BEGIN X-([a-z\n]{10,400}?)-END X-'''
[[rules]]
id = "guess"
confidence = "low"
regex = '''maybe ([a-z]{8})'''
[[rules]]
id = "distant"
regex = '''id-([0-9]{9})'''
keywords = ["elsewhere"]
)toml";

const Engine& engine() {
  static const std::unique_ptr<Engine> made = engine_of(rules_from(kRules));
  return *made;
}

// Gives its bytes in pieces. A pause comes where one is planned, and ends
// before the next byte.
class Pieces final : public ByteSource {
 public:
  Pieces(std::string_view bytes, std::vector<std::size_t> sizes)
      : ByteSource(0, false), bytes_(bytes), sizes_(std::move(sizes)) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    std::size_t some = std::min(size, bytes_.size() - at_);
    if (!sizes_.empty()) some = std::min(some, sizes_[next_++ % sizes_.size()]);
    bytes_.copy(buffer, some, at_);
    at_ += some;
    return some;
  }

 private:
  const std::string_view bytes_;
  const std::vector<std::size_t> sizes_;
  mutable std::size_t at_ = 0;
  mutable std::size_t next_ = 0;
};

struct Outcome {
  std::string text;
  Redacted redacted;
  SecretNumbers numbers;
};

struct How {
  std::vector<std::size_t> sizes{};
  RedactChoices choices{};
  Confidence least = Confidence::kMedium;
  std::string path = "-";
  // TextToRedact::arrives
  std::function<bool(std::chrono::milliseconds)> arrives{};
  std::size_t owned = kOwnedBytes;
};

Outcome outcome_of(std::string_view bytes, const How& how = {}) {
  const Judge judge(engine().rules());
  Redactor redactor(
      engine(), judge,
      {.choices = {.min_confidence = how.least}, .owned_bytes = how.owned});
  const Pieces source(bytes, how.sizes);
  const FileToScan file{.path = how.path};
  Outcome outcome;
  Result<Redacted> redacted = redactor.redact(
      {.file = file, .bytes = source, .arrives = how.arrives}, how.choices,
      &outcome.numbers, [&](std::string_view text) -> Result<void> {
        outcome.text += text;
        return {};
      });
  REQUIRE(redacted.has_value());
  outcome.redacted = *std::move(redacted);
  return outcome;
}

std::string redacted(std::string_view bytes, const How& how = {}) {
  return outcome_of(bytes, how).text;
}

std::size_t findings_in(std::string_view text) {
  const Judge judge(engine().rules());
  Pipeline pipeline(nullptr, engine(), judge,
                    {.choices = {.min_confidence = Confidence::kMedium}});
  std::size_t count = 0;
  for (const auto& report : whole_reports(pipeline, {.path = "-"},
                                          std::make_unique<MemoryBytes>(text))
                                .reports)
    count += report->findings.size();
  return count;
}

TEST_CASE("equal secrets have equal labels, and are counted by rule") {
  const Outcome outcome = outcome_of(
      "a tok_9f3c07be51d8 b tok_c81e728d9d4c\npass = \"tok_9f3c07be51d8\"\n"
      "pass = \"Treadle5\"");  // sluice:allow
  CHECK(outcome.text ==
        "a [token:1] b [token:2]\npass = \"[token:1]\"\n"
        "pass = \"[assignment:3]\"");
  CHECK(outcome.redacted.places == 4);
  CHECK(outcome.numbers.by_rule().at("token") == 3);
  CHECK(outcome.numbers.by_rule().at("assignment") == 1);
  CHECK(outcome.numbers.different() == 3);
}

TEST_CASE("a text without secrets stays as it is") {
  for (const std::string text : {"", "x", "a\nb\n", "maybe guessing\n"})
    CHECK(redacted(text) == text);
  CHECK(redacted("maybe guessing\n", {.least = Confidence::kLow}) ==
        "maybe [guess:1]\n");
}

TEST_CASE("a base64 text is replaced as a whole") {
  // "the token is tok_9f3c07be51d8, and more text"
  CHECK(redacted("x dGhlIHRva2VuIGlzIHRva185ZjNjMDdiZTUxZDgsIGFuZCBtb3JlIHRleHQ"
                 "= y\n") == "x [token:1] y\n");
  CHECK(
      redacted(
          "data:\n  "
          "dGhlIHRva2VuIGlzIHRva185ZjNjMDdiZTUxZDgsIGFuZCBoZXJlIGlzIG1vcmUg"
          "\n  dGV4dCBvZiB0aGUgc2FtZSBraW5kLCBhbmQgc3RpbGwgbW9yZSwgc28gdGhhdCBp"
          "\n  dCBoYXMgbGluZXM=\nend.\n") == "data:\n  [token:1]\nend.\n");
  CHECK(redacted("x tok%5F9f3c07be51d8%22 y\n") == "x [token:1]%22 y\n");
}

TEST_CASE("a keyword that is missing, or comes late, hides no secret") {
  CHECK(redacted("id-739205148 here\nelsewhere\n") ==
        "id-[distant:1] here\nelsewhere\n");
}

// A text of secrets, pieces of secrets and other text.
std::string drawn_text(std::mt19937& random, std::size_t size) {
  static const std::vector<std::string> kPieces = {
      "tok_9f3c07be51d8",
      "pass = \"Treadle5\"",  // sluice:allow
      "-BEGIN X-\nabc\nabcdef\n",
      "-END X-",
      "tok_",
      "9f3c07be",
      "\n",
      "\n",
      " ",
      "dGhlIHRva2VuIGlzIHRva185ZjNjMDdiZTUxZDgsIGFuZCBtb3JlIHRleHQ=",
      "tok%5F9f3c07be51d8",
      "a line of a log\n",
      "\"",
      "{\"a\": "};
  std::string text = "x";
  while (text.size() < size) {
    text += kPieces[random() % kPieces.size()];
    if (random() % 4 == 0) text += std::string(random() % 90, 'z');
  }
  return text;
}

TEST_CASE("the pieces in which a text comes make no difference") {
  std::mt19937 random(test::seed(1));
  for (const std::size_t size : {100U, 5'000U, 300'000U, 1'500'000U}) {
    const std::string text = drawn_text(random, size);
    const std::string whole = redacted(text);
    CHECK((size == 100 || whole != text));
    CHECK(findings_in(whole) == 0);
    CHECK(redacted(whole) == whole);
    for (const std::vector<std::size_t>& sizes :
         {std::vector<std::size_t>{1, 70'000}, {4'096}, {70'000}, {13, 1, 999}})
      CHECK(redacted(text, {.sizes = sizes}) == whole);
    // Other views than the program's.
    CHECK(redacted(text, {.owned = 64 * 1024}) == whole);
  }
  const std::string text = drawn_text(random, 20'000);
  CHECK(redacted(text, {.sizes = {1}}) == redacted(text));
}

TEST_CASE("what is outside of secrets stays, and scanning finds nothing") {
  std::mt19937 random(test::seed(2));
  for (int i = 0; i < 200; ++i) {
    const std::string text = drawn_text(random, 20 + random() % 3'000);
    const std::string result = redacted(text);
    CHECK(findings_in(result) == 0);
    CHECK(redacted(result) == result);
    // The text between labels is that of the input, in order.
    std::size_t at = 0;
    for (std::size_t from = 0; from < result.size();) {
      std::size_t label = result.size();
      for (const char* begins : {"[token:", "[assignment:", "[block:"})
        label = std::min(label, result.find(begins, from));
      const std::string piece = result.substr(from, label - from);
      at = text.find(piece, at);
      REQUIRE(at != std::string::npos);
      at += piece.size();
      from = label == result.size() ? label : result.find(']', label) + 1;
    }
  }
}

TEST_CASE("UTF-16 is that of the redacted text") {
  const std::u16string units =
      u"ä € 😀 tok_9f3c07be51d8 x\r\npass = \"Treädle5\" end\n"
      u"y dGhlIHRva2VuIGlzIHRva185ZjNjMDdiZTUxZDgsIGFuZCBtb3JlIHRleHQ= z\n";
  const std::u16string after =
      u"ä € 😀 [token:1] x\r\npass = \"[assignment:2]\" end\n"
      u"y [token:1] z\n";
  for (const Encoded form : kForms) {
    CAPTURE(static_cast<int>(form));
    CHECK(redacted(encoded(units, form)) == encoded(after, form));
  }
}

TEST_CASE("a binary text keeps its length") {
  const std::string before("\0x ", 3);
  const Outcome outcome = outcome_of(before + "tok_9f3c07be51d8 y");
  CHECK(outcome.redacted.binary);
  CHECK(outcome.text == before + "[token:1]******* y");
}

TEST_CASE("archives are refused, and nothing of them is given") {
  const Judge judge(engine().rules());
  Redactor redactor(engine(), judge, {});
  const std::string gzip = std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10) +
                           std::string(200, '\x01');
  const MemoryBytes source(gzip);
  const FileToScan file{.path = "a.gz"};
  SecretNumbers numbers;
  std::string taken;
  const Result<Redacted> redacted =
      redactor.redact({.file = file, .bytes = source}, {}, &numbers,
                      [&](std::string_view text) -> Result<void> {
                        taken += text;
                        return {};
                      });
  REQUIRE_FALSE(redacted.has_value());
  CHECK(redacted.error().message.find("compressed") != std::string::npos);
  CHECK(taken.empty());
}

TEST_CASE("an error of the taker ends the redaction") {
  const Judge judge(engine().rules());
  Redactor redactor(engine(), judge, {});
  const std::string text(3'000'000, 'x');
  const MemoryBytes source(text);
  const FileToScan file{.path = "a"};
  SecretNumbers numbers;
  std::size_t calls = 0;
  const Result<Redacted> redacted =
      redactor.redact({.file = file, .bytes = source}, {}, &numbers,
                      [&](std::string_view) -> Result<void> {
                        ++calls;
                        return fail(ErrorCode::kIo, "it is full");
                      });
  REQUIRE_FALSE(redacted.has_value());
  CHECK(redacted.error().message == "it is full");
  CHECK(calls == 1);
}

// Every wait for input is a pause.
bool never(std::chrono::milliseconds) { return false; }
// Only a short wait is.
bool after_a_while(std::chrono::milliseconds most) {
  return most > std::chrono::milliseconds(500);
}

TEST_CASE("in a pause, closed lines are passed on, and no others") {
  const std::string text =
      "first tok_9f3c07be51d8\nkey: -BEGIN X-\nabcdef\nabcdef\n-END X- x\nlast";
  const std::string result =
      "first [token:1]\nkey: -BEGIN X-[block:2]-END X- x\nlast";
  for (const std::size_t size : {1U, 7U, 30U}) {
    const Outcome outcome =
        outcome_of(text, {.sizes = {size}, .arrives = after_a_while});
    CHECK(outcome.text == result);
    CHECK(outcome.redacted.let_go == 0);
    CHECK(outcome.redacted.places == 2);
    CHECK(outcome.numbers.places() == 2);
  }
}

TEST_CASE("what a long pause lets go of is counted") {
  const Outcome outcome = outcome_of("a line\npass = \"Treadle5\"\n",
                                     {.sizes = {17}, .arrives = never});
  CHECK(outcome.text.starts_with("a line\npass = \"Tr"));
  CHECK(outcome.redacted.let_go == 1);
  CHECK(outcome_of("a line\npass = \"Treadle5\"\n",
                   {.sizes = {25}, .arrives = never})
            .redacted.let_go == 0);
}

}  // namespace sluice::redactor_test
