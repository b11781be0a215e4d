// Most hunks are a few lines, so files are handed on in batches of about
// kBatchBytes or kBatchFiles. Rejected: our own difference of blobs
// (lib/history), which is faster, but cuts hunks elsewhere than git does, and
// the place of a cut decides what is found.
//
// Source: gitleaks 8.30.1 (MIT), sources/git.go.

#include "gitleaks/scan/history.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <exception>
#include <iterator>
#include <limits>
#include <new>
#include <utility>

#include "fs/byte_source.h"
#include "git/blob_stream.h"
#include "git/damaged_index.h"
#include "git/run_git.h"
#include "git/special_files.h"
#include "gitleaks/patch/patch_reader.h"
#include "gitleaks/report/web_links.h"
#include "gitleaks/scan/archive_name.h"
#include "gitleaks/scan/archive_scan.h"
#include "gitleaks/scan/workers.h"

namespace sluice {
namespace {

// The bytes of a blob from a git process. The stream is at the blob.
class GitBlobBytes final : public ByteSource {
 public:
  GitBlobBytes(BlobStream& stream, unsigned long long size)
      : ByteSource(size, /*may_seek=*/false), stream_(stream) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    return stream_.read(buffer, size);
  }

 private:
  BlobStream& stream_;
};

constexpr std::size_t kBatchBytes = 128 * 1024;
constexpr std::size_t kBatchFiles = 1024;
constexpr std::uint64_t kBytesInFlight = 32 * 1024 * 1024;
// For a git that has closed its output.
constexpr std::chrono::seconds kEndLimit(600);

struct NumberedBatch {
  std::uint64_t sequence = 0;
  PatchBatch patches;
};

// Whether it is an archive by its name, and such are opened.
bool is_opened(const PatchFile& file, unsigned depth) {
  return depth > 0 && file.binary && archive_of_name(file.name).has_value();
}

class PatchPipeline {
 public:
  PatchPipeline(const GitleaksRules& rules, const Detector& detector,
                const GitleaksHistoryRequest& request, const GitWorkdir& place,
                GitleaksArchives& archives, GitleaksResults* results)
      : rules_(&rules),
        detector_(&detector),
        request_(&request),
        place_(&place),
        archives_(&archives),
        results_(results),
        content_(rules, detector, request.limits, results) {}

  void scan(const NumberedBatch& batch) {
    for (const PatchFile& file : batch.patches.files) {
      leaks_.clear();
      if (file.binary)
        scan_binary(file, batch.sequence);
      else
        scan_file(file, batch.patches.text);
      for (GitleaksFinding& leak : leaks_) {
        leak.commit = file.commit;
        results_->leaks.emplace_back(batch.sequence, std::move(leak));
      }
    }
  }

 private:
  void scan_file(const PatchFile& file, std::string_view text) {
    GitleaksCoverage& coverage = results_->coverage;
    if (std::ranges::count(request_->limits.own_files, file.name) > 0) {
      coverage.skip(GitleaksSkip::kOwn);
      return;
    }
    const std::string_view commit =
        file.commit ? std::string_view(file.commit->id) : std::string_view();
    if (rules_->allows_file(file.name, commit)) {
      coverage.skip(GitleaksSkip::kAllowlisted);
      return;
    }
    scratch_.wanted.clear();
    ++coverage.files;
    for (const PatchHunk& hunk : file.hunks) {
      detector_->detect({text.substr(hunk.begin, hunk.size), file.name, "",
                         hunk.line, commit},
                        scratch_, &leaks_);
      coverage.bytes += hunk.size;
      if (detector_->is_too_large(hunk.size))
        coverage.skip(GitleaksSkip::kTooLarge);
    }
  }

  // Archives are opened, all else is passed over.
  void scan_binary(const PatchFile& file, std::uint64_t sequence) {
    if (!is_opened(file, archives_->bounds.depth)) {
      results_->coverage.skip(GitleaksSkip::kBinary);
      return;
    }
    const std::string_view commit =
        file.commit ? std::string_view(file.commit->id) : std::string_view();
    const std::string called =
        commit.empty() ? file.name : fmt::format("{}:{}", commit, file.name);
    const bool in_index = request_->changes && !request_->staged;
    const ObjectId blob = in_index ? file.old_blob : file.new_blob;
    Result<BlobStream> git = BlobStream::start(*place_, {&blob, 1});
    const Result<BlobStream::Head> head =
        git ? git->next()
            : Result<BlobStream::Head>(
                  tl::unexpected<Error>(std::move(git.error())));
    if (!head || head->kind != BlobStream::Kind::kBlob) {
      results_->problems.emplace_back(
          sequence, fmt::format("{}: {}", called,
                                head ? "the repository does not have it"
                                     : head.error().message));
      return;
    }
    GitleaksArchiveScan(*rules_, *archives_, content_, results_)
        .scan(GitBlobBytes(*git, head->size), {file.name, "", commit}, sequence,
              called, &leaks_);
  }

  const GitleaksRules* rules_;
  const Detector* detector_;
  const GitleaksHistoryRequest* request_;
  const GitWorkdir* place_;
  GitleaksArchives* archives_;
  GitleaksResults* results_;
  ContentScan content_;
  DetectorScratch scratch_;
  std::vector<GitleaksFinding> leaks_;
};

using PatchWorkers = GitleaksWorkers<NumberedBatch, PatchPipeline>;

// A directory, open as long as this is there.
class Directory {
 public:
  explicit Directory(const std::string& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory() {
    if (fd_ >= 0) ::close(fd_);
  }
  int fd() const { return fd_; }

 private:
  int fd_;
};

void append(std::vector<std::string>* words,
            std::initializer_list<const char*> more) {
  words->insert(words->end(), more.begin(), more.end());
}

// gitleaks' commands, with what keeps a patch readable and git from running
// anything.
Result<std::vector<std::string>> command(const GitleaksHistoryRequest& request,
                                         const GitWorkdir& place) {
  // Paths of --log-opts may be patterns.
  std::vector<std::string> words = {"--no-literal-pathspecs"};
  SLUICE_TRY_ASSIGN(const std::vector<std::string> off, without_drivers(place));
  words.insert(words.end(), off.begin(), off.end());
  // --format would omit the notes.
  append(&words, {"-c", "format.pretty=medium", "-c", "log.showRoot=true",
                  request.changes ? "diff" : "log", "-p", "-U0", "--no-color",
                  "--full-index", "--no-ext-diff", "--no-textconv",
                  "--src-prefix=a/", "--dst-prefix=b/", "--submodule=short"});
  if (request.changes) {
    append(&words, {request.staged ? "--staged" : "--ignore-submodules=dirty",
                    "--", "."});
    return words;
  }
  append(&words, {"--no-show-signature", "--no-decorate", "--date=raw"});
  if (request.log_words.empty())
    append(&words, {"--full-history", "--all", "--diff-filter=tuxdb"});
  words.insert(words.end(), request.log_words.begin(), request.log_words.end());
  return words;
}

// Messages of git on standard error after which it goes on. All other messages
// are problems.
bool is_harmless(std::string_view line) {
  constexpr auto kKnown = std::to_array<std::string_view>(
      {"exhaustive rename detection was skipped",
       "inexact rename detection was skipped",
       "you may want to set your diff.renameLimit"});
  return line.empty() || std::ranges::any_of(kKnown, [&](auto known) {
           return line.find(known) != std::string_view::npos;
         });
}

void note_complaints(const ChildProcess::Ended& ended,
                     const std::string& target, std::uint64_t sequence,
                     GitleaksResults* results) {
  const std::size_t before = results->problems.size();
  for (std::string_view text = ended.errors; !text.empty();) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (!is_harmless(line))
      results->problems.emplace_back(sequence,
                                     fmt::format("{}: {}", target, line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (ended.exit_code != 0 && results->problems.size() == before)
    results->problems.emplace_back(
        sequence, fmt::format("{}: {}", target, git_complaint(ended)));
}

class History {
 public:
  History(const GitleaksHistoryRequest& request, const GitWorkdir& place,
          PatchWorkers& workers)
      : request_(request), place_(place), workers_(workers) {}

  Result<void> read() {
    SLUICE_TRY_ASSIGN(std::vector<std::string> words,
                      command(request_, place_));
    SLUICE_TRY_ASSIGN(ChildProcess git, start_git(place_, std::move(words)));
    if (request_.changes) note_damaged_index();
    // For changes that are not committed, gitleaks reports Go's zero time.
    auto uncommitted = std::make_shared<Commit>();
    uncommitted->date = "0001-01-01T00:00:00Z";
    PatchReader reader(
        [&](char* out, std::size_t size) { return git.read(out, size); },
        uncommitted);
    Result<bool> more = true;
    while ((more = reader.next(&batch_.patches)) && *more) {
      count_commit();
      const bool full =
          batch_.patches.text.size() >= kBatchBytes ||
          batch_.patches.files.size() >= kBatchFiles ||
          is_opened(batch_.patches.files.back(), request_.limits.archive_depth);
      if (full && !hand_on()) return {};
    }
    hand_on();
    results_.coverage.skip(GitleaksSkip::kUnmerged, reader.unmerged());
    if (results_.expired) return {};
    if (!more) {
      results_.problems.emplace_back(
          batch_.sequence,
          fmt::format("{}: {}", request_.target, more.error().message));
      return {};
    }
    SLUICE_TRY_ASSIGN(
        const ChildProcess::Ended ended,
        git.finish(kEndLimit, std::numeric_limits<std::size_t>::max()));
    note_complaints(ended, request_.target, batch_.sequence, &results_);
    return {};
  }

  GitleaksResults& results() { return results_; }
  std::uint64_t commits() const { return commits_; }

 private:
  // If git does not say where the index is, it prints no changes either, and
  // reports the reason.
  void note_damaged_index() {
    const Result<std::vector<std::string>> damaged =
        damaged_index_files(place_);
    if (!damaged) return;
    for (const std::string& path : *damaged)
      results_.problems.emplace_back(
          batch_.sequence, fmt::format("{}: {}", path, kDamagedIndex));
  }

  void count_commit() {
    const PatchFile& file = batch_.patches.files.back();
    if (file.binary || file.commit == last_ || !file.commit) return;
    last_ = file.commit;
    ++commits_;
  }

  // Returns false if the scan cannot go on.
  bool hand_on() {
    const std::uint64_t sequence = batch_.sequence;
    if (request_.limits.expired()) results_.expired = true;
    if (results_.expired) return false;
    const std::uint64_t cost = batch_.patches.text.size() + 1;
    const bool taken = workers_.add(std::exchange(batch_, {}), cost);
    batch_.sequence = sequence + 1;
    return taken;
  }

  const GitleaksHistoryRequest& request_;
  const GitWorkdir place_;
  PatchWorkers& workers_;
  NumberedBatch batch_;
  std::shared_ptr<const Commit> last_;
  std::uint64_t commits_ = 0;
  GitleaksResults results_;
};

}  // namespace

Result<GitleaksScanOutcome> scan_gitleaks_history(
    const GitleaksRules& rules, const GitleaksHistoryRequest& request) {
  const Directory directory(request.target);
  if (directory.fd() < 0) {
    auto failure = fail_errno(errno, request.target);
    failure.value().code = ErrorCode::kNotFound;
    return failure;
  }
  const GitWorkdir place{directory.fd(), request.target == "."};
  SLUICE_TRY(refuse_special_files(place, GitFiles::kAll));
  const Detector detector(rules, request.detector);
  GitleaksArchives archives(request.limits.archive_depth);
  PatchWorkers workers(request.workers, kBytesInFlight,
                       [&](GitleaksResults* results) {
                         return PatchPipeline(rules, detector, request, place,
                                              archives, results);
                       });
  History history(request, place, workers);
  GitleaksScanOutcome outcome;
  // A pattern that cannot be compiled throws, in a worker.
  try {
    SLUICE_TRY(history.read());
    outcome = workers.join(std::move(history.results()));
  } catch (...) {
    return tl::unexpected<Error>(caught_error());
  }
  if (request.changes) return outcome;
  outcome.commits = history.commits();
  if (outcome.leaks.empty()) return outcome;
  const WebLinks links(place, request.platform);
  for (GitleaksFinding& leak : outcome.leaks) leak.link = links.to(leak);
  return outcome;
}

}  // namespace sluice
