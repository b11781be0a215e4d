// What of an archive belongs to none of its members: headers, comments, extra
// fields, gaps, what stands before it and behind its end. Its findings have the
// name of the archive, and the bytes at which they stand in it; lines count in
// the text that these stretches make together.
//
// A stretch that is small, or made of a zip's own records, gives its runs of
// characters (archive/leftover.h), which are scanned as a text. A larger one is
// scanned as a file would be, and what begins as an archive is opened.
//
// Members of a zip that its directory does not list are found in the gaps by
// their own headers, and read in order. A reader ends at a directory, at an
// error, or at the header of the listed member after the gap. Then the search
// continues.

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "archive/held_bytes.h"
#include "scan/pipeline.h"
#include "scan/shared_archive.h"

namespace sluice {
namespace {

constexpr std::size_t kSmallGap = 64 * 1024;
// Archives behind each other's ends; each is a call within the one before.
constexpr unsigned kMostJoined = 100;

std::uint64_t little(std::string_view text, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(text[at + i]);
  return value;
}

constexpr std::size_t kHeader = 30;      // of a zip's member, without its name
constexpr std::size_t kLongName = 4096;  // and with it no longer

// Whether a zip's member begins so, and not what looks like one by chance.
// `text` begins with its signature.
bool is_member(std::string_view text) {
  constexpr std::uint64_t kVersions = 100;
  constexpr std::uint64_t kMethods = 99;
  const std::uint64_t name = little(text, 26, 2);
  return little(text, 4, 1) < kVersions && little(text, 8, 2) <= kMethods &&
         name != 0 && name <= kLongName && kHeader + name <= text.size() &&
         std::ranges::none_of(text.substr(kHeader, name), [](char c) {
           return static_cast<unsigned char>(c) < 0x20;
         });
}

// Whether the member whose header `text` begins with was read: then the gap,
// which has `left` bytes from there on, ends with the header, or with what a
// link leads to behind it. One without data, as a directory, may not have been.
bool was_read(std::string_view text, std::uint64_t left) {
  constexpr std::uint64_t kSizeFollows = 8;
  const std::uint64_t end = kHeader + little(text, 26, 2) + little(text, 28, 2);
  const std::uint64_t packed = little(text, 18, 4);
  const bool follows = (little(text, 6, 2) & kSizeFollows) != 0;
  return end >= left || end + packed == left || (packed == 0 && !follows);
}

bool has_mark(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

// What can be read at byte `at`, `size` bytes at most. An error ends it; then
// `*incomplete` says why.
std::string read_some(const ByteSource& bytes, std::uint64_t at,
                      std::uint64_t size, std::string* incomplete) {
  std::string block(std::min<std::uint64_t>(size, kSmallGap), '\0');
  std::size_t filled = 0;
  while (filled < block.size()) {
    const Result<std::size_t> got = bytes.read_at(
        block.data() + filled, block.size() - filled, at + filled);
    if (!got) Pipeline::add_sentence(got.error().message, incomplete);
    if (got.value_or(0) == 0) break;
    filled += *got;
  }
  block.resize(filled);
  return block;
}

// Where in a gap of a zip a member begins that the directory does not have.
std::optional<std::uint64_t> unlisted_member(const ByteSource& bytes,
                                             ByteRange gap,
                                             std::string* incomplete) {
  std::uint64_t at = gap.begin;
  while ((at = std::max<std::uint64_t>(at, bytes.next_data(at))) < gap.end) {
    const std::string block = read_some(bytes, at, gap.end - at, incomplete);
    const bool is_last = at + block.size() >= gap.end || block.empty();
    std::size_t found = 0;
    for (; (found = block.find("PK\3\4", found)) != block.npos; found += 4) {
      if (!is_last && block.size() - found < kHeader + kLongName) break;
      const std::string_view text = std::string_view(block).substr(found);
      if (text.size() >= kHeader && is_member(text) &&
          !was_read(text, gap.end - at - found))
        return at + found;
    }
    if (is_last) break;
    at += std::min(found, block.size() - 3);
  }
  return std::nullopt;
}

// Returns where the header of the listed member after the gap begins, whose data
// begin at the gap's end; the gap's end if there is none. If several headers are
// possible, it is the last one, so that none of its bytes count for another one.
std::uint64_t listed_header(const ByteSource& bytes, ByteRange gap,
                            std::string* incomplete) {
  constexpr std::uint64_t kLongest = kHeader + 2 * 0xFFFF;  // name, extra field
  std::uint64_t end = gap.end;  // before it nothing was looked at yet
  while (end > gap.begin && gap.end - end < kLongest) {
    const std::uint64_t begin =
        std::max(gap.begin, end - std::min<std::uint64_t>(end, kSmallGap / 2));
    const std::string block = read_some(
        bytes, begin, std::min(gap.end, end + kHeader) - begin, incomplete);
    for (std::size_t at = block.rfind("PK\3\4"); at != block.npos;
         at = at == 0 ? block.npos : block.rfind("PK\3\4", at - 1)) {
      const std::string_view text = std::string_view(block).substr(at);
      if (text.size() >= kHeader &&
          begin + at + kHeader + little(text, 26, 2) + little(text, 28, 2) ==
              gap.end)
        return begin + at;
    }
    end = begin;
  }
  return gap.end;
}

// Where in a gap of a zip the list of members ends, behind its end record; the
// gap's end: there is none in it. APPNOTE.TXT 4.3.12 to 4.3.16.
std::uint64_t end_of_records(const ByteSource& bytes, ByteRange gap,
                             std::string* incomplete) {
  constexpr std::size_t kEntry = 46;
  constexpr std::size_t kEnd = 22;
  constexpr std::size_t kLocator = 20;
  std::string block =
      read_some(bytes, gap.begin, gap.end - gap.begin, incomplete);
  std::size_t at = block.find("PK\1\2");
  if (at == block.npos) at = block.find("PK\5\6");
  std::uint64_t begin = gap.begin;  // of the block
  while (at < block.size()) {
    if (block.size() - at < kEntry && begin + block.size() < gap.end) {
      begin += at;
      block = read_some(bytes, begin, gap.end - begin, incomplete);
      at = 0;
    }
    const std::string_view text = std::string_view(block).substr(at);
    std::uint64_t size = 0;
    if (text.starts_with("PK\1\2") && text.size() >= kEntry)
      size = kEntry + little(text, 28, 2) + little(text, 30, 2) +
             little(text, 32, 2);
    else if (text.starts_with("PK\6\6") && text.size() >= kEnd)
      size = 12 + std::min(little(text, 4, 8), gap.end);
    else if (text.starts_with("PK\6\7"))
      size = kLocator;
    else if (text.starts_with("PK\5\6") && text.size() >= kEnd)
      return std::min(gap.end, begin + at + kEnd + little(text, 20, 2));
    if (size == 0 || size >= gap.end - begin - at) break;
    if (at + size < block.size()) {
      at += size;
    } else {
      begin += at + size;
      block = read_some(bytes, begin, gap.end - begin, incomplete);
      at = 0;
    }
  }
  return gap.end;
}

}  // namespace

// Whether neither a bound nor an interrupt ends it; `*incomplete` says which.
bool Pipeline::may_go_on(std::string* incomplete) const {
  const bool raised =
      options_.interrupt != nullptr && options_.interrupt->raised();
  if (raised) add_sentence("interrupted", incomplete);
  add_sentence(unpacking_->over(), incomplete);
  return !raised && unpacking_->over().empty();
}

// Scans the leftover text so far, and forgets it.
ScanEnd Pipeline::scan_leftover(const Subject& outer, Leftover* rest,
                                std::string* incomplete) {
  if (rest->overflowed())
    add_sentence(
        fmt::format(
            "of more than {} MiB in a row that belong to no member only "
            "the first were scanned",
            Leftover::kMost >> 20),
        incomplete);
  ScanEnd end = ScanEnd::kDone;
  if (!rest->text().empty()) {
    begin(outer, /*by_path=*/false);
    const TextBytes text(rest->text());
    std::vector<TextPlace> places = rest->places();
    for (TextPlace& place : places) place.source += base_;
    end = scan_opened(begin_reading(text, {}), &places);
  }
  rest->clear();
  return end;
}

// Scans what the buffer begins with, which stands at byte `at` of the archive.
// `as`: what it may not be opened as.
ScanEnd Pipeline::scan_outside(const Subject& outer, const ByteSource& bytes,
                               std::size_t filled, std::uint64_t at,
                               std::optional<Packing> as,
                               std::string* incomplete) {
  begin(outer, /*by_path=*/false);
  const Subject* const before = std::exchange(unpacked_from_, &outer);
  std::optional<ScanEnd> end;
  std::optional<Packing> kind = packing_of({buffer_.get(), filled});
  if (kind && joined_ == kMostJoined) {
    add_sentence(fmt::format("more than {} archives are joined in it, and the "
                             "others were scanned as they stand",
                             kMostJoined),
                 incomplete);
    kind.reset();
  }
  ++joined_;
  if (kind && kind != as) {
    std::string head;
    if (!bytes.may_seek()) head.assign(buffer_.get(), filled);
    base_ += at;
    end = scan_held(bytes, std::move(head), *kind);
    base_ -= at;
    if (!end && bytes.may_seek()) filled = begin_reading(bytes, {});
  }
  --joined_;
  const std::vector<TextPlace> places{{0, base_ + at}};
  if (!end) end = scan_opened(filled, &places);
  unpacked_from_ = before;
  return *end;
}

// What stands behind the end of an archive that was read in order. NULs are
// padding, whatever there is of them.
ScanEnd Pipeline::scan_behind(const Subject& outer, const ByteSource& bytes,
                              Packing packing, Members& members,
                              std::string* incomplete) {
  std::uint64_t at = members.rest_begin();
  if (bytes.may_seek()) {
    Leftover rest(unpacking_->memory());
    const ScanEnd end = add_gap(outer, BoundedBytes(bytes, unpacking_), packing,
                                {at, bytes.size()}, &rest, incomplete);
    rest.end_run();
    return end == ScanEnd::kDone ? scan_leftover(outer, &rest, incomplete)
                                 : end;
  }
  std::optional<std::string> head = members.rest_head();
  if (!head) return ScanEnd::kDone;
  const BytesBehind behind(std::move(*head), members);
  std::size_t filled = begin_reading(behind, {});
  const auto text = [&] {
    return std::find_if(buffer_.get(), buffer_.get() + filled,
                        [](char c) { return c != '\0'; });
  };
  while (text() == buffer_.get() + filled) {
    if (reader_.at_end() || filled == 0) return ScanEnd::kDone;
    at += filled;
    filled = fill(0);
  }
  const auto padding = static_cast<std::size_t>(text() - buffer_.get());
  std::memmove(buffer_.get(), buffer_.get() + padding, filled - padding);
  filled = fill(filled - padding);
  return scan_outside(outer, behind, filled, at + padding, std::nullopt,
                      incomplete);
}

// Adds a gap's text to `*rest`, or scans it by itself.
ScanEnd Pipeline::add_gap(const Subject& outer, const ByteSource& bytes,
                          Packing packing, ByteRange gap, Leftover* rest,
                          std::string* incomplete) {
  std::string block;
  while (gap.begin < gap.end) {
    gap.begin = std::min<std::uint64_t>(gap.end, bytes.next_data(gap.begin));
    block = read_some(bytes, gap.begin, gap.end - gap.begin, incomplete);
    if (block.empty()) return ScanEnd::kDone;
    const std::size_t text = block.find_first_not_of('\0');
    gap.begin += std::min(text, block.size());
    block.erase(0, std::min(text, block.size()));
    if (!block.empty()) break;
  }
  const bool is_records = packing == Packing::kZip && block.starts_with("PK");
  const std::optional<Packing> whole =
      gap.begin == 0 ? std::optional(packing) : std::nullopt;
  const std::optional<Packing> kind = packing_of(block);
  if (!is_records && ((kind && kind != whole) || has_mark(block) ||
                      gap.end - gap.begin > kSmallGap)) {
    rest->end_run();
    const ScanEnd end = scan_leftover(outer, rest, incomplete);
    if (end != ScanEnd::kDone) return end;
    const StretchBytes stretch(bytes, gap.begin, gap.end - gap.begin);
    return scan_outside(outer, stretch, begin_reading(stretch, {}), gap.begin,
                        whole, incomplete);
  }
  while (!block.empty()) {
    rest->add(gap.begin, block);
    gap.begin += block.size();
    if (rest->is_much())
      if (const ScanEnd end = scan_leftover(outer, rest, incomplete);
          end != ScanEnd::kDone)
        return end;
    block = read_some(bytes, gap.begin, gap.end - gap.begin, incomplete);
  }
  return ScanEnd::kDone;
}

// `*parts`: how many parts of a zip were read in order.
ScanEnd Pipeline::scan_gap(const Subject& outer, const ByteSource& bytes,
                           Packing packing, ByteRange gap, unsigned* parts,
                           Leftover* rest, std::string* incomplete) {
  while (gap.begin < gap.end && may_go_on(incomplete)) {
    std::optional<std::uint64_t> stray;
    if (packing == Packing::kZip)
      stray = unlisted_member(bytes, gap, incomplete);
    if (stray && *parts == kMostJoined) {
      add_sentence(fmt::format("more than {} parts of it are not in its "
                               "directory, and the others were scanned as "
                               "they stand",
                               kMostJoined),
                   incomplete);
      stray.reset();
    }
    const std::uint64_t end_of_plain = stray.value_or(gap.end);
    const std::uint64_t end_of_list =
        std::min(end_of_plain, packing == Packing::kZip
                                   ? end_of_records(bytes, gap, incomplete)
                                   : end_of_plain);
    for (const ByteRange plain : {ByteRange{gap.begin, end_of_list},
                                  ByteRange{end_of_list, end_of_plain}})
      if (const ScanEnd end =
              add_gap(outer, bytes, packing, plain, rest, incomplete);
          end != ScanEnd::kDone)
        return end;
    if (!stray) break;
    ++*parts;
    rest->end_run();
    ScanEnd end = scan_leftover(outer, rest, incomplete);
    gap.begin = *stray;
    if (end == ScanEnd::kDone)
      end = scan_unlisted(outer, bytes, &gap, rest, incomplete);
    if (end != ScanEnd::kDone) return end;
  }
  return ScanEnd::kDone;
}

// Scans the members that the gap begins with, up to where that is not possible.
ScanEnd Pipeline::scan_unlisted(const Subject& outer, const ByteSource& bytes,
                                ByteRange* gap, Leftover* rest,
                                std::string* incomplete) {
  const std::uint64_t next = listed_header(bytes, *gap, incomplete);
  const StretchBytes in_order(bytes, gap->begin, next - gap->begin,
                              /*may_seek=*/false);
  begin(outer, /*by_path=*/false);
  base_ += gap->begin;
  ZipPart part{.has_next = next < gap->end};
  const std::optional<ScanEnd> opened =
      scan_members(in_order, {}, Packing::kZip, &part);
  base_ -= gap->begin;
  const std::uint64_t passed =
      opened ? std::max<std::uint64_t>(part.end, 1) : kHeader;
  const std::uint64_t end = std::min(gap->begin + passed, next);
  const ByteRange plain{gap->begin, end};
  gap->begin = end;
  return opened ? *opened
                : add_gap(outer, bytes, Packing::kZip, plain, rest, incomplete);
}

// `ranges`: of the archive's members.
ScanEnd Pipeline::scan_gaps(const Subject& outer, const ByteSource& archive,
                            Packing packing, std::vector<ByteRange> ranges,
                            std::string* incomplete) {
  const BoundedBytes bytes(archive, unpacking_);
  std::ranges::sort(ranges, {}, [](const ByteRange& range) {
    return std::pair(range.begin, range.end);
  });
  ranges.push_back({bytes.size(), bytes.size()});
  Leftover rest(unpacking_->memory());
  unsigned parts = 0;
  std::uint64_t at = 0;
  for (ByteRange range : ranges) {
    // A list may say anything.
    range.begin = std::min<std::uint64_t>(range.begin, bytes.size());
    range.end = std::min<std::uint64_t>(range.end, bytes.size());
    const ScanEnd end = scan_gap(outer, bytes, packing, {at, range.begin},
                                 &parts, &rest, incomplete);
    if (end != ScanEnd::kDone) return end;
    at = std::max(at, range.end);
  }
  rest.end_run();
  return scan_leftover(outer, &rest, incomplete);
}

// Texts that have names of their own and are no members.
ScanEnd Pipeline::scan_texts(const Subject& outer, Accounting* accounting) {
  if (accounting == nullptr) return ScanEnd::kDone;
  const Subject* const before = std::exchange(unpacked_from_, nullptr);
  const std::uint64_t base = std::exchange(base_, 0);
  ScanEnd end = ScanEnd::kDone;
  for (const NamedText& one : accounting->take_texts()) {
    Subject subject = outer;
    subject.judged += "/" + one.name;
    subject.location.members.push_back(one.name);
    if (end != ScanEnd::kDone || is_left_out(subject)) continue;
    begin(subject);
    end = scan_bytes(std::make_unique<TextBytes>(one.text), {});
  }
  base_ = base;
  unpacked_from_ = before;
  return end;
}

void Pipeline::scan_gaps(SharedArchive& archive, std::vector<ByteRange> ranges,
                         ArchivePart* part, ReportPort& port) {
  const std::unique_ptr<SharedArchive::Reader> reader =
      archive.reader_for(0, /*alone=*/true);
  port_ = &port;
  unpacking_ = &reader->unpacking;
  unread_members_ = 0;
  all_members_ = true;
  depth_ = 1;
  // It has its turn, so there is room.
  (void)scan_gaps(archive.subject(), archive.bytes(), Packing::kZip,
                  std::move(ranges), &part->incomplete);
  depth_ = 0;
  unpacking_ = nullptr;
  end_part(part);
}

}  // namespace sluice
