// A file that is no archive may have compressed streams in it: firmware, images,
// fonts, programs with resources. Each stream that is found is a member
// (fw.bin!zlib@0x4a00), which is scanned before the file itself. The file's own
// bytes are scanned as they stand, those of its streams, too, because nobody
// said that there is a stream.
//
// A value that the file assigns to the name of a credential, in a form that does
// not look like an assignment, is a member, too (x.bin!value@0x1f3). Its text is
// the assignment.

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "archive/held_bytes.h"
#include "archive/stated_streams.h"
#include "archive/stream_search.h"
#include "archive/value_search.h"
#include "base/interrupt.h"
#include "scan/unit/archive_scan.h"

namespace sluice {

// Whether a text does not begin so, and it must be looked at more closely.
bool begins_strangely(std::string_view head) {
  constexpr std::size_t kLook = 32;
  return std::ranges::any_of(head.substr(0, kLook), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < '\t' || (byte > '\r' && byte < ' ') || byte >= 0x7F;
  });
}

// A stream by itself, such as an object of git, may have no NUL near its
// beginning. Nor may a file with named values, such as CBOR.
bool may_have_streams(const Pipeline& pipeline, std::string_view head) {
  const FileHead& file = pipeline.views.reader().head();
  if (pipeline.options.archives == nullptr || file.mark != 0 ||
      file.encoding != TextEncoding::kBytes ||
      pipeline.options.archives->bounds.depth == 0)
    return false;
  if (file.binary || head.empty()) return file.binary;
  return (head.front() == '\x78' || begins_strangely(head)) &&
         !looks_like_text(head);
}

ScanEnd ArchiveScan::scan_stream_at(const PackedStream& stream,
                                    const Subject& outer,
                                    const Around& around) {
  Subject subject = outer;
  std::string name =
      fmt::format("{}@{:#x}", name_of(stream.kind()), stream.begin());
  subject.judged += "/" + name;
  subject.location.members.push_back(std::move(name));
  if (is_left_out(subject)) {
    all_members_ = false;
    return ScanEnd::kDone;
  }
  begin(subject);
  Around within;
  within.depth = around.depth + 1;
  return scan_bytes(stream, within);
}

// Scans each value as a member of `outer`.
ScanEnd ArchiveScan::scan_values(const std::vector<NamedValue>& values,
                                 const Subject& outer, const Around& around,
                                 bool* any, std::string* incomplete) {
  // A value is no archive, so it may be as deep as one.
  Around within;
  within.depth = std::max(around.depth, 1U);
  for (const NamedValue& value : values) {
    *any = true;
    if (!unpacking_.add_member()) {
      add_sentence(unpacking_.over(), incomplete);
      break;
    }
    Subject subject = outer;
    std::string name = fmt::format("value@{:#x}", value.at);
    subject.judged += "/" + name;
    subject.location.members.push_back(std::move(name));
    if (is_left_out(subject)) {
      all_members_ = false;
      continue;
    }
    begin(subject);
    const ScanEnd end = scan_bytes(TextBytes(as_assignment(value)), within);
    if (end != ScanEnd::kDone) return end;
  }
  if (values.size() == kMostNamedValues)
    add_sentence(fmt::format("it has {} values of names of credentials, and "
                             "others were not looked at",
                             values.size()),
                 incomplete);
  return ScanEnd::kDone;
}

// Scans the streams of which the container says where they are.
ScanEnd ArchiveScan::scan_stated(const ByteSource& bytes,
                                 const std::vector<std::uint64_t>& places,
                                 const Subject& outer, const Around& around,
                                 bool* any, std::string* incomplete) {
  if (places.empty()) return ScanEnd::kDone;
  if (around.depth == unpacking_.bounds().depth) {
    add_sentence(fmt::format("there are compressed streams in it, within {} "
                             "archives (--archive-depth)",
                             around.depth),
                 incomplete);
    return ScanEnd::kDone;
  }
  if (places.size() == kMostStated)
    add_sentence(fmt::format("it has more than {} compressed blocks, and only "
                             "these were unpacked",
                             kMostStated),
                 incomplete);
  for (const std::uint64_t at : places) {
    PackedStream stream(bytes, at, StreamKind::kDeflate, unpacking_);
    const Result<bool> is_stream = stream.try_out();
    if (!is_stream) add_sentence(is_stream.error().message, incomplete);
    if (!is_stream || is_raised(pipeline_.options.interrupt)) break;
    if (!*is_stream) continue;
    *any = true;
    if (!unpacking_.add_member()) {
      add_sentence(unpacking_.over(), incomplete);
      break;
    }
    const ScanEnd end = scan_stream_at(stream, outer, around);
    if (end != ScanEnd::kDone) return end;
  }
  return ScanEnd::kDone;
}

ScanEnd ArchiveScan::scan_streams(const ByteSource& bytes,
                                  std::string_view head, const Around& around,
                                  bool* any, std::string* incomplete) {
  const Subject outer = texts_.subject();
  Result<std::vector<NamedValue>> values = values_of(bytes, head, unpacking_);
  if (!values) {
    add_sentence(values.error().message, incomplete);
    values = std::vector<NamedValue>();
  }
  auto stated = stated_streams(bytes, head, unpacking_);
  if (!stated) {
    add_sentence(stated.error().message, incomplete);
    stated = std::vector<std::uint64_t>();
  }
  if (const ScanEnd end =
          scan_stated(bytes, *stated, outer, around, any, incomplete);
      end != ScanEnd::kDone)
    return end;
  StreamSearch search(bytes, *any ? std::string_view() : head, unpacking_);
  std::uint64_t at = 0;
  for (;;) {
    if (is_raised(pipeline_.options.interrupt)) {
      add_sentence("interrupted", incomplete);
      break;
    }
    const Result<std::unique_ptr<PackedStream>> stream = search.next(at);
    if (!stream) add_sentence(stream.error().message, incomplete);
    if (!stream || *stream == nullptr) break;
    if (around.depth == unpacking_.bounds().depth) {
      add_sentence(fmt::format("there are compressed streams in it, within {} "
                               "archives (--archive-depth)",
                               around.depth),
                   incomplete);
      break;
    }
    *any = true;
    if (std::uint64_t* const streams = pipeline_.time(&StageTimes::streams))
      ++*streams;
    if (!unpacking_.add_member()) {
      add_sentence(unpacking_.over(), incomplete);
      break;
    }
    const ScanEnd end = scan_stream_at(**stream, outer, around);
    if (end != ScanEnd::kDone) return end;
    if (unpacking_.memory()->refused())
      add_sentence(unpacking_.take_refusal(), incomplete);
    // One that was left out is passed all the same.
    at = std::max((*stream)->end(), (*stream)->begin() + 1);
  }
  if (search.gave_up())
    add_sentence(fmt::format("more than {} of its places look like compressed "
                             "streams, and only these were tried",
                             search.most_tries()),
                 incomplete);
  const ScanEnd end = scan_values(*values, outer, around, any, incomplete);
  if (end != ScanEnd::kDone) return end;
  all_members_ = all_members_ && incomplete->empty();
  if (around.depth == 0 && all_members_) note_members_read(pipeline_, outer);
  return ScanEnd::kDone;
}

// Scans the streams of the subject at hand, which can be read from any place,
// and then its text. Returns nothing if it has none, and `head` is still the
// view.
std::optional<ScanEnd> ArchiveScan::scan_held(const ByteSource& bytes,
                                              std::string_view head,
                                              const Around& around) {
  const Subject subject = texts_.subject();
  bool any = false;
  std::string incomplete;
  const ScanEnd end = scan_streams(bytes, head, around, &any, &incomplete);
  if (end != ScanEnd::kDone) return end;
  if (any) {
    begin(subject);
    texts_.read(bytes);
  } else if (incomplete.empty()) {
    return std::nullopt;
  }
  not_opened_ = std::move(incomplete);
  return scan_text(around);
}

// Scans the subject at hand, a part of an archive that is no archive itself.
// A source that can be read only once is held in memory if it may have streams.
ScanEnd ArchiveScan::scan_plain(const ByteSource& bytes, std::string_view head,
                                const Around& around) {
  if (!may_have_streams(pipeline_, head)) return scan_text(around);
  if (bytes.may_seek()) {
    const auto end = scan_held(bytes, head, around);
    return end ? *end : scan_text(around);
  }
  // Most members are small and have no streams. They are not copied.
  if (pipeline_.views.reader().at_end()) {
    const TextBytes whole(head);
    StreamSearch search(whole, head, unpacking_);
    const auto first = search.next(0);
    const auto values = values_of(whole, head, unpacking_);
    const auto stated = stated_streams(whole, head, unpacking_);
    if (first && *first == nullptr && !search.gave_up() && values &&
        values->empty() && stated && stated->empty())
      return scan_text(around);
  }
  std::string held(head);
  UnpackUse* const use = unpacking_.memory();
  if (!hold_rest(bytes, use, &held, pipeline_.options.interrupt)) {
    use->forget_refusal();  // it is scanned in order then
    texts_.read(bytes, held);
    const ScanEnd end = scan_text(around);
    use->give_back(held.size());
    return end;
  }
  const HeldBytes source(std::move(held), use);
  if (const auto end = scan_held(source, head, around)) return *end;
  texts_.read(source);
  return scan_text(around);
}

}  // namespace sluice
