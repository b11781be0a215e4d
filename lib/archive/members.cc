// Each kind of archive is read by the one reader for it, and libarchive has no
// choice: it would take a file that begins with a thousand NULs for an empty
// tar. So no reader of a rare format is ever used, and no filter that would run
// another program. A compressed file is unpacked as one member, and the caller
// examines that.
//
// libarchive converts names to the encoding of the locale, and "C" has only
// ASCII. So it is called in the locale C.UTF-8, of this thread.

#include "archive/members.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/core.h>
#include <locale.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "archive/pack_members.h"
#include "archive/pdf_members.h"
#include "archive/sqlite_members.h"
#include "archive/xar_members.h"

namespace sluice {
namespace {

constexpr std::size_t kReadBlock = 64 * 1024;

// The end record of a zip without members, and two NULs, since libarchive reads
// 24 bytes after a member whose size follows its data.
constexpr std::string_view kZipEnd(
    "PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24);

// Made once; null where the system has none.
locale_t utf8_locale() {
  static const locale_t locale = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  return locale;
}

class InUtf8 {
 public:
  InUtf8()
      : before_(utf8_locale() == nullptr ? nullptr
                                         : ::uselocale(utf8_locale())) {}
  ~InUtf8() {
    if (before_ != nullptr) ::uselocale(before_);
  }
  InUtf8(const InUtf8&) = delete;
  InUtf8& operator=(const InUtf8&) = delete;

 private:
  const locale_t before_;
};

void support(Packing packing, archive* reader) {
  switch (packing) {
    case Packing::kZip:
      archive_read_support_format_zip(reader);
      return;
    case Packing::kSevenZip:
      archive_read_support_format_7zip(reader);
      return;
    case Packing::kRar:
      archive_read_support_format_rar(reader);
      archive_read_support_format_rar5(reader);
      return;
    case Packing::kTar:
      archive_read_support_format_tar(reader);
      return;
    case Packing::kCpio:
      archive_read_support_format_cpio(reader);
      return;
    case Packing::kAr:
      archive_read_support_format_ar(reader);
      return;
    case Packing::kCab:
      archive_read_support_format_cab(reader);
      return;
    case Packing::kIso:
      archive_read_support_format_iso9660(reader);
      return;
    case Packing::kXar:     // open_xar()
    case Packing::kPack:    // open_pack()
    case Packing::kBundle:  // open_pack()
    case Packing::kSqlite:  // open_sqlite()
    case Packing::kPdf:     // open_pdf()
      break;
    case Packing::kGzip:
      archive_read_support_filter_gzip(reader);
      break;
    case Packing::kBzip2:
      archive_read_support_filter_bzip2(reader);
      break;
    case Packing::kXz:
      archive_read_support_filter_xz(reader);
      break;
    case Packing::kZstd:
      archive_read_support_filter_zstd(reader);
      break;
    case Packing::kLz4:
      archive_read_support_filter_lz4(reader);
      break;
    case Packing::kLzma:
      archive_read_support_filter_lzma(reader);
      break;
    case Packing::kLzip:
      archive_read_support_filter_lzip(reader);
      break;
    case Packing::kCompress:
      archive_read_support_filter_compress(reader);
      break;
    case Packing::kRpm:
      archive_read_support_filter_rpm(reader);
      break;
  }
  archive_read_support_format_raw(reader);
  archive_read_support_format_empty(reader);
}

// The last block of a tar archive.
std::string_view last_block(std::string_view bytes) {
  constexpr std::size_t kTarBlock = 512;
  return bytes.substr(bytes.size() - std::min(bytes.size(), kTarBlock));
}

bool is_zeros(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

}  // namespace

class LibraryMembers final : public Members {
 public:
  struct Library;

  explicit LibraryMembers(std::unique_ptr<Library> library);
  ~LibraryMembers() override;

  Result<std::optional<Member>> next() override;
  bool pass() override;
  unsigned layers() const override;
  std::uint64_t bytes_before() const override;
  Result<std::size_t> read(char* buffer, std::size_t size) override;
  std::optional<std::string> rest_head() const override;
  Result<std::size_t> read_source(char* buffer, std::size_t size) override;
  std::uint64_t rest_begin() const override;
  Accounting* accounting() override;
  void leave_out() override;
  bool is_within_head() const override;
  bool ends_in_zeros() const override;

 private:
  const std::unique_ptr<Library> library_;
};

struct LibraryMembers::Library {
  Library(const ByteSource& from, std::string_view read_before, Unpacking& of)
      : source(from), head(read_before), unpacking(of), block(kReadBlock) {}
  ~Library() {
    const UnpackScope scope(unpacking.memory());
    if (reader != nullptr && !broken) archive_read_free(reader);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  static la_ssize_t read_block(archive*, void* self, const void** bytes) {
    return static_cast<Library*>(self)->read_block(bytes);
  }
  la_ssize_t read_block(const void** bytes);
  la_ssize_t read_source_block();
  static la_int64_t skip(archive*, void* self, la_int64_t bytes) {
    return static_cast<Library*>(self)->skip(bytes);
  }
  la_int64_t skip(la_int64_t bytes);
  static la_int64_t seek(archive*, void* self, la_int64_t offset, int whence) {
    return static_cast<Library*>(self)->seek(offset, whence);
  }
  la_int64_t seek(la_int64_t offset, int whence);

  bool reads_in_order() const {
    return !source.may_seek() || !is_read_from_any_place(packing);
  }
  // In these, a block of data is at the library's position in the source.
  bool gives_source() const {
    return packing == Packing::kTar || packing == Packing::kCpio ||
           packing == Packing::kAr;
  }
  // How far the library has come (Accounting::settle()).
  std::uint64_t position() const {
    if (is_stream(packing)) return packed_position();
    return static_cast<std::uint64_t>(
        std::max<la_int64_t>(archive_filter_bytes(reader, 0), 0));
  }
  std::uint64_t packed_position() const {
    return hidden + static_cast<std::uint64_t>(std::max<la_int64_t>(
                        archive_filter_bytes(reader, -1), 0));
  }
  bool is_at_position(const void* bytes, std::size_t size) const;
  std::string reason();
  void open(Packing kind);
  std::size_t hide_front(std::string_view bytes);
  int next_block();
  void settle_block(int got, const void* bytes, std::size_t size);
  bool go_on_behind_failure();

  const ByteSource& source;
  const std::string_view head;
  Unpacking& unpacking;
  std::vector<char> block;
  archive* reader = nullptr;
  std::uint64_t at = 0;  // in the source
  std::string read_error;
  int opened = ARCHIVE_FATAL;
  Packing packing = Packing::kZip;
  // It has given up in the middle of a call and must not be used again.
  bool broken = false;
  // A jump leads to a header of some bytes.
  bool jumped = false;
  bool ends_in_zeros = false;
  bool lacks_end = false;   // kZipEnd must still follow the source
  std::string_view handed;  // the block of the source that was given last
  std::optional<Accounting> accounting;
  // Skippable frames in front of an lz4 file, which libarchive does not
  // support: how many bytes of them are still to come, and how many there were.
  std::uint64_t hidden_left = 0;
  std::uint64_t hidden = 0;
  bool at_front = false;

  // The data of the current member.
  struct Data {
    std::uint64_t offset = 0;  // after the block
    std::uint64_t hole = 0;    // zeros that come before it
    std::string_view block;
    bool ended = false;
    std::string doubt;  // the data may be wrong, because its checksum is
  };
  Data data;

  bool encrypted = false;   // the member at hand
  std::uint64_t given = 0;  // members
  unsigned failures = 0;    // members that could not be unpacked
  bool may_go_on = true;    // no library was left in the middle of an error
  bool at_end = false;      // libarchive takes a further call for a mistake
};

la_ssize_t LibraryMembers::Library::read_block(const void** bytes) {
  for (;;) {
    const la_ssize_t got = read_source_block();
    if (got == 0 && std::exchange(lacks_end, false)) {
      *bytes = kZipEnd.data();
      return static_cast<la_ssize_t>(kZipEnd.size());
    }
    if (got <= 0) return got;
    const UnpackScope pause(nullptr);
    const std::uint64_t begin = at - handed.size();
    if (accounting) accounting->hand(begin, handed);
    const std::size_t front = at_front ? hide_front(handed) : 0;
    if (front == handed.size()) continue;
    *bytes = handed.data() + front;
    return got - static_cast<la_ssize_t>(front);
  }
}

// Returns how many bytes at the start of `bytes` are frames that libarchive
// must not see.
std::size_t LibraryMembers::Library::hide_front(std::string_view bytes) {
  std::size_t front = std::min<std::uint64_t>(hidden_left, bytes.size());
  hidden_left -= front;
  if (hidden_left == 0 && front < bytes.size()) {
    const std::uint64_t more = skippable_frames(bytes.substr(front));
    hidden_left = more - std::min<std::uint64_t>(more, bytes.size() - front);
    front += more - hidden_left;
    at_front = hidden_left != 0;
  }
  hidden += front;
  return front;
}

la_ssize_t LibraryMembers::Library::read_source_block() {
  if (!source.may_seek() && at < head.size()) {
    const std::size_t size = std::min(kReadBlock, head.size() - at);
    handed = head.substr(at, size);
    ends_in_zeros = is_zeros(last_block(handed));
    at += size;
    unpacking.add_packed(size);
    return static_cast<la_ssize_t>(size);
  }
  const UnpackScope pause(nullptr);  // a source may have memory of its own
  constexpr std::size_t kSmallBlock = 4096;
  const std::size_t most = jumped ? kSmallBlock : kReadBlock;
  jumped = false;
  const Result<std::size_t> got = source.may_seek()
                                      ? source.read_at(block.data(), most, at)
                                      : source.read(block.data(), kReadBlock);
  if (!got) {
    read_error = got.error().message;
    archive_set_error(reader, EIO, "it cannot be read");
    return -1;
  }
  at += *got;
  unpacking.add_packed(*got);
  // At the end, the last bytes that were handed may still be needed.
  if (*got == 0) return 0;
  handed = {block.data(), *got};
  ends_in_zeros = is_zeros(last_block(handed));
  return static_cast<la_ssize_t>(*got);
}

la_int64_t LibraryMembers::Library::skip(la_int64_t bytes) {
  const std::uint64_t size = source.size();
  if (bytes <= 0 || at >= size) return 0;
  // Bytes that belong to nobody must be read.
  if (accounting && reads_in_order() &&
      (is_stream(packing) || accounting->owner() == Accounting::Owner::kNobody))
    return 0;
  const std::uint64_t some =
      std::min<std::uint64_t>(static_cast<std::uint64_t>(bytes), size - at);
  at += some;
  jumped = true;
  ends_in_zeros = false;
  return static_cast<la_int64_t>(some);
}

la_int64_t LibraryMembers::Library::seek(la_int64_t offset, int whence) {
  const auto size = static_cast<la_int64_t>(source.size());
  const la_int64_t base = whence == SEEK_SET   ? 0
                          : whence == SEEK_CUR ? static_cast<la_int64_t>(at)
                                               : size;
  la_int64_t to = 0;
  if (__builtin_add_overflow(base, offset, &to) || to < 0 || to > size)
    return ARCHIVE_FATAL;
  at = static_cast<std::uint64_t>(to);
  jumped = true;
  if (accounting) {
    const UnpackScope pause(nullptr);
    accounting->settle(position());
    accounting->jump(at);
  }
  return to;
}

// Why the last call failed, in half a sentence.
std::string LibraryMembers::Library::reason() {
  if (!read_error.empty()) return read_error;
  if (unpacking.memory()->refused()) return unpacking.take_refusal();
  if (broken) return "out of memory";
  const char* const text =
      reader == nullptr ? nullptr : archive_error_string(reader);
  return text == nullptr ? "it is damaged" : text;
}

// Takes the next block of the member's data that is not empty; a hole may come
// before it.
int LibraryMembers::Library::next_block() {
  int got = ARCHIVE_OK;
  if (accounting)
    accounting->begin(gives_source() ? Accounting::Owner::kNobody
                                     : Accounting::Owner::kMember);
  while (got >= ARCHIVE_WARN && !data.ended && data.hole == 0 &&
         data.block.empty()) {
    const void* bytes = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    {
      const UnpackScope scope(unpacking.memory());
      const InUtf8 locale;
      try {
        do {
          got = archive_read_data_block(reader, &bytes, &size, &offset);
        } while (got == ARCHIVE_RETRY);
      } catch (const std::bad_alloc&) {
        broken = true;
        return ARCHIVE_FATAL;
      }
    }
    if (accounting) settle_block(got, bytes, size);
    if (got == ARCHIVE_WARN) data.doubt = reason();
    data.ended = got == ARCHIVE_EOF;
    if (got < ARCHIVE_WARN || data.ended) break;
    const auto begin =
        static_cast<std::uint64_t>(std::max<la_int64_t>(offset, 0));
    if (begin > data.offset) data.hole = begin - data.offset;
    data.block = {static_cast<const char*>(bytes), size};
    data.offset = begin + size;
  }
  return got;
}

// Whether the source has these bytes at the library's position. Compares the
// first and the last of them.
bool LibraryMembers::Library::is_at_position(const void* bytes,
                                             std::size_t size) const {
  constexpr std::size_t kCompared = 64;
  const std::string_view data_block(static_cast<const char*>(bytes), size);
  const std::size_t some = std::min(size, kCompared);
  for (const std::size_t begin : {std::size_t{0}, size - some}) {
    char there[kCompared];
    const Result<std::size_t> got =
        source.read_at(there, some, position() + begin);
    if (!got || std::string_view(there, *got) != data_block.substr(begin, some))
      return false;
  }
  return true;
}

// The library has returned a block, or the end. A file in an image of a disc
// may be packed. If it is not, the library has also passed the bytes before the
// block when it returns the first one.
void LibraryMembers::Library::settle_block(int got, const void* bytes,
                                           std::size_t size) {
  const bool is_block = got >= ARCHIVE_WARN && got != ARCHIVE_EOF;
  const bool on_disc =
      packing == Packing::kIso && is_block && is_at_position(bytes, size);
  if (on_disc) accounting->begin(Accounting::Owner::kNobody);
  accounting->settle(position());
  if (!on_disc && (!gives_source() || !is_block)) return;
  accounting->begin(Accounting::Owner::kMember);
  accounting->settle(position() + size);
  if (!on_disc) accounting->begin(Accounting::Owner::kNobody);
}

void LibraryMembers::Library::open(Packing kind) {
  packing = kind;
  at_front = kind == Packing::kLz4;
  reader = archive_read_new();
  if (reader == nullptr) return;
  support(kind, reader);
  archive_read_set_callback_data(reader, this);
  archive_read_set_read_callback(reader, &Library::read_block);
  if (source.may_seek()) {
    archive_read_set_skip_callback(reader, &Library::skip);
    archive_read_set_seek_callback(reader, &Library::seek);
  }
  opened = archive_read_open1(reader);
}

std::unique_ptr<Members> Members::open(const ByteSource& source,
                                       std::string_view head, Packing packing,
                                       Unpacking& unpacking,
                                       MembersOptions options) {
  if (packing == Packing::kXar) return open_xar(source, unpacking);
  if (packing == Packing::kPack || packing == Packing::kBundle)
    return open_pack(source, packing, unpacking);
  if (packing == Packing::kSqlite) return open_sqlite(source, unpacking);
  if (packing == Packing::kPdf) return open_pdf(source, unpacking);
  auto library =
      std::make_unique<LibraryMembers::Library>(source, head, unpacking);
  library->lacks_end = options.is_part;
  if (options.account)
    library->accounting.emplace(
        packing, !source.may_seek() || !is_read_from_any_place(packing),
        unpacking.memory());
  const UnpackScope scope(unpacking.memory());
  const InUtf8 locale;
  try {
    library->open(packing);
  } catch (const std::bad_alloc&) {
    library->broken = true;
  }
  return std::make_unique<LibraryMembers>(std::move(library));
}

LibraryMembers::LibraryMembers(std::unique_ptr<Library> library)
    : library_(std::move(library)) {}

LibraryMembers::~LibraryMembers() = default;

bool LibraryMembers::is_within_head() const {
  return library_->at <= library_->head.size();
}

// libbz2 overruns its stack if it is called again after an error (1.0.8;
// BZ2_decompress() continues after the check that failed), and libarchive does
// so to pass the rest of a member. So no reader is used after an error. A zip's
// other members are not affected: a new reader skips to the next one by their
// headers.
bool LibraryMembers::Library::go_on_behind_failure() {
  constexpr unsigned kMostFailures = 100;
  if (packing != Packing::kZip || !source.may_seek() || broken ||
      ++failures > kMostFailures)
    return false;
  const UnpackScope scope(unpacking.memory());
  const InUtf8 locale;
  try {
    archive_read_free(reader);
    reader = nullptr;
    at = 0;
    if (accounting) accounting->jump(0);
    open(packing);
    archive_entry* entry = nullptr;
    for (std::uint64_t i = 0; i < given; ++i)
      if (const int got = archive_read_next_header(reader, &entry);
          got < ARCHIVE_WARN || got == ARCHIVE_EOF)
        return false;
  } catch (const std::bad_alloc&) {
    broken = true;
    return false;
  }
  may_go_on = true;
  return true;
}

Result<std::optional<Member>> LibraryMembers::next() {
  Library& library = *library_;
  if (library.at_end) return std::nullopt;
  if (!library.may_go_on && !library.go_on_behind_failure())
    return fail(ErrorCode::kIo,
                "a member cannot be unpacked, so the later ones are not read");
  if (library.accounting) library.accounting->begin(Accounting::Owner::kNobody);
  archive_entry* entry = nullptr;
  int got = library.opened;
  const char* name = nullptr;
  if (got >= ARCHIVE_WARN && !library.broken) {
    const UnpackScope scope(library.unpacking.memory());
    const InUtf8 locale;
    try {
      do {
        got = archive_read_next_header(library.reader, &entry);
      } while (got == ARCHIVE_RETRY);
      if (got >= ARCHIVE_WARN &&
          archive_format(library.reader) != ARCHIVE_FORMAT_RAW) {
        name = archive_entry_pathname_utf8(entry);
        if (name == nullptr) name = archive_entry_pathname(entry);
      }
    } catch (const std::bad_alloc&) {
      library.broken = true;
    }
  }
  if (library.accounting && library.reader != nullptr && !library.broken) {
    library.accounting->settle(library.position());
    library.accounting->begin_member();
  }
  if (library.broken || library.unpacking.memory()->refused())
    return fail(ErrorCode::kIo, "{}", library.reason());
  library.at_end = got == ARCHIVE_EOF;
  if (library.at_end) return std::nullopt;
  if (got < ARCHIVE_WARN) return fail(ErrorCode::kIo, "{}", library.reason());
  // All filters have refused it.
  if (is_stream(library.packing) && layers() == 0)
    return fail(ErrorCode::kIo, "it is something else");
  library.data = {};
  ++library.given;
  std::optional<Member> member(std::in_place);
  if (name != nullptr) member->name = name;
  while (member->name.starts_with("./")) member->name.erase(0, 2);
  const auto type = archive_entry_filetype(entry);
  const la_int64_t size = archive_entry_size(entry);
  const bool links = archive_entry_hardlink(entry) != nullptr && size <= 0;
  member->is_file = (type == AE_IFREG || type == 0) && !links;
  member->has_data = !member->is_file && size > 0;
  member->encrypted = archive_entry_is_data_encrypted(entry) == 1;
  library.encrypted = member->encrypted;
  // libarchive reports it only in words: "ZIP 2.0 (deflation)".
  const char* const format = archive_format_name(library.reader);
  member->deflated = library.packing == Packing::kZip && format != nullptr &&
                     std::string_view(format).ends_with("(deflation)");
  return member;
}

// An encrypted member cannot be passed by reading it, and its bytes are no
// text.
void LibraryMembers::leave_out() {
  Library& library = *library_;
  if (!library.accounting || library.broken || !library.may_go_on) return;
  if (library.encrypted && !library.reads_in_order()) return;
  library.accounting->begin(Accounting::Owner::kLeftOut);
  int got = ARCHIVE_OK;
  {
    const UnpackScope scope(library.unpacking.memory());
    const InUtf8 locale;
    try {
      const void* bytes = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      if (library.reads_in_order())
        got = archive_read_data_skip(library.reader);
      else
        while (got >= ARCHIVE_WARN && got != ARCHIVE_EOF &&
               library.unpacking.add(0))
          got = archive_read_data_block(library.reader, &bytes, &size, &offset);
    } catch (const std::bad_alloc&) {
      library.broken = true;
      return;
    }
  }
  library.accounting->settle(library.position());
  library.accounting->begin(Accounting::Owner::kNobody);
  if (got < ARCHIVE_WARN) library.may_go_on = false;
}

bool LibraryMembers::pass() {
  Library& library = *library_;
  if (!library.may_go_on || library.broken || library.at_end ||
      library.opened < ARCHIVE_WARN)
    return false;
  const UnpackScope scope(library.unpacking.memory());
  const InUtf8 locale;
  library.data = {};
  archive_entry* entry = nullptr;
  try {
    const int got = archive_read_next_header(library.reader, &entry);
    library.at_end = got == ARCHIVE_EOF;
    if (got < ARCHIVE_WARN || library.at_end) return false;
  } catch (const std::bad_alloc&) {
    library.broken = true;
    return false;
  }
  ++library.given;
  if (library.accounting) library.accounting->jump(library.position());
  return true;
}

Accounting* LibraryMembers::accounting() {
  return library_->accounting ? &*library_->accounting : nullptr;
}

unsigned LibraryMembers::layers() const {
  return static_cast<unsigned>(
      std::max(archive_filter_count(library_->reader) - 1, 0));
}

std::uint64_t LibraryMembers::bytes_before() const {
  return static_cast<std::uint64_t>(
      std::max<la_int64_t>(archive_filter_bytes(library_->reader, 0), 0));
}

// Block by block: archive_read_data() drops the bytes that it has copied if the
// next block cannot be read.
Result<std::size_t> LibraryMembers::read(char* buffer, std::size_t size) {
  Library& library = *library_;
  Library::Data& data = library.data;
  std::size_t some = 0;
  if (library.next_block() < ARCHIVE_WARN) {
    library.may_go_on = false;
    return fail(ErrorCode::kIo, "{}", library.reason());
  }
  if (data.ended && !data.doubt.empty())
    return fail(ErrorCode::kIo, "{}", std::exchange(data.doubt, {}));
  if (data.hole != 0) {
    some = std::min<std::uint64_t>(size, data.hole);
    std::memset(buffer, '\0', some);
    data.hole -= some;
  } else {
    some = data.block.copy(buffer, size);
    data.block.remove_prefix(some);
  }
  if (!library.unpacking.add(some))
    return fail(ErrorCode::kIo, "{}", library.unpacking.over());
  return some;
}

std::optional<std::string> LibraryMembers::rest_head() const {
  const Library& library = *library_;
  if (library.broken || library.opened < ARCHIVE_WARN) return std::nullopt;
  const std::uint64_t used = rest_begin();
  if (used > library.at) return std::nullopt;
  const std::uint64_t left = library.at - used;
  if (library.accounting && library.accounting->rest().size() >= left)
    return std::string(library.accounting->rest().substr(
        library.accounting->rest().size() - left));
  if (left > library.handed.size()) return std::nullopt;
  return std::string(library.handed.substr(library.handed.size() - left));
}

// To see that what follows is no frame, lz4's reader takes its first 4 bytes.
std::uint64_t LibraryMembers::rest_begin() const {
  const Library& library = *library_;
  const std::uint64_t used = library.packed_position();
  constexpr std::uint64_t kMagic = 4;
  const bool took = library.packing == Packing::kLz4 && library.at != used;
  return took ? used - std::min(used, kMagic) : used;
}

bool LibraryMembers::ends_in_zeros() const { return library_->ends_in_zeros; }

Result<std::size_t> LibraryMembers::read_source(char* buffer,
                                                std::size_t size) {
  Library& library = *library_;
  if (library.at < library.head.size() && !library.source.may_seek()) {
    const std::size_t some = library.head.substr(library.at).copy(buffer, size);
    library.at += some;
    return some;
  }
  if (!library.unpacking.add(0))
    return fail(ErrorCode::kIo, "{}", library.unpacking.over());
  const Result<std::size_t> got =
      library.source.may_seek()
          ? library.source.read_at(buffer, size, library.at)
          : library.source.read(buffer, size);
  if (got) library.at += *got;
  return got;
}

}  // namespace sluice
