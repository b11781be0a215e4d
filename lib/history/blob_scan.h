// Scans texts of a repository, blobs and files of its working tree, on the
// executor.
// Thread-safety: one call at a time. Ownership: paths belong to the caller.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "finding/finding.h"
#include "git/object_id.h"
#include "git/run_git.h"
#include "history/known_texts.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "pack/object_store.h"
#include "scan/run/tally.h"
#include "scan/unit/pipeline.h"

namespace sluice {

struct ScanTools {
  const Engine& engine;
  const Judge& judge;
  unsigned workers = 1;
  PipelineOptions options;
  // The workers' counters of what they read, one for each worker.
  Tallies& tallies;
  // For a history: report only this shard. If it is not set, report all.
  std::optional<Shard> shard{};
  // Decides about messages; null if none are scanned. No allow comment counts
  // for it: a message cannot be edited later, so a comment in it would allow
  // what its own author has written.
  const Judge* of_messages = nullptr;
  // For a history: the texts that are not read again, and to which clean ones
  // are added. Null if every text is read.
  KnownTexts* known = nullptr;

  bool interrupted() const { return is_raised(options.interrupt); }
};

struct BlobToScan {
  ObjectId id;
  std::string_view path;  // the path in reports
  GitText where = GitText::kFile;

  // Then `id` is a commit or a tag.
  bool is_message() const {
    return where == GitText::kCommitMessage || where == GitText::kTag;
  }
};

// The result for a list of texts: their reports, and which of them are pointers
// or ciphertext in place of the real file.
class ScannedTexts {
 public:
  // Called by one worker at a time, in any order, for each text that has
  // anything to report: its place in the list, and its report; of an archive
  // once for each of its members.
  using OnReport =
      std::function<void(std::size_t, std::unique_ptr<FileReport>)>;

  // Called like OnReport for each text that is clean: its scan found nothing,
  // read all of it, and nothing has to be said of it.
  using OnClean = std::function<void(std::size_t)>;

  explicit ScannedTexts(OnReport on_report, OnClean on_clean = {})
      : on_report_(std::move(on_report)), on_clean_(std::move(on_clean)) {}

  // Adds notes to `*coverage` that name the texts in place of real files.
  // `place` is the number of Note::place.
  void close(std::uint64_t place, Coverage* coverage);

  void tell(std::size_t index, std::unique_ptr<FileReport> report);
  void tell_clean(std::size_t index);
  void tell_incomplete(std::size_t index, std::string_view path,
                       std::string reason);
  void add_lfs_pointer(std::string_view path);
  void add_encrypted(std::string_view path);

 private:
  const OnReport on_report_;
  const OnClean on_clean_;
  std::mutex mutex_;  // guards the rest, and calls of both
  std::vector<std::string> lfs_pointers_;
  std::vector<std::string> encrypted_;
};

// A list of texts that are made when they are needed, because a history has
// hundreds of thousands. Any thread may call `at`.
struct TextList {
  std::size_t count = 0;
  std::function<BlobToScan(std::size_t)> at;
};

// Blobs and messages are read in the order given, and no more of them after an
// interrupt. Messages do not count as files of the coverage. Those in `packs`
// are read there, the others by git. Error: a worker failed (out of memory).
Result<void> scan_blobs(const GitWorkdir& place, const ObjectStore& packs,
                        const TextList& texts, const ScanTools& tools,
                        ScannedTexts* scanned);
inline Result<void> scan_blobs(const GitWorkdir& place,
                               const ObjectStore& packs,
                               std::span<const BlobToScan> blobs,
                               const ScanTools& tools, ScannedTexts* scanned) {
  return scan_blobs(place, packs,
                    {blobs.size(), [blobs](std::size_t i) { return blobs[i]; }},
                    tools, scanned);
}

// Regular files below the open directory `place`. One that is gone meanwhile is
// passed over.
Result<void> scan_work_files(const GitWorkdir& place,
                             std::span<const std::string> paths,
                             const ScanTools& tools, ScannedTexts* scanned);

}  // namespace sluice
