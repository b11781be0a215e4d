// A finding's text beside nlohmann's document of it: reading the text and
// writing it again gives the same bytes, so the text is valid, no member comes
// twice, and strings, numbers and fractions are written as nlohmann writes
// them.
#include "report/json/finding_text.h"

#include <doctest/doctest.h>

#include <string>

#include "report/json/finding_json.h"
#include "report/json/json_text.h"
#include "support/effort.h"
#include "unit/report/sample.h"

namespace sluice::finding_text_test {

void check_same(const ShownFile& file, const ShownFinding& shown) {
  const std::string text = finding_text(file, shown);
  CHECK(json_text(Json::parse(text)) == text);
}

TEST_CASE("finding text: nlohmann writes the same, whatever the bytes") {
  const Rule rule = test::sample_rule();
  for (const std::uint32_t seed : test::seeds(500, 4000)) {
    CAPTURE(seed);
    test::Random random(seed);
    test::SampleFile sample =
        test::random_file(random, rule, 1 + random.below(4));
    const FileReport& report = sample.report();
    const SecretSpans secrets(report);
    const std::string path = report.location.text();
    const ShownFile file{.location = report.location,
                         .path = path,
                         .root = report.root,
                         .commit = report.commit,
                         .sequence = seed};
    for (const Finding& finding : report.findings)
      for (const SecretText style : {SecretText::kMasked, SecretText::kAsIs})
        check_same(file, show_finding(finding, secrets, style));
  }
}

TEST_CASE("finding text: each kind of character, and fractions") {
  const Rule rule = test::sample_rule();
  test::SampleFile sample("a\"b\\c\x01\x7f\n", "key = abcdefghijkl\n");
  sample.add(rule, "abcdefghijkl");
  const FileReport& report = sample.report();
  const SecretSpans secrets(report);
  const std::string path = report.location.text();
  const ShownFile file{.location = report.location,
                       .path = path,
                       .root = report.root,
                       .commit = nullptr};
  ShownFinding shown =
      show_finding(report.findings[0], secrets, SecretText::kMasked);
  for (const double entropy : {0.0, 1.0, 3.52, 4.1, 0.05, 12.0}) {
    shown.entropy = entropy;
    check_same(file, shown);
  }
  shown.entropy = 4.0;
  CHECK(finding_text(file, shown).find("\"entropy\":4.0,") !=
        std::string::npos);
  for (std::uint32_t code = 1; code < 0x3000; ++code) {
    // All of the first blocks: C0, C1, marks that reorder, wide characters.
    std::string character;
    if (code < 0x80) {
      character = static_cast<char>(code);
    } else if (code < 0x800) {
      character = {static_cast<char>(0xC0 | code >> 6),
                   static_cast<char>(0x80 | (code & 0x3F))};
    } else {
      character = {static_cast<char>(0xE0 | code >> 12),
                   static_cast<char>(0x80 | (code >> 6 & 0x3F)),
                   static_cast<char>(0x80 | (code & 0x3F))};
    }
    shown.detail = "a" + character + "b";
    CAPTURE(code);
    check_same(file, shown);
  }
  shown.detail = "a\xF0\x9F\x98\x80\xF3\xA0\x80\x81z";
  check_same(file, shown);
}

}  // namespace sluice::finding_text_test
