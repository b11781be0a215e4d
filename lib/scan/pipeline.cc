// A file is read into one buffer and matched view by view (match/engine.h). A
// file that fits is one view; a larger one is moved through the buffer:
//
//   | left context | owned bytes               | right context |
//                   ^ the next view's left context ends where this view's own
//                     bytes end; what lies from there on is moved to the front
//
// The context is matched twice; at 512 KiB that is at most 8 % of a large file.
//
// A chunk of a large file (large_file.h) is such a stretch, with context
// before its first view and behind its last.
//
// All of this is about the text of the file, which TextReader makes of its
// bytes; the engine takes it for the file. PositionCursor leads back to the
// bytes.

#include "scan/pipeline.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>

#include "base/check.h"
#include "base/timed.h"
#include "finding/fingerprint.h"
#include "finding/mask.h"
#include "finding/size.h"
#include "fs/file_bytes.h"
#include "judge/allow/directive.h"
#include "judge/drop.h"
#include "scan/excerpt.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// By the author of the file or of the configuration: no rule of ours would have
// dropped it.
bool is_allowed(const Verdict& verdict) {
  return verdict.drop == Drop::kDirective ||
         (verdict.drop == Drop::kAllowlist && verdict.allowlist->configured) ||
         (verdict.drop == Drop::kFilter && verdict.excepted);
}

// By its first bytes: characters that texts have. What begins as an archive does
// by chance is text.
bool is_text(std::string_view head) {
  constexpr std::size_t kLook = 2048;
  constexpr std::size_t kLongestCharacter = 4;
  const bool whole = head.size() <= kLook;
  head = head.substr(0, kLook);
  const bool controls = std::ranges::any_of(head, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && (byte < '\t' || byte > '\r') && byte != 0x1B) ||
           byte == 0x7F;
  });
  for (std::size_t cut = 0; !controls && cut < kLongestCharacter; ++cut)
    if (cut <= head.size() && is_utf8(head.substr(0, head.size() - cut)))
      return true;
    else if (whole)
      break;
  return false;
}

bool is_zeros(std::string_view text) {
  return !text.empty() && text.front() == '\0' &&
         std::memcmp(text.data(), text.data() + 1, text.size() - 1) == 0;
}

std::string gave_up_reason(const FileMatch& match) {
  if (!match.gave_up()) return {};
  return fmt::format(
      "rules of the scanned tree's own configuration matched more than {} "
      "times, and one more for each {} bytes: from there on it was scanned "
      "without them",
      kForeignMatches, kBytesAMatch);
}

// The time in which what was found before an interrupt is still judged, counted
// from the first question, in time of this thread: the reader of the report may
// be slow.
class Grace {
 public:
  bool is_over() {
    const std::int64_t time = now();
    if (begin_ < 0) begin_ = time;
    constexpr std::int64_t kNanoseconds = 150'000'000;
    return time - begin_ > kNanoseconds;
  }

 private:
  static std::int64_t now() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  }

  std::int64_t begin_ = -1;
};

// A chunk's findings, as long as there is room for them.
class ChunkCollector final : public Collector {
 public:
  ChunkCollector(const Judge& judge, OrderedReports& reports,
                 ChunkResult& result)
      : judge_(judge), reports_(reports), result_(result) {}

  void add(Finding finding) override {
    size_ += size_of(finding);
    result_.findings.push_back(std::move(finding));
  }
  void add_dropped(Dropped dropped) override {
    size_ += size_of(dropped);
    result_.dropped.push_back(std::move(dropped));
  }
  void add_allowed(AllowedSpan span) override {
    size_ += sizeof span;
    result_.allowed.push_back(span);
  }
  void add_comment_doubts(const AllowDoubts& doubts) override {
    result_.comment_doubts.add(doubts, judge_.rule_ids());
  }
  void add_doubt(std::string half) override {
    if (std::ranges::count(result_.doubts, half) == 0)
      result_.doubts.push_back(std::move(half));
  }
  void add_failed_filters(std::uint64_t count) override {
    result_.failed_filters += count;
  }
  void add_left_out(std::uint64_t count) override { result_.left_out += count; }
  void note_blocks(const View& view) override {
    result_.blocks.note(view.text, view.owned_begin, view.owned_end,
                        view.origin);
  }
  bool advance(std::uint64_t) override {
    constexpr std::uint64_t kStep = 256 * 1024;
    return size_ < room_.cost() + kStep || take_room();
  }
  bool may_hold(std::uint64_t bytes) override {
    constexpr std::uint64_t kMost = 4 * 1024 * 1024;
    return bytes <= kMost;
  }
  bool finish() {
    size_ += result_.blocks.memory();
    if (size_ > room_.cost() && !take_room()) return false;
    result_.room = std::move(room_);
    return true;
  }

 private:
  bool take_room() {
    std::optional<Permit> more = reports_.take_room(size_ - room_.cost());
    if (!more) return false;
    room_.add(std::move(*more));
    return true;
  }

  const Judge& judge_;
  OrderedReports& reports_;
  ChunkResult& result_;
  std::uint64_t size_ = 0;
  Permit room_;
};

}  // namespace

Pipeline::Pipeline(const FileSystem* fs, const Engine& engine,
                   const Judge& judge, Tally* tally,
                   const PipelineOptions& options)
    : fs_(fs),
      directory_(fs),
      reader_(options.interrupt),
      engine_(&engine),
      judge_(&judge),
      tally_(tally),
      options_(options),
      capacity_(kLeftContext + options.owned_bytes + right_context()),
      buffer_(make_read_buffer(capacity_)),
      decoded_(engine, judge,
               {.depth = options.decode_depth,
                .explain = options.report.explain_drops,
                .interrupt = options.interrupt}),
      parts_(fs, engine, judge, options.report) {
  SLUICE_CHECK(options.owned_bytes >= kMaxCharacter);
  if (options.measure) times_.rules.resize(engine.rules().rules().size());
}

Result<OpenedFile> Pipeline::open(const FileToScan& file) {
  const Timed timed(time(&StageTimes::open));
  if (file.source == FileToScan::Source::kStandardInput)
    return OpenedFile{.descriptor = 0, .size = 0, .may_wait = true};
  if (file.root) return directory_.open(file.root, file.path);
  return fs_->open(file.path, OpenMode::kWait);
}

void Pipeline::add_reason(std::string reason, std::string* incomplete) {
  if (reason.empty()) return;
  *incomplete = incomplete->empty() ? std::move(reason)
                                    : std::move(reason) + "; " + *incomplete;
}

ScanEnd Pipeline::scan(const FileToScan& file, ReportPort& port,
                       const FileAhead& ahead) {
  begin(file, port);
  if (!file.problem.empty()) return end_early(file.problem);
  const Result<OpenedFile> opened = ahead.opened ? *ahead.opened : open(file);
  if (!opened) return end_early(opened.error().message);
  auto bytes = std::make_unique<FileBytes>(
      *fs_, *opened, file.source != FileToScan::Source::kStandardInput);
  if (is_prefiltered(judged_)) return end_early("");
  return scan_bytes(std::move(bytes), {ahead.head.get(), ahead.head_size});
}

ScanEnd Pipeline::scan(const FileToScan& file,
                       std::unique_ptr<const ByteSource> bytes,
                       ReportPort& port) {
  begin(file, port);
  if (is_prefiltered(judged_)) return end_early("");
  return scan_bytes(std::move(bytes), {});
}

void Pipeline::begin(const FileToScan& file, ReportPort& port) {
  port_ = &port;
  parts_.begin(
      file.root ? file.root->reported(file.path) : file.path,
      file.root ? std::string(file.root->not_reported()) : file.not_reported,
      match_, port);
  if (file.root)
    judged_ = file.root->judged(file.path);
  else
    judged_ = file.judged.empty() ? file.path : file.judged;
  begin_matching(file.problem.empty());
}

// `by_path`: rules that report a file by its path are asked.
void Pipeline::begin(const Subject& subject, bool by_path) {
  parts_.begin(subject.location, subject.root, match_, *port_);
  judged_ = subject.judged;
  begin_matching(by_path);
}

void Pipeline::begin_matching(bool by_path) {
  match_.begin(judged_, false);
  told_ = 0;
  not_opened_.clear();
  if (by_path)
    for (Finding& finding : path_findings()) parts_.add(std::move(finding));
}

bool Pipeline::is_prefiltered(std::string_view judged) {
  const Filters::Answer answer = judge_->prefilter(judged);
  if (answer.failed) ++tally_->failed_prefilters;
  if (!answer.drops) return false;
  ++tally_->prefiltered;
  return true;
}

ScanEnd Pipeline::end_early(std::string incomplete) {
  if (!parts_.end(std::move(incomplete))) return ScanEnd::kNoRoom;
  parts_.count(tally_);
  return ScanEnd::kDone;
}

// `head`: the first bytes, if they were read before. How many are in the buffer
// then.
std::size_t Pipeline::begin_reading(const ByteSource& bytes,
                                    std::string_view head) {
  ahead_.clear();
  reader_.begin(bytes, head);
  const std::size_t filled = fill(0);
  is_pdf_ = std::string_view(buffer_.get(), filled).starts_with("%PDF-");
  return filled;
}

ScanEnd Pipeline::scan_bytes(std::unique_ptr<const ByteSource> bytes,
                             std::string_view head) {
  if (depth_ == 0 && bytes->may_seek()) parts_.set_file_size(bytes->size());
  std::size_t filled = begin_reading(*bytes, head);
  if (const std::optional<Packing> kind = packing(*bytes, filled)) {
    if (const std::optional<ScanEnd> end = scan_packed(bytes, filled, *kind))
      return *end;
    std::string read;  // not twice, if it cannot be
    if (!bytes->may_seek()) read.assign(buffer_.get(), filled);
    filled = begin_reading(*bytes, read);
    if (is_text({buffer_.get(), filled})) not_opened_.clear();
  }
  if (depth_ == 0 && not_opened_.empty() && bytes->may_seek() &&
      bytes->size() > options_.large_bytes &&
      reader_.head().encoding == TextEncoding::kBytes && !reader_.at_end()) {
    shared_ = std::make_unique<LargeFile>(
        fs_, *engine_, *judge_, options_.report,
        LargeFile::Name{parts_.path(), parts_.root(), judged_},
        std::move(bytes), reader_.head(),
        std::string_view(buffer_.get(), filled), reader_.lost(),
        options_.chunk_bytes, path_findings());
    return ScanEnd::kShared;
  }
  return scan_opened(filled);
}

// `outside`: where it stands in the archive that it is a part of; null: it is a
// file or a member, which is counted.
ScanEnd Pipeline::scan_opened(std::size_t filled,
                              const std::vector<TextPlace>* outside) {
  const FileHead& head = reader_.head();
  match_.begin(judged_, head.binary);
  PositionCursor places(head, outside);
  const std::uint64_t begin = places.text_begin();
  Read read = read_views(
      {parts_.path(), judged_, match_, places, parts_, begin, begin, kToItsEnd},
      filled);
  add_reason(reader_.lost().reason(), &read.incomplete);
  add_reason(gave_up_reason(match_), &read.incomplete);
  if (read.incomplete.empty()) read.incomplete = not_opened_;
  if (head.encoding == TextEncoding::kUtf32 && read.incomplete.empty())
    read.incomplete = "UTF-32 text is not decoded";
  const bool whole = read.incomplete.empty();
  if (depth_ > 0 && !whole && !may_name_unread()) read.incomplete.clear();
  if (read.no_room || !parts_.end(std::move(read.incomplete))) {
    tell_read(0);
    return ScanEnd::kNoRoom;
  }
  tell_read(reader_.bytes());
  if (outside == nullptr)
    count(head, whole, parts_);
  else
    parts_.count(tally_);
  return ScanEnd::kDone;
}

// View by view, so that the progress line moves during the scan of a large
// file; what turns out not to count is taken back.
void Pipeline::tell_read(std::uint64_t end) {
  tally_->bytes += end - told_;
  told_ = end;
}

void Pipeline::count(const FileHead& head, bool whole,
                     const ReportParts& parts) {
  Counter& counter = depth_ == 0 ? tally_->files : tally_->members;
  counter += whole && parts.has_all() ? 1 : 0;
  tally_->binary += head.binary ? 1 : 0;
  tally_->pdf += is_pdf_ ? 1 : 0;
  is_pdf_ = false;
  parts.count(tally_);
}

// Bytes that a view needs behind its own, unless the file ends there.
std::size_t Pipeline::right_context() const {
  const std::size_t matched = engine_->right_context() + judge_->reach();
  return options_.decode_depth == 0 ? matched : std::max(matched, kDecodeReach);
}

// Fills the buffer behind the `filled` bytes that it holds, with `most` bytes
// at most; how many there are then.
std::size_t Pipeline::fill(std::size_t filled, std::uint64_t most) {
  const Timed timed(time(&StageTimes::read));
  const auto room = static_cast<std::size_t>(
      std::min<std::uint64_t>(capacity_ - filled, most));
  const std::size_t known = std::min(room, ahead_.size());
  std::memcpy(buffer_.get() + filled, ahead_.data(), known);
  ahead_.erase(0, known);
  filled += known;
  if (!ahead_.empty() || known == room) return filled;
  return filled + reader_.fill(buffer_.get() + filled, room - known);
}

// Whether the buffer has the last of the text.
bool Pipeline::at_end() const { return ahead_.empty() && reader_.at_end(); }

// DecodedText::Reader.
std::string_view Pipeline::read_on(const View& view, std::size_t from,
                                   std::size_t size) {
  long_text_ = view.text.substr(from, size);
  if (from + size <= view.text.size()) return long_text_;
  const std::size_t wanted = from + size - view.text.size();
  while (ahead_.size() < wanted && !reader_.at_end()) {
    const std::size_t had = ahead_.size();
    ahead_.resize(wanted + kMaxCharacter);
    const std::size_t more =
        reader_.fill(ahead_.data() + had, ahead_.size() - had);
    ahead_.resize(had + more);
    if (more == 0) break;
  }
  long_text_ += std::string_view(ahead_).substr(0, wanted);
  return long_text_;
}

// `filled`: bytes of the stretch that are in the buffer.
Pipeline::Read Pipeline::read_views(const Stretch& stretch,
                                    std::size_t filled) {
  const std::size_t right = right_context();
  decoded_.begin(stretch.judged, reader_.head().binary);
  std::uint64_t origin = stretch.origin;  // of the buffer, in the text
  // The first byte that no view has owned yet.
  auto owned_begin = static_cast<std::size_t>(stretch.begin - origin);
  for (;;) {
    View view{{buffer_.get(), filled}, origin, owned_begin, filled};
    if (!at_end()) view.owned_end -= right;
    const bool last = at_end() || origin + view.owned_end >= stretch.end;
    view.owned_end =
        std::min<std::uint64_t>(view.owned_end, stretch.end - origin);
    // A file that was cut short may end before the stretch.
    if (owned_begin <= view.owned_end && !judge_view(view, stretch))
      return {.no_room = true};
    if (scratch_.interrupted) {
      const std::uint64_t begin = origin + owned_begin;
      return {
          .end = begin,
          .incomplete = fmt::format("interrupted, {} bytes into it", begin)};
    }
    if (stretch.end == kToItsEnd) tell_read(reader_.bytes());
    if (last) break;

    const std::size_t drop = view.owned_end - kLeftContext;
    std::memmove(buffer_.get(), buffer_.get() + drop, filled - drop);
    origin += drop;
    filled -= drop;
    owned_begin = kLeftContext;
    // In a hole, what comes next is as what is in the buffer.
    if (ahead_.empty() && is_zeros({buffer_.get(), filled})) {
      origin += reader_.pass_hole(stretch.end, capacity_);
      stretch.places.skip(origin + owned_begin);
    }
    filled = fill(filled, stretch.end == kToItsEnd
                              ? kToItsEnd
                              : stretch.end + right - origin - filled);
  }
  Read read{.end = std::clamp(reader_.offset(), stretch.begin, stretch.end)};
  // What was read before an error has been judged all the same. One in the
  // context behind the stretch is met again by the scan that goes on from
  // there, unless it is to be passed.
  read.unreadable = reader_.stopped();
  if (reader_.error() && reader_.offset() < stretch.end)
    read.incomplete =
        fmt::format("{}, {} bytes into it", reader_.error()->message, read.end);
  return read;
}

Verdict Pipeline::judge(const Candidate& candidate, std::string_view path,
                        std::string_view text, TextFacts* facts) {
  const Timed timed(time(&StageTimes::judge));
  return judge_->judge(candidate.rule, path, text, candidate.match, {}, facts);
}

// False: there is no room.
bool Pipeline::judge_view(const View& view, const Stretch& stretch) {
  const bool explain = options_.report.explain_drops;
  PositionCursor& places = stretch.places;
  // A row of a table that begins before it may have its cells behind it.
  const std::uint64_t owned_end = view.origin + view.owned_end;
  candidates_.clear();
  {
    const Timed timed(time(&StageTimes::match));
    scratch_.costs = options_.measure ? &times_.rules : nullptr;
    // What was read when it came is searched all the same.
    scratch_.interrupt =
        is_raised(options_.interrupt) ? nullptr : options_.interrupt;
    engine_->scan(view, stretch.match, scratch_, &candidates_);
  }
  if (scratch_.block_marks && judge_->heeds_allow_comments())
    stretch.found.note_blocks(view);
  const bool decodes = options_.decode_depth != 0 && !scratch_.interrupted;
  PositionCursor block_places = places;
  if (decodes) decoded_.begin_view(view);
  Grace grace;
  TextFacts facts;
  for (const Candidate& candidate : candidates_) {
    if (is_raised(options_.interrupt) && grace.is_over()) {
      scratch_.interrupted = true;
      return stretch.found.advance(view.origin + view.owned_begin);
    }
    if (decodes) {
      if (!find_encoded(view, stretch, view.origin + candidate.match.begin,
                        &block_places))
        return false;
      add_encoded(view, stretch, *decoded_.scan_value(candidate), block_places);
    }
    const Pattern::Match match = judge_->trimmed(view.text, candidate.match);
    Verdict verdict =
        judge({candidate.rule, match}, stretch.judged, view.text, &facts);
    if (verdict.filter_failed) stretch.found.add_failed_filters(1);
    if (is_allowed(verdict) &&
        verdict.confidence >= options_.report.min_confidence)
      stretch.found.add_allowed(
          {view.origin + match.secret_begin, view.origin + match.secret_end,
           verdict.drop == Drop::kDirective ? AllowedSpan::By::kComment
                                            : AllowedSpan::By::kAllowlist});
    if (verdict.drop != Drop::kNone && !explain) continue;
    const std::uint64_t begin = view.origin + match.begin;
    places.advance(view.text, view.origin, std::min(begin, owned_end));
    Finding finding = make_finding(verdict, view, match, places, stretch.path);
    finding.detail = std::move(verdict.detail);
    if (!verdict.doubts.empty())
      stretch.found.add_comment_doubts(verdict.doubts);
    if (verdict.drop == Drop::kNone)
      stretch.found.add(std::move(finding));
    else
      stretch.found.add_dropped(dropped_for(verdict.drop, std::move(finding),
                                            {.allowlist = verdict.allowlist}));
    if (!stretch.found.advance(std::min(begin, owned_end))) return false;
  }
  if (decodes &&
      !find_encoded(view, stretch, view.origin + view.owned_end, &block_places))
    return false;
  // A file of one view without findings is never searched for lines.
  if (view.owned_end == view.text.size()) return true;
  places.advance(view.text, view.origin, owned_end);
  return stretch.found.advance(owned_end);
}

// What is encoded in the blocks that begin up to byte `end` of the text: before
// what else is found behind, so that a part of the report may end there. `places`
// comes to the last block. False: there is no room.
bool Pipeline::find_encoded(const View& view, const Stretch& stretch,
                            std::uint64_t end, PositionCursor* places) {
  for (;;) {
    const std::uint64_t block = decoded_.next_block();
    if (block > end || block == DecodedText::kNoBlock) return true;
    const std::uint64_t begin = std::max(block, view.origin + view.owned_begin);
    if (!stretch.found.advance(begin)) return false;
    std::vector<DecodedFinding>* found = nullptr;
    {
      const Timed timed(time(&StageTimes::decode));
      found = decoded_.scan_block(
          [&](std::size_t from, std::size_t size) {
            return read_on(view, from, size);
          },
          [&](std::uint64_t bytes) { return stretch.found.may_hold(bytes); });
    }
    if (found == nullptr) return false;
    if (!found->empty()) places->advance(view.text, view.origin, begin);
    add_encoded(view, stretch, *found, *places);
  }
}

// Adds what was found there, in the order of its place; `places` stands before
// all of it.
void Pipeline::add_encoded(const View& view, const Stretch& stretch,
                           std::vector<DecodedFinding>& found,
                           const PositionCursor& places) {
  FarCursor cursor{places};
  FarCursor end = cursor;      // of the one before
  std::uint64_t end_byte = 0;  // the same
  for (DecodedFinding& one : found) {
    Finding& finding = one.finding;
    const std::uint64_t begin = finding.start.byte;
    if ((one.drop == Drop::kDirective ||
         (one.drop == Drop::kAllowlist && one.allowlist->configured)) &&
        finding.confidence >= options_.report.min_confidence)
      stretch.found.add_allowed({begin, finding.end.byte,
                                 one.drop == Drop::kDirective
                                     ? AllowedSpan::By::kComment
                                     : AllowedSpan::By::kAllowlist});
    if (one.drop != Drop::kNone && !options_.report.explain_drops) continue;
    finding.start = place_encoded(view, begin, &cursor);
    if (end_byte != finding.end.byte) {
      end_byte = finding.end.byte;
      end = cursor;
      end.at = place_encoded(view, end_byte, &end);
    }
    finding.end = end.at;
    if (stretch.places.decoded()) finding.decoded_byte = begin;
    finding.match_byte = begin;
    if (options_.redact)
      finding.shown = shown_prefix(finding.secret, *options_.redact);
    finding.fingerprint =
        fingerprint(finding.rule->id, stretch.path, finding.secret);
    if (!one.doubts.empty()) stretch.found.add_comment_doubts(one.doubts);
    if (one.drop == Drop::kNone)
      stretch.found.add(std::move(finding));
    else
      stretch.found.add_dropped(dropped_for(one.drop, std::move(finding),
                                            {.allowlist = one.allowlist}));
  }
  stretch.found.add_failed_filters(decoded_.failed_filters());
  stretch.found.add_left_out(decoded_.left_out());
  if (!decoded_.doubt().empty()) stretch.found.add_doubt(decoded_.doubt());
}

// Brings the cursor to byte `target` of the text, which may stand behind the
// view, in what was read further.
Position Pipeline::place_encoded(const View& view, std::uint64_t target,
                                 FarCursor* cursor) const {
  const std::uint64_t view_end = view.origin + view.text.size();
  if (target <= view_end) {
    cursor->at = cursor->places.advance(view.text, view.origin, target);
  } else {
    if (!cursor->is_beyond)
      cursor->places.advance(view.text, view.origin, view_end);
    cursor->is_beyond = true;
    cursor->at = cursor->places.advance(ahead_, view_end, target);
  }
  if (!cursor->places.is_put_together())
    cursor->at.byte = std::min(cursor->at.byte, reader_.offset());
  return cursor->at;
}

Finding Pipeline::make_finding(const Verdict& verdict, const View& view,
                               const Pattern::Match& match,
                               const PositionCursor& places,
                               std::string_view path) const {
  Finding finding;
  finding.rule = verdict.rule;
  finding.confidence = verdict.confidence;
  finding.evidence = verdict.evidence;
  finding.checksum = verdict.checksum;
  finding.entropy = verdict.entropy;

  PositionCursor cursor = places;
  const auto place = [&](std::size_t offset) {
    Position at = cursor.advance(view.text, view.origin, view.origin + offset);
    if (!places.is_put_together())
      at.byte = std::min(at.byte, reader_.offset());
    return at;
  };
  const LineCursor::LineColumn begin = places.place();
  finding.start = place(match.secret_begin);
  if (begin.line < finding.start.line && match.begin < match.secret_begin)
    finding.match_start = {begin.line, begin.column};
  finding.end = place(match.secret_end);
  finding.match = view.text.substr(match.begin, match.end - match.begin);
  finding.secret = view.text.substr(match.secret_begin,
                                    match.secret_end - match.secret_begin);
  if (options_.redact)
    finding.shown = shown_prefix(finding.secret, *options_.redact);
  finding.match_byte = view.origin + match.begin;
  if (places.decoded()) finding.decoded_byte = view.origin + match.secret_begin;

  const Excerpt excerpt = excerpt_at(view.text, match.secret_begin);
  finding.excerpt = excerpt.text;
  finding.excerpt_byte = view.origin + excerpt.begin;
  finding.fingerprint = fingerprint(finding.rule->id, path, finding.secret);
  return finding;
}

// A rule without a pattern reports the file itself, at its first byte.
std::vector<Finding> Pipeline::path_findings() {
  std::vector<Finding> findings;
  match_.begin(judged_, false);
  for (const std::uint32_t rule : engine_->path_matches(match_)) {
    if (!judge_->keeps_file(rule, judged_)) continue;
    Finding finding;
    finding.rule = &engine_->rules().rules()[rule];
    finding.confidence = finding.rule->confidence;
    finding.fingerprint = fingerprint(finding.rule->id, parts_.path(), "");
    findings.push_back(std::move(finding));
  }
  return findings;
}

// Where the context before a chunk begins.
std::uint64_t Pipeline::context_begin(const LargeFile& file,
                                      std::uint64_t index) {
  const std::uint64_t begin = file.begin_of(index);
  return begin -
         std::min<std::uint64_t>(begin - file.head().mark, kLeftContext);
}

// A chunk's text stands behind kLeftContext bytes of context, or all there is.
Pipeline::Read Pipeline::read_chunk(const LargeFile& file, std::uint64_t index,
                                    FileMatch& match, PositionCursor& places,
                                    Collector& found, LostRanges* lost) {
  return read_stretch(
      {file.path(), file.judged(), match, places, found,
       context_begin(file, index), file.begin_of(index), file.end_of(index)},
      file.bytes(), file.head(), lost);
}

// Of a file whose head is known. `lost`: null: it ends at what cannot be read.
Pipeline::Read Pipeline::read_stretch(const Stretch& stretch,
                                      const ByteSource& bytes,
                                      const FileHead& head, LostRanges* lost) {
  const std::uint64_t right = right_context();
  // A long span may be read further.
  const std::uint64_t ahead =
      options_.decode_depth == 0 ? 0 : kLongestSpan + kLeftContext;
  ahead_.clear();
  reader_.begin_range(
      bytes, head, stretch.origin,
      std::min<std::uint64_t>(stretch.end + right + ahead, bytes.size()), lost);
  // Of a hole so much that it is seen to be one.
  const bool in_hole = bytes.next_data(stretch.origin) >
                       stretch.origin + capacity_ + kLeftContext;
  const std::uint64_t most = stretch.end + right - stretch.origin;
  const std::size_t filled =
      fill(0, in_hole ? std::min<std::uint64_t>(
                            most, stretch.begin - stretch.origin + right +
                                      kLeftContext + kMaxCharacter)
                      : most);
  return read_views(stretch, filled);
}

std::unique_ptr<ChunkResult> Pipeline::scan_chunk(LargeFile& file,
                                                  std::uint64_t index,
                                                  OrderedReports& reports) {
  auto result = std::make_unique<ChunkResult>();
  result->skipped = !file.may_run_ahead();
  if (result->skipped) return result;
  const std::uint64_t begin = file.begin_of(index);
  if (index == 0)
    match_ = file.head_match();
  else
    match_.begin_within(file.head_match(), begin);
  PositionCursor places(begin, {1, 1});
  ChunkCollector found(*judge_, reports, *result);
  Read read = read_chunk(file, index, match_, places, found, nullptr);
  if (read.unreadable) file.stop_running_ahead();
  if (read.unreadable || read.no_room || !found.finish()) {
    *result = {};
    result->skipped = true;
    return result;
  }
  result->end = places.place();
  result->edges = engine_->edges(match_, file.end_of(index));
  tally_->bytes += read.end - begin;
  result->bytes = read.end - begin;
  result->read_end = read.end;
  result->incomplete = std::move(read.incomplete);
  return result;
}

void Pipeline::take_chunk(LargeFile& file, std::uint64_t index) {
  const std::unique_ptr<ChunkResult> result = file.take_result(index);
  file.add_told(result->bytes);
  if (!file.has_ended()) {
    const std::uint64_t end = file.end_of(index);
    Read read{result->read_end, std::move(result->incomplete)};
    if (!result->skipped &&
        !file.lost().reach_beyond(context_begin(file, index)) &&
        engine_->append(result->edges, file.match())) {
      file.append(std::move(*result));
      // There is room: it is the file's turn.
      (void)file.parts().advance(end);
    } else {
      PositionCursor places(file.begin_of(index), file.place());
      read = read_chunk(file, index, file.match(), places, file.parts(),
                        &file.lost());
      file.set_place(places.place());
    }
    file.note_table(Engine::is_in_table(file.match()));
    if (read.end < end || index + 1 == file.chunks())
      file.set_end(read.end, std::move(read.incomplete));
  }
  if (index + 1 < file.chunks()) return;
  std::string incomplete = file.incomplete();
  add_reason(file.lost().reason(), &incomplete);
  add_reason(gave_up_reason(file.match()), &incomplete);
  const bool whole = incomplete.empty();
  (void)file.parts().end(std::move(incomplete));
  tally_->bytes += file.end() - file.lost().before(file.end()) - file.told();
  count(file.head(), whole, file.parts());
}

}  // namespace sluice
