// What makes the answer the same for all views. A run of digits belongs to the
// view that owns its first byte; where it ends behind the view, more of the
// file is read (Reader), up to kLongestSpan. Escapes stand in rows that may be
// as long as the file, so they are decoded block by block: a block is kBlock
// bytes of the text, and belongs to the view that owns its first byte. Of a
// block the stretches around its escapes are decoded (decode/stretches.h), with
// those that stand a little before and behind, and what is found counts if it
// begins in the block. So all is decided by bytes that any view has beside
// those that it owns: kLeftContext before, kDecodeReach behind.
//
// What was decoded and shows nothing that could not be seen before is left to
// the file's own text: of a stretch of escapes a match counts if an escape
// stands in it or beside it.
//
// Bounds. A span is read up to kLongestSpan; all that is decoded for the sake
// of one, deeper spans and what is unpacked included, is budget_for() its size.
// What one of these cuts off is told (doubt()).
//
// Rejected: to decode a file as a whole, in passes, as gitleaks does. It costs
// a second search of all that stands around, and a place in a file of 1 GiB has
// to be mapped through all passes.

#include "scan/decoded_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "decode/stretches.h"
#include "decode/triggers.h"
#include "judge/allow/directive.h"
#include "scan/excerpt.h"
#include "scan/overlap.h"
#include "text/base64.h"

namespace sluice {
namespace {

constexpr std::size_t kBlock = 16 * 1024;
// How far before and behind a block escapes are looked for.
constexpr std::size_t kBeforeBlock = 1024;
constexpr std::size_t kBehindBlock = 7 * 1024;
static_assert(kBeforeBlock + kBeforeEscape + kTriggerReach + 64 < kLeftContext);
static_assert(kBlock + kBehindBlock + kBehindEscape + kTriggerReach <
              kDecodeReach);

// Bytes that may be decoded for the sake of a span of `size`: that bounds what
// a hostile text costs. What people pack becomes ten times as large.
constexpr std::size_t budget_for(std::size_t size) {
  constexpr std::size_t kMost = 16 * 1024 * 1024;
  constexpr std::size_t kFree = 64 * 1024;
  constexpr std::size_t kTimes = 64;
  return std::min(kMost, kFree + kTimes * size);
}

// What is taken of the line before a span, and behind it.
constexpr std::size_t kNameBytes = 256;
constexpr std::size_t kTailBytes = 64;

// Bytes behind a span that decide where it ends and what allows it.
constexpr std::size_t kBehindSpan = 2 * 1024;
static_assert(kBehindSpan > kDirectiveReach + kTailBytes);

// What stands before `at` on its line. A value that has a line to itself has
// its name on the one before.
std::string_view name_before(std::string_view text, std::size_t at) {
  const std::size_t floor = at - std::min(at, kNameBytes);
  const std::string_view before = text.substr(floor, at - floor);
  std::size_t newline = before.rfind('\n');
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

// A program of C or its kin (Escapes::kRows).
bool is_of_c(std::string_view path) {
  const std::size_t size = path.size();
  if (size < 2) return false;
  if (path[size - 2] == '.')
    return std::string_view("chsS").find(path.back()) != std::string_view::npos;
  return path.ends_with(".cc") || path.ends_with(".hh") ||
         path.ends_with(".cpp") || path.ends_with(".hpp") ||
         path.ends_with(".cxx");
}

bool has_providers(const RuleSet& rules) {
  return std::ranges::any_of(
      rules.rules(), [](const Rule& rule) { return !rule.provider.empty(); });
}

// Which of those that share bytes of one text stay.
void settle(std::vector<DecodedFinding>* found, bool has_providers) {
  if (found->size() < 2) return;
  FileReport report;
  std::vector<DecodedFinding> rest;
  std::vector<std::vector<std::string_view>> doubts;
  for (DecodedFinding& one : *found) {
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

}  // namespace

DecodedText::DecodedText(const Engine& engine, const Judge& judge,
                         const Options& options)
    : engine_(engine),
      judge_(judge),
      options_(options),
      has_providers_(has_providers(engine.rules())) {}

void DecodedText::begin(std::string_view path, bool binary) {
  path_ = path;
  escapes_ = is_of_c(path) ? Escapes::kRows : Escapes::kAll;
  binary_ = binary;
  begun_ = false;
}

const std::vector<DecodedFinding>& DecodedText::scan(
    const View& view, const std::vector<Candidate>& candidates,
    const Reader& read_on) {
  found_.clear();
  doubt_.clear();
  failed_filters_ = 0;
  marks_.clear();
  // The blocks that the view owns: those that begin in it.
  const std::uint64_t first =
      view.owned_begin == 0
          ? view.origin / kBlock * kBlock
          : (view.origin + view.owned_begin + kBlock - 1) / kBlock * kBlock;
  const std::uint64_t owned_end = view.origin + view.owned_end;
  std::size_t begin = view.owned_begin;
  std::size_t end = view.owned_end;
  if (first < owned_end) {
    const std::uint64_t last = (owned_end - 1) / kBlock * kBlock + kBlock;
    const std::uint64_t floor = std::max(
        view.origin, first - std::min<std::uint64_t>(first, kBeforeBlock));
    begin = std::min(begin, static_cast<std::size_t>(floor - view.origin));
    end = static_cast<std::size_t>(std::min<std::uint64_t>(
        view.text.size(), last + kBehindBlock - view.origin));
  }
  find_marks(view.text, begin, end, escapes_, &marks_);
  scan_runs(view, read_on);
  scan_values(view, candidates);
  if (!marks_.triggers.empty()) scan_blocks(view);
  std::ranges::stable_sort(found_, {}, [](const DecodedFinding& one) {
    return one.finding.start.byte;
  });
  return found_;
}

void DecodedText::scan_runs(const View& view, const Reader& read_on) {
  const std::string_view text = view.text;
  for (const SourceRange& run : marks_.runs) {
    if (run.begin < view.owned_begin || run.begin >= view.owned_end) continue;
    const auto span = encoded_run(text, run);
    if (!span || is_continuation(text, span->range.begin)) continue;
    const std::size_t size = span->range.end - span->range.begin;
    budget_ = budget_for(size);
    if (text.size() - span->range.end >= kBehindSpan || size >= kLongestSpan) {
      add(view, text, 0, look_into(text, *span, options_.depth));
      continue;
    }
    const std::size_t from = run.begin - std::min(run.begin, kLeftContext);
    const std::string_view longer =
        read_on(from, run.begin - from + kLongestSpan + kBehindSpan);
    SourceRange whole{run.begin - from, run.end - from};
    if (run.end == text.size())
      while (whole.end < longer.size() &&
             is_base64_digit(longer[whole.end], Base64::kEither))
        ++whole.end;
    const auto known = encoded_run(longer, whole);
    if (!known) continue;
    budget_ = budget_for(known->range.end - known->range.begin);
    add(view, longer, from, look_into(longer, *known, options_.depth));
  }
}

void DecodedText::scan_values(const View& view,
                              const std::vector<Candidate>& candidates) {
  std::size_t done = 0;  // the same value may be several rules'
  for (const Candidate& candidate : candidates) {
    const SourceRange value{candidate.match.secret_begin,
                            candidate.match.secret_end};
    const Rule& rule = engine_.rules().rules()[candidate.rule];
    if (rule.value == ValueKind::kAny || value.begin + 1 == done) continue;
    constexpr std::size_t kMostValue = 2 * kMinRunInC;
    if (value.end - value.begin > kMostValue) continue;
    done = value.begin + 1;
    // Longer ones are known by themselves (scan_runs()).
    Marks marks;
    find_marks(view.text, value.begin, value.end, escapes_, &marks);
    if (!marks.runs.empty()) continue;
    auto span = decode_value(view.text, value);
    if (!span) continue;
    budget_ = budget_for(kMostValue);
    add(view, view.text, 0,
        look_at(view.text, *std::move(span), options_.depth));
  }
}

void DecodedText::scan_blocks(const View& view) {
  const std::vector<Trigger>& triggers = marks_.triggers;
  const std::uint64_t first =
      view.owned_begin == 0
          ? view.origin / kBlock * kBlock
          : (view.origin + view.owned_begin + kBlock - 1) / kBlock * kBlock;
  for (std::uint64_t block = first; block < view.origin + view.owned_end;
       block += kBlock) {
    const auto place_of = [&](std::uint64_t at) {
      return static_cast<std::size_t>(at - std::min(at, view.origin));
    };
    const std::size_t begin = place_of(block);
    const std::size_t end = place_of(block + kBlock);
    const auto from = std::ranges::lower_bound(
        triggers, begin - std::min(begin, kBeforeBlock), {}, &Trigger::at);
    const auto to = std::ranges::lower_bound(triggers, end + kBeforeBlock, {},
                                             &Trigger::at);
    if (from == to) continue;
    const auto beyond = std::ranges::lower_bound(triggers, end + kBehindBlock,
                                                 {}, &Trigger::at);
    for (const EncodedSpan& span :
         stretches_of(view.text, std::span(from, beyond))) {
      if (span.range.end <= begin || span.range.begin >= end) continue;
      budget_ = budget_for(span.range.end - span.range.begin);
      std::vector<DecodedFinding> found =
          look_into(view.text, span, options_.depth);
      std::erase_if(found, [&](const DecodedFinding& one) {
        return one.finding.start.byte < begin || one.finding.start.byte >= end;
      });
      add(view, view.text, 0, std::move(found));
    }
  }
}

// Brings what was found in `text`, which begins at byte `origin` of the view,
// to places in the file's text, with what a report shows of it.
void DecodedText::add(const View& view, std::string_view text,
                      std::size_t origin, std::vector<DecodedFinding> found) {
  for (DecodedFinding& one : found) {
    Finding& finding = one.finding;
    const auto begin = static_cast<std::size_t>(finding.start.byte);
    const auto end = static_cast<std::size_t>(finding.end.byte);
    if (one.drop == Drop::kNone && judge_.heeds_allow_comments()) {
      Allowance allowed = allowance(text, begin, end, finding.rule->id);
      if (allowed.allowed) one.drop = Drop::kDirective;
      one.doubts = std::move(allowed.doubts);
    }
    const std::uint64_t base = view.origin + origin;
    finding.encoded->text = text.substr(begin, end - begin);
    finding.encoded->begin += base;
    finding.encoded->end += base;
    const Excerpt excerpt = excerpt_at(text, begin);
    finding.excerpt = excerpt.text;
    finding.excerpt_byte = base + excerpt.begin;
    finding.start.byte += base;
    finding.end.byte += base;
    found_.push_back(std::move(one));
  }
}

std::vector<DecodedFinding> DecodedText::look_into(std::string_view text,
                                                   const EncodedSpan& span,
                                                   unsigned depth) {
  auto decoded = decode_span(text, span, budget_);
  if (!decoded) return {};
  return look_at(text, *std::move(decoded), depth);
}

// What was found in `span` of `text`, in places of `text`.
std::vector<DecodedFinding> DecodedText::look_at(std::string_view text,
                                                 DecodedSpan span,
                                                 unsigned depth) {
  if (span.codings.size() > depth) {
    doubt_ =
        fmt::format("text in more than {} nested encodings was not decoded",
                    options_.depth);
    return {};
  }
  if (span.decoded.map.empty()) return {};
  if (span.decoded.text.size() > budget_) span.cut = true;
  if (span.cut) {
    doubt_ = "only the first part of a long encoded text was decoded";
    if (budget_ == 0) return {};
    if (span.decoded.text.size() > budget_) span.decoded.text.resize(budget_);
  }
  budget_ -= span.decoded.text.size();
  const std::string_view name = name_before(text, span.range.begin);
  std::string whole(name);
  whole += span.decoded.text;
  whole += tail_behind(text, span.range.end);
  const bool readable = is_readable(span.codings.front());
  const SourceRange own{name.size(), name.size() + span.decoded.text.size()};
  const Level level{whole, own, &span.decoded.map, span.codings.front(),
                    depth - static_cast<unsigned>(span.codings.size())};
  std::vector<DecodedFinding> found = find_in(level, span.is_text);
  find_deeper(level, &found);
  // What deeper levels found in the name and the tail is not of this text.
  std::erase_if(found, [&](const DecodedFinding& one) {
    return one.finding.start.byte < own.begin || one.finding.end.byte > own.end;
  });
  settle(&found, has_providers_);
  std::vector<std::string> codings;
  for (const Coding coding : span.codings)
    codings.emplace_back(name_of(coding));
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
  for (DecodedFinding& one : found) {
    Finding& finding = one.finding;
    const SourceRange place = source_of(finding.start.byte, finding.end.byte);
    SourceRange hidden = place;
    if (!readable)
      hidden = span.range;
    else if (finding.encoded)
      hidden = source_of(finding.encoded->begin, finding.encoded->end);
    finding.start.byte = place.begin;
    finding.end.byte = place.end;
    finding.encoded = EncodedPlace{hidden.begin, hidden.end, {}};
    finding.decoded.insert(finding.decoded.begin(), codings.begin(),
                           codings.end());
  }
  return found;
}

// Whether what stands in `range` of what was decoded could not be seen before.
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

// Whether a value ends at a separator that was escaped, though its name is not:
// of `password=ab%26cd` the URL that is meant has the password "ab&cd".
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

std::vector<DecodedFinding> DecodedText::find_in(const Level& level,
                                                 bool is_text) {
  std::vector<DecodedFinding> found;
  std::vector<Candidate> candidates;
  if (!begun_) {
    match_.begin(path_, binary_);
    strong_match_.begin(path_, true);
    begun_ = true;
  }
  FileMatch& match = is_text ? match_ : strong_match_;
  match.begin_again();
  scratch_.interrupt = options_.interrupt;
  engine_.scan({level.text, 0, 0, level.text.size()}, match, scratch_,
               &candidates);
  TextFacts facts;
  for (const Candidate& candidate : candidates) {
    const Pattern::Match at = judge_.trimmed(level.text, candidate.match);
    // What goes beyond was put together here.
    if (at.secret_begin < level.owned.begin ||
        at.secret_end > level.owned.end ||
        !may_matter(level, {at.begin, at.end}) || is_cut(level, at) ||
        !engine_.keyword_seen(candidate.rule, match))
      continue;
    Verdict verdict =
        judge_.judge(candidate.rule, path_, level.text, at, {}, &facts);
    if (verdict.filter_failed) ++failed_filters_;
    if (verdict.drop != Drop::kNone && verdict.drop != Drop::kDirective &&
        verdict.drop != Drop::kAllowlist && !options_.explain)
      continue;
    DecodedFinding one;
    one.drop = verdict.drop;
    one.allowlist = verdict.allowlist;
    one.doubts = std::move(verdict.doubts);
    Finding& finding = one.finding;
    finding.rule = verdict.rule;
    finding.confidence = verdict.confidence;
    finding.evidence = verdict.evidence;
    finding.checksum = verdict.checksum;
    finding.entropy = verdict.entropy;
    finding.detail = std::move(verdict.detail);
    finding.start.byte = at.secret_begin;
    finding.end.byte = at.secret_end;
    finding.match = level.text.substr(at.begin, at.end - at.begin);
    finding.secret =
        level.text.substr(at.secret_begin, at.secret_end - at.secret_begin);
    found.push_back(std::move(one));
  }
  return found;
}

// What is encoded in what was decoded.
void DecodedText::find_deeper(const Level& level,
                              std::vector<DecodedFinding>* found) {
  Marks marks;
  find_marks_in_short(level.text, Escapes::kAll, &marks);
  const auto take = [&](std::vector<DecodedFinding> more) {
    found->insert(found->end(), std::move_iterator(more.begin()),
                  std::move_iterator(more.end()));
  };
  std::size_t done = 0;
  for (const SourceRange& run : marks.runs) {
    if (run.begin < done) continue;
    const auto span = encoded_run(level.text, run);
    if (!span || !may_matter(level, span->range)) continue;
    done = span->range.end;
    take(look_into(level.text, *span, level.depth));
  }
  for (const EncodedSpan& span : stretches_of(level.text, marks.triggers))
    if (may_matter(level, span.range))
      take(look_into(level.text, span, level.depth));
}

}  // namespace sluice
