// Disks that fail. Every secret is at a known byte of its file, and the bytes
// that cannot be read are known, too. So it is known which secrets must be
// found, on which lines, and which ranges the ledger must name.

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "scan/run/scanner.h"
#include "scan/text/lost_ranges.h"
#include "support/effort.h"
#include "support/fake_ahead.h"
#include "support/fake_fs.h"
#include "support/faulty_fs.h"
#include "support/load.h"
#include "support/recording_sink.h"

namespace sluice::faults_test {

constexpr std::string_view kRules = R"toml(
[[rules]]
id = "token"
provider = "acme"
regex = '''\b(tok_[0-9a-f]{12})\b'''
confidence = "high"
)toml";

constexpr std::uint64_t kBlock = 4096;

// A file of lines, with tokens that are found once each.
struct Planted {
  std::string name, bytes;
  bool wide = false;  // UTF-16, with a mark
  std::vector<std::pair<std::uint64_t, std::string>> tokens;  // by place
};

Planted planted(std::string name, std::mt19937& random, std::size_t size,
                bool wide) {
  static std::uint64_t serial = 0;
  Planted file{std::move(name), wide ? "\xFF\xFE" : "", wide, {}};
  const auto add = [&](std::string_view text) {
    for (const char c : text) {
      file.bytes += c;
      if (wide) file.bytes += '\0';
    }
  };
  while (file.bytes.size() < size) {
    if (random() % 5 == 0) {
      const std::string token =
          fmt::format("tok_{:012x}", ++serial * 0x9E3779B97F4A7C15u >> 16);
      file.tokens.emplace_back(file.bytes.size(), token);
      add(token);
      add(random() % 3 == 0 ? " " : "\n");
    } else {
      add(std::string(random() % 400, 'w'));
      add(random() % 4 == 0 ? " " : "\r\n");
    }
  }
  return file;
}

// The part of the file that cannot be read: blocks, from their first bad byte
// on.
std::vector<LostRanges::Range> lost_of(const Planted& file,
                                       const FaultyFs::Faults& faults) {
  std::vector<LostRanges::Range> lost;
  for (std::uint64_t block = 0; block < file.bytes.size(); block += kBlock) {
    const std::uint64_t end =
        std::min<std::uint64_t>(block + kBlock, file.bytes.size());
    for (const FaultyFs::Range& bad : faults.bad) {
      if (bad.end <= block || bad.begin >= end) continue;
      const std::uint64_t begin = std::max(block, bad.begin);
      if (!lost.empty() && lost.back().end == begin)
        lost.back().end = end;
      else
        lost.push_back({begin, end});
      break;
    }
  }
  return lost;
}

bool is_lost(const std::vector<LostRanges::Range>& lost, std::uint64_t begin,
             std::uint64_t end) {
  return std::ranges::any_of(lost, [&](const LostRanges::Range& range) {
    return range.begin < end && range.end > begin;
  });
}

// "path line token", of all that can be read in full.
std::vector<std::string> expected(const Planted& file,
                                  const std::vector<LostRanges::Range>& lost) {
  std::vector<std::string> found;
  std::uint64_t line = 1;
  std::uint64_t at = 0;
  for (const auto& [begin, token] : file.tokens) {
    for (; at < begin; ++at)
      if (file.bytes[at] == '\n' && !is_lost(lost, at, at + 1)) ++line;
    if (!is_lost(lost, begin, begin + token.size() * (file.wide ? 2 : 1)))
      found.push_back(fmt::format("{} {} {}", file.name, line, token));
  }
  return found;
}

struct LineSink final : FindingSink {
  Result<void> begin(const ToolInfo&) override { return {}; }
  Result<void> file(const FileReport& report) override {
    for (const Finding& one : report.findings)
      found.push_back(fmt::format("{} {} {}", report.location.text(),
                                  one.start.line, one.secret));
    return {};
  }
  Result<void> end(const Coverage& coverage) override {
    for (const Incomplete& one : coverage.incomplete)
      incomplete.push_back(one.location.text() + ": " + one.reason);
    bytes = coverage.bytes_scanned;
    return {};
  }
  std::vector<std::string> found, incomplete;
  std::uint64_t bytes = 0;
};

struct How {
  unsigned workers;
  std::uint64_t chunk;
  IoMode io;
};

constexpr How kWays[] = {
    {1, 1 << 20, IoMode::kBlocking}, {1, 1 << 20, IoMode::kUring},
    {2, 9'001, IoMode::kAuto},       {2, 65'536, IoMode::kUring},
    {5, 40'000, IoMode::kBlocking},  {5, 9'001, IoMode::kUring},
};

template <typename Sink>
void scan_into(const FileSystem& fs, const Engine& engine, const How& how,
               Sink& sink) {
  const Judge judge(engine.rules());
  const auto outcome =
      scan(fs, engine, judge,
           {.paths = {"."},
            .workers = how.workers,
            .large_bytes = how.workers == 1 ? ~std::uint64_t{0} : 30'000,
            .chunk_bytes = how.chunk,
            .io = how.io},
           {}, sink);
  REQUIRE_MESSAGE(outcome.has_value(), outcome.error().message);
}

// Small files, and such as are several chunks and views.
std::vector<Planted> made_files(std::mt19937& random) {
  std::vector<Planted> files;
  for (int i = 0; i < 14; ++i)
    files.push_back(planted("f" + std::to_string(10 + i), random,
                            i % 5 == 0 ? 900'000 : random() % 60'000,
                            i % 4 == 3));
  return files;
}

FakeFs& fill(FakeFs& fs, const std::vector<Planted>& files) {
  for (const Planted& file : files) fs.file(file.name, file.bytes);
  return fs;
}

TEST_CASE("faults: nothing is lost but what cannot be read") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  for (const std::uint32_t seed : test::seeds(6, 200, 1)) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::vector<Planted> files = made_files(random);
    FakeFs below;
    fill(below, files);
    FaultyFs fs(below);
    fs.short_in = seed % 3;
    fs.uncached_in = seed % 4;
    std::vector<std::string> want, incomplete;
    std::uint64_t bytes = 0;
    for (const Planted& file : files) {
      FaultyFs::Faults faults;
      faults.whole_reads_fail = random() % 2 == 0;
      std::uint64_t at = random() % 40'000;
      for (auto n = random() % 6; n > 0 && at < file.bytes.size(); --n) {
        // Characters of UTF-16 are lost as a whole; where reads fail as a
        // whole, blocks are.
        const std::uint64_t unit = faults.whole_reads_fail ? kBlock : 2;
        const std::uint64_t begin = at / unit * unit;
        const std::uint64_t end = begin + (1 + random() % 30'000 / unit) * unit;
        faults.bad.push_back({begin, end});
        at = end + 1 + random() % (file.bytes.size() / 2 + 1);
      }
      const std::vector<LostRanges::Range> lost = lost_of(file, faults);
      for (std::string& one : expected(file, lost))
        want.push_back(std::move(one));
      LostRanges told;
      for (const LostRanges::Range& range : lost)
        told.add(range, "Input/output error");
      if (!lost.empty()) incomplete.push_back(file.name + ": " + told.reason());
      bytes += file.bytes.size() - told.before(file.bytes.size());
      fs.faults[file.name] = std::move(faults);
    }
    for (const How& how : kWays) {
      CAPTURE(how.workers);
      CAPTURE(how.chunk);
      std::atomic<unsigned> rings{seed};
      below.ahead = [&](const FakeFs&) {
        return std::make_unique<FakeAhead>(
            fs, ++rings, FakeAhead::Faults{.unopened_in = 5, .short_in = 3});
      };
      LineSink sink;
      scan_into(fs, *engine, how, sink);
      CHECK(sink.found == want);
      CHECK(sink.incomplete == incomplete);
      CHECK(sink.bytes == bytes);
      CHECK(below.open_files() == 0);
    }
  }
}

TEST_CASE("faults: long stretches cost few reads, and are told exactly") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  std::mt19937 random(test::seed(1));
  const std::vector<Planted> files = {
      planted("gone", random, 20'000'000, false),
      planted("hole", random, 20'000'000, false),
      planted("none", random, 3'000'000, false)};
  FakeFs below;
  FaultyFs fs(fill(below, files));
  const std::uint64_t first = 3'000'000 / kBlock * kBlock;
  const std::uint64_t last = 19'000'000 / kBlock * kBlock;
  fs.faults["gone"].bad = {{first + 5, files[0].bytes.size()}};
  fs.faults["hole"].bad = {{first, last}};
  fs.faults["none"].bad = {{0, files[2].bytes.size()}};
  std::vector<std::string> want;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::string& one :
         expected(files[i], lost_of(files[i], fs.faults[files[i].name])))
      want.push_back(std::move(one));
  const auto line = [&](std::size_t file, std::uint64_t bytes,
                        std::uint64_t from) {
    return fmt::format(
        "{}: Input/output error: {} bytes could not be read, from byte {} on",
        files[file].name, bytes, from);
  };
  const std::vector<std::string> incomplete = {
      line(0, files[0].bytes.size() - first - 5, first + 5),
      line(1, last - first, first), line(2, files[2].bytes.size(), 0)};
  for (const How& how : kWays) {
    if (how.chunk < 40'000) continue;
    CAPTURE(how.workers);
    const std::uint64_t before = fs.reads();
    LineSink sink;
    scan_into(fs, *engine, how, sink);
    CHECK(sink.found == want);
    CHECK(sink.incomplete == incomplete);
    // Besides what a disk without faults takes.
    CHECK(fs.reads() - before < 3 * 20'000'000 / how.chunk + 1000);
  }
}

TEST_CASE("faults: a file with too many of them is given up, and says so") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  std::mt19937 random(test::seed(1));
  const Planted file = planted("file", random, 4'000'000, false);
  FakeFs below;
  FaultyFs fs(fill(below, {file}));
  FaultyFs::Faults& faults = fs.faults["file"];
  for (std::uint64_t i = 1; i < 400; ++i)
    faults.bad.push_back({2 * i * kBlock, 2 * i * kBlock + 1});
  std::vector<LostRanges::Range> lost = lost_of(file, faults);
  lost.resize(LostRanges::kMax);
  lost.back().end = file.bytes.size();
  LostRanges told;
  for (const LostRanges::Range& range : lost)
    told.add(range, "Input/output error");
  CHECK(told.reason().ends_with(" and 84 more places up to byte " +
                                std::to_string(file.bytes.size())));
  for (const How& how : kWays) {
    CAPTURE(how.workers);
    LineSink sink;
    scan_into(fs, *engine, how, sink);
    CHECK(sink.found == expected(file, lost));
    CHECK(sink.incomplete ==
          std::vector<std::string>{"file: " + told.reason()});
  }
}

TEST_CASE("faults: what passes when it is tried again changes nothing") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  for (const std::uint32_t seed : test::seeds(6, 96, 1)) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::vector<Planted> files = made_files(random);
    FakeFs below;
    FaultyFs fs(fill(below, files));
    FactSink want;
    scan_into(fs, *engine, kWays[0], want);
    CHECK(want.incomplete.empty());
    fs.short_in = 1 + seed % 3;
    fs.uncached_in = seed % 4;
    fs.passing_in = 2 + seed % 5;
    for (const Planted& file : files)
      if (random() % 3 == 0)
        fs.faults[file.name].resized = file.bytes.size() + 100'000;
    for (const How& how : kWays) {
      CAPTURE(how.workers);
      CAPTURE(how.chunk);
      std::atomic<unsigned> rings{seed};
      below.ahead = [&](const FakeFs&) {
        return std::make_unique<FakeAhead>(fs, ++rings,
                                           FakeAhead::Faults{3, 3, 3});
      };
      FactSink sink;
      scan_into(fs, *engine, how, sink);
      CHECK((sink == want));
    }
  }
}

TEST_CASE("faults: of a file that shrinks, what stays is found") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  for (const std::uint32_t seed : test::seeds(6, 96, 1)) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Planted file = planted("file", random, 2'000'000, seed % 4 == 0);
    const std::uint64_t end = random() % 2'000'000;
    const std::vector<std::string> all = expected(file, {});
    const std::size_t stay = static_cast<std::size_t>(std::ranges::count_if(
        file.tokens,
        [&](const auto& token) { return token.first + 24 < end; }));
    FakeFs below;
    FaultyFs fs(fill(below, {file}));
    fs.faults["file"].resized = end;
    fs.faults["file"].bad = {{end / 2, end / 2 + 1}};
    fs.short_in = 2;
    const std::vector<LostRanges::Range> lost =
        lost_of(file, fs.faults["file"]);
    const std::vector<std::string> want = expected(file, lost);
    for (const How& how : kWays) {
      CAPTURE(how.workers);
      CAPTURE(how.chunk);
      LineSink sink;
      scan_into(fs, *engine, how, sink);
      CHECK(sink.found.size() <= want.size());
      const std::size_t same = static_cast<std::size_t>(
          std::ranges::mismatch(sink.found, want).in1 - sink.found.begin());
      CHECK(same == sink.found.size());
      CHECK(same + (all.size() - want.size()) >= stay);
      CHECK(sink.incomplete.size() == 1);
    }
  }
}

}  // namespace sluice::faults_test
