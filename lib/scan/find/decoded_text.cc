// Why the result is the same for all views. A block is kBlock bytes of the
// text, and belongs to the view that owns its first byte. A run of digits
// belongs to the block in which it begins; if it ends after the view, more of
// the file is read (Reader), up to kLongestSpan. Escapes may be in rows that
// are as long as the file. In a block, the stretches around its escapes are
// decoded (decode/stretches.h), with escapes a little before and after the
// block. A finding counts if it begins in the block. So everything is decided
// by bytes that any view has beside its own: kLeftContext before, kDecodeReach
// after.
//
// Decoded text that shows nothing new is left to the file's own text: in a
// stretch of escapes, a match counts only if an escape is in it or beside it.
//
// Bounds. All depend only on the bytes of a block, so that they are the same
// for any view:
// - A span is read up to kLongestSpan.
// - The decoded bytes of one span, deeper spans and unpacked text included, are
//   at most budget_for() its size, and those of a block together kBlockFree and
//   kBlockTimes their size. Text that these bounds cut off is reported
//   (doubt()).
// - The findings of a block may take kMostFound bytes. Packed texts have more
//   candidates for each byte than any others; judged_for() bounds how many of
//   them are judged. All others are counted (left_out()).
// A decoded text is searched in windows. A large text has several, so its
// candidates and marks take no more memory than a window's. All findings of a
// packed text are at one place, that of the span. The same secret of the same
// rule is kept once, and a line is judged once if the line before it is the
// same, too.
//
// Rejected: to decode a file as a whole, in passes, as gitleaks does. It costs
// a second search of all the text around, and a place in a file of 1 GiB has to
// be mapped through all passes.

#include "scan/find/decoded_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "decode/opaque.h"
#include "decode/stretches.h"
#include "decode/triggers.h"
#include "decode/wide_text.h"
#include "judge/allow/directive.h"
#include "scan/report/overlap.h"
#include "scan/text/encoding.h"
#include "text/base64.h"
#include "text/line_cursor.h"

namespace sluice {
namespace {

constexpr std::size_t kBlock = 16 * 1024;
// How far before and after a block escapes are searched for.
constexpr std::size_t kBeforeBlock = 1024;
constexpr std::size_t kBehindBlock = 7 * 1024;
static_assert(kBeforeBlock + kBeforeEscape + kTriggerReach + 64 < kLeftContext);
static_assert(kBlock + kBehindBlock + kBehindEscape + kTriggerReach <
              kDecodeReach);

// How many bytes may be decoded for a span of `size`, so that the cost of a
// hostile text is bounded. Texts that people pack become ten times as large.
constexpr std::size_t budget_for(std::size_t size) {
  constexpr std::size_t kMost = 16 * 1024 * 1024;
  constexpr std::size_t kFree = 64 * 1024;
  constexpr std::size_t kTimes = 64;
  return std::min(kMost, kFree + kTimes * size);
}

// The bounds of a block: a line may be as short as its name.
constexpr std::size_t kBlockFree = 128 * 1024;
constexpr std::size_t kBlockTimes = 8;

// How far before and after a block UTF-16 and UTF-32 are read. Values that begin
// in the block may have their names before it, and a private key is long.
constexpr std::size_t kBeforeWide = 3 * 1024;
constexpr std::size_t kBehindWide = 10 * 1024;
static_assert(kBeforeWide < kLeftContext);
static_assert(kBlock + kBehindWide <= kDecodeReach);

// The most bytes of the findings in a block: as many as a span of plain base64
// can contain.
constexpr std::uint64_t kMostFound = 32 * 1024 * 1024;

// How many candidates of packed texts are judged for a span of `size`, and how
// many more for a block.
constexpr std::size_t kBlockJudged = 256;
constexpr std::size_t judged_for(std::size_t size) { return size / 16; }

// The part of a decoded text that is searched at once. It has to be larger than
// the text that is examined around escapes.
constexpr std::size_t kWindow = 512 * 1024;

// How far before a window the encoded text of a deeper finding may begin.
constexpr std::size_t kBeforeWindow = 2 * 1024;

// How much of the line before a span, and after it, is taken.
constexpr std::size_t kNameBytes = 256;
constexpr std::size_t kTailBytes = 64;

// The number of bytes after a span that decide where it ends and what allows
// it.
constexpr std::size_t kBehindSpan = 2 * 1024;
static_assert(kBehindSpan > kDirectiveReach + kTailBytes);

// Returns the text before `at` on its line. If a value has a line to itself,
// its name is on the line before.
std::string_view name_before(std::string_view text, std::size_t at) {
  const std::size_t floor = at - std::min(at, kNameBytes);
  const std::string_view before = text.substr(floor, at - floor);
  std::size_t newline = last_place(before, '\n');
  if (newline != before.npos &&
      before.find_first_not_of(" \t", newline + 1) == before.npos &&
      newline > 0)
    newline = before.rfind('\n', newline - 1);
  return newline == before.npos ? before : before.substr(newline + 1);
}

std::string_view tail_behind(std::string_view text, std::size_t at) {
  const std::string_view behind = text.substr(at, kTailBytes);
  return behind.substr(0, behind.find('\n'));
}

// Whether it is a program in C or a similar language (Escapes::kRows).
bool is_of_c(std::string_view path) {
  const std::size_t size = path.size();
  if (size < 2) return false;
  if (path[size - 2] == '.')
    return std::string_view("chsS").find(path.back()) != std::string_view::npos;
  return path.ends_with(".cc") || path.ends_with(".hh") ||
         path.ends_with(".cpp") || path.ends_with(".hpp") ||
         path.ends_with(".cxx");
}

// Which of those that share bytes of one text stay.
void settle(std::vector<Found>* found, bool has_providers) {
  if (found->size() < 2) return;
  FileReport report;
  std::vector<Found> rest;
  for (Found& one : *found) {
    if (one.drop == Drop::kNone && one.doubts.empty())
      report.findings.push_back(std::move(one.finding));
    else
      rest.push_back(std::move(one));
  }
  if (has_providers)
    settle_overlaps(&report);
  else
    settle_as_gitleaks(&report);
  *found = std::move(rest);
  for (Finding& finding : report.findings)
    found->push_back({.finding = std::move(finding)});
}

SourceRange reach_of(const Finding& finding) {
  SourceRange reach{static_cast<std::size_t>(finding.start.byte),
                    static_cast<std::size_t>(finding.end.byte)};
  if (!finding.encoded) return reach;
  reach.begin = std::min<std::size_t>(reach.begin, finding.encoded->begin);
  reach.end = std::max<std::size_t>(reach.end, finding.encoded->end);
  return reach;
}

// Takes the findings that share no byte with another one, nor with later ones,
// which begin at `frontier` or after it.
std::vector<Found> take_apart(std::size_t frontier, std::vector<Found>* found) {
  std::ranges::stable_sort(
      *found, {}, [](const Found& one) { return reach_of(one.finding).begin; });
  std::size_t end = 0;
  std::size_t apart = 0;
  for (std::size_t i = 0; i < found->size(); ++i) {
    const SourceRange reach = reach_of((*found)[i].finding);
    if (end <= std::min(reach.begin, frontier)) apart = i;
    end = std::max(end, reach.end);
  }
  if (end <= frontier) apart = found->size();
  const auto rest = found->begin() + static_cast<std::ptrdiff_t>(apart);
  std::vector<Found> taken(std::make_move_iterator(found->begin()),
                           std::make_move_iterator(rest));
  found->erase(found->begin(), rest);
  return taken;
}

// Returns its size, with the members that are not set yet.
std::uint64_t bytes_of(const Found& one) {
  if (one.finding.secret.empty()) return sizeof one;
  constexpr std::uint64_t kTexts = 128;  // the fingerprint, encodings
  return sizeof one + kExcerptBytes + kTexts + one.finding.match.size() +
         one.finding.secret.size() + one.finding.detail.size();
}

std::uint64_t bytes_of(const std::vector<Found>& found) {
  std::uint64_t bytes = 0;
  for (const Found& one : found) bytes += bytes_of(one);
  return bytes;
}

// Returns the line of a match and the one before it, or nothing if they are
// long.
std::string_view lines_of(std::string_view text, const Pattern::Match& at) {
  constexpr std::size_t kMost = 512;
  const std::string_view before = text.substr(
      at.begin - std::min(at.begin, kMost), std::min(at.begin, kMost));
  const std::size_t line = last_place(before, '\n');
  const std::size_t last = line == before.npos || line == 0
                               ? before.npos
                               : before.rfind('\n', line - 1);
  const std::size_t end = text.substr(at.end, kMost).find('\n');
  if (last == before.npos || end == before.npos) return {};
  const std::size_t begin = at.begin - (before.size() - last);
  return text.substr(begin, at.end + end - begin);
}

// The findings at one place, each different one once.
class Once {
 public:
  // Appends `one` to `*found` unless it has the same.
  void add(Found one, std::vector<Found>* found) {
    if (one.doubts.empty()) {
      const std::size_t hash =
          std::hash<std::string_view>()(one.finding.secret) ^
          std::hash<const void*>()(one.finding.rule);
      const auto [first, last] = places_.equal_range(hash);
      for (auto place = first; place != last; ++place)
        if (are_same((*found)[place->second], one)) return;
      places_.emplace(hash, found->size());
    }
    found->push_back(std::move(one));
  }

 private:
  static bool are_same(const Found& a, const Found& b) {
    return a.drop == b.drop && a.allowlist == b.allowlist &&
           a.finding.rule == b.finding.rule &&
           a.finding.confidence == b.finding.confidence &&
           a.finding.secret == b.finding.secret &&
           a.finding.decoded == b.finding.decoded;
  }

  std::unordered_multimap<std::size_t, std::size_t> places_;
};

std::vector<std::string> codings_of(const DecodedSpan& span) {
  std::vector<std::string> codings = {std::string(name_of(span.coding))};
  if (span.packing) codings.emplace_back(name_of(*span.packing));
  return codings;
}

std::string too_deep(unsigned depth) {
  return fmt::format("text in more than {} nested encodings was not decoded",
                     depth);
}

// Puts a finding at a place of the text around its own, where `hidden` are the
// bytes that hide it, behind `codings`.
void put_at(SourceRange place, SourceRange hidden,
            const std::vector<std::string>& codings, Finding* finding) {
  finding->start.byte = place.begin;
  finding->end.byte = place.end;
  finding->encoded = EncodedPlace{hidden.begin, hidden.end, {}};
  finding->decoded.insert(finding->decoded.begin(), codings.begin(),
                          codings.end());
}

}  // namespace

DecodedText::DecodedText(const Engine& engine, const Judge& judge,
                         const Options& options)
    : engine_(engine),
      judge_(judge),
      options_(options),
      has_providers_(has_providers(engine.rules())) {}

void DecodedText::begin(std::string_view path, bool binary) {
  judged_.path = path;
  judged_.begun = false;
  escapes_ = is_of_c(path) ? Escapes::kRows : Escapes::kAll;
  binary_ = binary;
}

void DecodedText::begin_view(const View& view) {
  view_ = view;
  marks_.clear();
  wide_.clear();
  next_run_ = 0;
  last_value_ = 0;
  block_ =
      view.owned_begin == 0
          ? view.origin / kBlock * kBlock
          : (view.origin + view.owned_begin + kBlock - 1) / kBlock * kBlock;
  const std::uint64_t owned_end = view.origin + view.owned_end;
  if (block_ >= owned_end) return;
  const std::uint64_t last = (owned_end - 1) / kBlock * kBlock + kBlock;
  const std::uint64_t begin = std::max(
      view.origin, block_ - std::min<std::uint64_t>(block_, kBeforeBlock));
  find_marks(view.text, static_cast<std::size_t>(begin - view.origin),
             static_cast<std::size_t>(std::min<std::uint64_t>(
                 view.text.size(), last + kBehindBlock - view.origin)),
             escapes_, &marks_);
  add_lines_above(view.text, escapes_ == Escapes::kRows ? kMinRunInC : kMinRun,
                  &marks_.runs);
  // A text has no NULs, unless something else was appended to it. There are none
  // in the bytes that decided that it is one.
  const std::size_t sniffed = view.origin == 0 ? kSniffBytes : 0;
  const std::size_t zero = binary_ ? 0 : view.text.find('\0', sniffed);
  if (zero != std::string_view::npos)
    find_wide(view.text, wide_range(block_).begin, view.text.size(), &wide_);
}

// Returns the part of the view in which the block's text in UTF-16 or UTF-32
// is.
SourceRange DecodedText::wide_range(std::uint64_t block) const {
  const auto begin =
      static_cast<std::size_t>(block - std::min(block, view_.origin));
  const auto end = static_cast<std::size_t>(block + kBlock - view_.origin);
  return {begin - std::min(begin, kBeforeWide),
          std::min(view_.text.size(), end + kBehindWide)};
}

bool DecodedText::may_have_wide(std::uint64_t block) const {
  if (wide_.empty()) return false;
  const SourceRange range = wide_range(block);
  const auto place = std::ranges::lower_bound(
      wide_, range.begin - std::min(range.begin, kWideStep));
  return place != wide_.end() && *place < range.end;
}

std::uint64_t DecodedText::next_block() {
  const auto place_of = [&](std::uint64_t at) {
    return static_cast<std::size_t>(at - std::min(at, view_.origin));
  };
  for (; block_ < view_.origin + view_.owned_end; block_ += kBlock) {
    const std::size_t begin = place_of(block_);
    const std::size_t end = place_of(block_ + kBlock);
    while (next_run_ < marks_.runs.size() &&
           marks_.runs[next_run_].begin < begin)
      ++next_run_;
    if (next_run_ < marks_.runs.size() && marks_.runs[next_run_].begin < end)
      return block_;
    const auto trigger = std::ranges::lower_bound(
        marks_.triggers, begin - std::min(begin, kBeforeBlock), {},
        &Trigger::at);
    if (trigger != marks_.triggers.end() && trigger->at < end + kBeforeBlock)
      return block_;
    if (may_have_wide(block_)) return block_;
  }
  return kNoBlock;
}

void DecodedText::begin_block() {
  found_.clear();
  doubt_.clear();
  unread_.clear();
  failed_filters_ = 0;
  left_out_ = 0;
  may_hold_ = nullptr;
  refused_ = false;
  spare_ = kBlockFree;
  judged_left_ = kBlockJudged;
  packed_ = 0;
  decoded_bytes_ = 0;
  found_bytes_ = 0;
  asked_ = 0;
  scratch_.interrupted = false;
}

// From here to end_span(), bytes are decoded for a span of `size`.
void DecodedText::begin_span(std::size_t size) {
  spare_ += kBlockTimes * size;
  judged_left_ += judged_for(size);
  budget_ = std::min(budget_for(size), spare_);
  spare_ -= budget_;
}

void DecodedText::end_span() { spare_ += budget_; }

std::vector<Found>* DecodedText::scan_block(const Reader& read_on,
                                            const MayHold& may_hold) {
  begin_block();
  may_hold_ = &may_hold;
  const std::size_t end =
      static_cast<std::size_t>(block_ + kBlock - view_.origin);
  for (; next_run_ < marks_.runs.size() && !is_stopped(); ++next_run_) {
    const SourceRange run = marks_.runs[next_run_];
    if (run.begin >= end) break;
    scan_run(run, read_on);
  }
  scan_escapes(block_);
  if (may_have_wide(block_)) scan_wide(block_);
  block_ += kBlock;
  if (refused_) return nullptr;
  return in_order();
}

void DecodedText::scan_run(const SourceRange& run, const Reader& read_on) {
  const std::string_view text = view_.text;
  std::optional<EncodedSpan> span = encoded_head(text, run);
  if (!span || is_continuation(text, *span)) return;
  *span = with_lines(text, *span);
  std::size_t size = span->range.end - span->range.begin;
  if (text.size() - span->range.end >= kBehindSpan || size >= kLongestSpan) {
    begin_span(size);
    add(text, 0, look_into(text, *span, options_.depth));
    return end_span();
  }
  const std::size_t from = run.begin - std::min(run.begin, kLeftContext);
  const std::string_view longer =
      read_on(from, run.begin - from + kLongestSpan + kBehindSpan);
  SourceRange whole{run.begin - from, run.end - from};
  if (run.end == text.size())
    while (whole.end < longer.size() &&
           is_base64_digit(longer[whole.end], Base64::kEither))
      ++whole.end;
  span = encoded_head(longer, whole);
  if (!span) return;
  *span = with_lines(longer, *span);
  size = span->range.end - span->range.begin;
  begin_span(size);
  add(longer, from, look_into(longer, *span, options_.depth));
  end_span();
}

std::vector<Found>* DecodedText::scan_value(const Candidate& candidate) {
  begin_block();
  const SourceRange value{candidate.match.secret_begin,
                          candidate.match.secret_end};
  const Rule& rule = engine_.rules().rules()[candidate.rule];
  // Several rules may have the same value.
  if (rule.value == ValueKind::kAny || value.begin + 1 == last_value_)
    return &found_;
  constexpr std::size_t kMostValue = 2 * kMinRunInC;
  if (value.end - value.begin > kMostValue) return &found_;
  last_value_ = value.begin + 1;
  auto span = decode_value(view_.text, value);
  if (!span) return &found_;
  // scan_run() finds longer ones by themselves.
  Marks marks;
  find_marks(view_.text, value.begin, value.end, escapes_, &marks);
  if (!marks.runs.empty()) return &found_;
  begin_span(kMostValue);
  add(view_.text, 0, look_at(view_.text, *std::move(span), options_.depth));
  return in_order();
}

// Returns the findings, in the order of their places in the file.
std::vector<Found>* DecodedText::in_order() {
  std::ranges::stable_sort(
      found_, {}, [](const Found& one) { return one.finding.start.byte; });
  return &found_;
}

void DecodedText::scan_escapes(std::uint64_t block) {
  const std::vector<Trigger>& triggers = marks_.triggers;
  if (triggers.empty()) return;
  const auto place_of = [&](std::uint64_t at) {
    return static_cast<std::size_t>(at - std::min(at, view_.origin));
  };
  const std::size_t begin = place_of(block);
  const std::size_t end = place_of(block + kBlock);
  const auto from = std::ranges::lower_bound(
      triggers, begin - std::min(begin, kBeforeBlock), {}, &Trigger::at);
  const auto to =
      std::ranges::lower_bound(triggers, end + kBeforeBlock, {}, &Trigger::at);
  if (from == to) return;
  const auto beyond =
      std::ranges::lower_bound(triggers, end + kBehindBlock, {}, &Trigger::at);
  for (const EncodedSpan& span :
       stretches_of(view_.text, std::span(from, beyond))) {
    if (is_stopped()) return;
    if (span.range.end <= begin || span.range.begin >= end) continue;
    begin_span(span.range.end - span.range.begin);
    FoundList found = look_into(view_.text, span, options_.depth);
    keep_in(begin, end, &found);
    add(view_.text, 0, std::move(found));
    end_span();
  }
}

// Looks into the text in UTF-16 and UTF-32, whose runs are lines of one text.
void DecodedText::scan_wide(std::uint64_t block) {
  const auto begin =
      static_cast<std::size_t>(block - std::min(block, view_.origin));
  const auto end = static_cast<std::size_t>(block + kBlock - view_.origin);
  const SourceRange range = wide_range(block);
  const std::string_view bytes =
      view_.text.substr(range.begin, range.end - range.begin);
  for (const Coding coding : {Coding::kUtf16, Coding::kUtf32}) {
    if (is_stopped()) return;
    DecodedSpan span{
        .range = range,
        .coding = coding,
        .decoded = decode_wide(bytes, coding == Coding::kUtf16 ? 2 : 4)};
    if (span.decoded.text.empty()) continue;
    ++wide_blocks_;
    begin_span(bytes.size());
    in_wide_ = true;
    FoundList found = look_at(view_.text, std::move(span), options_.depth);
    in_wide_ = false;
    keep_in(begin, end, &found);
    add(view_.text, 0, std::move(found));
    end_span();
  }
}

// Drops what does not begin in the bytes [begin, end).
void DecodedText::keep_in(std::size_t begin, std::size_t end,
                          FoundList* found) {
  std::erase_if(*found, [&](const Found& one) {
    const bool is_own =
        one.finding.start.byte >= begin && one.finding.start.byte < end;
    if (!is_own) found_bytes_ -= bytes_of(one);
    return !is_own;
  });
}

// Maps the findings in `text`, which begins at byte `origin` of the view, to
// places in the file's text, and adds the text that a report shows of them.
void DecodedText::add(std::string_view text, std::size_t origin,
                      FoundList found) {
  const std::uint64_t base = view_.origin + origin;
  std::shared_ptr<const std::string> encoded;  // of the one before
  SourceRange place;
  for (Found& one : found) {
    Finding& finding = one.finding;
    const auto begin = static_cast<std::size_t>(finding.start.byte);
    const auto end = static_cast<std::size_t>(finding.end.byte);
    if (one.drop == Drop::kNone && judge_.heeds_allow_comments()) {
      Allowance allowed = allowance(text, begin, end, finding.rule->id);
      if (allowed.allowed) one.drop = Drop::kDirective;
      one.doubts = std::move(allowed.doubts);
    }
    if (encoded == nullptr || place != SourceRange{begin, end}) {
      place = {begin, end};
      encoded =
          std::make_shared<const std::string>(text.substr(begin, end - begin));
    }
    finding.encoded->text = encoded;
    finding.encoded->begin += base;
    finding.encoded->end += base;
    set_excerpt(text, begin, base, &finding);
    finding.start.byte += base;
    finding.end.byte += base;
    found_.push_back(std::move(one));
  }
}

// Appends `one` to `*found`, if there is room.
void DecodedText::keep(Found one, FoundList* found) {
  const std::uint64_t bytes = bytes_of(one);
  if (found_bytes_ + bytes > kMostFound) {
    ++left_out_;
    return;
  }
  found_bytes_ += bytes;
  ask_to_hold();
  found->push_back(std::move(one));
}

void DecodedText::ask_to_hold() {
  constexpr std::uint64_t kStep = 1024 * 1024;
  const std::uint64_t held = decoded_bytes_ + found_bytes_;
  if (may_hold_ == nullptr || held < asked_ + kStep) return;
  asked_ = held;
  if (!(*may_hold_)(held)) refused_ = true;
}

// Returns the findings in `span`. If what its first lines encode ends before its
// last ones, these are encoded texts of their own.
DecodedText::FoundList DecodedText::look_into(std::string_view text,
                                              const EncodedSpan& span,
                                              unsigned depth) {
  // Later lines are taken one by one, so that the cost is linear.
  constexpr int kMostJoined = 16;
  std::size_t end = span.range.end;
  FoundList found = look_into_one(text, span, depth, &end);
  for (int joined = 0; end < span.range.end && !is_stopped();) {
    const auto line = next_line(text, end, span.range.end);
    if (!line) break;
    end = line->end;
    auto next = encoded_head(text, *line);
    if (!next || next->range.end == next->range.begin) continue;
    if (joined++ < kMostJoined) next = with_lines(text, *next);
    next->range.end = std::min(next->range.end, span.range.end);
    end = next->range.end;
    FoundList more = look_into_one(text, *next, depth, &end);
    found.insert(found.end(), std::move_iterator(more.begin()),
                 std::move_iterator(more.end()));
  }
  return found;
}

// Sets `*end` to where what `span` encodes ended, at least its first line.
DecodedText::FoundList DecodedText::look_into_one(std::string_view text,
                                                  const EncodedSpan& span,
                                                  unsigned depth,
                                                  std::size_t* end) {
  auto decoded = decode_span(text, span, budget_);
  if (!decoded) {
    *end = std::min(*end, span.range.begin + 1);
    return {};
  }
  *end = std::min(*end,
                  span.range.begin + std::max<std::size_t>(decoded->used, 1));
  if (decoded->may_be_container)
    return look_in_container(text, *std::move(decoded), depth);
  return look_at(text, *std::move(decoded), depth);
}

// Returns the findings in the texts of the container that `span` of `text` may be.
// All are at the place of the span.
DecodedText::FoundList DecodedText::look_in_container(std::string_view text,
                                                      DecodedSpan span,
                                                      unsigned depth) {
  const unsigned taken_off = span.packing ? 2 : 1;
  if (taken_off >= depth) {
    doubt_ = too_deep(options_.depth);
    return look_at(text, std::move(span), depth);
  }
  const std::optional<Contents> contents = contents_of(
      span.decoded.text, {.bytes = budget_, .depth = depth - taken_off});
  if (!contents) {
    if (span.is_text || span.packing)
      return look_at(text, std::move(span), depth);
    return {};
  }
  if (!contents->incomplete.empty()) unread_ = contents->incomplete;
  if (span.cut)
    doubt_ = "only the first part of a long encoded text was decoded";
  std::size_t size = 0;
  for (const Content& content : contents->texts) size += content.bytes.size();
  budget_ -= std::min(budget_, size);
  decoded_bytes_ += size;
  ask_to_hold();
  ++packed_;
  Once once;
  FoundList found;
  std::set<std::pair<Drop, std::string>> of_members;
  for (const Content& content : contents->texts) {
    if (is_stopped()) break;
    for (Found& one : find_in_content(content, depth - taken_off)) {
      // The bytes of the container itself may have members as they are.
      if (std::pair secret(one.drop, one.finding.secret); !content.is_container)
        of_members.insert(std::move(secret));
      else if (of_members.contains(secret))
        continue;
      once.add(std::move(one), &found);
    }
  }
  --packed_;
  decoded_bytes_ -= size;
  std::vector<std::string> codings = codings_of(span);
  codings.emplace_back(short_name_of(contents->packing));
  for (Found& one : found)
    put_at(span.range, span.range, codings, &one.finding);
  return found;
}

// Returns the findings in one of them, in places of its own.
DecodedText::FoundList DecodedText::find_in_content(const Content& content,
                                                    unsigned depth) {
  std::optional<std::string> wide = text_of_utf16(content.bytes);
  const std::string_view text = wide ? *wide : content.bytes;
  const std::string path = content.name.empty()
                               ? std::string(judged_.path)
                               : std::string(judged_.path) + "/" + content.name;
  const Level level{text,
                    {0, text.size()},
                    nullptr,
                    Coding::kBase64,
                    depth - std::min(depth, content.depth)};
  Judged outer = std::exchange(judged_, Judged{.path = path});
  FoundList found = find_on(level, !content.is_container && is_text(text),
                            /*is_one_place=*/true);
  judged_ = std::move(outer);
  return found;
}

// Returns the findings in `span` of `text`, in places of `text`.
DecodedText::FoundList DecodedText::look_at(std::string_view text,
                                            DecodedSpan span, unsigned depth) {
  const bool is_packed = span.packing.has_value();
  const unsigned taken_off = is_packed ? 2 : 1;
  if (taken_off > depth) {
    doubt_ = too_deep(options_.depth);
    return {};
  }
  if (span.decoded.map.empty()) return {};
  std::string whole = std::move(span.decoded.text);
  if (whole.size() > budget_) span.cut = true;
  if (span.cut) {
    doubt_ = "only the first part of a long encoded text was decoded";
    if (budget_ == 0) return {};
    if (whole.size() > budget_) whole.resize(budget_);
  }
  const std::size_t size = whole.size();
  budget_ -= size;
  decoded_bytes_ += size;
  ask_to_hold();
  const bool is_wide =
      span.coding == Coding::kUtf16 || span.coding == Coding::kUtf32;
  const std::string_view name =
      is_wide ? std::string_view() : name_before(text, span.range.begin);
  const std::string_view tail =
      is_wide ? std::string_view() : tail_behind(text, span.range.end);
  whole.reserve(name.size() + size + tail.size());
  whole.insert(0, name);
  whole += tail;
  const SourceRange own{name.size(), name.size() + size};
  const Level level{whole, own, &span.decoded.map, span.coding,
                    depth - taken_off};
  packed_ += is_packed ? 1 : 0;
  FoundList found = find_on(level, span.is_text, is_packed);
  packed_ -= is_packed ? 1 : 0;
  decoded_bytes_ -= size;
  if (found.empty()) return found;

  const bool readable = is_readable(span.coding);
  const std::vector<std::string> codings = codings_of(span);
  const auto source_of = [&](std::uint64_t begin, std::uint64_t end) {
    const auto clip = [&](std::uint64_t at) {
      return std::clamp<std::size_t>(static_cast<std::size_t>(at), own.begin,
                                     own.end) -
             own.begin;
    };
    SourceRange range = span.decoded.map.source_of({clip(begin), clip(end)});
    return SourceRange{range.begin + span.range.begin,
                       range.end + span.range.begin};
  };
  for (Found& one : found) {
    Finding& finding = one.finding;
    const SourceRange place = source_of(finding.start.byte, finding.end.byte);
    SourceRange hidden = place;
    if (!readable)
      hidden = span.range;
    else if (finding.encoded)
      hidden = source_of(finding.encoded->begin, finding.encoded->end);
    put_at(place, hidden, codings, &finding);
  }
  return found;
}

DecodedText::Window DecodedText::window_at(const Level& level,
                                           std::size_t begin) const {
  const std::size_t size = level.text.size();
  const std::size_t behind =
      std::max(engine_.right_context(), kBehindBlock + kBehindEscape);
  const std::size_t end =
      size - begin <= kWindow + behind ? size : begin + kWindow;
  return {begin, end, begin == 0 && end == size};
}

// Returns the findings of a level, settled, in the order of its windows. With
// `is_one_place`, all are at one place of the text around the level.
DecodedText::FoundList DecodedText::find_on(const Level& level, bool is_text,
                                            bool is_one_place) {
  if (!judged_.begun) {
    judged_.match.begin(judged_.path, binary_);
    judged_.wide_match.begin_in_binary(judged_.path);
    judged_.strong_match.begin(judged_.path, true);
    judged_.begun = true;
  }
  FileMatch& shared = !is_text   ? judged_.strong_match
                      : in_wide_ ? judged_.wide_match
                                 : judged_.match;
  shared.begin_again();
  FoundList settled;
  FoundList pending;
  Once once;
  std::size_t done = 0;
  Window window = window_at(level, 0);
  // Deeper levels use the shared one between two windows.
  std::optional<FileMatch> own;
  std::optional<FileMatch> all;
  if (!window.is_all) {
    all.emplace(shared);
    own.emplace(shared);
    std::vector<Candidate> none;
    for (Window at = window;; at = window_at(level, at.end)) {
      search(level, at, *all, &none);
      none.clear();
      if (at.end == level.text.size()) break;
    }
  }
  for (; !is_stopped(); window = window_at(level, window.end)) {
    FileMatch& match = own ? *own : shared;
    find_in(level, window, match, all ? *all : match, &pending);
    find_deeper(level, window, &done, &pending);
    const bool is_last = window.end == level.text.size();
    FoundList apart = is_last
                          ? std::exchange(pending, {})
                          : take_apart(window.end - kBeforeWindow, &pending);
    found_bytes_ -= bytes_of(apart);
    // Deeper findings in the name and the tail do not belong to this text.
    std::erase_if(apart, [&](const Found& one) {
      return one.finding.start.byte < level.owned.begin ||
             one.finding.end.byte > level.owned.end;
    });
    settle(&apart, has_providers_);
    const std::size_t had = settled.size();
    for (Found& one : apart) {
      if (is_one_place)
        once.add(std::move(one), &settled);
      else
        settled.push_back(std::move(one));
    }
    for (std::size_t i = had; i < settled.size(); ++i)
      found_bytes_ += bytes_of(settled[i]);
    if (is_last) break;
  }
  return settled;
}

// Whether the decoded text in `range` could not be seen before.
bool DecodedText::may_matter(const Level& level, SourceRange range) const {
  const SourceRange own = level.owned;
  if (range.end <= own.begin || range.begin >= own.end) return false;
  if (!is_readable(level.coding)) return true;
  const std::size_t size = own.end - own.begin;
  const std::size_t begin = std::max(range.begin, own.begin) - own.begin;
  const std::size_t end = std::min(range.end, own.end) - own.begin;
  const SourceRange beside{begin - std::min<std::size_t>(begin, 1),
                           std::min(end + 1, size)};
  const SourceRange source = level.map->source_of(beside);
  return source.end - source.begin != beside.end - beside.begin;
}

// Whether a value ends at a separator that was escaped, though its name is not.
// For example, `password=ab%26cd` is a URL with the password "ab&cd".
bool DecodedText::is_cut(const Level& level, const Pattern::Match& at) const {
  if (level.coding != Coding::kPercent || at.secret_begin <= at.begin ||
      at.secret_begin < level.owned.begin || at.secret_end >= level.owned.end ||
      std::string_view("&;,").find(level.text[at.secret_end]) ==
          std::string_view::npos)
    return false;
  const auto is_escaped = [&](std::size_t begin, std::size_t end) {
    begin = std::max(begin, level.owned.begin) - level.owned.begin;
    end -= level.owned.begin;
    if (begin >= end) return false;
    const SourceRange source = level.map->source_of({begin, end});
    return source.end - source.begin != end - begin;
  };
  return is_escaped(at.secret_end, at.secret_end + 1) &&
         !is_escaped(at.begin, at.secret_begin);
}

void DecodedText::search(const Level& level, const Window& window,
                         FileMatch& match, std::vector<Candidate>* candidates) {
  const std::size_t from = window.begin - std::min(window.begin, kLeftContext);
  const std::size_t to =
      window.end == level.text.size()
          ? window.end
          : std::min(level.text.size(), window.end + engine_.right_context());
  scratch_.interrupt = options_.interrupt;
  const auto place_of = [&](std::size_t at) {
    return std::clamp(at, from, to) - from;
  };
  engine_.scan({.text = level.text.substr(from, to - from),
                .origin = from,
                .owned_begin = window.begin - from,
                .owned_end = window.end - from,
                .wanted_begin = place_of(level.owned.begin),
                .wanted_end = place_of(level.owned.end)},
               match, scratch_, candidates);
  if (match.gave_up())
    doubt_ =
        "rules of the scanned tree's own configuration matched too often "
        "in an encoded text";
  for (Candidate& candidate : *candidates) {
    candidate.match.begin += from;
    candidate.match.end += from;
    candidate.match.secret_begin += from;
    candidate.match.secret_end += from;
  }
}

// `all` has the keywords that were seen anywhere in the level.
void DecodedText::find_in(const Level& level, const Window& window,
                          FileMatch& match, const FileMatch& all,
                          FoundList* found) {
  std::vector<Candidate> candidates;
  search(level, window, match, &candidates);
  if (candidates.empty()) return;
  TextFacts facts;
  std::set<std::tuple<std::string_view, std::uint32_t, std::size_t>> judged;
  for (const Candidate& candidate : candidates) {
    const Pattern::Match at = judge_.trimmed(level.text, candidate.match);
    // The parts beyond `owned` were put together here.
    if (at.secret_begin < level.owned.begin ||
        at.secret_end > level.owned.end ||
        !may_matter(level, {at.begin, at.end}) || is_cut(level, at) ||
        !engine_.keyword_seen(candidate.rule, all))
      continue;
    if (packed_ != 0) {
      const std::string_view lines = lines_of(level.text, at);
      if (!lines.empty() &&
          !judged
               .emplace(lines, candidate.rule,
                        static_cast<std::size_t>(
                            level.text.data() + at.secret_begin - lines.data()))
               .second)
        continue;
      if (judged_left_ == 0) {
        ++left_out_;
        continue;
      }
      --judged_left_;
    }
    Verdict verdict =
        judge_.judge(candidate.rule, judged_.path, level.text, at, {}, &facts);
    if (verdict.filter_failed) ++failed_filters_;
    // An allowed candidate is counted; its place suffices for that.
    if (verdict.drop != Drop::kNone && !is_allowed(verdict) &&
        !options_.explain)
      continue;
    const bool is_shown = verdict.drop == Drop::kNone || options_.explain;
    keep(found_at(std::move(verdict), level.text, at, is_shown), found);
  }
}

// Finds text that is encoded within the decoded text and begins in `window`.
// `done` is the end of the last span.
void DecodedText::find_deeper(const Level& level, const Window& window,
                              std::size_t* done, FoundList* found) {
  Marks marks;
  const std::size_t begin = window.begin - std::min(window.begin, kBeforeBlock);
  const std::size_t end =
      std::min(level.text.size(), window.end + kBehindBlock);
  find_marks_in_short(level.text, begin, end, Escapes::kAll, &marks);
  add_lines_above(level.text, kMinRunInShort, &marks.runs);
  const auto take = [&](FoundList more) {
    found->insert(found->end(), std::move_iterator(more.begin()),
                  std::move_iterator(more.end()));
  };
  for (const SourceRange& run : marks.runs) {
    if (is_stopped() || run.begin >= std::min(window.end, level.owned.end))
      break;
    if (run.begin < std::max(window.begin, *done)) continue;
    const auto head = encoded_head(level.text, run);
    if (!head) continue;
    const EncodedSpan span = with_lines(level.text, *head);
    *done = span.range.end;
    if (may_matter(level, span.range))
      take(look_into(level.text, span, level.depth));
  }
  for (const EncodedSpan& span : stretches_of(level.text, marks.triggers)) {
    if (is_stopped()) break;
    if (!may_matter(level, span.range)) continue;
    FoundList more = look_into(level.text, span, level.depth);
    if (!window.is_all) keep_in(window.begin, window.end, &more);
    take(std::move(more));
  }
}

}  // namespace sluice
