#include "gitleaks/scan/scan.h"

#include <fmt/core.h>

#include <exception>
#include <new>
#include <utility>

#include "gitleaks/scan/workers.h"

namespace sluice {
namespace {

// Files in flight at most.
constexpr std::uint64_t kFilesInFlight = 1024;

using FileWorkers = GitleaksWorkers<GitleaksFile, GitleaksPipeline>;

class LeakFeeder final : public GitleaksWalkSink {
 public:
  LeakFeeder(FileWorkers& workers, const GitleaksLimits& limits)
      : workers_(workers), limits_(limits) {}

  bool file(std::string path, std::string symlink) override {
    if (limits_.expired()) {
      results_.expired = true;
      return false;
    }
    return workers_.add({sequence_++, std::move(path), std::move(symlink)}, 1);
  }

  void skip(GitleaksSkip reason) override { results_.coverage.skip(reason); }

  void problem(std::string_view path, std::string_view reason) override {
    results_.problems.emplace_back(sequence_,
                                   fmt::format("{}: {}", path, reason));
  }

  GitleaksResults& results() { return results_; }

 private:
  FileWorkers& workers_;
  const GitleaksLimits& limits_;
  std::uint64_t sequence_ = 0;
  GitleaksResults results_;
};

}  // namespace

Result<GitleaksScanOutcome> scan_leaks(const FileSystem& fs,
                                       const GitleaksRules& rules,
                                       const GitleaksScanRequest& request) {
  const Detector detector(rules, request.detector);
  GitleaksArchives archives(request.limits.archive_depth);
  FileWorkers workers(
      request.workers, kFilesInFlight, [&](GitleaksResults* results) {
        return GitleaksPipeline(fs, rules, detector, request.limits, archives,
                                results);
      });
  LeakFeeder feeder(workers, request.limits);
  // A pattern that cannot be compiled throws, in the walk as in a worker.
  try {
    if (request.target.empty())
      feeder.file("", "");
    else
      walk_leaks(fs, request.target, rules, request.walk, feeder);
    return workers.join(std::move(feeder.results()));
  } catch (...) {
    return tl::unexpected<Error>(caught_error());
  }
}

}  // namespace sluice
