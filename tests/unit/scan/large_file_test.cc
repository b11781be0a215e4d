// A file scanned by one worker, view by view, is the oracle for the same file
// scanned in chunks of any size by any number of workers.

#include "scan/unit/large_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "fs/file_bytes.h"
#include "scan/run/scanner.h"
#include "support/effort.h"
#include "support/fake_fs.h"
#include "support/load.h"
#include "support/recording_sink.h"

namespace sluice::large_file_test {

// Rules for all that crosses chunks: matches that touch, that overlap, that
// are long; a keyword elsewhere in the file; tables; what another rule covers.
constexpr std::string_view kRules = R"toml(
[[rules]]
id = "token"
provider = "acme"
regex = '''\b(tok_[0-9a-f]{12})\b'''
confidence = "high"
[[rules]]
id = "run"
regex = '''Q[Qa-z]{6,80}'''
[[rules]]
id = "list"
regex = '''(?:^|,)key=([a-z0-9]{8}),'''
[[rules]]
id = "block"
regex = '''BEGIN[\s\S]{20,1000}?END'''
[[rules]]
id = "elsewhere"
regex = '''zz[0-9]{6}'''
keywords = ["magic"]
[[rules]]
id = "assignment"
regex = '''pass = "([^"\n]{4,30})"'''
entropy = 2.0
)toml";

constexpr std::string_view kRequired = R"toml(
[[rules]]
id = "id"
regex = '''id_[0-9a-f]{6}'''
skipReport = true
[[rules]]
id = "secret"
regex = '''sec_[0-9a-f]{8}'''
[[rules.required]]
id = "id"
withinLines = 3
)toml";

std::string made_text(unsigned seed, std::size_t size) {
  std::mt19937 random(seed);
  const auto hex = [&](std::size_t digits) {
    std::string text;
    while (text.size() < digits) text += "0123456789abcdef"[random() % 16];
    return text;
  };
  std::string text;
  while (text.size() < size) {
    switch (random() % 15) {
      case 0:
        text += "tok_" + hex(12) + (random() % 2 == 0 ? "\n" : " ");
        break;
      case 1:
        for (auto i = random() % 300; i > 0; --i)
          text += random() % 5 == 0 ? 'Q' : static_cast<char>('a' + i % 26);
        break;
      case 2:
        for (auto i = random() % 20; i > 0; --i) text += ",key=" + hex(8);
        text += ",\n";
        break;
      case 3:
        text += "BEGIN" + std::string(random() % 1500, 'b') + "END\n";
        break;
      case 4:
        text += "zz" + std::to_string(100'000 + random() % 900'000) + "\n";
        break;
      case 5:
        text += "pass = \"" + hex(random() % 20) + "\"\n";
        break;
      case 6:
        text += "id_" + hex(6) + "\n";
        break;
      case 7:
        text += "sec_" + hex(8) + "\n";
        break;
      case 8:
        text += std::string(random() % 3000, '-');
        break;
      case 9:
        text += "w\xC3\xB6rter\r\n\n\n";
        break;
      case 10:
        text += "tok_" + hex(12) + " sluice:allow\n";
        break;
      case 11:
        text += random() % 2 == 0   ? "# sluice:allow-start\n"
                : random() % 3 == 0 ? "# sluice:allow-end run, no_rule\n"
                                    : "# sluice:allow-end\n";
        break;
      default:
        text += "some words\n";
    }
  }
  if (seed % 3 == 0) text += "magic";
  return text;
}

FactSink scanned(const FileSystem& fs, const Engine& engine,
                 const ScanRequest& request) {
  const Judge judge(engine.rules());
  FactSink sink;
  const auto outcome = scan(fs, engine, judge, request, {}, sink);
  REQUIRE_MESSAGE(outcome.has_value(), outcome.error().message);
  return sink;
}

ScanRequest request_of(unsigned workers, std::uint64_t chunk) {
  return {.paths = {"."},
          .workers = workers,
          .choices = {.explain_drops = true},
          .large_bytes = workers == 1 ? ~std::uint64_t{0} : 100,
          .chunk_bytes = chunk};
}

constexpr std::uint64_t kBeyondAll = std::uint64_t{1} << 40;

void check_same(const FakeFs& fs, const Engine& engine, const FactSink& one,
                unsigned workers, std::uint64_t chunk) {
  CAPTURE(workers);
  CAPTURE(chunk);
  const FactSink many = scanned(fs, engine, request_of(workers, chunk));
  CHECK(many.findings == one.findings);
  CHECK(many.dropped == one.dropped);
  CHECK(many.incomplete == one.incomplete);
  CHECK(many.counts == one.counts);
  CHECK(fs.open_files() == 0);
}

TEST_CASE("large file: chunks of any size, by any number of workers") {
  for (const std::string_view rules : {kRules, kRequired}) {
    const std::unique_ptr<Engine> engine = engine_of(rules_from(rules));
    for (const std::uint32_t seed : test::seeds(4, 96)) {
      CAPTURE(seed);
      FakeFs fs;
      const std::string mark = seed % 4 == 1 ? "\xEF\xBB\xBF" : "";
      fs.file("a/f", "tok_0123456789ab\n");
      fs.file("big", mark + made_text(seed, 1'200'000));
      fs.file("c", "tok_0123456789ab\n");
      const FactSink one = scanned(fs, *engine, request_of(1, kBeyondAll));
      CHECK(one.findings.size() + one.dropped.size() > 100);
      for (const std::uint64_t chunk : {9'001UL, 64'000UL, 500'000UL})
        check_same(fs, *engine, one, 2 + seed % 3, chunk);
    }
  }
}

TEST_CASE("large file: tables go on from chunk to chunk") {
  const std::unique_ptr<Engine> engine = engine_of(default_rules());
  std::mt19937 random(test::seed(5));
  const auto value = [&] {
    std::string text = "K";
    while (text.size() < 14)
      text += "abcdefghkmnpqrstuvwxyzABCDEFGHKMNP23456789"[random() % 42];
    return text;
  };
  std::string csv = "name,password,note\n";
  std::string table = "text\n\n";
  std::string sql;
  std::string manifest;
  for (int i = 0; i < 20'000; ++i) {
    csv +=
        "u" + std::to_string(i) + "," + (i % 50 == 0 ? value() : "x") + ",n\n";
    if (i % 700 == 0) table += "\nwords\n\n| user | password |\n|---|---|\n";
    table += "| u | " + (i % 90 == 0 ? value() : std::string("x")) + " |\n";
    if (i % 900 == 0)
      sql +=
          "INSERT INTO users (name, password) VALUES ('a', 'b');\n"
          "COPY users (name, password) FROM stdin;\n";
    sql += "u\t" + (i % 80 == 0 ? value() : std::string("x")) + "\n";
    if (i % 900 == 500) sql += "\\.\nSELECT 1;\n";
    if (i % 500 == 0) manifest += "---\nkind: Secret\nstringData:\n";
    if (i % 500 == 450) manifest += "---\nkind: List\n";
    manifest += "  m" + std::to_string(i) + ": " +
                (i % 80 == 0 ? value() : std::string("x")) + "\n";
  }
  FakeFs fs;
  fs.file("a.csv", csv);
  fs.file("b.md", table);
  fs.file("c.sql", sql);
  fs.file("d.yaml", manifest);
  const FactSink one = scanned(fs, *engine, request_of(1, kBeyondAll));
  CHECK(one.findings.size() > 300);
  for (const std::uint64_t chunk : {5'003UL, 40'000UL})
    check_same(fs, *engine, one, 3, chunk);
}

TEST_CASE(
    "large file: what ends in a table once is scanned ahead all the same") {
  TableChunks tables;
  const auto ends = [&](std::initializer_list<bool> in_table) {
    for (const bool inside : in_table) tables.note(inside);
    return !tables.are_dump();
  };
  CHECK(ends({}));
  CHECK(ends({true}));
  CHECK(ends({true, true, false, true, true, true}));
  CHECK_FALSE(ends({true}));
  CHECK_FALSE(ends({true}));
  CHECK(ends({false}));
}

TEST_CASE(
    "large file: a file that cannot be read to its end is the same for all") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  for (const std::size_t at : {0UL, 5UL, 99'999UL, 640'000UL, 1'100'000UL}) {
    CAPTURE(at);
    FakeFs fs;
    FakeFs::Node& node = fs.file("big", made_text(3, 1'200'000));
    node.read_fails = EIO;
    node.bytes_before_failure = at;
    const FactSink one = scanned(fs, *engine, request_of(1, kBeyondAll));
    CHECK(one.incomplete ==
          std::vector<std::string>{"big: Input/output error: " +
                                   std::to_string(node.content.size() - at) +
                                   " bytes could not be read, from byte " +
                                   std::to_string(at) + " on"});
    for (const std::uint64_t chunk : {9'001UL, 64'000UL})
      check_same(fs, *engine, one, 3, chunk);
  }
}

TEST_CASE("large file: binary by its first bytes, UTF-16 by one worker") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  const std::string text = made_text(7, 300'000);
  std::string wide = "\xFF\xFE";
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x80) wide += {c, '\0'};
  FakeFs fs;
  fs.file("binary", std::string("\0\0", 2) + text);
  fs.file("wide", wide);
  const FactSink one = scanned(fs, *engine, request_of(1, kBeyondAll));
  CHECK(one.counts.back() == 1);
  for (const std::uint64_t chunk : {9'001UL, 64'000UL})
    check_same(fs, *engine, one, 3, chunk);
}

// The room for waiting parts is bounded; a part without room is scanned again.
TEST_CASE("large file: without room for what waits, the same report") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  for (int i = 0; i < 40; ++i)
    fs.file("f" + std::to_string(10 + i),
            made_text(static_cast<unsigned>(i), i % 5 == 0 ? 300'000 : 9'000));
  ScanRequest request = request_of(1, kBeyondAll);
  const FactSink one = scanned(fs, *engine, request);
  for (const std::uint64_t room : {1UL, 5'000UL, 300'000UL}) {
    CAPTURE(room);
    request = request_of(3, 20'000);
    request.large_bytes = 100'000;
    request.room = room;
    CHECK((scanned(fs, *engine, request) == one));
  }
}

TEST_CASE("large file: a sink that fails ends the scan") {
  class Failing final : public FindingSink {
   public:
    Result<void> begin(const ToolInfo&) override { return {}; }
    Result<void> file(const FileReport&) override {
      return tl::unexpected<Error>(Error{ErrorCode::kIo, "closed", EPIPE});
    }
    Result<void> end(const Coverage&) override { return {}; }
  };
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  const Judge judge(engine->rules());
  FakeFs fs;
  for (int i = 0; i < 20; ++i)
    fs.file("f" + std::to_string(i), made_text(3, 200'000));
  for (int round = 0; round < test::times(6, 80); ++round) {
    Failing sink;
    const auto outcome =
        scan(fs, *engine, judge, request_of(3, 9'001), {}, sink);
    REQUIRE_FALSE(outcome.has_value());
    CHECK(outcome.error().sys_errno == EPIPE);
    CHECK(fs.open_files() == 0);
  }
}

std::string text_full_of_findings(std::size_t size) {
  std::mt19937 random(test::seed(3));
  std::string text;
  while (text.size() < size) {
    text += "tok_";
    for (int i = 0; i < 12; ++i) text += "0123456789abcdef"[random() % 16];
    text += random() % 5 == 0 ? " and some words\n" : "\n";
  }
  return text;
}

// Each chunk is scanned once.
TEST_CASE("large file: a chunk full of findings waits for room") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  const Judge judge(engine->rules());
  FakeFs fs;
  fs.file("f", text_full_of_findings(3'000'000));
  const auto run = [&](unsigned workers, std::uint64_t* candidates) {
    ScanRequest request = request_of(workers, 64'000);
    request.choices = {};
    request.room = 400'000;
    request.measure = true;
    FactSink sink;
    const auto outcome = scan(fs, *engine, judge, request, {}, sink);
    REQUIRE(outcome.has_value());
    CHECK(outcome->stats.most_waiting <= request.room);
    *candidates = outcome->stats.times.candidates;
    return sink;
  };
  std::uint64_t once = 0;
  const FactSink one = run(1, &once);
  CHECK(one.findings.size() > 100'000);
  for (const unsigned workers : {2U, 4U}) {
    CAPTURE(workers);
    std::uint64_t asked = 0;
    CHECK(run(workers, &asked) == one);
    CHECK(asked < once + once / 10);
  }
}

// The worker whose chunk is due throws while others wait for room.
TEST_CASE("large file: nobody waits for a worker that threw") {
  class Throwing final : public FindingSink {
   public:
    Result<void> begin(const ToolInfo&) override { return {}; }
    Result<void> file(const FileReport&) override {
      if (++parts == 3) throw std::bad_alloc();
      return {};
    }
    Result<void> end(const Coverage&) override { return {}; }
    int parts = 0;
  };
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  const Judge judge(engine->rules());
  FakeFs fs;
  fs.file("f", text_full_of_findings(3'000'000));
  for (int round = 0; round < 5; ++round) {
    ScanRequest request = request_of(4, 64'000);
    request.choices = {};
    request.room = 400'000;
    Throwing sink;
    CHECK_FALSE(scan(fs, *engine, judge, request, {}, sink).has_value());
    CHECK(fs.open_files() == 0);
  }
}

// The turn comes while the first chunks, which are ready, have been left by
// their workers, and all workers are at later chunks: one of these has to merge.
TEST_CASE("large file: who waits for room merges what nobody else does") {
  // Holds the turn of the file back.
  class Slow final : public FindingSink {
   public:
    explicit Slow(std::chrono::microseconds pause) : pause_(pause) {}
    Result<void> begin(const ToolInfo&) override { return {}; }
    Result<void> file(const FileReport& report) override {
      if (report.location.path.ends_with("a"))
        std::this_thread::sleep_for(pause_);
      findings += report.findings.size();
      return {};
    }
    Result<void> end(const Coverage&) override { return {}; }
    std::size_t findings = 0;

   private:
    const std::chrono::microseconds pause_;
  };
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  const Judge judge(engine->rules());
  FakeFs fs;
  fs.file("a", "tok_9f3a61c07bd2\n");
  fs.file("f", text_full_of_findings(1'000'000));
  ScanRequest request = request_of(2, 16'000);
  request.choices = {};
  request.room = 100'000;
  std::mt19937 random(test::seed(5));
  std::size_t all = 0;
  for (int round = 0; round < test::times(6, 1'000); ++round) {
    Slow sink(std::chrono::microseconds(random() % 60'000));
    REQUIRE(scan(fs, *engine, judge, request, {}, sink).has_value());
    if (round == 0) all = sink.findings;
    CHECK(sink.findings == all);
  }
}

}  // namespace sluice::large_file_test
