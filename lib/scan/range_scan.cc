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
  void add_doubt(std::string) override {}
  void note_blocks(const View& view) override { parts_.note_blocks(view); }
  bool advance(std::uint64_t frontier) override {
    return parts_.advance(frontier);
  }

 private:
  ReportParts& parts_;
};

std::optional<std::uint64_t> first_of(std::optional<std::uint64_t> a,
                                      std::optional<std::uint64_t> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
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
  if (judge_->leaves_out(judged_)) {
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
  if (is_first) {
    tally_->binary += head.binary ? 1 : 0;
    tally_->pdf += is_pdf_ ? 1 : 0;
  }
  is_pdf_ = false;

  const std::uint64_t size = bytes->size();
  const std::uint64_t begin = std::max<std::uint64_t>(range.begin, head.mark);
  const std::uint64_t end = std::min(range.end, size);
  const std::uint64_t from = std::max<std::uint64_t>(
      range.from.value_or(context_of(begin)), head.mark);
  match_.begin(judged_, head.binary);
  engine_->read_head({buffer_.get(), filled}, match_);
  if (from > head.mark) {
    const FileMatch of_head = match_;
    match_.begin_within(of_head, from);
  }

  for (const std::string_view rule : range.keywords)
    engine_->note_keyword(rule, match_);

  LostRanges lost;
  BesideCollector beside(parts_);
  PositionCursor before(from, {1, 1});
  // As if all before it were one line, so that there is room on that line for
  // what is shown of it.
  PositionCursor places(begin, {1, range.begin + 1});
  const auto stretch = [&](std::uint64_t first, std::uint64_t last,
                           PositionCursor& cursor, Collector& found) {
    if (first >= last) return Read{.end = first};
    const std::uint64_t context =
        first - std::min<std::uint64_t>(first - head.mark, kLeftContext);
    return read_stretch(
        {parts_.path(), judged_, match_, cursor, found, context, first, last},
        *bytes, head, &lost);
  };
  stretch(from, begin, before, beside);
  Read read = stretch(begin, end, places, parts_);
  result.place = places.place();
  result.open_since =
      first_of(Engine::table_since(match_), parts_.block_since());
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
