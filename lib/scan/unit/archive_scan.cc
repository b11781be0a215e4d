// A compressed file is unpacked first, and then examined. A tar archive in it
// has the name of the compressed file (a.tar.gz!etc/app.conf). Anything else is
// a member with the name of the file without its last ending (a.json of
// a.json.gz).
//
// A file that begins like an archive and cannot be read as one is scanned as
// plain bytes. So a source that can be read only once must not be read beyond
// the head in the buffer before that is decided.

#include "scan/unit/archive_scan.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "archive/archive_end.h"
#include "archive/held_bytes.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// Members of one file that are named as not read; the others are counted.
constexpr std::uint64_t kMaxUnread = kMaxInCoverage;

// Returns the name without its directory and its last `endings`.
std::string unpacked_name(const Location& location, unsigned endings) {
  std::string name =
      location.members.empty() ? location.path : location.members.back();
  name.erase(0, name.rfind('/') + 1);
  for (; endings > 0; --endings) {
    const std::size_t dot = name.rfind('.');
    if (dot == name.npos || dot == 0) break;
    name.resize(dot);
  }
  return name;
}

std::string too_deep(Packing packing, unsigned depth) {
  return fmt::format(
      "it is a {} within {} others, and was scanned without unpacking "
      "(--archive-depth)",
      name_of(packing), depth);
}

TextScan::As counted_at(unsigned depth) {
  return depth == 0 ? TextScan::As::kFile : TextScan::As::kMember;
}

}  // namespace

void add_sentence(std::string sentence, std::string* text) {
  if (sentence.empty() || text->find(sentence) != text->npos) return;
  if (!text->empty()) *text += "; ";
  *text += sentence;
}

std::string unread_members(std::uint64_t count) {
  return fmt::format("{} more of its members could not be read", count);
}

std::optional<Packing> packing_in(const Pipeline& pipeline,
                                  const ByteSource& bytes,
                                  std::string_view head) {
  const FileHead& file = pipeline.views.reader().head();
  if (pipeline.options.archives == nullptr || file.mark != 0 ||
      file.encoding != TextEncoding::kBytes)
    return std::nullopt;
  const std::optional<Packing> kind = packing_of(head, pipeline.parts.path());
  if (kind || !bytes.may_seek()) return kind;
  return ends_as_zip(bytes, head) ? std::optional(Packing::kZip) : std::nullopt;
}

bool looks_like_text(std::string_view head) {
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

void note_members_read(const Pipeline& pipeline, const Subject& archive) {
  const Baseline* const baseline = pipeline.options.report.baseline;
  if (baseline == nullptr) return;
  FileReport report;
  report.location = archive.location;
  report.root = archive.root;
  baseline->note_members_read(report);
}

void ArchiveScan::begin(const Subject& subject, bool by_path) {
  not_opened_.clear();
  texts_.begin(subject, by_path);
}

// Scans the subject at hand, which is a part of an archive.
ScanEnd ArchiveScan::scan_bytes(const ByteSource& bytes, const Around& around) {
  const std::string_view text = texts_.read(bytes);
  const std::optional<Packing> kind = packing_in(pipeline_, bytes, text);
  if (!kind) return scan_plain(bytes, text, around);
  std::string head;
  if (!bytes.may_seek()) head = text;
  if (const auto end = open(bytes, head, *kind, around)) return *end;
  // Bytes of a source that can be read only once are not read twice.
  if (looks_like_text(texts_.read(bytes, head))) not_opened_.clear();
  return scan_text(around);
}

// Scans the text that was read as plain bytes. `outside` has the places of its
// parts in the archive that it belongs to; it is null for a member, which is
// counted.
ScanEnd ArchiveScan::scan_text(const Around& around,
                               const std::vector<TextPlace>* outside) {
  TextEnd read = texts_.find(not_opened_, outside);
  const bool whole = read.incomplete.empty();
  if (around.depth > 0 && !whole && !may_name_unread()) read.incomplete.clear();
  return texts_.end(
      std::move(read), whole,
      outside != nullptr ? TextScan::As::kOutside : counted_at(around.depth));
}

std::optional<ScanEnd> ArchiveScan::open(const ByteSource& bytes,
                                         std::string head, Packing packing,
                                         const Around& around) {
  if (around.depth == tools_.bounds.depth && around.unpacked_from == nullptr) {
    not_opened_ = too_deep(packing, around.depth);
    return std::nullopt;
  }
  return open_held(bytes, std::move(head), packing, around);
}

// Holds in memory what must be read from any place and cannot.
std::optional<ScanEnd> ArchiveScan::open_held(const ByteSource& bytes,
                                              std::string head, Packing packing,
                                              const Around& around) {
  if (bytes.may_seek() || !is_read_from_any_place(packing))
    return scan_members(bytes, head, packing, around);
  UnpackUse* const use = unpacking_.memory();
  std::optional<ScanEnd> end;
  if (hold_rest(bytes, use, &head, pipeline_.options.interrupt)) {
    const HeldBytes held(std::move(head), use);
    end = scan_members(held, {}, packing, around);
    if (end) return end;
    texts_.read(held);
    return scan_text(around);
  }
  use->forget_refusal();  // it is read in order then
  end = scan_members(bytes, head, packing, around);
  if (!end) {
    texts_.read(bytes, head);
    end = scan_text(around);
  }
  use->give_back(head.size());
  return end;
}

std::optional<ScanEnd> ArchiveScan::scan_members(const ByteSource& bytes,
                                                 std::string_view head,
                                                 Packing packing,
                                                 const Around& around,
                                                 ZipPart* part) {
  // An archive that was compressed has the name of the compressed file.
  const bool is_inner =
      around.unpacked_from != nullptr &&
      (packing == Packing::kTar || packing == Packing::kCpio || around.of_rpm);
  const Subject outer = is_inner ? *around.unpacked_from : texts_.subject();
  if (!is_inner && around.depth == unpacking_.bounds().depth) {
    not_opened_ = too_deep(packing, around.depth);
    return std::nullopt;
  }
  const std::unique_ptr<Members> members = Members::open(
      bytes, head, packing, unpacking_,
      {.account = true, .is_part = part != nullptr && part->has_next});
  Result<std::optional<Member>> first = members->next();
  if (!first && (bytes.may_seek() || members->is_within_head())) {
    not_opened_ = fmt::format(
        "it begins as a {} and cannot be read as one ({}), so it was scanned "
        "without unpacking",
        name_of(packing), first.error().message);
    return std::nullopt;
  }

  Inner of_inner;
  std::vector<Finding> by_kind = texts_.take_by_kind();
  std::string incomplete;
  Opened archive{outer, bytes, packing, around, &incomplete};
  archive.within.of_rpm = packing == Packing::kRpm;
  if (!is_inner) {
    archive.within.depth += is_stream(packing) ? members->layers() : 1;
    archive.within.inner = &of_inner;
  }
  ScanEnd end = scan_parts(archive, *members, std::move(first));
  const std::optional<std::string> rest = members->rest_head();
  const bool has_no_end = packing == Packing::kTar && incomplete.empty() &&
                          !members->ends_in_zeros() && (!rest || rest->empty());
  if (part != nullptr) part->end = members->rest_begin();
  if (end == ScanEnd::kDone && unpacking_.over().empty())
    end = scan_rest(archive, *members, part == nullptr);
  if (end == ScanEnd::kNoRoom) return end;
  if (is_inner) {
    add_sentence(std::move(incomplete), &around.inner->incomplete);
    around.inner->has_no_end |= has_no_end;
    return ScanEnd::kDone;
  }
  add_sentence(std::move(of_inner.incomplete), &incomplete);
  return end_outer(outer, around.depth,
                   {std::move(incomplete), has_no_end || of_inner.has_no_end},
                   std::move(by_kind));
}

// Scans the members, of which next() has given the first.
ScanEnd ArchiveScan::scan_parts(const Opened& archive, Members& members,
                                Result<std::optional<Member>> first) {
  const ScanEnd end = scan_texts(archive, members.accounting());
  if (end != ScanEnd::kDone) return end;
  if (is_stream(archive.packing) && first && *first) {
    if (archive.within.depth <= unpacking_.bounds().depth)
      return scan_stream(archive, members);
    *archive.incomplete = fmt::format(
        "it is compressed {} times (--archive-depth)", members.layers());
  } else if (archive.packing == Packing::kRpm && first) {
    *archive.incomplete = "it has no payload";
  } else if (!first || *first) {
    return scan_each(archive, members, std::move(first), ~std::uint64_t{0});
  }
  return ScanEnd::kDone;
}

// Puts the report of the archive itself.
ScanEnd ArchiveScan::end_outer(const Subject& outer, unsigned depth,
                               Inner result, std::vector<Finding> by_kind) {
  if (depth == 0 && unnamed_members() != 0)
    add_sentence(unread_members(unnamed_members()), &result.incomplete);
  begin(outer);
  for (Finding& finding : by_kind) pipeline_.parts.add(std::move(finding));
  // Some programs write no end mark, and other tars take such a file for whole.
  if (result.has_no_end)
    pipeline_.parts.add_doubt(
        "it lacks the end mark of tar archives: members may be missing");
  const bool whole = result.incomplete.empty();
  all_members_ = all_members_ && whole;
  if (depth == 0 && all_members_) note_members_read(pipeline_, outer);
  if (depth > 0 && !whole && !may_name_unread()) result.incomplete.clear();
  return texts_.end_archive(std::move(result.incomplete), whole,
                            counted_at(depth));
}

// Scans what belongs to none of the members, which were read as far as
// possible. `after`: also what comes after the archive's end.
ScanEnd ArchiveScan::scan_rest(const Opened& archive, Members& members,
                               bool after) {
  Accounting* const accounting = members.accounting();
  if (accounting == nullptr) return ScanEnd::kDone;
  Leftover* const rest = accounting->leftover();
  if (rest == nullptr) return scan_gaps(archive, accounting->take_ranges());
  const bool whole = archive.incomplete->empty();
  rest->end_run();
  const ScanEnd end = scan_leftover(archive, rest);
  return end == ScanEnd::kDone && whole && after ? scan_after(archive, members)
                                                 : end;
}

// Scans the one member of a compressed file.
ScanEnd ArchiveScan::scan_stream(const Opened& archive, Members& members) {
  Subject subject = archive.subject;
  std::string name = unpacked_name(archive.subject.location, members.layers());
  subject.judged += "/" + name;
  subject.location.members.push_back(std::move(name));
  if (is_left_out(subject)) {
    all_members_ = false;
    return ScanEnd::kDone;
  }
  begin(subject);
  Around around = archive.within;
  around.unpacked_from = &archive.subject;
  around.base = 0;
  return scan_bytes(MemberBytes(members), around);
}

ScanEnd ArchiveScan::scan_each(const Opened& archive, Members& members,
                               Result<std::optional<Member>> member,
                               std::uint64_t most) {
  Around around = archive.within;
  around.unpacked_from = nullptr;
  around.base = 0;
  std::string& incomplete = *archive.incomplete;
  ScanEnd end = ScanEnd::kDone;
  while (member && *member && end == ScanEnd::kDone) {
    if (is_raised(pipeline_.options.interrupt)) {
      incomplete = "interrupted";
      break;
    }
    if (!unpacking_.add_member()) break;
    if ((*member)->is_file || (*member)->has_data)
      end = scan_member(archive, **member, members, around);
    Accounting* const accounting = members.accounting();
    Leftover* const rest =
        accounting == nullptr ? nullptr : accounting->leftover();
    if (end == ScanEnd::kDone && rest != nullptr && rest->is_much())
      end = scan_leftover(archive, rest);
    if (--most == 0) break;
    member = members.next();
  }
  if (incomplete.empty()) incomplete = unpacking_.over();
  if (incomplete.empty() && !member) incomplete = member.error().message;
  return end;
}

ScanEnd ArchiveScan::scan_member(const Opened& archive, const Member& member,
                                 Members& members, const Around& around) {
  const Subject& outer = archive.subject;
  Subject subject = outer;
  std::string name = member.name;
  const std::size_t most = unpacking_.bounds().name_bytes;
  std::string why;
  if (name.size() > most) {
    why = fmt::format("its name has {} bytes (--archive-name-bytes)",
                      name.size());
    name.resize(most);
  } else if (member.encrypted) {
    why = "it is encrypted";
  }
  // Standard input has no name that could come before that of a member.
  subject.judged = outer.location.path == "-" && outer.location.members.empty()
                       ? name
                       : outer.judged + "/" + name;
  subject.location.members.push_back(std::move(name));
  if (is_left_out(subject)) {
    all_members_ = false;
    members.leave_out();
    return ScanEnd::kDone;
  }
  if (!why.empty()) members.leave_out();
  if (!why.empty() && !may_name_unread()) return ScanEnd::kDone;
  begin(subject);
  if (!why.empty()) return texts_.end_unread(std::move(why));
  return scan_bytes(MemberBytes(members), around);
}

// Counts one more member that could not be read. Returns whether the report may
// name it.
bool ArchiveScan::may_name_unread() {
  all_members_ = false;
  return ++unread_members_ <= kMaxUnread;
}

std::uint64_t ArchiveScan::unnamed_members() const {
  return unread_members_ - std::min(unread_members_, kMaxUnread);
}

// Whether the member's name excludes it. That is counted.
bool ArchiveScan::is_left_out(const Subject& member) {
  if (texts_.is_prefiltered(member.judged)) return true;
  if (is_excluded(member.location)) {
    ++texts_.counts().excluded;
    return true;
  }
  if (tools_.ignored == nullptr ||
      !tools_.ignored->ignores(member.root + member.location.text()))
    return false;
  ++texts_.counts().ignored;
  return true;
}

// --exclude is matched with a member and all directories above it, by two
// names: the name in reports (a.zip!etc/key.pem, with the last component
// key.pem), and the name as if the archive were a directory
// (a.zip/etc/key.pem). So etc/ and key.pem mean the same inside an archive as
// outside.
bool ArchiveScan::is_excluded(const Location& location) const {
  const PathFilter* const filter = tools_.excluded;
  if (filter == nullptr || !filter->has_excludes()) return false;
  std::string inner = location.path;
  for (const std::string& name : location.members) inner += "/" + name;
  return filter->excludes_below(location.text(), location.path.size()) ||
         filter->excludes_below(inner, location.path.size());
}

}  // namespace sluice
