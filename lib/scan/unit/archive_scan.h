// Scans an archive: its members one after another, also archives within it, and
// the bytes that belong to no member.
//
// The reports are those of the members, in the archive's order, and then that
// of the archive, which says what could not be read:
//
//   a.zip              scan(): open() ─► scan_members()
//   ├─ etc/app.conf      scan_each() ─► scan_member() ─► scan_bytes()
//   ├─ b.tar.gz          the same; it is an archive, so open() again:
//   │  └─ key.pem          scan_stream() ─► scan_bytes() ─► open() ─► ...
//   └─ (gaps, comment)   scan_rest() ─► archive_outside.cc
//
// If there is no room for the reports, the whole file is scanned again when its
// turn comes.
//
// Thread-safety: one worker's. Ownership: refers to the TextScan and the
// Unpacking. Memory: every member goes through the same buffer as a file does,
// and the archive around it waits meanwhile. So only the part of a member that
// a view contains is in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/accounting.h"
#include "archive/leftover.h"
#include "archive/members.h"
#include "archive/named_values.h"
#include "archive/packed_stream.h"
#include "archive/packing.h"
#include "archive/unpacking.h"
#include "base/error.h"
#include "fs/byte_source.h"
#include "scan/unit/text_scan.h"

namespace sluice {

// Adds one more sentence after those of `*text`, unless it is there.
void add_sentence(std::string sentence, std::string* text);

// Returns "3 more of its members could not be read".
std::string unread_members(std::uint64_t count);

// Returns the kind of archive that the text at hand is; its first view is
// `head`. Returns nothing for other texts, and if archives are not opened.
std::optional<Packing> packing_in(const Pipeline& pipeline,
                                  const ByteSource& bytes,
                                  std::string_view head);

// Whether the first bytes are characters that texts have. A text may begin as
// an archive by chance.
bool looks_like_text(std::string_view head);

// Whether compressed streams are searched for in the text that was read, which
// begins with `head` and is no archive.
bool may_have_streams(const Pipeline& pipeline, std::string_view head);

// Tells the baseline that all members of the archive were read: entries for
// members that it does not have are stale.
void note_members_read(const Pipeline& pipeline, const Subject& archive);

class ArchiveScan {
 public:
  // The results of an archive that has the name of the one around it. That one
  // reports them.
  struct Inner {
    std::string incomplete;
    bool has_no_end = false;  // a tar without its end mark
  };

  // The surroundings of a text.
  struct Around {
    unsigned depth = 0;  // archives
    // The archive from which the text was unpacked, if the text has no name of
    // its own. An archive that it is then has the name of that one. Null if the
    // text has a name.
    const Subject* unpacked_from = nullptr;
    bool of_rpm = false;     // an rpm's payload
    unsigned joined = 0;     // archives that end before it in the same file
    std::uint64_t base = 0;  // where it begins in the first of those
    Inner* inner = nullptr;  // that of `unpacked_from`
  };

  // An archive whose parts are scanned.
  struct Opened {
    const Subject& subject;
    const ByteSource& bytes;
    Packing packing;
    Around within;            // of its parts
    std::string* incomplete;  // why not everything was scanned
  };

  ArchiveScan(TextScan& texts, Unpacking& unpacking)
      : texts_(texts),
        pipeline_(texts.pipeline()),
        tools_(*pipeline_.options.archives),
        unpacking_(unpacking) {}

  // Scans the archive at hand, which begins with `head` if its bytes can only
  // be read once. Returns nothing if it must be scanned as it is; not_opened()
  // then has the reason. No bytes after those of `head` were read then.
  std::optional<ScanEnd> scan(const ByteSource& bytes, std::string head,
                              Packing packing) {
    return open(bytes, std::move(head), packing, {});
  }
  const std::string& not_opened() const { return not_opened_; }

  // Scans the compressed streams in the text at hand, which is no archive, as
  // members of it. `head` is its beginning, as in the view. Sets `*any` if there
  // are some; the text must be begun and read again then. Adds to `*incomplete`
  // why not all were scanned.
  ScanEnd scan_streams(const ByteSource& bytes, std::string_view head,
                       bool* any, std::string* incomplete) {
    return scan_streams(bytes, head, {}, any, incomplete);
  }

  // Scans the text at hand, which is no archive and can be read only once, and
  // before it the streams in it.
  ScanEnd scan_plain(const ByteSource& bytes, std::string_view head) {
    return scan_plain(bytes, head, {});
  }

  // Scans `member` and the ones after it, `most` in all.
  ScanEnd scan_each(const Opened& archive, Members& members,
                    Result<std::optional<Member>> member, std::uint64_t most);

  // Scans the bytes outside `ranges`, which are those of the members.
  ScanEnd scan_gaps(const Opened& archive, std::vector<ByteRange> ranges);

  // Whether all members were scanned, and how many that could not be read are
  // not named.
  bool all_members() const { return all_members_; }
  std::uint64_t unnamed_members() const;

 private:
  // Members of a zip that its directory does not list.
  struct ZipPart {
    bool has_next = false;  // a member that it lists comes after them
    std::uint64_t end = 0;  // where in the part reading ended
  };

  void begin(const Subject& subject, bool by_path = true);
  ScanEnd scan_bytes(const ByteSource& bytes, const Around& around);
  ScanEnd scan_text(const Around& around,
                    const std::vector<TextPlace>* outside = nullptr);
  ScanEnd scan_streams(const ByteSource& bytes, std::string_view head,
                       const Around& around, bool* any,
                       std::string* incomplete);
  ScanEnd scan_plain(const ByteSource& bytes, std::string_view head,
                     const Around& around);
  std::optional<ScanEnd> scan_held(const ByteSource& bytes,
                                   std::string_view head, const Around& around);
  std::optional<ScanEnd> open(const ByteSource& bytes, std::string head,
                              Packing packing, const Around& around);
  std::optional<ScanEnd> open_held(const ByteSource& bytes, std::string head,
                                   Packing packing, const Around& around);
  std::optional<ScanEnd> scan_members(const ByteSource& bytes,
                                      std::string_view head, Packing packing,
                                      const Around& around,
                                      ZipPart* part = nullptr);
  ScanEnd scan_parts(const Opened& archive, Members& members,
                     Result<std::optional<Member>> first);
  ScanEnd end_outer(const Subject& outer, unsigned depth, Inner result,
                    std::vector<Finding> by_kind);
  ScanEnd scan_rest(const Opened& archive, Members& members, bool after);
  ScanEnd scan_stream(const Opened& archive, Members& members);
  ScanEnd scan_member(const Opened& archive, const Member& member,
                      Members& members, const Around& around);
  bool may_name_unread();
  bool is_left_out(const Subject& member);
  bool is_excluded(const Location& location) const;

  // archive_streams.cc
  ScanEnd scan_stream_at(const PackedStream& stream, const Subject& outer,
                         const Around& around);
  ScanEnd scan_stated(const ByteSource& bytes,
                      const std::vector<std::uint64_t>& places,
                      const Subject& outer, const Around& around, bool* any,
                      std::string* incomplete);
  ScanEnd scan_values(const std::vector<NamedValue>& values,
                      const Subject& outer, const Around& around, bool* any,
                      std::string* incomplete);

  // archive_outside.cc
  ScanEnd scan_texts(const Opened& archive, Accounting* accounting);
  ScanEnd scan_after(const Opened& archive, Members& members);
  ScanEnd scan_outside(const Opened& archive, const ByteSource& bytes,
                       std::string_view head, std::uint64_t at,
                       std::optional<Packing> as);
  bool may_go_on(const Opened& archive) const;
  ScanEnd scan_gap(const Opened& archive, ByteRange gap, unsigned* parts,
                   Leftover* rest);
  ScanEnd scan_unlisted(const Opened& archive, ByteRange* gap, Leftover* rest);
  ScanEnd scan_deleted(const Opened& archive, ByteRange gap);
  ScanEnd add_gap(const Opened& archive, ByteRange gap, Leftover* rest);
  ScanEnd add_remains(const Opened& archive, ByteRange gap, Leftover* rest);
  ScanEnd scan_leftover(const Opened& archive, Leftover* rest);

  TextScan& texts_;
  Pipeline& pipeline_;
  ArchiveTools& tools_;
  Unpacking& unpacking_;
  std::string not_opened_;  // why the text at hand is scanned as it is
  bool all_members_ = true;
  std::uint64_t unread_members_ = 0;
};

}  // namespace sluice
