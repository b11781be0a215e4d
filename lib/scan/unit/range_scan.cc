// A range is scanned as three stretches of the file, one after another with the
// same state, like the chunks of a large file that are scanned in their turn:
//
//   | context before | the range | a little after it |
//
// Findings in the outer two are not reported. They take part in the decisions
// about the others (which of two that share bytes covers the other), and they
// are masked in the text that is shown near the borders.
//
// Rejected: to drop what begins outside of the range as soon as it is matched.
// Then a finding that reaches across the border would cover nothing that begins
// after the border.

#include "scan/unit/range_scan.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "match/plan/plan.h"
#include "scan/report/collector.h"
#include "scan/unit/archive_scan.h"
#include "scan/unit/file_scan.h"
#include "scan/unit/text_scan.h"

namespace sluice {
namespace {

static_assert(kRangeAlignment == kMaxSpan);

// Findings that begin up to so many bytes after the range decide about those in
// it.
constexpr std::uint64_t kBehind = 64 * 1024;

// Adds the findings beside the range to the report of the file.
class BesideCollector final : public Collector {
 public:
  explicit BesideCollector(ReportParts& parts) : parts_(parts) {}

  void add(Finding&& finding) override {
    finding.is_beside = true;
    parts_.add(std::move(finding));
  }
  void add_dropped(Dropped) override {}
  void add_allowed(AllowedSpan span) override {
    span.is_beside = true;
    parts_.add_allowed(span);
  }
  void add_comment_doubts(const AllowDoubts&) override {}
  void add_doubt(std::string) override {}
  void add_unread(std::string) override {}
  void add_failed_filters(std::uint64_t) override {}
  void add_left_out(std::uint64_t count) override {
    parts_.add_left_out(count);
  }
  void note_blocks(const View& view) override { parts_.note_blocks(view); }
  bool blocks_name_rules() const override { return parts_.blocks_name_rules(); }
  bool advance(std::uint64_t frontier) override {
    return parts_.advance(frontier);
  }
  bool may_hold(std::uint64_t bytes) override { return parts_.may_hold(bytes); }

 private:
  ReportParts& parts_;
};

// The bytes at the beginning of a table that name its columns.
constexpr std::uint64_t kHead = 64 * 1024;

std::optional<OpenSince> open_since(std::vector<std::uint64_t> begins,
                                    const std::vector<std::uint64_t>& more) {
  begins.insert(begins.end(), more.begin(), more.end());
  if (begins.empty()) return std::nullopt;
  const auto [first, last] = std::ranges::minmax(begins);
  return OpenSince{first, last};
}

// Whether the file, whose head was read, may be scanned in ranges. A file that
// only begins as an archive is not cut either.
bool is_cut(const Pipeline& pipeline, const ByteSource& bytes,
            std::string_view head) {
  return pipeline.views.reader().head().encoding == TextEncoding::kBytes &&
         !packing_in(pipeline, bytes, head) && !pipeline.parts.judges_whole();
}

// One range of a file that is cut.
class RangeScan {
 public:
  RangeScan(Pipeline& pipeline, const Subject& subject, const ByteSource& bytes,
            const FileRange& range)
      : pipeline_(pipeline),
        judged_(subject.judged),
        bytes_(bytes),
        head_(pipeline.views.reader().head()),
        range_(range),
        begin_(std::max<std::uint64_t>(range.begin, head_.mark)),
        end_(std::min<std::uint64_t>(range.end, bytes.size())),
        from_(std::max<std::uint64_t>(context_of(begin_), head_.mark)),
        first_(!range.open
                   ? from_
                   : std::clamp<std::uint64_t>(
                         range.open->first / kRangeAlignment * kRangeAlignment,
                         head_.mark, from_)),
        beside_(pipeline.parts) {}

  // `head_text` is the first view of the file.
  RangeEnd scan(std::string_view head_text, Counts counts) {
    pipeline_.parts.set_file_size(bytes_.size());
    begin_match(head_text);
    PositionCursor there(first_, {1, 1});
    PositionCursor before(from_, {1, 1});
    // All text before the range counts as one line, so that the column leaves
    // room for the part of that line that is shown.
    PositionCursor places(begin_, {1, range_.begin + 1});
    // This part contains the beginning of everything that is open. Nothing ends
    // between it and the context.
    if (range_.open)
      find(first_, std::min(range_.open->last + kHead, from_), there, beside_);
    find(from_, begin_, before, beside_);
    TextEnd read = find(begin_, end_, places, pipeline_.parts);
    RangeEnd result;
    result.place = places.place();
    result.open = open_since(Engine::tables_since(pipeline_.match),
                             pipeline_.parts.blocks_since());
    if (read.end == end_ && read.incomplete.empty())
      find(end_, std::min<std::uint64_t>(end_ + kBehind, bytes_.size()), places,
           beside_);
    end_report(std::move(read), counts, &result);
    return result;
  }

 private:
  void begin_match(std::string_view head_text) {
    FileMatch& match = pipeline_.match;
    sluice::begin_match(judged_, head_, &match);
    pipeline_.engine.read_head(head_text, match);
    if (first_ > head_.mark) {
      const FileMatch of_head = match;
      match.begin_within(of_head, first_);
    }
    for (const std::string_view rule : range_.keywords)
      pipeline_.engine.note_keyword(rule, match);
  }

  TextEnd find(std::uint64_t begin, std::uint64_t end, PositionCursor& places,
               Collector& found) {
    if (begin >= end) return {.end = begin};
    return find_in_stretch(pipeline_, {judged_, pipeline_.match, places, found},
                           bytes_, head_, begin, end, &lost_);
  }

  void end_report(TextEnd read, Counts counts, RangeEnd* result) {
    const std::uint64_t lost_here = lost_.before(end_) - lost_.before(begin_);
    if (lost_here != 0) add_reason(lost_.reason(), &read.incomplete);
    counts.bytes += read.end - range_.begin - lost_here;
    const bool whole = read.incomplete.empty();
    ReportParts& parts = pipeline_.parts;
    (void)parts.end(std::move(read.incomplete));
    counts += parts.counts();
    result->scanned = {ScanEnd::kDone, whole, counts};
    result->keywords = pipeline_.engine.keywords_seen(pipeline_.match);
    result->undecided.assign(parts.undecided_rules().begin(),
                             parts.undecided_rules().end());
  }

  Pipeline& pipeline_;
  const std::string& judged_;
  const ByteSource& bytes_;
  const FileHead head_;
  const FileRange& range_;
  const std::uint64_t begin_, end_;  // of the range, after the file's mark
  const std::uint64_t from_;         // where its context begins
  const std::uint64_t first_;  // where an open table or block begins, or from_
  BesideCollector beside_;
  LostRanges lost_;
};

}  // namespace

RangeEnd scan_range(Pipeline& pipeline, const FileToScan& file,
                    std::unique_ptr<const ByteSource> bytes,
                    const FileRange& range, ReportPort& port) {
  const bool is_first = range.begin == 0;
  TextScan texts(pipeline, port);
  texts.begin(subject_of(file), is_first);
  RangeEnd result;
  result.is_cut = false;
  const bool prefiltered = texts.is_prefiltered(texts.subject().judged);
  if (prefiltered) {
    if (is_first) result.scanned = texts.scanned(ScanEnd::kDone);
    return result;
  }
  std::string_view head;
  const bool may_cut = bytes->may_seek();
  if (may_cut) head = texts.read(*bytes);
  if (!may_cut || !is_cut(pipeline, *bytes, head)) {
    if (is_first)
      result.scanned = scan(pipeline, {file, std::move(bytes)}, port);
    return result;
  }
  Counts counts;  // of the file, by its first range
  if (is_first) {
    counts = texts.counts();
    counts.binary =
        is_binary(texts.subject().judged, pipeline.views.reader().head()) ? 1
                                                                          : 0;
    counts.pdf = head.starts_with("%PDF-") ? 1 : 0;
  }
  return RangeScan(pipeline, texts.subject(), *bytes, range).scan(head, counts);
}

}  // namespace sluice
