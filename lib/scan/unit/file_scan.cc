#include "scan/unit/file_scan.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "archive/archive_end.h"
#include "base/timed.h"
#include "fs/file_bytes.h"
#include "scan/text/diff_reader.h"
#include "scan/unit/archive_scan.h"
#include "scan/unit/diff_scan.h"
#include "scan/unit/large_file.h"
#include "scan/unit/shared_archive.h"
#include "scan/unit/text_scan.h"

namespace sluice {
namespace {

Result<OpenedFile> open_file(Pipeline& pipeline, const FileToScan& file) {
  const Timed timed(pipeline.time(&StageTimes::open));
  if (file.source == FileToScan::Source::kStandardInput)
    return OpenedFile{.descriptor = 0, .size = 0, .may_wait = true};
  if (file.root) return pipeline.directory.open(file.root, file.path);
  return pipeline.fs->open(file.path, OpenMode::kWait);
}

// Leaves a zip for all workers in `*shared`, if it is large and can be read
// from any place. Takes the bytes then.
bool share_archive(TextScan& texts, Packing packing, Unpacking& unpacking,
                   std::unique_ptr<const ByteSource>& bytes,
                   std::unique_ptr<SharedFile>* shared) {
  const PipelineOptions& options = texts.pipeline().options;
  if (shared == nullptr || packing != Packing::kZip ||
      !texts.pipeline().views.head_text().starts_with('P') ||
      !bytes->may_seek() || bytes->size() <= options.large_bytes)
    return false;
  const std::optional<ZipEnd> zip = zip_end(*bytes);
  const std::uint64_t members = zip ? zip->members : 0;
  if (members < 2 || zip->end != bytes->size() ||
      members > unpacking.bounds().members)
    return false;
  if (!Members::open(*bytes, {}, packing, unpacking)->next()) return false;
  // libarchive keeps less than this for a member.
  constexpr std::uint64_t kOfMember = 256;
  ArchiveTools& tools = *options.archives;
  const std::uint64_t list = members * kOfMember;
  if (!tools.memory.reserve_lists(list * tools.workers)) return false;
  *shared = std::make_unique<SharedArchive>(texts.subject(), std::move(bytes),
                                            packing, members, tools, list);
  return true;
}

// Scans the archive that was read. Returns nothing if it must be scanned as it
// is; `*not_opened` is the reason then.
std::optional<ScanEnd> scan_archive(TextScan& texts, Packing packing,
                                    std::unique_ptr<const ByteSource>& bytes,
                                    std::unique_ptr<SharedFile>* shared,
                                    std::string* not_opened) {
  Pipeline& pipeline = texts.pipeline();
  ArchiveTools& tools = *pipeline.options.archives;
  std::string head;
  if (!bytes->may_seek()) head = pipeline.views.head_text();
  UnpackedCounts unpacked;
  Unpacking unpacking(tools.bounds, tools.memory, {unpacked, tools.unpacked},
                      bytes->size(), std::chrono::steady_clock::now());
  if (share_archive(texts, packing, unpacking, bytes, shared))
    return ScanEnd::kShared;
  ArchiveScan archive(texts, unpacking);
  const std::optional<ScanEnd> end =
      archive.scan(*bytes, std::move(head), packing);
  if (end == ScanEnd::kNoRoom) unpacking.take_back();
  *not_opened = archive.not_opened();
  return end;
}

// Scans the compressed streams in the text that was read, which must still be
// scanned if nothing is returned. `*shareable` is false then if reports of
// members came before it, which a shared file has not; `*incomplete` is why not
// all streams were scanned.
std::optional<ScanEnd> scan_streams(TextScan& texts, const ByteSource& bytes,
                                    bool* shareable, std::string* incomplete) {
  ArchiveTools& tools = *texts.pipeline().options.archives;
  UnpackedCounts unpacked;
  Unpacking unpacking(tools.bounds, tools.memory, {unpacked, tools.unpacked},
                      bytes.size(), std::chrono::steady_clock::now());
  ArchiveScan archive(texts, unpacking);
  const std::string_view head = texts.pipeline().views.head_text();
  const Subject subject = texts.subject();
  bool any = false;
  std::optional<ScanEnd> end;
  if (!bytes.may_seek()) {
    end = archive.scan_plain(bytes, head);
  } else if (const ScanEnd of_streams =
                 archive.scan_streams(bytes, head, &any, incomplete);
             of_streams != ScanEnd::kDone) {
    end = of_streams;
  }
  if (end == ScanEnd::kNoRoom) unpacking.take_back();
  if (end || !any) return end;
  *shareable = false;
  texts.begin(subject);
  texts.pipeline().parts.set_file_size(bytes.size());
  texts.read(bytes);
  return std::nullopt;
}

// Whether all workers should scan the text that was read, in chunks. In UTF-16,
// the places of findings in chunks would be unknown.
bool is_large(const Pipeline& pipeline, const ByteSource& bytes) {
  const TextReader& reader = pipeline.views.reader();
  return bytes.may_seek() && bytes.size() > pipeline.options.large_bytes &&
         reader.head().encoding == TextEncoding::kBytes && !reader.at_end();
}

// `head` is the part of the file that was read before. `diff_port` takes the
// reports of a diff; null if diffs are texts like others.
ScanEnd scan_bytes(TextScan& texts, std::unique_ptr<const ByteSource> bytes,
                   std::string_view head, std::unique_ptr<SharedFile>* shared,
                   ReportPort* diff_port) {
  Pipeline& pipeline = texts.pipeline();
  if (bytes->may_seek()) pipeline.parts.set_file_size(bytes->size());
  std::string_view text = texts.read(*bytes, head);
  if (diff_port != nullptr && begins_as_diff(text)) {
    std::string begin;
    if (!bytes->may_seek()) begin = pipeline.views.head_text();
    return scan_diff(texts, *bytes, std::move(begin), *diff_port);
  }
  std::string not_opened;
  if (const auto packing = packing_in(pipeline, *bytes, text)) {
    if (const auto end =
            scan_archive(texts, *packing, bytes, shared, &not_opened))
      return *end;
    std::string read;  // not twice, if it cannot be
    if (!bytes->may_seek()) read = pipeline.views.head_text();
    text = texts.read(*bytes, read);
    if (looks_like_text(text)) not_opened.clear();
  } else if (may_have_streams(pipeline, text)) {
    bool shareable = true;
    const std::optional<ScanEnd> end =
        scan_streams(texts, *bytes, &shareable, &not_opened);
    if (end) return *end;
    if (!shareable) shared = nullptr;
  }
  if (shared != nullptr && not_opened.empty() && is_large(pipeline, *bytes)) {
    const std::string judged = texts.subject().judged;
    pipeline.match.begin(judged, false);
    std::vector<Finding> by_path =
        pipeline.finder.find_by_path(judged, pipeline.match);
    for (Finding& finding : texts.take_by_kind())
      by_path.push_back(std::move(finding));
    *shared = std::make_unique<LargeFile>(
        pipeline, texts.subject(), std::move(bytes), text, std::move(by_path));
    return ScanEnd::kShared;
  }
  TextEnd read = texts.find(std::move(not_opened));
  const bool whole = read.incomplete.empty();
  return texts.end(std::move(read), whole, TextScan::As::kFile);
}

}  // namespace

Subject subject_of(const FileToScan& file) {
  if (file.root)
    return {file.root->reported(file.path),
            std::string(file.root->not_reported()),
            std::string(file.root->judged(file.path))};
  return {file.path, file.not_reported,
          file.judged.empty() ? file.path : file.judged};
}

Scanned scan(Pipeline& pipeline, Source source, ReportPort& port,
             std::unique_ptr<SharedFile>* shared) {
  const FileToScan& file = source.file;
  TextScan texts(pipeline, port);
  texts.begin(subject_of(file), file.problem.empty());
  if (!file.problem.empty())
    return texts.scanned(texts.end_unread(file.problem));
  std::string_view head;
  if (source.bytes == nullptr) {
    const FileAhead* const ahead = source.ahead;
    const Result<OpenedFile> opened = ahead != nullptr && ahead->opened
                                          ? *ahead->opened
                                          : open_file(pipeline, file);
    if (!opened) return texts.scanned(texts.end_unread(opened.error().message));
    source.bytes = std::make_unique<FileBytes>(
        *pipeline.fs, *opened,
        file.source != FileToScan::Source::kStandardInput);
    if (ahead != nullptr) head = {ahead->head.get(), ahead->head_size};
  }
  if (texts.is_prefiltered(texts.subject().judged))
    return texts.scanned(texts.end_unread(""));
  const bool may_be_diff = pipeline.options.choices.reads_diffs &&
                           file.source == FileToScan::Source::kStandardInput;
  return texts.scanned(scan_bytes(texts, std::move(source.bytes), head, shared,
                                  may_be_diff ? &port : nullptr));
}

}  // namespace sluice
