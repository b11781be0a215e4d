// What one worker does with a file: it reads, matches and judges, view by view.
// Thread-safety: a Pipeline belongs to one worker; what it refers to is shared
// and immutable, or says what it allows.
// Memory: one buffer of text (kOwnedBytes and context) and the scratch,
// allocated once; a second buffer once a UTF-16 file was met; and the findings
// that are not handed on yet (report_parts.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/members.h"
#include "archive/packing.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/read_buffer.h"
#include "decode/coding.h"
#include "finding/finding.h"
#include "fs/byte_source.h"
#include "fs/file_system.h"
#include "fs/read_ahead.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "scan/archive_tools.h"
#include "scan/collector.h"
#include "scan/decoded_text.h"
#include "scan/file_range.h"
#include "scan/file_task.h"
#include "scan/large_file.h"
#include "scan/position_cursor.h"
#include "scan/report_parts.h"
#include "scan/report_port.h"
#include "scan/shared_archive.h"
#include "scan/shared_file.h"
#include "scan/stage_times.h"
#include "scan/subject.h"
#include "scan/tally.h"
#include "scan/text_reader.h"
#include "walk/last_directory.h"

namespace sluice {

// How many bytes of a file one view owns: small enough to stay in a core's
// cache between reading and matching, large enough that the context around it,
// which is matched twice, does not matter.
inline constexpr std::size_t kOwnedBytes = 512 * 1024;

struct PipelineOptions {
  ReportChoice report;
  // How much of each secret reports mask, in percent, if that was asked for.
  std::optional<unsigned> redact;
  // How many encodings deep secrets are looked for (scan/decoded_text.h).
  unsigned decode_depth = kDecodeDepth;
  // Ends the file at hand early, as one that was not read in full.
  const Interrupt* interrupt = nullptr;
  // Files of more bytes are given back as SharedFiles. None, unless there are
  // several workers.
  std::uint64_t large_bytes = kNeverLarge;
  // Null: archives are scanned as the binary files that they are.
  ArchiveTools* archives = nullptr;
  // Whether to fill times().
  bool measure = false;
  // Others in tests alone; the first at least kMaxCharacter.
  std::size_t owned_bytes = kOwnedBytes;
  std::uint64_t chunk_bytes = kChunkBytes;

  static constexpr std::uint64_t kNeverLarge = ~std::uint64_t{0};
};

enum class ScanEnd : std::uint8_t {
  kDone,    // all of it was put
  kNoRoom,  // it is to be scanned again when it has its turn
  kShared,  // for all workers to share: take_shared()
};

class Pipeline {
 public:
  // Adds to `*tally`, which belongs to this worker alone. `fs`: where files are
  // opened; null: all that is scanned comes as a ByteSource.
  Pipeline(const FileSystem* fs, const Engine& engine, const Judge& judge,
           Tally* tally, const PipelineOptions& options = {});

  // Scans one file, and puts what there is to report of it into `port`. What is
  // open in `ahead` belongs to the pipeline.
  ScanEnd scan(const FileToScan& file, ReportPort& port,
               const FileAhead& ahead = {});

  // The same for bytes that the caller has; `file` names them.
  ScanEnd scan(const FileToScan& file, std::unique_ptr<const ByteSource> bytes,
               ReportPort& port);

  // Scans a range of a file as if all of it were scanned: what begins in the
  // range is put, with places as if all before it were one line. A file that is
  // not cut (RangeEnd) is put by the range that begins with it. What is cut does
  // not show in Tally::files.
  RangeEnd scan_range(const FileToScan& file,
                      std::unique_ptr<const ByteSource> bytes,
                      const FileRange& range, ReportPort& port);

  const StageTimes& times() const { return times_; }

  // Whether the last file's first bytes were not in memory.
  bool waited() const { return reader_.waited().value_or(false); }

  // What the last scan() gave back.
  std::unique_ptr<SharedFile> take_shared() { return std::move(shared_); }

  // Matches a chunk of a large file by itself; not at all where it cannot be
  // read, or the findings find no room in `reports`.
  std::unique_ptr<ChunkResult> scan_chunk(LargeFile& file, std::uint64_t index,
                                          OrderedReports& reports);

  // Brings a chunk's findings to the report of a large file, whose turn it is.
  void take_chunk(LargeFile& file, std::uint64_t index);

  // Scans a step of a shared archive, and puts the reports of its members into
  // `port`. `alone`: SharedArchive::reader_for(). kNoRoom: it is to be scanned
  // again.
  ScanEnd scan_part(SharedArchive& archive, std::uint64_t step, bool alone,
                    ArchivePart* part, ReportPort& port);

  // Puts the report of the archive itself, behind those of its members.
  // `all_members`: they all were scanned.
  void end_archive(const Subject& archive, bool all_members,
                   std::string incomplete, ReportPort& port);

  // Scans what belongs to none of the shared archive's members, which `ranges`
  // belong to. `*part` says how far that went.
  void scan_gaps(SharedArchive& archive, std::vector<ByteRange> ranges,
                 ArchivePart* part, ReportPort& port);

  // Puts one more sentence behind those that are there, if it is not.
  static void add_sentence(std::string sentence, std::string* text);

 private:
  static constexpr std::uint64_t kToItsEnd = ~std::uint64_t{0};

  // A stretch of a file's text, and where its findings go.
  struct Stretch {
    const std::string& path;
    const std::string& judged;  // WalkRoot::judged()
    FileMatch& match;
    PositionCursor& places;
    Collector& found;
    std::uint64_t origin;  // where the buffer begins in the text
    std::uint64_t begin;   // where the stretch begins: at it, or behind context
    std::uint64_t end;     // where it ends, or the text does
  };

  // Where reading came to, and why it did not go on.
  struct Read {
    std::uint64_t end = 0;
    std::string incomplete;  // empty: as far as asked for, or to the file's end
    bool no_room = false;
    bool unreadable = false;  // TextReader::stopped()
  };

  // Of several reasons, the first that was met stands first.
  static void add_reason(std::string reason, std::string* incomplete);
  Result<OpenedFile> open(const FileToScan& file);
  void begin(const FileToScan& file, ReportPort& port);
  void begin(const Subject& subject, bool by_path = true);
  void begin_matching(bool by_path);
  std::size_t begin_reading(const ByteSource& bytes, std::string_view head);
  ScanEnd end_early(std::string incomplete);
  bool is_prefiltered(std::string_view judged);
  ScanEnd scan_bytes(std::unique_ptr<const ByteSource> bytes,
                     std::string_view head);
  ScanEnd scan_opened(std::size_t filled,
                      const std::vector<TextPlace>* outside = nullptr);
  std::optional<Packing> packing(const ByteSource& bytes,
                                 std::size_t filled) const;
  std::optional<ScanEnd> scan_packed(std::unique_ptr<const ByteSource>& bytes,
                                     std::size_t filled, Packing packing);
  bool share(std::unique_ptr<const ByteSource>& bytes, Packing packing);
  std::optional<ScanEnd> scan_held(const ByteSource& bytes, std::string head,
                                   Packing packing);
  // Members of a zip that its directory does not list.
  struct ZipPart {
    bool has_next = false;  // a member that it lists stands behind them
    std::uint64_t end = 0;  // where in the part reading ended
  };
  std::optional<ScanEnd> scan_members(const ByteSource& bytes,
                                      std::string_view head, Packing packing,
                                      ZipPart* part = nullptr);
  ScanEnd scan_rest(const Subject& outer, const ByteSource& bytes,
                    Packing packing, Members& members, bool behind,
                    std::string* incomplete);
  ScanEnd scan_behind(const Subject& outer, const ByteSource& bytes,
                      Packing packing, Members& members,
                      std::string* incomplete);
  ScanEnd scan_outside(const Subject& outer, const ByteSource& bytes,
                       std::size_t filled, std::uint64_t at,
                       std::optional<Packing> as, std::string* incomplete);
  ScanEnd scan_gaps(const Subject& outer, const ByteSource& bytes,
                    Packing packing, std::vector<ByteRange> ranges,
                    std::string* incomplete);
  ScanEnd scan_gap(const Subject& outer, const ByteSource& bytes,
                   Packing packing, ByteRange gap, unsigned* parts,
                   Leftover* rest, std::string* incomplete);
  ScanEnd scan_unlisted(const Subject& outer, const ByteSource& bytes,
                        ByteRange* gap, Leftover* rest,
                        std::string* incomplete);
  bool may_go_on(std::string* incomplete) const;
  ScanEnd add_gap(const Subject& outer, const ByteSource& bytes,
                  Packing packing, ByteRange gap, Leftover* rest,
                  std::string* incomplete);
  ScanEnd scan_leftover(const Subject& outer, Leftover* rest,
                        std::string* incomplete);
  ScanEnd scan_texts(const Subject& outer, Accounting* accounting);
  ScanEnd scan_stream(const Subject& outer, Members& members);
  ScanEnd scan_each(const Subject& outer, Members& members,
                    Result<std::optional<Member>> member, std::uint64_t most,
                    std::string* incomplete);
  ScanEnd scan_member(const Subject& outer, const Member& member,
                      Members& members);
  bool may_name_unread();
  void end_part(ArchivePart* part) const;
  bool is_left_out(const Subject& member);
  void note_members_read(const Subject& archive);
  // Null: it is not measured.
  std::uint64_t* time(std::uint64_t StageTimes::*stage) {
    return options_.measure ? &(times_.*stage) : nullptr;
  }
  std::size_t right_context() const;
  std::size_t fill(std::size_t filled, std::uint64_t most = kToItsEnd);
  bool at_end() const;
  std::string_view read_on(const View& view, std::size_t from,
                           std::size_t size);
  Read read_views(const Stretch& stretch, std::size_t filled);
  static std::uint64_t context_begin(const LargeFile& file,
                                     std::uint64_t index);
  Read read_chunk(const LargeFile& file, std::uint64_t index, FileMatch& match,
                  PositionCursor& places, Collector& found, LostRanges* lost);
  Read read_stretch(const Stretch& stretch, const ByteSource& bytes,
                    const FileHead& head, LostRanges* lost);
  bool is_cut(const ByteSource& bytes, std::size_t filled) const;
  std::vector<Finding> path_findings();
  Verdict judge(const Candidate& candidate, std::string_view path,
                std::string_view text, TextFacts* facts);
  bool judge_view(const View& view, const Stretch& stretch);
  // A cursor that may have left the view.
  struct FarCursor {
    PositionCursor places;
    Position at{};
    bool is_beyond = false;
  };
  bool find_encoded(const View& view, const Stretch& stretch, std::uint64_t end,
                    PositionCursor* places);
  void add_encoded(const View& view, const Stretch& stretch,
                   std::vector<DecodedFinding>& found,
                   const PositionCursor& places);
  Position place_encoded(const View& view, std::uint64_t target,
                         FarCursor* cursor) const;
  void tell_read(std::uint64_t end);
  void count(const FileHead& head, bool whole, const ReportParts& parts);
  Finding make_finding(const Verdict& verdict, const View& view,
                       const Pattern::Match& match,
                       const PositionCursor& places,
                       std::string_view path) const;

  const FileSystem* fs_;
  LastDirectory directory_;
  TextReader reader_;
  std::string judged_;  // of the file at hand, WalkRoot::judged()
  ReportPort* port_ = nullptr;
  // Of the file that is unpacked, with all that lies in it; null: none is.
  Unpacking* unpacking_ = nullptr;
  bool is_pdf_ = false;  // what is at hand
  unsigned depth_ = 0;   // archives around what is at hand
  // What is at hand was unpacked from it, and has no name of its own: an
  // archive that it is has the name of this one. Null: it has one.
  const Subject* unpacked_from_ = nullptr;
  bool of_rpm_ = false;             // from an rpm's payload
  unsigned joined_ = 0;             // archives behind whose ends it stands
  std::uint64_t base_ = 0;          // where it begins in the outermost of these
  std::string inner_incomplete_;    // of the archive in a compressed file
  bool inner_has_no_end_ = false;   // of that one, a tar
  std::string not_opened_;          // why an archive is scanned as it stands
  bool all_members_ = true;         // were scanned of it
  std::size_t unread_members_ = 0;  // of the file that is unpacked
  const Engine* engine_;
  const Judge* judge_;
  Tally* tally_;
  PipelineOptions options_;
  std::size_t capacity_;
  ReadBuffer buffer_;
  // Text behind what is in the buffer that was read for the sake of a long
  // encoded span: what comes next into the buffer.
  std::string ahead_;
  std::string long_text_;  // of such a span
  DecodedText decoded_;
  MatchScratch scratch_;
  FileMatch match_;
  ReportParts parts_;
  std::vector<Candidate> candidates_;
  std::unique_ptr<SharedFile> shared_;
  StageTimes times_;
  // Bytes of the file at hand that the tally has already.
  std::uint64_t told_ = 0;
};

}  // namespace sluice
