// The members of an archive, one after the other. Only members.cc uses
// libarchive; xar, SQLite and PDF have readers of their own
// (archive/xar_members.h, archive/sqlite_members.h, archive/pdf_members.h).
//
// Nothing in an archive is ever written to a disk, no other program is run, and
// the memory for unpacking counts for the Unpacking.
//
// Thread-safety: one thread at a time. Ownership: refers to the source and the
// Unpacking, which must outlive it. Errors: kIo, with only the reason; the
// caller knows the file's name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "archive/accounting.h"
#include "archive/packing.h"
#include "archive/unpacking.h"
#include "base/error.h"
#include "fs/byte_source.h"

namespace sluice {

struct Member {
  // The name in the archive, without "./" at its start; bytes, maybe not UTF-8.
  // Empty if there is no name (a compressed file).
  std::string name;
  bool is_file = false;   // else a directory, a link, a device
  bool has_data = false;  // though it is no file
  bool encrypted = false;
  // Only for a zip: whether it is deflated, not stored or packed in another
  // way.
  bool deflated = false;
};

struct MembersOptions {
  bool account = false;  // Members::accounting() is kept
  // The source is a part of a zip without an end record, read in order. It may
  // end after any member.
  bool is_part = false;
};

class Members {
 public:
  // `head`: the bytes of `source` that were read before, if it cannot be read
  // from any place; must outlive it.
  static std::unique_ptr<Members> open(const ByteSource& source,
                                       std::string_view head, Packing packing,
                                       Unpacking& unpacking,
                                       MembersOptions options = {});
  virtual ~Members() = default;
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;

  // Returns the next member, or nothing after the last. An error ends the
  // archive.
  virtual Result<std::optional<Member>> next() = 0;

  // Skips one member, at the cost of its header. If it returns false, next()
  // returns the reason.
  virtual bool pass() = 0;

  // How many times a file with is_stream() was compressed; known after next().
  virtual unsigned layers() const = 0;

  // The number of bytes of a tar archive, unpacked, before those of the current
  // member.
  virtual std::uint64_t bytes_before() const = 0;

  // Reads bytes of the current member; 0 means the end.
  virtual Result<std::size_t> read(char* buffer, std::size_t size) = 0;

  // After the last member: the bytes after the archive's end that were read
  // already; read_source() has those that follow. Returns nothing if this is
  // unknown, or if the archive is read from any place.
  virtual std::optional<std::string> rest_head() const = 0;
  virtual Result<std::size_t> read_source(char* buffer, std::size_t size) = 0;

  // The place of rest_head() in the source, in bytes.
  virtual std::uint64_t rest_begin() const { return 0; }

  // The owners of the bytes, as far as they were read. Null if unknown.
  virtual Accounting* accounting() { return nullptr; }

  // Passes the current member, which is not scanned on purpose. Its bytes still
  // belong to it.
  virtual void leave_out() {}

  // Whether no more of the source was read than `head` had.
  virtual bool is_within_head() const = 0;

  // Whether the bytes that were read end with a block of zeros, as a tar
  // archive does that was not cut off.
  virtual bool ends_in_zeros() const = 0;

 protected:
  Members() = default;
};

// The members of an archive that a reader of our own reads from any place. It
// has nothing of what a stream has: layers, a rest, bytes before a member.
class ListedMembers : public Members {
 public:
  bool pass() override {
    const Result<std::optional<Member>> member = next();
    return member && *member;
  }
  unsigned layers() const override { return 0; }
  std::uint64_t bytes_before() const override { return 0; }
  std::optional<std::string> rest_head() const override { return std::nullopt; }
  Result<std::size_t> read_source(char*, std::size_t) override { return 0; }
  Accounting* accounting() override { return &accounting_; }
  bool is_within_head() const override { return true; }
  bool ends_in_zeros() const override { return false; }

 protected:
  ListedMembers(const ByteSource& source, Packing packing, Unpacking& unpacking)
      : source_(source),
        unpacking_(unpacking),
        accounting_(packing, /*in_order=*/false, unpacking.memory()) {}

  // Notes that these bytes of the source belong to members.
  void add_owned(ByteRange range) {
    accounting_.begin(Accounting::Owner::kMember);
    accounting_.jump(range.begin);
    accounting_.settle(range.end);
  }

  const ByteSource& source_;
  Unpacking& unpacking_;

 private:
  Accounting accounting_;
};

// The bytes after an archive's end.
class BytesBehind final : public ByteSource {
 public:
  BytesBehind(std::string head, Members& members)
      : ByteSource(0, /*may_seek=*/false),
        head_(std::move(head)),
        members_(members) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    if (given_ == head_.size()) return members_.read_source(buffer, size);
    const std::size_t some = head_.copy(buffer, size, given_);
    given_ += some;
    return some;
  }

 private:
  const std::string head_;
  Members& members_;
  mutable std::size_t given_ = 0;
};

// The bytes of a member.
class MemberBytes final : public ByteSource {
 public:
  explicit MemberBytes(Members& members)
      : ByteSource(0, /*may_seek=*/false), members_(members) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    return members_.read(buffer, size);
  }

 private:
  Members& members_;
};

}  // namespace sluice
