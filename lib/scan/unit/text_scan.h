// Scans texts one after another: a file, or the members of an archive. All of
// them have one report port, and the counts are added up.
//
// A scan of a text has three steps: begin() names it, read() fills the first
// view, and find() with end() does the rest. So the caller can look at the
// first view before it decides how to scan the text.
//
// Thread-safety: one worker's. Ownership: refers to the pipeline and the port.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/leftover.h"
#include "finding/finding.h"
#include "fs/byte_source.h"
#include "match/engine.h"
#include "scan/report/collector.h"
#include "scan/text/lost_ranges.h"
#include "scan/text/position_cursor.h"
#include "scan/unit/pipeline.h"
#include "scan/value/counts.h"
#include "scan/value/report_port.h"
#include "scan/value/subject.h"

namespace sluice {

// How far a text was read, and why not further.
struct TextEnd {
  std::uint64_t end = 0;   // in bytes of the file
  std::string incomplete;  // empty if it came as far as asked, or to the end
  bool no_room = false;
  bool paused = false;      // Collector::goes_on(): `end` was not yet searched
  bool unreadable = false;  // TextReader::stopped()
};

// Puts `reason` before the ones that are there, because it is more important.
void add_reason(std::string reason, std::string* incomplete);

// Names the container that is not opened and that `head` begins, half a sentence;
// empty if it is none.
std::string closed_container(std::string_view head);

// Why rules were given up in the file; empty if none was.
std::string gave_up_reason(const FileMatch& match);

// Finds secrets that begin in a stretch of a file whose head is known. If
// `lost` is null, the stretch ends at the first byte that cannot be read.
TextEnd find_in_stretch(Pipeline& pipeline, const Finder::Text& text,
                        const ByteSource& bytes, const FileHead& head,
                        std::uint64_t begin, std::uint64_t end,
                        LostRanges* lost);

class TextScan {
 public:
  // How a text is counted. kOutside: bytes of an archive that belong to none of
  // its members, which count for the archive.
  enum class As : std::uint8_t { kFile, kMember, kOutside };

  TextScan(Pipeline& pipeline, ReportPort& port)
      : pipeline_(pipeline), port_(port) {}

  // Begins the report of a text. With `by_path`, rules that report a file by
  // its path are applied.
  void begin(Subject subject, bool by_path = true);
  const Subject& subject() const { return subject_; }

  // Whether the configuration's prefilter excludes the path. That is counted.
  bool is_prefiltered(std::string_view judged);

  // Begins to read the text, and returns its first view. `head` is the part of
  // it that was read before. If the text is a file of a kind that is a finding
  // by itself, find() adds that.
  std::string_view read(const ByteSource& bytes, std::string_view head = {});

  // Finds everything in the text that read() began. `not_opened` is the reason
  // why an archive is scanned as the text that it is; it may be empty. `places`
  // is PositionCursor's.
  TextEnd find(std::string not_opened,
               const std::vector<TextPlace>* places = nullptr);

  // Ends the report of a text after find(). `whole`: whether it was read in
  // full.
  ScanEnd end(TextEnd read, bool whole, As as);

  // Returns these findings, and forgets them: for an archive, whose members come
  // before its own report.
  std::vector<Finding> take_by_kind() { return std::exchange(by_kind_, {}); }

  // Ends the report of an archive, after those of its members. `whole`: whether
  // it was read in full.
  ScanEnd end_archive(std::string incomplete, bool whole, As as);

  // Ends a report without reading the text.
  ScanEnd end_unread(std::string incomplete);

  // Returns the counts so far. The caller must drop the counts if the scan ends
  // with kNoRoom.
  Counts& counts() { return counts_; }
  Scanned scanned(ScanEnd end) const;

  Pipeline& pipeline() { return pipeline_; }

 private:
  void count(bool binary, bool whole, As as);

  Pipeline& pipeline_;
  ReportPort& port_;
  Subject subject_;
  std::vector<Finding> by_kind_;  // of the text that was read last
  bool is_pdf_ = false;           // the text that was read last
  Counts counts_;
};

}  // namespace sluice
