// Joins several reports. The shards of a scan become the report of the whole
// scan; other reports are put one after the other.
//
// The facts of the shards about the scan are compared. A difference, or a
// missing shard, is added to the coverage as something that could not be read,
// so that every format reports it. These are errors: a shard that is given
// twice; shards of different counts or of different directories of a
// repository; reports of which only some show secrets; shards together with
// other reports.
//
// Thread-safety: one thread. Memory: that of one report, Spool's, and a few
// bytes for each report. Errors: kConfig with the report's name, like those of
// parse_report(); kIo; those of the sink.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "finding/finding.h"
#include "report/json/report_parser.h"
#include "report/json/report_reader.h"
#include "report/merge/coverage_sum.h"
#include "report/merge/first_places.h"
#include "report/merge/spool.h"

namespace sluice {

// More shards must be a mistake: the missing ones could not be listed.
inline constexpr std::uint64_t kMaxShards = 1'000'000;

class ReportMerge {
 public:
  struct Options {
    bool secret_alone = false;  // as of read_report()
    // A finding that the change itself allows counts as found.
    bool self_allowed_counts = false;
  };

  struct Outcome {
    bool found = false;
    bool complete = false;
    bool secrets_apart = false;  // Coverage::secrets_apart
    std::uint64_t files = 0;     // that were scanned
    std::uint64_t dropped = 0;   // candidates that the reports list
    // What is missing or differs, a sentence each; the coverage has it, too.
    std::vector<std::string> problems;
  };

  explicit ReportMerge(Options options) : options_(options) {}

  // Takes the next report, which messages call `name`.
  Result<void> add(const std::string& name, const ReadBytes& read);

  // Brings all of them to the sink. Once, after at least one report.
  Result<Outcome> finish(const SinkForHead& sink);

 private:
  class Taking;

  struct Differences {
    bool rules = false;  // they, their number, or the version
    bool policy = false;
    bool prefix = false;
    bool walk = false;
  };

  Result<void> compare(const std::string& name, const ReportHead& head);
  Result<void> take_coverage(const std::string& name, Coverage coverage);
  Result<void> take_shard(const std::string& name, const ShardFacts& facts);
  std::vector<std::string> problems() const;
  void tell_missing(std::vector<std::string>* problems) const;
  Result<void> bring_findings(FindingSink& sink, const std::string& root,
                              Outcome* outcome);

  Options options_;
  std::unique_ptr<Spool> spool_ = std::make_unique<Spool>();
  std::string first_;  // the name of the first report
  std::optional<ReportHead> head_;
  std::optional<Policy> policy_;
  // of the first one; not set if there are no shards
  std::optional<ShardFacts> shard_;
  std::map<std::uint64_t, std::string> names_;  // of the shards' reports
  Differences differ_;
  bool one_root_ = true;
  bool interrupted_ = false;
  std::optional<CoverageSum> sum_;
  std::optional<FirstPlaces> places_;  // of a history
  std::uint64_t dropped_ = 0;
};

}  // namespace sluice
