#include "scan/find/covered_candidates.h"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "finding/sink.h"
#include "rules/rule_choice.h"
#include "scan/run/scanner.h"
#include "support/effort.h"
#include "support/fake_fs.h"
#include "support/load.h"
#include "support/recording_sink.h"
#include "support/scan_file.h"

namespace sluice::covered_candidates_test {

constexpr std::string_view kLine =
    "GET /x?access_token=Xq7vB2mKp9Zt4RwNc8LhYd3Fs6Gj\n";  // sluice:allow

const Engine& default_engine() {
  static const std::unique_ptr<Engine> engine = engine_of(default_rules());
  return *engine;
}

class Texts {
 public:
  explicit Texts(unsigned seed) : random_(seed) {}

  std::string lines(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += line();
    return text;
  }

 private:
  template <std::size_t kCount>
  std::string pick(const std::array<std::string_view, kCount>& all) {
    return std::string(all[random_() % kCount]);
  }

  std::string value() {
    static constexpr std::string_view kSigns =
        "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    constexpr std::array<std::size_t, 5> kSizes = {9, 16, 24, 32, 40};
    static constexpr std::array<std::string_view, 6> kOthers = {
        "changeme",
        "copper-kettle-lane",
        "${DB_PASSWORD}",
        "tr0ub4dor&Zebra",
        "kettle diesel valley",
        "0f3a9c5b7d1e2468ace013579bdf2468"};
    if (random_() % 4 == 0) return pick(kOthers);
    const std::size_t size = kSizes[random_() % kSizes.size()];
    std::string text;
    while (text.size() < size) text += kSigns[random_() % kSigns.size()];
    return text;
  }

  std::string line() {
    static constexpr std::array<std::string_view, 12> kNames = {
        "password",      "DB_PASSWORD", "api_key",    "access_token",
        "pingdom_token", "secret",      "client_key", "?access_token",
        "&authkey",      "AUTH_TOKEN",  "db.passwd",  "private_key"};
    static constexpr std::array<std::string_view, 6> kSigns = {
        "=", ": ", " = \"", "='", "\": \"", "="};
    static constexpr std::array<std::string_view, 8> kEnds = {
        "",
        "&page=3",
        "\"",
        "\",",
        "'",
        " # sluice:allow",
        "  // sluice:allow[generic-parameter]",
        " sluice: allow"};
    static constexpr std::array<std::string_view, 5> kBegins = {
        "", "https://api.internal/v1/x", "  ", "GET /x", "curl -u "};
    if (random_() % 60 == 0)
      return random_() % 2 == 0 ? "# sluice:allow-start[generic-parameter]\n"
                                : "# sluice:allow-end\n";
    std::string text = pick(kBegins);
    text += pick(kNames);
    text += pick(kSigns);
    text += value();
    text += pick(kEnds);
    return text + "\n";
  }

  std::mt19937 random_;
};

using Facts = std::tuple<std::string, std::uint64_t, std::uint64_t, std::string,
                         Confidence>;

std::vector<Facts> facts_of(const FileReport* report) {
  std::vector<Facts> facts;
  if (report == nullptr) return facts;
  for (const Finding& one : report->findings)
    facts.emplace_back(one.rule->id, one.start.byte, one.end.byte, one.match,
                       one.confidence);
  return facts;
}

struct Answer {
  std::vector<Facts> facts;
  std::uint64_t asked = 0;
};

Answer scan_text(const std::string& path, const std::string& text,
                 PipelineOptions options) {
  FakeFs fs;
  fs.file(path, text);
  const Engine& engine = default_engine();
  const Judge judge(engine.rules());
  options.measure = true;
  Pipeline pipeline(&fs, engine, judge, options);
  const WholeReports whole = whole_reports(pipeline, {path});
  return {
      facts_of(whole.reports.empty() ? nullptr : whole.reports.front().get()),
      pipeline.times->candidates};
}

// Where the parts of a report end.
class PartSink final : public FindingSink {
 public:
  Result<void> begin(const ToolInfo&) override { return {}; }
  Result<void> file(const FileReport& report) override {
    if (!report.findings.empty())
      ends.push_back(report.findings.back().end.byte);
    return {};
  }
  Result<void> end(const Coverage&) override { return {}; }

  std::vector<std::uint64_t> ends;
};

// With reasons for what is not reported, every candidate has a verdict.
TEST_CASE("covered candidates: the report is the one of all verdicts") {
  std::size_t found = 0;
  std::uint64_t asked = 0;
  std::uint64_t of_all = 0;
  const std::vector<std::uint32_t> seeds = test::seeds(5, 400);
  for (const std::uint32_t seed : seeds) {
    CAPTURE(seed);
    const std::string text = Texts(seed).lines(150);
    for (const std::string path : {"a.log", "settings.env", "src/main.py"}) {
      CAPTURE(path);
      const Answer few = scan_text(path, text, {});
      const Answer all =
          scan_text(path, text, {.choices = {.explain_drops = true}});
      CHECK(few.facts == all.facts);
      found += few.facts.size();
      asked += few.asked;
      of_all += all.asked;
    }
  }
  CHECK(found > seeds.size() * 100);
  CHECK(asked + seeds.size() * 7 < of_all);
}

TEST_CASE("covered candidates: a rule that is off covers nothing") {
  const std::string text(kLine);
  const Answer on = scan_text("a.log", text, {});
  REQUIRE(on.facts.size() == 1);
  const std::string first = std::get<0>(on.facts[0]);
  const std::array<std::string, 1> off = {first};
  const Result<RuleChoice> choice =
      RuleChoice::make(default_engine().rules(), {}, off);
  REQUIRE(choice);
  const Answer without =
      scan_text("a.log", text, {.report = {.rules = &*choice}});
  REQUIRE(without.facts.size() == 1);
  CHECK(std::get<0>(without.facts[0]) != first);
}

TEST_CASE("covered candidates: a block that allows one rule allows no other") {
  const std::string line(kLine);
  const Answer on = scan_text("a.log", line, {});
  REQUIRE(on.facts.size() == 1);
  const std::string first = std::get<0>(on.facts[0]);
  const Answer allowed =
      scan_text("a.log", "# sluice:allow-start[" + first + "]\n" + line, {});
  REQUIRE(allowed.facts.size() == 1);
  CHECK(std::get<0>(allowed.facts[0]) != first);
}

// The block begins in a chunk before those that are scanned ahead.
TEST_CASE("covered candidates: a block goes on from chunk to chunk") {
  const std::string line(kLine);
  std::string text = "# sluice:allow-start[generic-parameter]\n";
  for (int i = 0; i < 4000; ++i) text += line;
  FakeFs fs;
  fs.file("a.log", text);
  const Engine& engine = default_engine();
  const Judge judge(engine.rules());
  for (const unsigned workers : {1U, 3U}) {
    CAPTURE(workers);
    FactSink sink;
    const auto outcome = scan(fs, engine, judge,
                              {.paths = {"."},
                               .workers = workers,
                               .large_bytes = 100,
                               .chunk_bytes = 20'000},
                              {}, sink);
    REQUIRE(outcome.has_value());
    CHECK(sink.findings.size() == 4000);
    for (const std::string& one : sink.findings)
      CHECK(one.find("generic-parameter") == one.npos);
  }
}

// Chunks begin between the candidates of one secret, too.
TEST_CASE("covered candidates: the parts do not depend on the chunks") {
  Texts texts(77);
  std::string text;
  for (int i = 0; i < 12'000; ++i)
    text += i % 3 == 0 ? texts.lines(1) : std::string(kLine);
  FakeFs fs;
  fs.file("a.log", text);
  const Engine& engine = default_engine();
  const Judge judge(engine.rules());
  const auto ends_of = [&](unsigned workers, std::uint64_t chunk) {
    PartSink sink;
    const auto outcome =
        scan(fs, engine, judge,
             {.paths = {"."},
              .workers = workers,
              .large_bytes = workers == 1 ? ~std::uint64_t{0} : 100,
              .chunk_bytes = chunk},
             {}, sink);
    REQUIRE(outcome.has_value());
    return sink.ends;
  };
  const std::vector<std::uint64_t> whole = ends_of(1, 100'000);
  CHECK(whole.size() > 4);
  for (const std::uint64_t chunk : {1'009UL, 5'003UL, 64'007UL})
    CHECK(ends_of(2, chunk) == whole);
}

}  // namespace sluice::covered_candidates_test
