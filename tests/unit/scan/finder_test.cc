#include "scan/find/finder.h"

#include <doctest/doctest.h>

#include <string>

#include "rules/config.h"
#include "support/fake_fs.h"
#include "support/load.h"
#include "support/scan_file.h"

namespace sluice::finder_test {

constexpr std::string_view kRule = R"toml(
[[rules]]
id = "token"
regex = '''tok_[0-9a-f]{12}'''
)toml";

// One secret, as it is and in base64.
constexpr std::string_view kPlain =
    "the token is tok_0123456789ab, and it is old\n";
constexpr std::string_view kEncoded =
    "dGhlIHRva2VuIGlzIHRva18wMTIzNDU2Nzg5YWIsIGFuZCBpdCBpcyBvbGQ=\n";

const std::string kAllowlist = "[allowlist]\nregexes = ['tok_0123456789ab']\n";

RuleSet configured(const std::string& head) {
  Result<LoadedConfig> loaded =
      load_config({"c.toml", head + std::string(kRule)}, {});
  REQUIRE(loaded);
  return std::move(loaded->rules);
}

ScannedFile scanned(const Engine& engine, std::string_view text,
                    const PipelineOptions& options = {}) {
  FakeFs fs;
  fs.file("f", std::string(text));
  return scan_file(fs, engine, Judge(engine.rules()), "f", options);
}

TEST_CASE("finder: encoded text gives the finding that plain text gives") {
  const auto engine = engine_of(configured(""));
  for (const std::string_view text : {kPlain, kEncoded}) {
    const ScannedFile result = scanned(*engine, text);
    REQUIRE(result.report);
    REQUIRE(result.report->findings.size() == 1);
    CHECK(result.report->findings[0].secret == "tok_0123456789ab");
    CHECK(result.counts.allowlisted == 0);
  }
}

TEST_CASE("finder: an allowed secret is counted, encoded or not") {
  const auto engine = engine_of(configured(kAllowlist));
  for (const std::string_view text : {kPlain, kEncoded}) {
    const ScannedFile result = scanned(*engine, text);
    CHECK(result.counts.allowlisted == 1);
    CHECK(result.counts.allowed == 0);
    CHECK((!result.report || result.report->findings.empty()));
    const ScannedFile told =
        scanned(*engine, text, {.choices = {.explain_drops = true}});
    CHECK(told.counts.allowlisted == 1);
    REQUIRE(told.report);
    CHECK(told.report->dropped.size() == 1);
  }
}

TEST_CASE("finder: an allowed secret below the confidence is not counted") {
  const auto engine = engine_of(configured(kAllowlist));
  for (const std::string_view text : {kPlain, kEncoded})
    CHECK(scanned(*engine, text,
                  {.choices = {.min_confidence = Confidence::kHigh}})
              .counts.allowlisted == 0);
}

}  // namespace sluice::finder_test
