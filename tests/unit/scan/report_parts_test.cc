#include "scan/report/report_parts.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "finding/size.h"
#include "scan/unit/whole_report.h"
#include "support/fake_fs.h"
#include "support/load.h"

namespace sluice::report_parts_test {

constexpr std::string_view kRules = R"toml(
[[rules]]
id = "token"
regex = '''tok_[0-9a-f]{12}'''
)toml";

class KeepingPort final : public ReportPort {
 public:
  bool put(std::unique_ptr<FileReport> part) override {
    parts.push_back(std::move(part));
    return true;
  }
  bool has_turn() const override { return true; }
  std::vector<std::unique_ptr<FileReport>> parts;
};

// `gap` stands between tokens.
std::string tokens(int count, std::string_view gap) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    std::string digits = std::to_string(100'000'000'000 + 7'919L * i);
    text += "tok_" + digits + std::string(gap);
  }
  return text;
}

std::vector<std::unique_ptr<FileReport>> parts_of(const Engine& engine,
                                                  const std::string& text,
                                                  std::size_t owned) {
  FakeFs fs;
  fs.file("f", text);
  const Judge judge(engine.rules());
  Pipeline pipeline(&fs, engine, judge, {.owned_bytes = owned});
  KeepingPort port;
  CHECK(scan(pipeline, {{"f"}}, port).end == ScanEnd::kDone);
  return std::move(port.parts);
}

TEST_CASE("report parts: bounded, in order, cut at the same places always") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  for (const std::string_view gap : {"\n", " ", " and a few words more\n"}) {
    const std::string text = tokens(20'000, gap);
    const auto whole = parts_of(*engine, text, text.size() + 1);
    CHECK(whole.size() > 5);
    std::size_t found = 0;
    std::uint64_t last = 0;
    for (const auto& part : whole) {
      CHECK(size_of(*part) < 2 * kPartBytes);
      for (const Finding& finding : part->findings) {
        CHECK(finding.start.byte >= last);
        last = finding.end.byte;
      }
      found += part->findings.size();
    }
    CHECK(found > 19'000);  // some digits look like placeholders
    for (const std::size_t owned : {3'000UL, 70'000UL, 300'000UL}) {
      const auto cut = parts_of(*engine, text, owned);
      REQUIRE(cut.size() == whole.size());
      for (std::size_t i = 0; i < cut.size(); ++i) {
        CHECK(cut[i]->findings.size() == whole[i]->findings.size());
        CHECK(cut[i]->covered.size() == whole[i]->covered.size());
      }
    }
  }
}

// Else the line that is shown of one finding would show the next one's secret.
TEST_CASE("report parts: what is near a cut is masked on both sides") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  const auto parts = parts_of(*engine, tokens(5'000, " "), kOwnedBytes);
  REQUIRE(parts.size() > 2);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto covers = [](const FileReport& part, const Finding& secret) {
      return std::ranges::any_of(part.covered, [&](const Finding& one) {
        return one.secret == secret.secret &&
               one.start.byte == secret.start.byte;
      });
    };
    CHECK(covers(*parts[i - 1], parts[i]->findings.front()));
    CHECK(covers(*parts[i], parts[i - 1]->findings.back()));
    const Finding& shown = parts[i - 1]->findings.back();
    for (const Finding& next : parts[i]->findings)
      if (next.start.byte < shown.excerpt_byte + shown.excerpt.size())
        CHECK(covers(*parts[i - 1], next));
  }
}

TEST_CASE("report parts: a keyword that is late, or never comes") {
  const std::unique_ptr<Engine> engine =
      engine_of(rules_from(std::string(kRules) + "keywords = [\"magic\"]\n"));
  const std::string text = tokens(5'000, "\n");
  CHECK(parts_of(*engine, text, 50'000).empty());
  std::size_t found = 0;
  for (const auto& part : parts_of(*engine, text + "magic", 50'000))
    found += part->findings.size();
  CHECK(found > 4'900);
}

}  // namespace sluice::report_parts_test
