// A member of an archive goes through the pipeline as a file does, in the same
// buffer: the archive around it stands still meanwhile. So the archives within
// each other are so many calls of scan_packed() within each other, and nothing
// of a member but what the view holds is in memory.
//
// What is compressed is unpacked first, and then looked at: a tar archive in it
// has the name of the compressed file (a.tar.gz!etc/app.conf), all else is a
// member that is called as the file without its last ending (a.json of
// a.json.gz).
//
// What begins as an archive and cannot be read as one is scanned as it stands.
// For that a source that can be read once alone must not have been read further
// than the head that is in the buffer.
//
// The reports are those of the members in the archive's order, and then that of
// the archive, which says what could not be read. If there is no room for them,
// all of the file is scanned again when it has its turn.

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "archive/archive_end.h"
#include "archive/held_bytes.h"
#include "scan/pipeline.h"

namespace sluice {
namespace {

// Members of one file that are named as not read; others are counted.
constexpr std::size_t kMaxUnread = kMaxInCoverage;

// The name without its directory and its last `endings`.
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

}  // namespace

void Pipeline::add_sentence(std::string sentence, std::string* text) {
  if (sentence.empty() || text->find(sentence) != text->npos) return;
  if (!text->empty()) *text += "; ";
  *text += sentence;
}

std::string unread_members(std::uint64_t count) {
  return fmt::format("{} more of its members could not be read", count);
}

// What the text in the buffer, the first of the bytes at hand, begins as, if
// archives are looked into.
std::optional<Packing> Pipeline::packing(const ByteSource& bytes,
                                         std::size_t filled) const {
  if (options_.archives == nullptr || reader_.head().mark != 0 ||
      reader_.head().encoding != TextEncoding::kBytes)
    return std::nullopt;
  const std::string_view head(buffer_.get(), filled);
  const std::optional<Packing> kind = packing_of(head);
  if (kind || !bytes.may_seek()) return kind;
  return ends_as_zip(bytes, head) ? std::optional(Packing::kZip) : std::nullopt;
}

// Nothing: it is to be scanned as it stands, not_opened_ says why. Then the
// buffer is as it was.
std::optional<ScanEnd> Pipeline::scan_packed(
    std::unique_ptr<const ByteSource>& bytes, std::size_t filled,
    Packing packing) {
  ArchiveTools& tools = *options_.archives;
  if (depth_ == tools.bounds.depth && unpacked_from_ == nullptr) {
    not_opened_ = too_deep(packing, depth_);
    return std::nullopt;
  }
  std::string head;
  if (!bytes->may_seek()) head.assign(buffer_.get(), filled);
  if (unpacking_ != nullptr) return scan_held(*bytes, std::move(head), packing);

  const Tally before = *tally_;
  UnpackedCounts unpacked;
  Unpacking unpacking(tools.bounds, tools.memory, {unpacked, tools.unpacked},
                      bytes->size(), std::chrono::steady_clock::now());
  unpacking_ = &unpacking;
  unread_members_ = 0;
  all_members_ = true;
  std::optional<ScanEnd> end;
  if (share(bytes, packing))
    end = ScanEnd::kShared;
  else
    end = scan_held(*bytes, std::move(head), packing);
  unpacking_ = nullptr;
  if (end == ScanEnd::kNoRoom) {
    unpacking.take_back();
    *tally_ = before;
  }
  return end;
}

// Whether all workers are to scan it: a large zip that can be read. Takes the
// bytes then.
bool Pipeline::share(std::unique_ptr<const ByteSource>& bytes,
                     Packing packing) {
  if (packing != Packing::kZip || buffer_[0] != 'P' || !bytes->may_seek() ||
      bytes->size() <= options_.large_bytes)
    return false;
  const std::optional<ZipEnd> zip = zip_end(*bytes);
  const std::uint64_t members = zip ? zip->members : 0;
  if (members < 2 || zip->end != bytes->size() ||
      members > unpacking_->bounds().members)
    return false;
  if (!Members::open(*bytes, {}, packing, *unpacking_)->next()) return false;
  // What libarchive keeps of a member, and some more.
  constexpr std::uint64_t kOfMember = 256;
  ArchiveTools& tools = *options_.archives;
  const std::uint64_t list = members * kOfMember;
  if (!tools.memory.reserve_lists(list * tools.workers)) return false;
  shared_ = std::make_unique<SharedArchive>(
      Subject{parts_.location(), parts_.root(), judged_}, std::move(bytes),
      packing, members, tools, list);
  return true;
}

// Holds in memory what has to be read from any place and cannot.
std::optional<ScanEnd> Pipeline::scan_held(const ByteSource& bytes,
                                           std::string head, Packing packing) {
  if (bytes.may_seek() || !is_read_from_any_place(packing))
    return scan_members(bytes, head, packing);
  UnpackUse* const use = unpacking_->memory();
  std::optional<ScanEnd> end;
  if (hold_rest(bytes, use, &head)) {
    const HeldBytes held(std::move(head), use);
    end = scan_members(held, {}, packing);
    if (end) return end;
    return scan_opened(begin_reading(held, {}));
  }
  use->forget_refusal();  // it is read in order then
  end = scan_members(bytes, head, packing);
  if (!end) end = scan_opened(begin_reading(bytes, head));
  use->give_back(head.size());
  return end;
}

std::optional<ScanEnd> Pipeline::scan_members(const ByteSource& bytes,
                                              std::string_view head,
                                              Packing packing, ZipPart* part) {
  // An archive that was compressed has the name of what it was compressed to.
  const bool is_inner =
      unpacked_from_ != nullptr &&
      (packing == Packing::kTar || packing == Packing::kCpio || of_rpm_);
  const Subject outer =
      is_inner ? *unpacked_from_
               : Subject{parts_.location(), parts_.root(), judged_};
  if (!is_inner && depth_ == unpacking_->bounds().depth) {
    not_opened_ = too_deep(packing, depth_);
    return std::nullopt;
  }
  const std::unique_ptr<Members> members = Members::open(
      bytes, head, packing, *unpacking_,
      {.account = true, .is_part = part != nullptr && part->has_next});
  Result<std::optional<Member>> first = members->next();
  if (!first && (bytes.may_seek() || members->is_within_head())) {
    not_opened_ = fmt::format(
        "it begins as a {} and cannot be read as one ({}), so it was scanned "
        "without unpacking",
        name_of(packing), first.error().message);
    return std::nullopt;
  }

  const unsigned before = depth_;
  const bool was_of_rpm = std::exchange(of_rpm_, packing == Packing::kRpm);
  if (!is_inner) depth_ += is_stream(packing) ? members->layers() : 1;
  std::string incomplete;
  ScanEnd end = ScanEnd::kDone;
  end = scan_texts(outer, members->accounting());
  if (end != ScanEnd::kDone) {
  } else if (is_stream(packing) && first && *first) {
    end = depth_ > unpacking_->bounds().depth ? ScanEnd::kDone
                                              : scan_stream(outer, *members);
    if (depth_ > unpacking_->bounds().depth)
      incomplete = fmt::format("it is compressed {} times (--archive-depth)",
                               members->layers());
  } else if (packing == Packing::kRpm && first) {
    incomplete = "it has no payload";
  } else if (!first || *first) {
    end = scan_each(outer, *members, std::move(first), ~std::uint64_t{0},
                    &incomplete);
  }
  const std::optional<std::string> rest = members->rest_head();
  bool has_no_end = packing == Packing::kTar && incomplete.empty() &&
                    !members->ends_in_zeros() && (!rest || rest->empty());
  if (part != nullptr) part->end = members->rest_begin();
  if (end == ScanEnd::kDone && unpacking_->over().empty())
    end = scan_rest(outer, bytes, packing, *members, part == nullptr,
                    &incomplete);
  depth_ = before;
  of_rpm_ = was_of_rpm;
  if (end == ScanEnd::kNoRoom) return end;
  if (is_inner) {
    add_sentence(std::move(incomplete), &inner_incomplete_);
    inner_has_no_end_ |= has_no_end;
    return ScanEnd::kDone;
  }
  add_sentence(std::exchange(inner_incomplete_, {}), &incomplete);
  if (depth_ == 0 && unread_members_ > kMaxUnread)
    add_sentence(unread_members(unread_members_ - kMaxUnread), &incomplete);
  begin(outer);
  has_no_end |= std::exchange(inner_has_no_end_, false);
  // Some programs write none, and other tars take it for whole.
  if (has_no_end)
    parts_.add_doubt(
        "it lacks the end mark of tar archives: members may be missing");
  const bool whole = incomplete.empty();
  all_members_ = all_members_ && whole;
  if (depth_ == 0 && all_members_) note_members_read(outer);
  if (depth_ > 0 && !whole && !may_name_unread()) incomplete.clear();
  if (!parts_.end(std::move(incomplete))) return ScanEnd::kNoRoom;
  count({}, whole, parts_);
  return ScanEnd::kDone;
}

// What belongs to none of the members, which were all read, as far as that was
// possible. `behind`: and what stands behind the archive's end.
ScanEnd Pipeline::scan_rest(const Subject& outer, const ByteSource& bytes,
                            Packing packing, Members& members, bool behind,
                            std::string* incomplete) {
  Accounting* const accounting = members.accounting();
  if (accounting == nullptr) return ScanEnd::kDone;
  Leftover* const rest = accounting->leftover();
  if (rest == nullptr)
    return scan_gaps(outer, bytes, packing, accounting->take_ranges(),
                     incomplete);
  const bool whole = incomplete->empty();
  rest->end_run();
  const ScanEnd end = scan_leftover(outer, rest, incomplete);
  return end == ScanEnd::kDone && whole && behind
             ? scan_behind(outer, bytes, packing, members, incomplete)
             : end;
}

// The one member of what is compressed.
ScanEnd Pipeline::scan_stream(const Subject& outer, Members& members) {
  Subject subject = outer;
  std::string name = unpacked_name(outer.location, members.layers());
  subject.judged += "/" + name;
  subject.location.members.push_back(std::move(name));
  if (is_left_out(subject)) {
    all_members_ = false;
    return ScanEnd::kDone;
  }
  begin(subject);
  const Subject* const before = std::exchange(unpacked_from_, &outer);
  const std::uint64_t base = std::exchange(base_, 0);
  const ScanEnd end = scan_bytes(std::make_unique<MemberBytes>(members), {});
  base_ = base;
  unpacked_from_ = before;
  return end;
}

// Scans `member` and those behind it, `most` in all. `*incomplete`: why it did
// not go on.
ScanEnd Pipeline::scan_each(const Subject& outer, Members& members,
                            Result<std::optional<Member>> member,
                            std::uint64_t most, std::string* incomplete) {
  const Subject* const before = std::exchange(unpacked_from_, nullptr);
  const std::uint64_t base = std::exchange(base_, 0);
  ScanEnd end = ScanEnd::kDone;
  while (member && *member && end == ScanEnd::kDone) {
    if (options_.interrupt != nullptr && options_.interrupt->raised()) {
      *incomplete = "interrupted";
      break;
    }
    if (!unpacking_->add_member()) break;
    if ((*member)->is_file || (*member)->has_data)
      end = scan_member(outer, **member, members);
    Accounting* const accounting = members.accounting();
    Leftover* const rest =
        accounting == nullptr ? nullptr : accounting->leftover();
    if (end == ScanEnd::kDone && rest != nullptr && rest->is_much()) {
      base_ = base;
      end = scan_leftover(outer, rest, incomplete);
      base_ = 0;
    }
    if (--most == 0) break;
    member = members.next();
  }
  base_ = base;
  unpacked_from_ = before;
  if (incomplete->empty()) *incomplete = unpacking_->over();
  if (incomplete->empty() && !member) *incomplete = member.error().message;
  return end;
}

// One more member could not be read. Whether it may be named.
bool Pipeline::may_name_unread() {
  all_members_ = false;
  return ++unread_members_ <= kMaxUnread;
}

// What a baseline knows of members that the archive does not have is stale
// then.
void Pipeline::note_members_read(const Subject& archive) {
  if (options_.report.baseline == nullptr) return;
  FileReport report;
  report.location = archive.location;
  report.root = archive.root;
  options_.report.baseline->note_members_read(report);
}

// Whether it is left out by its name, which is counted then.
//
// --exclude is asked about it with all directories above it, by two names: as
// reports have it (a.zip!etc/key.pem, whose name is key.pem), and as if the
// archive were a directory (a.zip/etc/key.pem), so that etc/ and key.pem mean
// in an archive what they mean outside.
bool Pipeline::is_left_out(const Subject& member) {
  if (is_prefiltered(member.judged)) return true;
  const ArchiveTools& tools = *options_.archives;
  const Location& location = member.location;
  if (tools.excluded != nullptr && tools.excluded->has_excludes()) {
    std::string inner = location.path;
    for (const std::string& name : location.members) inner += "/" + name;
    for (const std::string& path : {location.text(), inner}) {
      bool excluded = tools.excluded->excludes(path, false);
      for (std::size_t slash = path.find('/', location.path.size());
           slash != path.npos; slash = path.find('/', slash + 1))
        excluded =
            excluded || tools.excluded->excludes(
                            std::string_view(path).substr(0, slash), true);
      if (!excluded) continue;
      ++tally_->excluded;
      return true;
    }
  }
  if (tools.ignored == nullptr ||
      !tools.ignored->ignores(member.root + location.text()))
    return false;
  ++tally_->ignored;
  return true;
}

ScanEnd Pipeline::scan_member(const Subject& outer, const Member& member,
                              Members& members) {
  Subject subject = outer;
  std::string name = member.name;
  const std::size_t most = unpacking_->bounds().name_bytes;
  std::string why;
  if (name.size() > most) {
    why = fmt::format("its name has {} bytes (--archive-name-bytes)",
                      name.size());
    name.resize(most);
  } else if (member.encrypted) {
    why = "it is encrypted";
  }
  // Standard input has no name that a member's would stand behind.
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
  if (!why.empty()) return end_early(std::move(why));
  return scan_bytes(std::make_unique<MemberBytes>(members), {});
}

ScanEnd Pipeline::scan_part(SharedArchive& archive, std::uint64_t step,
                            bool alone, ArchivePart* part, ReportPort& port) {
  const std::uint64_t begin = archive.begin_of(step);
  const std::uint64_t end = archive.end_of(step);
  const Tally before = *tally_;
  std::unique_ptr<SharedArchive::Reader> reader =
      archive.reader_for(begin, alone);
  for (; reader->next < begin && reader->members->pass(); ++reader->next)
    if (options_.interrupt != nullptr && options_.interrupt->raised()) break;
  Result<std::optional<Member>> member = reader->members->next();
  port_ = &port;
  unpacking_ = &reader->unpacking;
  unpacking_->mark();
  unread_members_ = 0;
  all_members_ = true;
  depth_ = 1;
  const ScanEnd ended =
      scan_each(archive.subject(), *reader->members, std::move(member),
                end - begin, &part->incomplete);
  depth_ = 0;
  unpacking_ = nullptr;
  reader->next = end;
  end_part(part);
  part->ranges = reader->members->accounting()->take_ranges();
  part->met_bound = !reader->unpacking.over().empty();
  const bool more_memory = !alone && reader->unpacking.memory()->ever_refused();
  if (ended == ScanEnd::kNoRoom || more_memory) {
    reader->unpacking.take_back();
    *tally_ = before;
    return ScanEnd::kNoRoom;
  }
  if (!alone) archive.give_back(std::move(reader));
  return ScanEnd::kDone;
}

// What was not read of the part.
void Pipeline::end_part(ArchivePart* part) const {
  part->unnamed = unread_members_ - std::min(unread_members_, kMaxUnread);
  part->all_members = all_members_;
}

void Pipeline::end_archive(const Subject& archive, bool all_members,
                           std::string incomplete, ReportPort& port) {
  port_ = &port;
  begin(archive);
  const bool whole = incomplete.empty();
  if (all_members && whole) note_members_read(archive);
  (void)parts_.end(std::move(incomplete));  // it is the file's turn
  count({}, whole, parts_);
}

}  // namespace sluice
