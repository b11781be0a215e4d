// Most blobs are in packs, and are read there (pack/object_reader.h). One git
// process reads the rest of a batch. If it ends before it has printed all (as
// git does at an object that it cannot read), another process reads the rest.
// If a process does not print even the first blob of its list, that blob is the
// one that cannot be read.
#include "history/blob_scan.h"

#include <fcntl.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

#include "fs/file_system.h"
#include "history/batches.h"
#include "history/blob_bytes.h"
#include "history/message.h"
#include "pack/object_reader.h"
#include "scan/unit/whole_report.h"
#include "walk/walk_root.h"

namespace sluice {
namespace {

// Enough that starting git does not matter, little enough that workers end
// together.
constexpr std::size_t kMaxBlobs = 4096;
constexpr std::size_t kMinBlobs = 64;

// Git writes some KB at a time. A thread that each of them wakes takes git's
// place on the processor, reads them, and has to wait again; a batch thread
// lets git go on. Git inherits this from the thread that starts it. If the
// system refuses, nothing is lost.
void wait_for_more_at_a_time() {
  const sched_param none{};
  ::sched_setscheduler(0, SCHED_BATCH, &none);
}

constexpr std::string_view kOtherKind = "is an object of another kind";

// Blobs come in the order of reading_order().
PipelineOptions of_versions(PipelineOptions options) {
  options.versions = true;
  return options;
}

struct BlobWorker {
  BlobWorker(const ScanTools& with, const ObjectStore& packs,
             std::size_t worker, ScannedTexts* results)
      : tools(with),
        tally(with.tallies.of(worker)),
        pipeline(nullptr, with.engine, with.judge, of_versions(with.options),
                 &tally.bytes),
        of_messages(with.of_messages == nullptr
                        ? nullptr
                        : std::make_unique<Pipeline>(
                              nullptr, with.engine, *with.of_messages,
                              with.options, &tally.bytes)),
        packed(std::make_unique<ObjectReader>(packs)),
        scanned(results) {}

  void scan(const GitWorkdir& place, const TextList& texts, ItemRange batch);

  const ScanTools& tools;
  Tally& tally;
  Pipeline pipeline;
  std::unique_ptr<Pipeline> of_messages;  // null if there are none
  std::unique_ptr<ObjectReader> packed;
  BlobFacts facts;  // of the blob at hand
  ScannedTexts* scanned;

 private:
  void ask_git(const GitWorkdir& place, const TextList& texts,
               std::span<const std::size_t> left);
  std::size_t scan_some(BlobStream& stream, const TextList& texts,
                        std::span<const std::size_t> left);
  bool scan_packed(const BlobToScan& blob, std::size_t index);
  WholeReports scan_bytes(const BlobToScan& blob,
                          std::unique_ptr<const ByteSource> bytes);
  void tell(const BlobToScan& blob, std::size_t index, WholeReports whole);
  bool scan_one(BlobStream& stream, const BlobStream::Head& head,
                const BlobToScan& blob, std::size_t index, bool is_first);
};

std::string unread(const BlobToScan& blob, std::string_view why) {
  const std::string_view what = blob.where == GitText::kTag ? "tag"
                                : blob.is_message()         ? "commit"
                                                            : "blob";
  return fmt::format("{} {}: {}", what, blob.id.short_hex(), why);
}

WholeReports BlobWorker::scan_bytes(const BlobToScan& blob,
                                    std::unique_ptr<const ByteSource> bytes) {
  return whole_reports(blob.is_message() ? *of_messages : pipeline,
                       {.path = std::string(blob.path)}, std::move(bytes));
}

// Returns whether the scan read all of the text and found nothing to report. A
// finding that a baseline or an allow comment suppresses is something: it may
// count later, and its count is reported.
bool is_clean(const WholeReports& whole, const BlobFacts& facts) {
  Counts rest = whole.scanned.counts;
  rest.files = rest.members = rest.bytes = rest.binary = 0;
  // These follow from the text and the configuration alone.
  rest.prefiltered = rest.below_confidence = rest.allowlisted = 0;
  return whole.reports.empty() && whole.scanned.whole && !facts.failed &&
         facts.stand_in == StandIn::kNone && rest == Counts();
}

void BlobWorker::tell(const BlobToScan& blob, std::size_t index,
                      WholeReports whole) {
  if (is_clean(whole, facts)) scanned->tell_clean(index);
  if (blob.is_message()) {
    whole.scanned.counts.files = 0;
    whole.scanned.counts.binary = 0;
  } else {
    if (facts.stand_in == StandIn::kLfsPointer)
      scanned->add_lfs_pointer(blob.path);
    if (facts.stand_in == StandIn::kGitCrypt) scanned->add_encrypted(blob.path);
  }
  tally.add(whole.scanned.counts);
  for (auto& report : whole.reports) {
    report->where = blob.where;
    scanned->tell(index, std::move(report));
  }
}

// Whether it lies in a pack and could be read there.
bool BlobWorker::scan_packed(const BlobToScan& blob, std::size_t index) {
  std::optional<ObjectReader::Object> object = packed->read(blob.id);
  if (!object) return false;
  const PackedKind wanted = blob.where == GitText::kTag ? PackedKind::kTag
                            : blob.is_message()         ? PackedKind::kCommit
                                                        : PackedKind::kBlob;
  if (object->kind != wanted) {
    scanned->tell_incomplete(index, blob.path, unread(blob, kOtherKind));
    return true;
  }
  facts = {};
  const std::size_t begin =
      blob.is_message() ? message_begin(object->bytes->view()) : 0;
  tell(blob, index,
       scan_bytes(blob, std::make_unique<PackedBlobBytes>(
                            std::move(object->bytes), &facts, begin)));
  return true;
}

// Whether the stream goes on.
bool BlobWorker::scan_one(BlobStream& stream, const BlobStream::Head& head,
                          const BlobToScan& blob, std::size_t index,
                          bool is_first) {
  if (head.kind == BlobStream::Kind::kMissing) {
    scanned->tell_incomplete(index, blob.path,
                             unread(blob, "the repository does not have it"));
    return true;
  }
  if (blob.is_message() == (head.kind == BlobStream::Kind::kBlob)) {
    scanned->tell_incomplete(index, blob.path, unread(blob, kOtherKind));
    return true;
  }
  facts = {};
  std::unique_ptr<const ByteSource> bytes;
  if (blob.is_message()) {
    auto message = open_message(&stream, head.size, &facts);
    if (!message && facts.failed && !is_first) return false;
    if (!message) {
      scanned->tell_incomplete(index, blob.path,
                               unread(blob, message.error().message));
      return true;
    }
    bytes = *std::move(message);
  } else {
    bytes = std::make_unique<BlobBytes>(&stream, head.size, &facts);
  }
  WholeReports whole = scan_bytes(blob, std::move(bytes));
  if (facts.failed && !is_first && !tools.interrupted()) return false;
  tell(blob, index, std::move(whole));
  return true;
}

// How many of the blobs `left` the stream has given an answer for.
std::size_t BlobWorker::scan_some(BlobStream& stream, const TextList& texts,
                                  std::span<const std::size_t> left) {
  for (std::size_t at = 0; at < left.size(); ++at) {
    if (tools.interrupted()) return at;
    const Result<BlobStream::Head> head = stream.next();
    if (!head || head->kind == BlobStream::Kind::kEnd) return at;
    if (!scan_one(stream, *head, texts.at(left[at]), left[at], at == 0))
      return at;
    if (facts.failed) return at + 1;
  }
  return left.size();
}

void BlobWorker::ask_git(const GitWorkdir& place, const TextList& texts,
                         std::span<const std::size_t> left) {
  std::vector<ObjectId> ids;
  for (const std::size_t at : left) ids.push_back(texts.at(at).id);
  for (std::size_t done = 0; done < ids.size() && !tools.interrupted();) {
    Result<BlobStream> stream =
        BlobStream::start(place, std::span(ids).subspan(done));
    std::string why;
    if (stream) {
      const std::size_t some = scan_some(*stream, texts, left.subspan(done));
      done += some;
      if (some > 0) continue;
      why = stream->complaint();
    } else {
      why = stream.error().message;
    }
    if (tools.interrupted()) return;
    const BlobToScan blob = texts.at(left[done]);
    scanned->tell_incomplete(
        left[done], blob.path,
        unread(blob, why.empty() ? "git cannot read it" : why));
    ++done;
  }
}

void BlobWorker::scan(const GitWorkdir& place, const TextList& texts,
                      ItemRange batch) {
  std::vector<std::size_t> left;
  for (std::size_t at = batch.begin; at < batch.end; ++at) {
    if (tools.interrupted()) return;
    if (!scan_packed(texts.at(at), at)) left.push_back(at);
  }
  ask_git(place, texts, left);
}

}  // namespace

void ScannedTexts::tell(std::size_t index, std::unique_ptr<FileReport> report) {
  const std::lock_guard lock(mutex_);
  on_report_(index, std::move(report));
}

void ScannedTexts::tell_clean(std::size_t index) {
  if (!on_clean_) return;
  const std::lock_guard lock(mutex_);
  on_clean_(index);
}

void ScannedTexts::tell_incomplete(std::size_t index, std::string_view path,
                                   std::string reason) {
  auto report = std::make_unique<FileReport>();
  report->location = std::string(path);
  report->incomplete = std::move(reason);
  tell(index, std::move(report));
}

void ScannedTexts::add_lfs_pointer(std::string_view path) {
  const std::lock_guard lock(mutex_);
  lfs_pointers_.emplace_back(path);
}

void ScannedTexts::add_encrypted(std::string_view path) {
  const std::lock_guard lock(mutex_);
  encrypted_.emplace_back(path);
}

void ScannedTexts::close(std::uint64_t place, Coverage* coverage) {
  const auto tell = [&](Note::About about, std::vector<std::string>* paths) {
    if (paths->empty()) return;
    Note note(about, 0);
    note.names = std::move(*paths);
    note.place = {NoteStage::kRepository, place};
    coverage->notes.push_back(std::move(note));
  };
  tell(Note::About::kLfs, &lfs_pointers_);
  tell(Note::About::kGitCrypt, &encrypted_);
}

Result<void> scan_blobs(const GitWorkdir& place, const ObjectStore& packs,
                        const TextList& texts, const ScanTools& tools,
                        ScannedTexts* scanned) {
  return run_batches<BlobWorker>(
      texts.count,
      items_in_batch(texts.count, tools.workers, kMinBlobs, kMaxBlobs),
      tools.workers,
      [&](std::size_t worker) {
        wait_for_more_at_a_time();
        return BlobWorker(tools, packs, worker, scanned);
      },
      [&](ItemRange batch, BlobWorker& worker) {
        worker.scan(place, texts, batch);
      });
}

Result<void> scan_work_files(const GitWorkdir& place,
                             std::span<const std::string> paths,
                             const ScanTools& tools, ScannedTexts* scanned) {
  const FileSystem& fs = posix_file_system();
  const int copy = ::fcntl(place.directory, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return fail_errno(errno, "the repository's directory");
  const auto root =
      std::make_shared<const WalkRoot>(fs, std::string(), std::string(), false,
                                       Links::kRefuse, FileIdentity{}, copy);
  struct FileWorker {
    Tally& tally;
    Pipeline pipeline;
  };
  return run_batches<FileWorker>(
      paths.size(),
      items_in_batch(paths.size(), tools.workers, kMinBlobs, kMaxBlobs),
      tools.workers,
      [&](std::size_t worker) {
        Tally& tally = tools.tallies.of(worker);
        return FileWorker{tally, Pipeline(&fs, tools.engine, tools.judge,
                                          tools.options, &tally.bytes)};
      },
      [&](ItemRange batch, FileWorker& worker) {
        for (std::size_t at = batch.begin; at < batch.end; ++at) {
          if (tools.interrupted()) return;
          WholeReports whole = whole_reports(
              worker.pipeline, {paths[at], FileToScan::Source::kTree, root});
          worker.tally.add(whole.scanned.counts);
          for (auto& report : whole.reports)
            scanned->tell(at, std::move(report));
        }
      });
}

}  // namespace sluice
