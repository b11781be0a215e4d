// The bytes of an archive that belong to none of its members: headers,
// comments, extra fields, gaps, and the bytes before it and after its end.
// Their findings have the name of the archive and their bytes in it. Lines
// count in the text that these stretches form together.
//
// bytes    | text | header | member 1 | gap | header | member 2 | list | more |
// leftover |xxxxxx|xxxxxxxx|          |xxxxx|xxxxxxxx|          |xxxxxx|xxxxxx|
//
// A small stretch, or one that consists of a zip's own records or of an SQLite
// database's free pages, gives its runs of characters (archive/leftover.h),
// which are scanned as a text. A larger one
// is scanned as a file would be, and opened if it begins as an archive.
//
// Members of a zip that its directory does not list are found in the gaps by
// their own headers, and read in order. A reader ends at a directory, at an
// error, or at the header of the listed member after the gap. Then the search
// continues.

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "archive/held_bytes.h"
#include "archive/sqlite_remains.h"
#include "archive/value_search.h"
#include "scan/unit/archive_scan.h"

namespace sluice {
namespace {

constexpr std::size_t kSmallGap = 64 * 1024;
// Archives after each other's ends. Each is a call within the one before.
constexpr unsigned kMostJoined = 100;

std::uint64_t little(std::string_view text, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(text[at + i]);
  return value;
}

constexpr std::size_t kHeader = 30;      // of a zip's member, without its name
constexpr std::size_t kLongName = 4096;  // and with it no longer

// Whether a zip's member begins here, and not something that looks like one by
// chance.
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

// Whether the member whose header `text` begins with was read. Then the gap,
// which has `left` bytes from there on, ends with the header, or with the
// target of a link after it. A member without data, such as a directory, may
// not have been read.
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

// Returns up to `size` bytes from byte `at` on. An error ends the reading and
// is added to `*incomplete`.
std::string read_some(const ByteSource& bytes, std::uint64_t at,
                      std::uint64_t size, std::string* incomplete) {
  std::string block(std::min<std::uint64_t>(size, kSmallGap), '\0');
  std::size_t filled = 0;
  while (filled < block.size()) {
    const Result<std::size_t> got = bytes.read_at(
        block.data() + filled, block.size() - filled, at + filled);
    if (!got) add_sentence(got.error().message, incomplete);
    if (got.value_or(0) == 0) break;
    filled += *got;
  }
  block.resize(filled);
  return block;
}

// Returns where in a gap of a zip a member begins that the directory does not
// have.
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

// Returns where the header of the listed member after the gap begins: the
// member whose data begin at the gap's end. Returns the gap's end if there is
// no header. If several headers are possible, it is the last one, so that none
// of its bytes count for another one.
std::uint64_t listed_header(const ByteSource& bytes, ByteRange gap,
                            std::string* incomplete) {
  constexpr std::uint64_t kLongest = kHeader + 2 * 0xFFFF;  // name, extra field
  std::uint64_t end = gap.end;  // nothing before it was looked at yet
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

// Returns where in a gap of a zip the list of members ends, after its end
// record, or the gap's end if there is no list in it. APPNOTE.TXT 4.3.12 to
// 4.3.16.
std::uint64_t end_of_records(const ByteSource& bytes, ByteRange gap,
                             std::string* incomplete) {
  constexpr std::size_t kEntry = 46;
  constexpr std::size_t kEndRecord = 22;
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
    else if (text.starts_with("PK\6\6") && text.size() >= kEndRecord)
      size = 12 + std::min(little(text, 4, 8), gap.end);
    else if (text.starts_with("PK\6\7"))
      size = kLocator;
    else if (text.starts_with("PK\5\6") && text.size() >= kEndRecord)
      return std::min(gap.end, begin + at + kEndRecord + little(text, 20, 2));
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

// Whether neither a bound nor an interrupt has ended the scan. Adds the reason
// to the archive's.
bool ArchiveScan::may_go_on(const Opened& archive) const {
  const bool raised = is_raised(pipeline_.options.interrupt);
  if (raised) add_sentence("interrupted", archive.incomplete);
  add_sentence(unpacking_.over(), archive.incomplete);
  return !raised && unpacking_.over().empty();
}

// Scans the leftover text so far, and forgets it.
ScanEnd ArchiveScan::scan_leftover(const Opened& archive, Leftover* rest) {
  if (rest->overflowed())
    add_sentence(
        fmt::format(
            "of more than {} MiB in a row that belong to no member only "
            "the first were scanned",
            Leftover::kMost >> 20),
        archive.incomplete);
  ScanEnd end = ScanEnd::kDone;
  if (!rest->text().empty()) {
    begin(archive.subject, /*by_path=*/false);
    const TextBytes text(rest->text());
    std::vector<TextPlace> places = rest->places();
    for (TextPlace& place : places) place.source += archive.within.base;
    texts_.read(text);
    end = scan_text(archive.within, &places);
  }
  rest->clear();
  return end;
}

// Scans `bytes`, which begin at byte `at` of the archive with `head`, the text
// in the first view. They must not be opened as `as`.
ScanEnd ArchiveScan::scan_outside(const Opened& archive,
                                  const ByteSource& bytes,
                                  std::string_view head, std::uint64_t at,
                                  std::optional<Packing> as) {
  begin(archive.subject, /*by_path=*/false);
  std::optional<Packing> kind = packing_of(head);
  if (kind && archive.within.joined == kMostJoined) {
    add_sentence(fmt::format("more than {} archives are joined in it, and the "
                             "others were scanned as they stand",
                             kMostJoined),
                 archive.incomplete);
    kind.reset();
  }
  if (kind && kind != as) {
    Around around = archive.within;
    around.unpacked_from = &archive.subject;
    ++around.joined;
    around.base += at;
    std::string read;
    if (!bytes.may_seek()) read = head;
    if (const auto end = open_held(bytes, std::move(read), *kind, around))
      return *end;
    if (bytes.may_seek()) texts_.read(bytes);
  }
  const std::vector<TextPlace> places{{0, archive.within.base + at}};
  return scan_text(archive.within, &places);
}

// Scans the bytes after the end of an archive that was read in order. NULs
// there are padding, however many they are.
ScanEnd ArchiveScan::scan_after(const Opened& archive, Members& members) {
  std::uint64_t at = members.rest_begin();
  if (archive.bytes.may_seek()) {
    const BoundedBytes bytes(archive.bytes, &unpacking_);
    const Opened bounded{archive.subject, bytes, archive.packing,
                         archive.within, archive.incomplete};
    Leftover rest(unpacking_.memory());
    const ScanEnd end = add_gap(bounded, {at, bytes.size()}, &rest);
    rest.end_run();
    return end == ScanEnd::kDone ? scan_leftover(bounded, &rest) : end;
  }
  std::optional<std::string> head = members.rest_head();
  if (!head) return ScanEnd::kDone;
  const BytesBehind after(std::move(*head), members);
  texts_.read(after);
  const std::string_view text = pipeline_.views.skip_zeros(&at);
  if (text.empty()) return ScanEnd::kDone;
  return scan_outside(archive, after, text, at, std::nullopt);
}

// Adds a gap's text to `*rest`, or scans it by itself.
ScanEnd ArchiveScan::add_gap(const Opened& archive, ByteRange gap,
                             Leftover* rest) {
  const ByteSource& bytes = archive.bytes;
  std::string block;
  while (gap.begin < gap.end) {
    gap.begin = std::min<std::uint64_t>(gap.end, bytes.next_data(gap.begin));
    block =
        read_some(bytes, gap.begin, gap.end - gap.begin, archive.incomplete);
    if (block.empty()) return ScanEnd::kDone;
    const std::size_t text = block.find_first_not_of('\0');
    gap.begin += std::min(text, block.size());
    block.erase(0, std::min(text, block.size()));
    if (!block.empty()) break;
  }
  const bool is_records =
      archive.packing == Packing::kZip && block.starts_with("PK");
  // A PDF's reader searches all of the file, also after an end of a PDF.
  const std::optional<Packing> whole =
      gap.begin == 0 || archive.packing == Packing::kPdf
          ? std::optional(archive.packing)
          : std::nullopt;
  const std::optional<Packing> kind = packing_of(block);
  const bool is_large =
      gap.end - gap.begin > kSmallGap && archive.packing != Packing::kSqlite;
  if (!is_records && ((kind && kind != whole) || has_mark(block) || is_large)) {
    rest->end_run();
    const ScanEnd end = scan_leftover(archive, rest);
    if (end != ScanEnd::kDone) return end;
    const StretchBytes stretch(bytes, gap.begin, gap.end - gap.begin);
    const std::string_view head = texts_.read(stretch);
    return scan_outside(archive, stretch, head, gap.begin, whole);
  }
  if (archive.packing == Packing::kSqlite)
    return add_remains(archive, gap, rest);
  while (!block.empty()) {
    rest->add(gap.begin, block);
    gap.begin += block.size();
    if (rest->is_much())
      if (const ScanEnd end = scan_leftover(archive, rest);
          end != ScanEnd::kDone)
        return end;
    block =
        read_some(bytes, gap.begin, gap.end - gap.begin, archive.incomplete);
  }
  return ScanEnd::kDone;
}

// Adds the text of a gap of a database.
ScanEnd ArchiveScan::add_remains(const Opened& archive, ByteRange gap,
                                 Leftover* rest) {
  SqliteRemains remains(archive.bytes);
  while (gap.begin < gap.end) {
    const std::string block =
        read_some(archive.bytes, gap.begin,
                  std::min(gap.end, remains.page_end(gap.begin)) - gap.begin,
                  archive.incomplete);
    if (block.empty()) break;
    remains.add(gap.begin, block, rest);
    gap.begin += block.size();
    if (!rest->is_much()) continue;
    if (const ScanEnd end = scan_leftover(archive, rest); end != ScanEnd::kDone)
      return end;
  }
  return ScanEnd::kDone;
}

// Scans the named values of rows that were deleted from a database.
ScanEnd ArchiveScan::scan_deleted(const Opened& archive, ByteRange gap) {
  constexpr std::uint64_t kLeastRow = 16;
  if (gap.end < gap.begin + kLeastRow) return ScanEnd::kDone;
  const StretchBytes bytes(archive.bytes, gap.begin, gap.end - gap.begin);
  auto values = values_of(bytes, {}, unpacking_);
  if (!values) {
    add_sentence(values.error().message, archive.incomplete);
    return ScanEnd::kDone;
  }
  for (NamedValue& value : *values) value.at += gap.begin;
  bool any = false;
  return scan_values(*values, archive.subject, archive.within, &any,
                     archive.incomplete);
}

// `*parts` counts the parts of a zip that were read in order.
ScanEnd ArchiveScan::scan_gap(const Opened& archive, ByteRange gap,
                              unsigned* parts, Leftover* rest) {
  const bool is_zip = archive.packing == Packing::kZip;
  if (archive.packing == Packing::kSqlite)
    if (const ScanEnd end = scan_deleted(archive, gap); end != ScanEnd::kDone)
      return end;
  while (gap.begin < gap.end && may_go_on(archive)) {
    std::optional<std::uint64_t> stray;
    if (is_zip) stray = unlisted_member(archive.bytes, gap, archive.incomplete);
    if (stray && *parts == kMostJoined) {
      add_sentence(fmt::format("more than {} parts of it are not in its "
                               "directory, and the others were scanned as "
                               "they stand",
                               kMostJoined),
                   archive.incomplete);
      stray.reset();
    }
    const std::uint64_t end_of_plain = stray.value_or(gap.end);
    const std::uint64_t end_of_list =
        is_zip ? std::min(end_of_plain, end_of_records(archive.bytes, gap,
                                                       archive.incomplete))
               : end_of_plain;
    for (const ByteRange plain : {ByteRange{gap.begin, end_of_list},
                                  ByteRange{end_of_list, end_of_plain}})
      if (const ScanEnd end = add_gap(archive, plain, rest);
          end != ScanEnd::kDone)
        return end;
    if (!stray) break;
    ++*parts;
    rest->end_run();
    ScanEnd end = scan_leftover(archive, rest);
    gap.begin = *stray;
    if (end == ScanEnd::kDone) end = scan_unlisted(archive, &gap, rest);
    if (end != ScanEnd::kDone) return end;
  }
  return ScanEnd::kDone;
}

// Scans the members that the gap begins with, as far as that is possible. Then
// the gap begins where that ended.
ScanEnd ArchiveScan::scan_unlisted(const Opened& archive, ByteRange* gap,
                                   Leftover* rest) {
  const std::uint64_t next =
      listed_header(archive.bytes, *gap, archive.incomplete);
  const StretchBytes in_order(archive.bytes, gap->begin, next - gap->begin,
                              /*may_seek=*/false);
  begin(archive.subject, /*by_path=*/false);
  Around around = archive.within;
  around.base += gap->begin;
  ZipPart part{.has_next = next < gap->end};
  const std::optional<ScanEnd> opened =
      scan_members(in_order, {}, Packing::kZip, around, &part);
  const std::uint64_t passed =
      opened ? std::max<std::uint64_t>(part.end, 1) : kHeader;
  const std::uint64_t end = std::min(gap->begin + passed, next);
  const ByteRange plain{gap->begin, end};
  gap->begin = end;
  return opened ? *opened : add_gap(archive, plain, rest);
}

ScanEnd ArchiveScan::scan_gaps(const Opened& whole,
                               std::vector<ByteRange> ranges) {
  const BoundedBytes bytes(whole.bytes, &unpacking_);
  const Opened archive{whole.subject, bytes, whole.packing, whole.within,
                       whole.incomplete};
  std::ranges::sort(ranges, {}, [](const ByteRange& range) {
    return std::pair(range.begin, range.end);
  });
  const std::uint64_t size = bytes.size();
  ranges.push_back({size, size});
  Leftover rest(unpacking_.memory());
  unsigned parts = 0;
  std::uint64_t at = 0;
  for (ByteRange range : ranges) {
    // A list may contain any numbers.
    range.begin = std::min(range.begin, size);
    range.end = std::min(range.end, size);
    const ScanEnd end = scan_gap(archive, {at, range.begin}, &parts, &rest);
    if (end != ScanEnd::kDone) return end;
    at = std::max(at, range.end);
  }
  rest.end_run();
  return scan_leftover(archive, &rest);
}

// Scans texts that have names of their own and are no members.
ScanEnd ArchiveScan::scan_texts(const Opened& archive, Accounting* accounting) {
  if (accounting == nullptr) return ScanEnd::kDone;
  Around around = archive.within;
  around.unpacked_from = nullptr;
  around.base = 0;
  for (const NamedText& one : accounting->take_texts()) {
    Subject subject = archive.subject;
    subject.judged += "/" + one.name;
    subject.location.members.push_back(one.name);
    if (is_left_out(subject)) continue;
    begin(subject);
    const ScanEnd end = scan_bytes(TextBytes(one.text), around);
    if (end != ScanEnd::kDone) return end;
  }
  return ScanEnd::kDone;
}

}  // namespace sluice
