// The findings of a view are given in the order of their places, so that the
// report may end a part between any two of them (report_parts.h). Encoded text
// is decoded in blocks. A block is searched just before the first candidate
// that comes after its beginning.

#include "scan/find/finder.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "base/timed.h"
#include "finding/mask.h"
#include "judge/allow/directive.h"
#include "judge/context/credential_file.h"
#include "judge/key_files/key_file.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// The time after an interrupt in which candidates that were found before it are
// still judged. It counts from the first question, in processor time of this
// thread, because the reader of the report may be slow.
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

// Half a unit at the end of UTF-16 counts as a whole one. Only in a text that
// was put together from stretches of a file may a place be after the bytes that
// were read.
Position clipped(Position at, const PositionCursor& places,
                 const ViewReader& views) {
  if (!places.is_put_together())
    at.byte = std::min(at.byte, views.reader().offset());
  return at;
}

// The least bytes of a run in a binary file that may be a line of something.
constexpr std::size_t kLeastRun = 12;
// How far the run is looked at before and after a match begins.
constexpr std::size_t kRunBefore = 2 * 1024;
constexpr std::size_t kRunBehind = 4 * 1024;

// Returns the text around a match in a binary file: the bytes in a row that a
// text may have. Returns nothing if the secret does not begin in such a text, or
// if that is short.
std::optional<SourceRange> run_around(std::string_view text,
                                      const Pattern::Match& match) {
  const auto is_text = [](char c) {
    return is_printable(c) || c == '\t' || c == '\n' || c == '\r' ||
           static_cast<unsigned char>(c) >= 0xC2;
  };
  const std::string_view after = text.substr(match.begin, kRunBehind);
  std::size_t size = 0;
  while (size < after.size()) {
    const std::size_t character = static_cast<unsigned char>(after[size]) < 0x80
                                      ? (is_text(after[size]) ? 1 : 0)
                                      : decode_utf8(after.substr(size)).size;
    if (character == 0) break;
    size += character;
  }
  SourceRange run{match.begin, match.begin + size};
  if (run.end <= match.secret_begin) return std::nullopt;
  const std::size_t floor = match.begin - std::min(match.begin, kRunBefore);
  while (run.begin > floor) {
    std::size_t at = run.begin - 1;
    while (at > floor && run.begin - at < kMaxCharacter &&
           (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
      --at;
    if (!is_text(text[at]) ||
        (run.begin - at > 1 &&
         decode_utf8(text.substr(at, run.begin - at)).size != run.begin - at))
      break;
    run.begin = at;
  }
  if (run.end - run.begin < kLeastRun) return std::nullopt;
  return run;
}

// Whether the value is a format of printf(), as messages of programs have.
bool is_format(std::string_view value) {
  for (std::size_t at = value.find('%'); at != value.npos;
       at = value.find('%', at + 1)) {
    const std::size_t end =
        value.find_first_not_of("0123456789.+-#*hlzjt", at + 1);
    if (end != value.npos && is_letter(value[end])) return true;
  }
  return false;
}

// Makes a value without quotes end where the run does: any byte that no text has
// ends it there. Returns whether the match lies in the run.
bool clip(std::size_t end, const Rule& rule, Pattern::Match* match) {
  if (match->end <= end) return true;
  constexpr std::size_t kLeastValue = 6;
  if (rule.assignment != Assignment::kBare ||
      end - match->secret_begin < kLeastValue)
    return false;
  match->end = match->secret_end = end;
  return true;
}

// Returns the match in the text that begins `by` bytes later.
Pattern::Match moved(Pattern::Match match, std::size_t by) {
  match.begin -= by;
  match.end -= by;
  match.secret_begin -= by;
  match.secret_end -= by;
  return match;
}

// A program has many texts that speak about passwords. So in a binary file, a
// value counts only if it is assigned to a name and looks drawn or typed with care.
bool counts_in_binary(const Verdict& verdict, std::string_view value) {
  const Evidence& evidence = verdict.evidence;
  const bool is_typed = evidence.look == ValueLook::kTyped &&
                        std::ranges::any_of(value, is_digit);
  return evidence.form == Form::kAssigned &&
         (evidence.look == ValueLook::kDrawn || is_typed) && !is_format(value);
}

}  // namespace

Finder::Finder(const Engine& engine, const Judge& judge, const Options& options)
    : engine_(engine),
      judge_(judge),
      options_(options),
      decoded_(engine, judge,
               {.depth = options.choices.decode_depth,
                .explain = options.choices.explain_drops,
                .interrupt = options.interrupt}),
      covered_(engine, options.covered) {
  scratch_.versions = options.versions;
}

std::size_t Finder::right_context() const {
  const std::size_t matched = engine_.right_context() + judge_.reach();
  return options_.choices.decode_depth == 0 ? matched
                                            : std::max(matched, kDecodeReach);
}

std::size_t Finder::most_beyond() const {
  return options_.choices.decode_depth == 0 ? 0 : kLongestSpan + kLeftContext;
}

bool is_binary(std::string_view path, const FileHead& head) {
  return head.binary && (head.program || !is_awaited(path));
}

void begin_match(std::string_view judged, const FileHead& head,
                 FileMatch* match) {
  const bool binary = is_binary(judged, head);
  if (binary && !head.program)
    match->begin_in_binary(judged);
  else
    match->begin(judged, binary);
}

void Finder::begin(const Text& text, bool binary) {
  binary_ = binary;
  decoded_.begin(text.judged, binary);
}

bool Finder::find(const View& view, const Text& text, ViewReader& views) {
  // The reader may have passed a hole.
  text.places.skip(view.origin + view.owned_begin);
  search(view, text);
  if (scratch_.block_marks && judge_.heeds_allow_comments())
    text.found.note_blocks(view);
  const bool decodes =
      options_.choices.decode_depth != 0 && !scratch_.interrupted;
  PositionCursor block_places = text.places;
  if (decodes) decoded_.begin_view(view);
  const std::uint64_t owned_end = view.origin + view.owned_end;
  Grace grace;
  TextFacts facts;
  covered_.begin(candidates_, text.found.blocks_name_rules());
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (is_raised(options_.interrupt) && grace.is_over()) {
      scratch_.interrupted = true;
      return text.found.advance(view.origin + view.owned_begin);
    }
    if (decodes &&
        !find_encoded_before(candidates_[i], view, text, views, &block_places))
      return false;
    if (!judge(i, view, text, views, &facts)) return false;
  }
  if (decodes && !find_encoded(view, text, views, owned_end, &block_places))
    return false;
  if (std::uint64_t* const blocks = time(&StageTimes::wide_blocks))
    *blocks += decoded_.take_wide_blocks();
  // A file of one view without findings is never searched for lines.
  if (view.owned_end == view.text.size()) return true;
  text.places.advance(view.text, view.origin, owned_end);
  return text.found.advance(owned_end);
}

// Fills candidates_.
void Finder::search(const View& view, const Text& text) {
  candidates_.clear();
  const Timed timed(time(&StageTimes::match));
  scratch_.costs = options_.times == nullptr ? nullptr : &options_.times->rules;
  // A text that was read after the interrupt is searched all the same.
  scratch_.interrupt =
      is_raised(options_.interrupt) ? nullptr : options_.interrupt;
  engine_.scan(view, text.match, scratch_, &candidates_);
}

// Adds the findings in encoded text of the blocks up to the candidate, and in
// the candidate's value.
bool Finder::find_encoded_before(const Candidate& candidate, const View& view,
                                 const Text& text, ViewReader& views,
                                 PositionCursor* places) {
  if (!find_encoded(view, text, views, view.origin + candidate.match.begin,
                    places))
    return false;
  add_encoded(view, text, views, *decoded_.scan_value(candidate), *places);
  return true;
}

// Judges one candidate and adds what it is. Returns false if there is no room.
bool Finder::judge(std::size_t number, const View& view, const Text& text,
                   const ViewReader& views, TextFacts* facts) {
  const Candidate& candidate = candidates_[number];
  const Rule& rule = engine_.rules().rules()[candidate.rule];
  if (binary_ && rule.confidence != Confidence::kHigh)
    return judge_in_run(candidate, view, text, views);
  std::optional<Verdict> verdict = verdict_on(number, view, text, facts);
  return !verdict ||
         take(std::move(*verdict), judge_.trimmed(view.text, candidate.match),
              view, text, views);
}

// Returns nothing if no verdict on the candidate would ever be seen.
std::optional<Verdict> Finder::verdict_on(std::size_t number, const View& view,
                                          const Text& text, TextFacts* facts) {
  if (std::optional<Verdict> early = covered_.take(number)) return early;
  while (!covered_.is_covered(number)) {
    const std::optional<std::size_t> rival = covered_.rival_of(number);
    const std::size_t next = rival.value_or(number);
    Verdict verdict = ask(candidates_[next], view, text, facts);
    covered_.note(next, verdict, text.match);
    if (!rival) return verdict;
    covered_.keep(next, std::move(verdict));
  }
  return std::nullopt;
}

Verdict Finder::ask(const Candidate& candidate, const View& view,
                    const Text& text, TextFacts* facts) const {
  const Timed timed(time(&StageTimes::judge));
  count(&StageTimes::candidates);
  return judge_.judge(candidate.rule, text.judged, view.text,
                      judge_.trimmed(view.text, candidate.match), {}, facts);
}

// Judges a candidate that counts in a binary file only within a run of text.
bool Finder::judge_in_run(const Candidate& candidate, const View& view,
                          const Text& text, const ViewReader& views) {
  const Rule& rule = engine_.rules().rules()[candidate.rule];
  Pattern::Match match = judge_.trimmed(view.text, candidate.match);
  const std::optional<SourceRange> run = run_around(view.text, match);
  if (!run || !clip(run->end, rule, &match)) return true;
  Verdict verdict = [&] {
    const Timed timed(time(&StageTimes::judge));
    return judge_.judge(candidate.rule, text.judged,
                        view.text.substr(run->begin, run->end - run->begin),
                        moved(match, run->begin));
  }();
  count(&StageTimes::candidates);
  if (verdict.drop == Drop::kNone &&
      !counts_in_binary(
          verdict, view.text.substr(match.secret_begin,
                                    match.secret_end - match.secret_begin)))
    return true;
  return take(std::move(verdict), match, view, text, views);
}

// Adds what a candidate is. Returns false if there is no room.
bool Finder::take(Verdict verdict, const Pattern::Match& match,
                  const View& view, const Text& text, const ViewReader& views) {
  if (verdict.drop == Drop::kNone) count(&StageTimes::findings);
  if (verdict.filter_failed) text.found.add_failed_filters(1);
  if (is_allowed(verdict))
    note_allowed(text, verdict.drop, verdict.confidence,
                 view.origin + match.secret_begin,
                 view.origin + match.secret_end);
  if (verdict.drop != Drop::kNone && !options_.choices.explain_drops)
    return true;
  // The cells of a row may be after the view's own bytes.
  const std::uint64_t begin =
      std::min(view.origin + match.begin, view.origin + view.owned_end);
  text.places.advance(view.text, view.origin, begin);
  Found found = found_at(std::move(verdict), view.text, match, true);
  place(view, match, text.places, views, &found.finding);
  give(std::move(found), text);
  return text.found.advance(begin);
}

// Sets the places of a finding in the view. `places` is at its match or before
// it.
void Finder::place(const View& view, const Pattern::Match& match,
                   const PositionCursor& places, const ViewReader& views,
                   Finding* finding) const {
  PositionCursor cursor = places;
  const auto place_of = [&](std::size_t offset) {
    return clipped(cursor.advance(view.text, view.origin, view.origin + offset),
                   places, views);
  };
  const LineCursor::LineColumn begin = places.place();
  finding->start = place_of(match.secret_begin);
  if (begin.line < finding->start.line && match.begin < match.secret_begin)
    finding->match_start = {begin.line, begin.column};
  finding->end = place_of(match.secret_end);
  finding->match_byte = view.origin + match.begin;
  if (places.decoded())
    finding->decoded_byte = view.origin + match.secret_begin;
  set_excerpt(view.text, match.secret_begin, view.origin, finding);
}

// Adds the findings in encoded text of the blocks that begin up to byte `end`
// of the text. This happens before anything after `end` is added, so that a
// part of the report may end there. Moves `*places` to the last block. Returns
// false if there is no room.
bool Finder::find_encoded(const View& view, const Text& text, ViewReader& views,
                          std::uint64_t end, PositionCursor* places) {
  for (;;) {
    const std::uint64_t block = decoded_.next_block();
    if (block > end || block == DecodedText::kNoBlock) return true;
    const std::uint64_t begin = std::max(block, view.origin + view.owned_begin);
    if (!text.found.advance(begin)) return false;
    std::vector<Found>* found = nullptr;
    {
      const Timed timed(time(&StageTimes::decode));
      found = decoded_.scan_block(
          [&](std::size_t from, std::size_t size) {
            return views.more(from, size);
          },
          [&](std::uint64_t bytes) { return text.found.may_hold(bytes); });
    }
    if (found == nullptr) return false;
    if (!found->empty()) places->advance(view.text, view.origin, begin);
    add_encoded(view, text, views, *found, *places);
  }
}

// Adds `found`, which is in the order of its places. `places` is before all of
// them.
void Finder::add_encoded(const View& view, const Text& text,
                         const ViewReader& views, std::vector<Found>& found,
                         const PositionCursor& places) {
  const auto place_at = [&](std::uint64_t target, FarCursor* cursor) {
    const std::uint64_t view_end = view.origin + view.text.size();
    if (target <= view_end) {
      cursor->at = cursor->places.advance(view.text, view.origin, target);
    } else {
      if (!cursor->is_beyond)
        cursor->places.advance(view.text, view.origin, view_end);
      cursor->is_beyond = true;
      cursor->at = cursor->places.advance(views.beyond(), view_end, target);
    }
    cursor->at = clipped(cursor->at, cursor->places, views);
    return cursor->at;
  };
  FarCursor cursor{places};
  FarCursor end = cursor;      // of the finding before
  std::uint64_t end_byte = 0;  // the same
  for (Found& one : found) {
    Finding& finding = one.finding;
    const std::uint64_t begin = finding.start.byte;
    if (is_allowed(one))
      note_allowed(text, one.drop, finding.confidence, begin, finding.end.byte);
    if (one.drop != Drop::kNone && !options_.choices.explain_drops) continue;
    finding.start = place_at(begin, &cursor);
    if (end_byte != finding.end.byte) {
      end_byte = finding.end.byte;
      end = cursor;
      end.at = place_at(end_byte, &end);
    }
    finding.end = end.at;
    if (places.decoded()) finding.decoded_byte = begin;
    finding.match_byte = begin;
    give(std::move(one), text);
  }
  text.found.add_failed_filters(decoded_.failed_filters());
  text.found.add_left_out(decoded_.left_out());
  if (!decoded_.doubt().empty()) text.found.add_doubt(decoded_.doubt());
  if (!decoded_.unread().empty()) text.found.add_unread(decoded_.unread());
}

// Counts an allowed secret at the bytes [begin, end) of the text.
void Finder::note_allowed(const Text& text, Drop drop, Confidence confidence,
                          std::uint64_t begin, std::uint64_t end) const {
  if (confidence < options_.choices.min_confidence) return;
  text.found.add_allowed({begin, end,
                          drop == Drop::kDirective
                              ? AllowedSpan::By::kComment
                              : AllowedSpan::By::kAllowlist});
}

// Adds a finding with all its places, or a candidate that was dropped.
void Finder::give(Found&& found, const Text& text) const {
  Finding& finding = found.finding;
  if (options_.choices.redact)
    finding.shown = shown_prefix(finding.secret, *options_.choices.redact);
  if (!found.doubts.empty()) text.found.add_comment_doubts(found.doubts);
  if (found.drop == Drop::kNone)
    text.found.add(std::move(finding));
  else
    text.found.add_dropped(dropped_for(found.drop, std::move(finding),
                                       {.allowlist = found.allowlist}));
}

std::vector<Finding> Finder::find_by_path(std::string_view judged,
                                          FileMatch& match) const {
  std::vector<Finding> findings;
  for (const std::uint32_t rule : engine_.path_matches(match)) {
    if (!judge_.keeps_file(rule, judged)) continue;
    Finding finding;
    finding.rule = &engine_.rules().rules()[rule];
    finding.confidence = finding.rule->confidence;
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::vector<Finding> Finder::find_by_kind(std::string_view head, bool whole,
                                          std::string_view judged,
                                          FileMatch& match) const {
  std::vector<Finding> findings;
  if (!engine_.has_file_rules()) return findings;
  const std::optional<KeyFile> file = read_key_file(head, whole);
  if (!file) return findings;
  for (const std::uint32_t rule : engine_.file_matches(file->kind, match)) {
    Verdict verdict = judge_.judge_file(rule, judged, file->result);
    if (verdict.drop != Drop::kNone) continue;
    Finding finding;
    finding.rule = verdict.rule;
    finding.confidence = verdict.confidence;
    finding.evidence = verdict.evidence;
    finding.checksum = verdict.checksum;
    finding.detail = std::move(verdict.detail);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace sluice
