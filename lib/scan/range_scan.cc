// A range is scanned as three stretches of the file, one behind the other with
// the same state, as a large file's chunks are when they come in order
// (large_file.h): the context before, the range itself, and a little behind it.
// What the outer two bring decides with the rest, which covers which of findings
// that share bytes, and masks what is shown near the borders; it is not reported.
//
// Rejected: to leave out what begins outside of the range as soon as it is
// matched. Then a finding that reaches across the border would hide nothing that
// begins behind it.

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "match/plan/plan.h"
#include "scan/pipeline.h"

namespace sluice {
namespace {

static_assert(kRangeAlignment == kMaxSpan);

// How far behind the range findings may begin that decide about those in it.
constexpr std::uint64_t kBehind = 64 * 1024;

// Gives on to a file's report what is found beside the range.
class BesideCollector final : public Collector {
 public:
  explicit BesideCollector(ReportParts& parts) : parts_(parts) {}

  void add(Finding finding) override {
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
  void add_failed_filters(std::uint64_t) override {}
  void add_left_out(std::uint64_t count) override {
    parts_.add_left_out(count);
  }
  void note_blocks(const View& view) override { parts_.note_blocks(view); }
  bool advance(std::uint64_t frontier) override {
    return parts_.advance(frontier);
  }
  bool may_hold(std::uint64_t bytes) override { return parts_.may_hold(bytes); }

 private:
  ReportParts& parts_;
};

// Bytes from where a table begins that name its columns.
constexpr std::uint64_t kHead = 64 * 1024;

std::optional<OpenSince> open_since(std::vector<std::uint64_t> begins,
                                    const std::vector<std::uint64_t>& more) {
  begins.insert(begins.end(), more.begin(), more.end());
  if (begins.empty()) return std::nullopt;
  const auto [first, last] = std::ranges::minmax(begins);
  return OpenSince{first, last};
}

}  // namespace

// Whether what is at hand, whose head is in the buffer, may be scanned in
// ranges. What only begins as an archive does is not cut either.
bool Pipeline::is_cut(const ByteSource& bytes, std::size_t filled) const {
  return bytes.may_seek() && reader_.head().encoding == TextEncoding::kBytes &&
         !packing(bytes, filled) && !parts_.judges_whole();
}

RangeEnd Pipeline::scan_range(const FileToScan& file,
                              std::unique_ptr<const ByteSource> bytes,
                              const FileRange& range, ReportPort& port) {
  port_ = &port;
  parts_.begin(file.path, file.not_reported, match_, port);
  judged_ = file.judged.empty() ? file.path : file.judged;
  const bool is_first = range.begin == 0;
  begin_matching(is_first);
  RangeEnd result;
  const Filters::Answer prefilter = judge_->prefilter(judged_);
  if (is_first && prefilter.failed) ++tally_->failed_prefilters;
  if (prefilter.drops) {
    tally_->prefiltered += is_first ? 1 : 0;
    result.is_cut = false;
    return result;
  }
  const std::size_t filled = begin_reading(*bytes, {});
  const FileHead head = reader_.head();
  if (!is_cut(*bytes, filled)) {
    const std::uint64_t whole = tally_->files;
    if (is_first) scan_bytes(std::move(bytes), {});
    result.is_cut = false;
    result.is_whole = tally_->files != whole;
    return result;
  }
  parts_.set_file_size(bytes->size());
  if (is_first) {
    tally_->binary += head.binary ? 1 : 0;
    tally_->pdf += is_pdf_ ? 1 : 0;
  }
  is_pdf_ = false;

  const std::uint64_t size = bytes->size();
  const std::uint64_t begin = std::max<std::uint64_t>(range.begin, head.mark);
  const std::uint64_t end = std::min(range.end, size);
  const std::uint64_t from =
      std::max<std::uint64_t>(context_of(begin), head.mark);
  std::uint64_t first = from;
  if (range.open)
    first = std::clamp<std::uint64_t>(
        range.open->first / kRangeAlignment * kRangeAlignment, head.mark, from);
  match_.begin(judged_, head.binary);
  engine_->read_head({buffer_.get(), filled}, match_);
  if (first > head.mark) {
    const FileMatch of_head = match_;
    match_.begin_within(of_head, first);
  }

  for (const std::string_view rule : range.keywords)
    engine_->note_keyword(rule, match_);

  LostRanges lost;
  BesideCollector beside(parts_);
  PositionCursor there(first, {1, 1});
  PositionCursor before(from, {1, 1});
  // As if all before it were one line, so that there is room on that line for
  // what is shown of it.
  PositionCursor places(begin, {1, range.begin + 1});
  const auto stretch = [&](std::uint64_t from_here, std::uint64_t to,
                           PositionCursor& cursor, Collector& found) {
    if (from_here >= to) return Read{.end = from_here};
    const std::uint64_t context =
        from_here -
        std::min<std::uint64_t>(from_here - head.mark, kLeftContext);
    return read_stretch(
        {parts_.path(), judged_, match_, cursor, found, context, from_here, to},
        *bytes, head, &lost);
  };
  // As far as all of it has begun; between that and the context nothing ends.
  if (range.open)
    stretch(first, std::min(range.open->last + kHead, from), there, beside);
  stretch(from, begin, before, beside);
  Read read = stretch(begin, end, places, parts_);
  result.place = places.place();
  result.open = open_since(Engine::tables_since(match_), parts_.blocks_since());
  if (read.end == end && read.incomplete.empty())
    stretch(end, std::min(end + kBehind, size), places, beside);

  const std::uint64_t lost_here = lost.before(end) - lost.before(begin);
  if (lost_here != 0) add_reason(lost.reason(), &read.incomplete);
  tally_->bytes += read.end - range.begin - lost_here;
  result.is_whole = read.incomplete.empty();
  (void)parts_.end(std::move(read.incomplete));
  parts_.count(tally_);
  result.keywords = engine_->keywords_seen(match_);
  result.undecided.assign(parts_.undecided_rules().begin(),
                          parts_.undecided_rules().end());
  return result;
}

}  // namespace sluice
