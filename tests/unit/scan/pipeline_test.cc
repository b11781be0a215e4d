#include "scan/unit/pipeline.h"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cerrno>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "support/effort.h"
#include "support/fake_fs.h"
#include "support/load.h"
#include "support/scan_file.h"

namespace sluice::pipeline_test {

constexpr std::string_view kRules = R"toml(
[[rules]]
id = "token"
regex = '''\b(tok_[0-9a-f]{12})\b'''
confidence = "high"
[[rules]]
id = "assignment"
regex = '''pass = "([^"\n]{4,30})"'''
)toml";

// Scans `content` as file "f", in views of `owned` bytes.
ScannedFile scanned(const Engine& engine, FakeFs& fs, std::size_t owned) {
  const Judge judge(engine.rules());
  ScannedFile result =
      scan_file(fs, engine, judge, "f", {.owned_bytes = owned});
  CHECK(fs.open_files() == 0);
  return result;
}

// All that must not depend on how the file was cut.
auto facts(const ScannedFile& scanned) {
  std::vector<
      std::tuple<std::string_view, std::uint64_t, std::uint64_t, std::uint64_t,
                 std::uint64_t, std::string, std::string>>
      all;
  if (scanned.report)
    for (const Finding& f : scanned.report->findings)
      all.emplace_back(f.rule->id, f.start.line, f.start.column, f.start.byte,
                       f.end.byte, f.secret, f.excerpt);
  return all;
}

TEST_CASE(
    "pipeline: places of secrets, at the head, at the end, on CRLF lines") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  fs.file("f",
          "tok_0123a89b4c6f\r\n"
          "\xEF\xBB\xBFx tok_1123a89b4c6f, tok_2123a89b4c6f\r\n"
          "\n"
          "  pass = \"s3cr3t!\"\ttok_3123a89b4c6f");
  const ScannedFile result = scanned(*engine, fs, kOwnedBytes);
  REQUIRE(result.report);
  const std::vector<Finding>& found = result.report->findings;
  REQUIRE(found.size() == 5);
  CHECK(found[0].start == Position{1, 1, 0});
  CHECK(found[0].end == Position{1, 17, 16});
  CHECK(found[1].start == Position{2, 6, 23});
  CHECK(found[2].start == Position{2, 24, 41});
  CHECK(found[3].secret == "s3cr3t!");
  CHECK(found[3].start == Position{4, 11, 70});
  CHECK(found[3].end == Position{4, 18, 77});
  CHECK(found[3].match == "pass = \"s3cr3t!\"");
  CHECK(found[3].match_byte == 62);
  CHECK(found[3].excerpt == "  pass = \"s3cr3t!\"\ttok_3123a89b4c6f");
  CHECK(found[3].excerpt_byte == 60);
  CHECK(found[4].end == Position{4, 36, 95});
  CHECK(result.counts.files == 1);
  CHECK(result.counts.bytes == 95);
  CHECK(result.counts.binary == 0);
}

TEST_CASE("pipeline: any size of view gives the same findings") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  std::string content;
  for (int i = 0; content.size() < 60'000; ++i) {
    content += "line " + std::to_string(i) + " tok_0123a89b4c";
    content += "0123456789abcdef"[i % 16];
    content += "0123456789abcdef"[i / 16 % 16];
    content += i % 3 == 0 ? "\n" : i % 7 == 0 ? " sluice:allow\n" : " ";
    if (i % 5 == 0) content += "pass = \"s3cr3t" + std::to_string(i) + "\"";
    if (i == 500) content += std::string(9000, '-');
  }
  fs.file("f", content);
  const ScannedFile whole = scanned(*engine, fs, 1 << 20);
  CHECK(facts(whole).size() > 1000);
  for (const std::size_t owned : {64UL, 1000UL, 4096UL, 50'000UL}) {
    CAPTURE(owned);
    const ScannedFile cut = scanned(*engine, fs, owned);
    CHECK(facts(cut) == facts(whole));
    CHECK(cut.counts.bytes == content.size());
    CHECK(cut.counts.files == 1);
  }
}

TEST_CASE("pipeline: the time for an archive ends the scan of its gaps") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  const Judge judge(engine->rules());
  FakeFs fs;
  // A zip without members, all of which is a gap.
  fs.file("f", "PK\3\4 tok_0123a89b4c6f\nPK\5\6" + std::string(18, '\0'));
  for (const int seconds : {600, -1}) {
    CAPTURE(seconds);
    const ArchiveBounds bounds{.time = std::chrono::seconds(seconds)};
    ArchiveTools tools(bounds, 64 << 20, 1);
    const ScannedFile done =
        scan_file(fs, *engine, judge, "f", {.archives = &tools});
    REQUIRE(done.report);
    CHECK(done.report->findings.size() == (seconds < 0 ? 0 : 1));
    CHECK((done.report->incomplete.find("--archive-seconds") !=
           std::string::npos) == (seconds < 0));
  }
}

TEST_CASE("pipeline: the cells of a row may stand behind its view") {
  const auto engine = engine_of(rules_from(R"toml(
[[rules]]
id = "table"
path = 'f'
assignment = "table"
keywords = ["password"]
)toml"));
  std::string text = "| user | password |\n|---|---|\n";
  for (int row = 0; row < 4000; ++row)
    text += fmt::format("| user{} | W1llow{} |\n", row, row);
  FakeFs fs;
  fs.file("f", text);
  const auto whole = facts(scanned(*engine, fs, text.size()));
  CHECK(whole.size() == 4000);
  for (const std::size_t owned : {5UL, 16UL, 61UL, 1000UL}) {
    CAPTURE(owned);
    CHECK((facts(scanned(*engine, fs, owned)) == whole));
  }
}

TEST_CASE("pipeline: a binary file meets strong rules alone and is counted") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  fs.file("f", std::string("\0pass = \"s3cr3t!\" tok_0123a89b4c6f", 35));
  const ScannedFile result = scanned(*engine, fs, kOwnedBytes);
  REQUIRE(result.report);
  REQUIRE(result.report->findings.size() == 1);
  CHECK(result.report->findings[0].rule->id == "token");
  CHECK(result.counts.binary == 1);
  CHECK(result.counts.files == 1);
}

TEST_CASE("pipeline: a clean file has nothing to report") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  fs.file("f", "nothing here\n");
  CHECK_FALSE(scanned(*engine, fs, kOwnedBytes).report);
  fs.file("f", "");
  const ScannedFile empty = scanned(*engine, fs, kOwnedBytes);
  CHECK_FALSE(empty.report);
  CHECK(empty.counts.files == 1);
}

TEST_CASE(
    "pipeline: what cannot be opened or read is named, what was read "
    "before is judged") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  FakeFs::Node& node = fs.file("f", "tok_0123a89b4c6f and more");
  SUBCASE("open") {
    node.open_fails = EACCES;
    const ScannedFile result = scanned(*engine, fs, kOwnedBytes);
    REQUIRE(result.report);
    CHECK(result.report->incomplete == "Permission denied");
    CHECK(result.report->findings.empty());
    CHECK(result.counts.files == 0);
  }
  SUBCASE("read") {
    node.read_fails = EIO;
    node.bytes_before_failure = 20;
    const ScannedFile result = scanned(*engine, fs, kOwnedBytes);
    REQUIRE(result.report);
    CHECK(result.report->incomplete ==
          "Input/output error: 5 bytes could not be read, from byte 20 on");
    CHECK(result.report->findings.size() == 1);
    CHECK(result.counts.files == 0);
    CHECK(result.counts.bytes == 20);
  }
  SUBCASE("gone") {
    fs.remove("f");
    const ScannedFile result = scanned(*engine, fs, kOwnedBytes);
    REQUIRE(result.report);
    CHECK(result.report->incomplete == "No such file or directory");
  }
}

TEST_CASE("pipeline: a rule by path alone reports the file") {
  const std::unique_ptr<Engine> engine =
      engine_of(rules_from("[[rules]]\nid = \"file\"\npath = '''^f$'''\n"));
  FakeFs fs;
  fs.file("f", "text");
  const ScannedFile result = scanned(*engine, fs, kOwnedBytes);
  REQUIRE(result.report);
  REQUIRE(result.report->findings.size() == 1);
  CHECK(result.report->findings[0].start == Position{1, 1, 0});
  fs.file("f", "text").open_fails = EACCES;
  const ScannedFile unreadable = scanned(*engine, fs, kOwnedBytes);
  REQUIRE(unreadable.report);
  CHECK(unreadable.report->findings.size() == 1);
  CHECK(unreadable.report->incomplete == "Permission denied");
}

TEST_CASE("pipeline: what comments allow is the same however a file is cut") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  const std::vector<std::string> marks = {
      "# sluice:allow-start\n",
      "# sluice:allow-end\n",
      "# secretlint-disable\n",
      "# secretlint-enable\n",
      "# sluice:allow-start[token, no-such-rule]\n",
      "# sluice:allow-end=token\n",
      "# sluice:allow-next-line\n"};
  std::mt19937 random(test::seed(0xb10c));
  for (int round = 0; round < 5; ++round) {
    std::string text;
    for (int i = 0; i < 60; ++i) {
      text += std::string(random() % 3000, 'x') + "\n";
      text += marks[random() % marks.size()];
      text += fmt::format("a tok_{:012x} pass = \"s3cr3t{}!\"{}\n",
                          0xabc000 + random() % 4096, i,
                          random() % 4 == 0 ? " # sluice:allow" : "");
    }
    FakeFs fs;
    fs.file("f", text);
    const ScannedFile whole = scanned(*engine, fs, kOwnedBytes);
    REQUIRE(whole.report);
    CHECK(whole.counts.allowed > 0);
    CHECK(whole.report->notes.size() == 1);
    for (const std::size_t owned : {1000U, 4096U, 50000U}) {
      CAPTURE(owned);
      const ScannedFile cut = scanned(*engine, fs, owned);
      REQUIRE(cut.report);
      CHECK(facts(cut) == facts(whole));
      CHECK(cut.counts.allowed == whole.counts.allowed);
      CHECK(cut.report->notes == whole.report->notes);
    }
  }
}

}  // namespace sluice::pipeline_test
