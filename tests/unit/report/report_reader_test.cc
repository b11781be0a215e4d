#include "report/json/report_reader.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "report/formats/formats.h"
#include "support/effort.h"
#include "unit/report/sample.h"

namespace sluice::report_reader_test {

using test::Random;
using test::SampleFile;

// Gives `text` in pieces of at most `piece` bytes.
ReadBytes pieces_of(const std::string& text, std::size_t piece) {
  return [&text, piece, at = std::size_t{0}](
             char* bytes, std::size_t most) mutable -> Result<std::size_t> {
    const std::size_t count = std::min({most, piece, text.size() - at});
    text.copy(bytes, count, at);
    at += count;
    return count;
  };
}

std::string write_report(MakeReport* format,
                         const std::vector<FileReport>& files,
                         const Coverage& coverage,
                         const ReportOptions& options = {}) {
  MemoryOutput output;
  const auto made = format(output, options);
  FindingSink& report = *made;
  REQUIRE(report.begin({"1.2.3", "abcd", {.rules = 7}}));
  for (const FileReport& file : files) REQUIRE(report.file(file));
  REQUIRE(report.end(coverage));
  return output.text();
}

Result<std::string> converted(const std::string& text, std::size_t piece) {
  MemoryOutput output;
  const auto made_report = json_report(output, {.masked_before = true});
  FindingSink& report = *made_report;
  const Result<ReadReport> read = read_report(
      pieces_of(text, piece), true,
      [&](const ReportHead&) -> Result<FindingSink*> { return &report; });
  if (!read) return tl::unexpected<Error>(read.error());
  return output.text();
}

struct Sample {
  std::string json;
  std::string jsonl;
};

// Gives the report the members of a shard's, and of a history's shard.
void make_shard(Random& random, bool of_history, std::vector<FileReport>* files,
                Coverage* coverage) {
  const std::string name = "0123456789abcdef0123456789abcdef";
  std::uint64_t number = 0;
  for (FileReport& file : *files) {
    file.sequence = number += 1 + random.below(9);
    if (of_history)
      for (Finding& finding : file.findings) finding.secret_name = name;
  }
  coverage->shard = {.shard = {2, 7},
                     .root = "tree\xff/",
                     .paths = 12,
                     .sum = 0xfedcba9876543210,
                     .interrupted = true};
  Note counted(Note::About::kStale, "\xff/known", 3);
  counted.total = 8;
  counted.place = {NoteStage::kBaseline, 4};
  Note named(Note::About::kLfs, 0);
  named.names = {"a", "\xff"};
  coverage->notes = {"text \xfe", counted, named};
  coverage->incomplete[0].place = {2, 9};
  coverage->skipped_paths[0].sequence = 5;
  coverage->ignored_credentials = {2, {".env", "a/.env"}, {3, 8}};
  coverage->mistyped.add({"x", "", "", "rule", 3, 11});
  if (!of_history) return;
  coverage->history = {{{3, "\xff", name, true}, {4, "b", name, false}},
                       {{3, "", name}},
                       {{"m", "", "0a", "rule", 2, 6, name}}};
}

Sample sample(std::uint32_t seed) {
  const Rule rule = test::sample_rule();
  Random random(seed);
  std::vector<FileReport> files;
  for (int i = 0; i < 4; ++i) {
    SampleFile file = random_file(random, rule, 1 + random.below(3));
    for (Finding& finding : file.report().findings)
      finding.found_in = static_cast<FoundIn>(i);
    files.push_back(file.report());
  }
  Coverage coverage;
  coverage.files_scanned = 12;
  std::iota(coverage.skipped.begin(), coverage.skipped.end(), 1U);
  coverage.allowlisted = 15;
  coverage.self_allowed = 16;
  coverage.policy = {.origin = PolicyOrigin::kIndex,
                     .file = "\xff.toml",
                     .revision = "x",
                     .rules = 7,
                     .default_rules = false,
                     .rules_disabled = 17};
  coverage.ignored_by.files = {{".gitignore", 9}, {"a/\xff", 2}};
  coverage.ignored_by.rest = {3, 4};
  coverage.skipped_paths = {{"\xfe", "", Skip::kTooDeep}};
  coverage.notes = {"cut \xff"};
  coverage.incomplete = {{random.bytes(5), "", random.bytes(9)}};
  if (seed % 3 != 0) make_shard(random, seed % 3 == 1, &files, &coverage);
  return {write_report(json_report, files, coverage),
          write_report(jsonl_report, files, coverage)};
}

TEST_CASE("what was written is read back, in pieces of any size") {
  for (const std::uint32_t seed : test::seeds(50, 500)) {
    const Sample report = sample(seed);
    CAPTURE(seed);
    for (const std::size_t piece : {1U, 7U, 100'000U}) {
      const Result<std::string> from_json = converted(report.json, piece);
      REQUIRE(from_json);
      CHECK(*from_json == report.json);
      const Result<std::string> from_lines = converted(report.jsonl, piece);
      REQUIRE(from_lines);
      CHECK(*from_lines == report.json);
    }
  }
}

TEST_CASE("a report that was cut off anywhere is an error") {
  const Sample report = sample(1);
  // The last line end is not part of the report.
  for (std::size_t size = 0; size + 1 < report.json.size(); size += 3)
    CHECK_FALSE(converted(report.json.substr(0, size), 1 << 16));
  for (std::size_t size = 0; size + 1 < report.jsonl.size(); size += 3)
    CHECK_FALSE(converted(report.jsonl.substr(0, size), 1 << 16));
}

TEST_CASE("a spoiled report gives an error or a report, and quotes nothing") {
  const Sample report = sample(2);
  Random random(test::seed(3));
  for (int i = 0; i < 3000; ++i) {
    std::string text = i % 2 == 0 ? report.json : report.jsonl;
    for (std::size_t n = 1 + random.below(3); n > 0; --n) {
      const std::size_t at = random.below(text.size());
      switch (random.below(3)) {
        case 0:
          text[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          text.erase(at, random.below(20));
          break;
        default:
          text.insert(at, text.substr(random.below(text.size()), 30));
      }
    }
    const Result<std::string> read = converted(text, 1 << 16);
    if (!read) CHECK(read.error().message.size() < 100);
  }
}

TEST_CASE("an error of reading is told as it is") {
  FindingSink* none = nullptr;
  const Result<ReadReport> read = read_report(
      [](char*, std::size_t) -> Result<std::size_t> {
        return fail_errno(5, "broken");
      },
      true, [&](const ReportHead&) -> Result<FindingSink*> { return none; });
  REQUIRE_FALSE(read);
  CHECK(read.error().sys_errno == 5);
}

}  // namespace sluice::report_reader_test
