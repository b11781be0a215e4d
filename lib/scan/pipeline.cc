// A file is read into one buffer and matched view by view (match/engine.h). A
// file that fits is one view; a larger one is moved through the buffer:
//
//   | left context | owned bytes               | right context |
//                   ^ the next view's left context ends where this view's own
//                     bytes end; what lies from there on is moved to the front
//
// The context is matched twice; at 512 KiB that is at most 8 % of a large file.
//
// All of this is about the text of the file, which TextReader makes of its
// bytes; the engine takes it for the file. PlaceCursor leads back to the bytes.

#include "scan/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <tuple>

#include "base/check.h"
#include "finding/fingerprint.h"
#include "finding/mask.h"
#include "fs/open_file.h"
#include "judge/directive.h"
#include "judge/drop.h"
#include "judge/required.h"
#include "scan/covered.h"
#include "scan/overlap.h"

namespace sluice {
namespace {

void sort_by_place(std::vector<Dropped>* dropped) {
  std::ranges::sort(*dropped, {}, [](const Dropped& one) {
    return std::tuple(one.finding.start.byte, one.finding.end.byte,
                      one.finding.rule->id, one.reason);
  });
}

// `half` of a sentence may be empty: nothing to note.
void add_note(std::string_view half, FileReport* report) {
  if (half.empty()) return;
  std::string note = fmt::format("{}: {}", report->path, half);
  if (std::ranges::count(report->notes, note) == 0)
    report->notes.push_back(std::move(note));
}

// Of spans that share a byte, which are candidates for one secret, one counts.
std::uint64_t count_apart(
    std::vector<std::pair<std::uint64_t, std::uint64_t>> spans) {
  std::ranges::sort(spans);
  std::uint64_t count = 0;
  std::uint64_t reached = 0;
  for (const auto& [begin, end] : spans) {
    if (count == 0 || begin >= reached) ++count;
    reached = std::max(reached, end);
  }
  return count;
}

}  // namespace

Pipeline::Pipeline(const FileSystem& fs, const Engine& engine,
                   const Judge& judge, Tally* tally,
                   const PipelineOptions& options)
    : fs_(&fs),
      reader_(fs, options.interrupt),
      engine_(&engine),
      judge_(&judge),
      tally_(tally),
      options_(options),
      capacity_(kLeftContext + options.owned_bytes + engine.right_context() +
                kDirectiveReach),
      // Not zeroed: a page is only touched when a file reaches it.
      buffer_(new char[capacity_]) {
  SLUICE_CHECK(options.owned_bytes >= kMaxCharacter);
}

std::unique_ptr<FileReport> Pipeline::scan(const FileToScan& file) {
  FileReport report;
  if (file.root) report.root = file.root->not_reported();
  report.path = file.root ? file.root->reported(file.path) : file.path;

  const bool standard_input = file.source == FileToScan::Source::kStandardInput;
  const Result<OpenedFile> opened = standard_input ? OpenedFile{0, 0, true}
                                    : file.root
                                        ? file.root->open(file.path)
                                        : fs_->open(file.path, OpenMode::kWait);
  file_.begin(report.path, false);
  add_path_findings(&report);
  if (!opened) {
    report.incomplete = opened.error().message;
  } else {
    const OpenFile closes(*fs_, opened->descriptor, !standard_input);
    read_and_match(*opened, &report);
    if (report.incomplete.empty()) ++tally_->files;
  }
  tally_->allowed += count_apart(std::move(allowed_));
  allowed_.clear();
  drop_disabled(&report);
  settle_overlaps(&report);
  if (options_.explain_drops) explain_covered(&report);
  if (options_.baseline != nullptr) hide_known(&report);
  hide_unsure(&report);
  if (report.findings.empty() && report.incomplete.empty() &&
      report.dropped.empty() && report.notes.empty())
    return nullptr;
  sort_by_place(&report.dropped);
  return std::make_unique<FileReport>(std::move(report));
}

void Pipeline::read_and_match(const OpenedFile& file, FileReport* report) {
  reader_.begin(file);
  std::uint64_t told = 0;
  const auto fill = [&](std::size_t from) {
    const std::size_t got =
        reader_.fill(buffer_.get() + from, capacity_ - from);
    // View by view, for who watches the scan of a large file.
    tally_->bytes += reader_.bytes_read() - told;
    told = reader_.bytes_read();
    return got;
  };
  std::size_t filled = fill(0);
  const FileHead& head = reader_.head();
  if (head.encoding == Encoding::kUtf32)
    report->incomplete = "UTF-32 text is not decoded";
  if (head.binary) ++tally_->binary;
  file_.begin(report->path, head.binary);

  PlaceCursor places(head);
  std::uint64_t origin = places.text_begin();  // of the buffer, in the text
  std::size_t owned_begin = 0;  // the first byte that no view has owned yet
  AllowBlocks blocks;
  for (;;) {
    const bool at_end = reader_.at_end();
    View view{{buffer_.get(), filled}, origin, owned_begin, filled};
    if (!at_end) view.owned_end -= engine_->right_context() + kDirectiveReach;
    judge_view(view, &places, report);
    // Marks in a file of one view matter only to what was found in it.
    const bool is_whole = at_end && origin == places.text_begin();
    if (judge_->heeds_allow_comments() &&
        !(is_whole && report->findings.empty()))
      blocks.note(view.text, view.owned_begin, view.owned_end, view.origin);
    if (at_end) break;

    const std::size_t drop = view.owned_end - kLeftContext;
    std::memmove(buffer_.get(), buffer_.get() + drop, filled - drop);
    origin += drop;
    filled -= drop;
    owned_begin = kLeftContext;
    filled += fill(filled);
  }
  // What was read before an error has been judged all the same.
  if (reader_.error())
    report->incomplete = fmt::format(
        "{}, {} bytes into it", reader_.error()->message, reader_.bytes_read());
  drop_in_blocks(std::move(blocks), report);
  settle_required(engine_->rules(), &report->findings,
                  options_.explain_drops ? &report->dropped : nullptr);
  drop_without_keyword(report);
}

void Pipeline::drop_without_keyword(FileReport* report) const {
  std::erase_if(report->findings, [&](const Finding& finding) {
    if (finding.rule->family != nullptr) return false;
    const auto rule = static_cast<std::uint32_t>(
        finding.rule - engine_->rules().rules().data());
    if (engine_->keyword_seen(rule, file_)) return false;
    if (options_.explain_drops)
      report->dropped.push_back(dropped_for(Drop::kKeyword, finding));
    return true;
  });
}

void Pipeline::judge_view(const View& view, PlaceCursor* places,
                          FileReport* report) {
  candidates_.clear();
  engine_->scan(view, file_, scratch_, &candidates_);
  for (const Candidate& candidate : candidates_) {
    Verdict verdict =
        judge_->judge(candidate.rule, report->path, view.text, candidate.match);
    if (verdict.drop == Drop::kDirective &&
        verdict.confidence >= options_.min_confidence)
      allowed_.emplace_back(view.origin + candidate.match.secret_begin,
                            view.origin + candidate.match.secret_end);
    if (verdict.drop != Drop::kNone && !options_.explain_drops) continue;
    // A row of a table that begins before it may have its cells behind it.
    places->advance(
        view.text, view.origin,
        view.origin + std::min(candidate.match.begin, view.owned_end));
    Finding finding =
        make_finding(verdict, view, candidate.match, *places, report->path);
    finding.detail = std::move(verdict.detail);
    if (!verdict.allowed_rules.empty())
      add_note(judge_->doubt_about(verdict.allowed_rules), report);
    if (verdict.drop == Drop::kNone)
      report->findings.push_back(std::move(finding));
    else
      report->dropped.push_back(dropped_for(verdict.drop, std::move(finding),
                                            {.allowlist = verdict.allowlist}));
  }
  // A file of one view without findings is never searched for lines.
  if (view.owned_end != view.text.size())
    places->advance(view.text, view.origin, view.origin + view.owned_end);
}

Finding Pipeline::make_finding(const Verdict& verdict, const View& view,
                               const Pattern::Match& match,
                               const PlaceCursor& places,
                               std::string_view path) const {
  Finding finding;
  finding.rule = verdict.rule;
  finding.confidence = verdict.confidence;
  finding.checksum = verdict.checksum;
  finding.entropy = verdict.entropy;

  PlaceCursor cursor = places;
  const auto place = [&](std::size_t offset) {
    Position at = cursor.advance(view.text, view.origin, view.origin + offset);
    at.byte = std::min(at.byte, reader_.bytes_read());
    return at;
  };
  finding.start = place(match.secret_begin);
  finding.end = place(match.secret_end);
  finding.match = view.text.substr(match.begin, match.end - match.begin);
  finding.secret = view.text.substr(match.secret_begin,
                                    match.secret_end - match.secret_begin);
  if (options_.redact)
    finding.shown = shown_prefix(finding.secret, *options_.redact);
  finding.match_byte = view.origin + match.begin;
  if (places.decoded()) finding.decoded_byte = view.origin + match.secret_begin;

  // As much of the secret's line as fits, more of what stands before it.
  constexpr std::size_t kBefore = kExcerptBytes / 4;
  const std::size_t floor =
      match.secret_begin - std::min(match.secret_begin, kBefore);
  const std::string_view before =
      view.text.substr(floor, match.secret_begin - floor);
  const std::size_t newline = before.rfind('\n');
  const std::size_t begin =
      newline == std::string_view::npos ? floor : floor + newline + 1;
  std::string_view line = view.text.substr(begin, kExcerptBytes);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  finding.excerpt = line;
  finding.excerpt_byte = view.origin + begin;
  finding.fingerprint = fingerprint(finding.rule->id, path, finding.secret);
  return finding;
}

void Pipeline::drop_in_blocks(AllowBlocks blocks, FileReport* report) {
  if (blocks.empty() || report->findings.empty()) return;
  const std::vector<std::string_view> named = blocks.named_rules();
  if (!named.empty()) add_note(judge_->doubt_about(named), report);
  if (blocks.overflowed())
    add_note(fmt::format("only the first {} comments that begin or end a block "
                         "of allowed secrets count",
                         AllowBlocks::kMaxMarks),
             report);
  std::erase_if(report->findings, [&](const Finding& finding) {
    if (!blocks.allows(finding.text_byte(), finding.rule->id)) return false;
    if (finding.confidence >= options_.min_confidence)
      allowed_.emplace_back(finding.text_byte(),
                            finding.text_byte() + finding.secret.size());
    if (options_.explain_drops)
      report->dropped.push_back(dropped_for(Drop::kDirective, finding));
    return true;
  });
}

void Pipeline::drop_disabled(FileReport* report) const {
  if (options_.rules == nullptr || options_.rules->all()) return;
  std::erase_if(report->findings, [&](const Finding& finding) {
    if (options_.rules->is_on(finding.rule)) return false;
    if (options_.explain_drops)
      report->dropped.push_back(dropped_for(Drop::kDisabled, finding));
    return true;
  });
}

// Takes out what is not to be kept, and tells how much. Where text is shown it
// is masked all the same.
template <typename Keep, typename Facts>
std::uint64_t Pipeline::hide(FileReport* report, Drop why, const Keep& keep,
                             const Facts& facts) const {
  const auto hidden = std::stable_partition(report->findings.begin(),
                                            report->findings.end(), keep);
  const auto count =
      static_cast<std::uint64_t>(report->findings.end() - hidden);
  if (options_.explain_drops)
    for (auto finding = hidden; finding != report->findings.end(); ++finding)
      report->dropped.push_back(dropped_for(why, *finding, facts(*finding)));
  report->covered.insert(report->covered.end(), std::make_move_iterator(hidden),
                         std::make_move_iterator(report->findings.end()));
  report->findings.erase(hidden, report->findings.end());
  return count;
}

// Every finding is looked up, the unsure too: an entry for one of these is not
// stale. But they count as unsure.
void Pipeline::hide_known(FileReport* report) {
  const Baseline& baseline = *options_.baseline;
  if (report->incomplete.empty()) baseline.note_read(*report);
  if (report->findings.empty()) return;
  const bool is_baseline = baseline.holds_file(*fs_, *report);
  tally_->baseline += hide(
      report, Drop::kBaseline,
      [&](const Finding& finding) {
        const bool known = baseline.knows(*report, finding) != nullptr;
        return !is_baseline &&
               (!known || finding.confidence < options_.min_confidence);
      },
      [&](const Finding& finding) {
        const std::string* by = baseline.knows(*report, finding);
        return DropFacts{.other = by == nullptr ? report->path : *by};
      });
}

void Pipeline::hide_unsure(FileReport* report) {
  const Confidence least = options_.min_confidence;
  if (least == Confidence::kLow) return;
  tally_->unsure += hide(
      report, Drop::kConfidence,
      [&](const Finding& finding) { return finding.confidence >= least; },
      [&](const Finding&) { return DropFacts{.least = least}; });
}

// A rule without a pattern reports the file itself, at its first byte.
void Pipeline::add_path_findings(FileReport* report) {
  for (const std::uint32_t rule : engine_->path_matches(file_)) {
    Finding finding;
    finding.rule = &engine_->rules().rules()[rule];
    finding.confidence = finding.rule->confidence;
    finding.fingerprint = fingerprint(finding.rule->id, report->path, "");
    report->findings.push_back(std::move(finding));
  }
}

}  // namespace sluice
