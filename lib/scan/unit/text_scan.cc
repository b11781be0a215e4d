#include "scan/unit/text_scan.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "archive/closed_kind.h"

namespace sluice {
namespace {

constexpr std::uint64_t kToItsEnd = ~std::uint64_t{0};

// Finds the secrets in the reader's views. The text of the file that they own
// is [begin, end).
TextEnd find_in_views(Pipeline& pipeline, const Finder::Text& text,
                      std::uint64_t begin, std::uint64_t end) {
  Finder& finder = pipeline.finder;
  ViewReader& views = pipeline.views;
  const TextReader& reader = views.reader();
  finder.begin(text, is_binary(text.judged, reader.head()));
  while (const std::optional<View> view = views.next()) {
    if (!text.found.goes_on())
      return {.end = view->origin + view->owned_begin, .paused = true};
    if (!finder.find(*view, text, views)) return {.no_room = true};
    if (!finder.interrupted()) continue;
    const std::uint64_t reached = view->origin + view->owned_begin;
    return {
        .end = reached,
        .incomplete = fmt::format("interrupted, {} bytes into it", reached)};
  }
  TextEnd read{.end = std::clamp(reader.offset(), begin, end)};
  // The text before an error was judged. The scan that continues from there
  // meets an error in the context after the stretch again, unless LostRanges
  // skips it.
  read.unreadable = reader.stopped();
  if (reader.error() && reader.offset() < end)
    read.incomplete =
        fmt::format("{}, {} bytes into it", reader.error()->message, read.end);
  return read;
}

}  // namespace

void add_reason(std::string reason, std::string* incomplete) {
  if (reason.empty()) return;
  *incomplete = incomplete->empty() ? std::move(reason)
                                    : std::move(reason) + "; " + *incomplete;
}

std::string closed_container(std::string_view head) {
  const std::string_view kind = closed_kind(head);
  if (kind.empty()) return {};
  return fmt::format(
      "it is a kind of container that is not opened ({}), and "
      "was scanned as it stands",
      kind);
}

std::string gave_up_reason(const FileMatch& match) {
  if (!match.gave_up()) return {};
  return fmt::format(
      "rules of the scanned tree's own configuration matched more than {} "
      "times, and one more for each {} bytes: from there on it was scanned "
      "without them",
      kForeignMatches, kBytesAMatch);
}

TextEnd find_in_stretch(Pipeline& pipeline, const Finder::Text& text,
                        const ByteSource& bytes, const FileHead& head,
                        std::uint64_t begin, std::uint64_t end,
                        LostRanges* lost) {
  const std::uint64_t context =
      begin - std::min<std::uint64_t>(begin - head.mark, kLeftContext);
  pipeline.views.begin(bytes, head, {context, begin, end}, lost);
  return find_in_views(pipeline, text, begin, end);
}

void TextScan::begin(Subject subject, bool by_path) {
  subject_ = std::move(subject);
  by_kind_.clear();
  Pipeline& p = pipeline_;
  p.parts.begin(subject_.location, subject_.root, p.match, port_);
  p.match.begin(subject_.judged, false);
  if (!by_path) return;
  for (Finding& finding : p.finder.find_by_path(subject_.judged, p.match))
    p.parts.add(std::move(finding));
}

bool TextScan::is_prefiltered(std::string_view judged) {
  const Filters::Answer answer = pipeline_.judge.prefilter(judged);
  if (answer.failed) ++counts_.failed_prefilters;
  if (!answer.drops) return false;
  ++counts_.prefiltered;
  return true;
}

std::string_view TextScan::read(const ByteSource& bytes,
                                std::string_view head) {
  const std::string_view text = pipeline_.views.begin(bytes, head);
  is_pdf_ = text.starts_with("%PDF-");
  const TextReader& reader = pipeline_.views.reader();
  by_kind_.clear();
  if (reader.head().encoding == TextEncoding::kBytes && reader.head().mark == 0)
    by_kind_ = pipeline_.finder.find_by_kind(text, reader.at_end(),
                                             subject_.judged, pipeline_.match);
  return text;
}

TextEnd TextScan::find(std::string not_opened,
                       const std::vector<TextPlace>* places) {
  Pipeline& p = pipeline_;
  const TextReader& reader = p.views.reader();
  const FileHead& head = reader.head();
  std::vector<Finding> by_kind = take_by_kind();
  // Bytes of an archive that no member has are not a file.
  if (places == nullptr) {
    if (head.binary) p.parts.add_doubt(closed_container(p.views.head_text()));
    for (Finding& finding : by_kind) p.parts.add(std::move(finding));
  }
  begin_match(subject_.judged, head, &p.match);
  PositionCursor cursor(head, places);
  TextEnd read = find_in_views(p, {subject_.judged, p.match, cursor, p.parts},
                               cursor.text_begin(), kToItsEnd);
  add_reason(reader.lost().reason(), &read.incomplete);
  add_reason(gave_up_reason(p.match), &read.incomplete);
  if (reader.strange() != 0)
    add_reason(fmt::format("it begins as UTF-32 text, and {} of its characters "
                           "are none",
                           reader.strange()),
               &read.incomplete);
  if (read.incomplete.empty()) read.incomplete = std::move(not_opened);
  return read;
}

ScanEnd TextScan::end(TextEnd read, bool whole, As as) {
  if (read.no_room || !pipeline_.parts.end(std::move(read.incomplete)))
    return ScanEnd::kNoRoom;
  const TextReader& reader = pipeline_.views.reader();
  counts_.bytes += reader.bytes();
  if (as == As::kOutside)
    counts_ += pipeline_.parts.counts();
  else
    count(is_binary(subject_.judged, reader.head()), whole, as);
  return ScanEnd::kDone;
}

ScanEnd TextScan::end_archive(std::string incomplete, bool whole, As as) {
  if (!pipeline_.parts.end(std::move(incomplete))) return ScanEnd::kNoRoom;
  is_pdf_ = false;  // a PDF that was read as an archive
  count(false, whole, as);
  return ScanEnd::kDone;
}

ScanEnd TextScan::end_unread(std::string incomplete) {
  if (!pipeline_.parts.end(std::move(incomplete))) return ScanEnd::kNoRoom;
  counts_ += pipeline_.parts.counts();
  return ScanEnd::kDone;
}

void TextScan::count(bool binary, bool whole, As as) {
  const ReportParts& parts = pipeline_.parts;
  if (whole && parts.has_all())
    ++(as == As::kFile ? counts_.files : counts_.members);
  if (binary) ++counts_.binary;
  if (std::exchange(is_pdf_, false)) ++counts_.pdf;
  counts_ += parts.counts();
}

Scanned TextScan::scanned(ScanEnd end) const {
  if (end == ScanEnd::kNoRoom) return {end, false, {}};
  return {end, counts_.files != 0, counts_};
}

}  // namespace sluice
