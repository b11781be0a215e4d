// The members of an archive, one behind the other. members.cc is the only user
// of libarchive; xar has a reader of its own (archive/xar_members.h).
//
// What is in an archive is never written to a disk, no other program is run,
// and what it takes in memory counts for the Unpacking.
//
// Thread-safety: one thread's at a time. Ownership: refers to the source and
// the Unpacking, which must outlive it. Errors: kIo, with the reason alone; the
// caller knows what the file is called.
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
  // As the archive has it, without "./" at its begin; bytes, maybe no UTF-8.
  // Empty: what is packed has no name (a compressed file).
  std::string name;
  bool is_file = false;   // else a directory, a link, a device
  bool has_data = false;  // though it is no file
  bool encrypted = false;
  // Of a zip: rather than stored, or packed in another way.
  bool deflated = false;
};

class Members {
 public:
  // `head`: the bytes of `source` that were read before, if it cannot be read
  // from any place; must outlive it. `account`: whether accounting() is kept.
  static std::unique_ptr<Members> open(const ByteSource& source,
                                       std::string_view head, Packing packing,
                                       Unpacking& unpacking,
                                       bool account = false);
  virtual ~Members() = default;
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;

  // The next one; nothing behind the last. An error ends the archive.
  virtual Result<std::optional<Member>> next() = 0;

  // Passes by one, at the cost of its header alone. False: next() says why.
  virtual bool pass() = 0;

  // How often over what is_stream() was compressed; known after next().
  virtual unsigned layers() const = 0;

  // How many bytes of a tar archive, unpacked, come before those of the member
  // that next() gave.
  virtual std::uint64_t bytes_before() const = 0;

  // The bytes of the member that next() gave; 0 means the end.
  virtual Result<std::size_t> read(char* buffer, std::size_t size) = 0;

  // Behind the last member: those bytes of the source behind the archive's end
  // that were read already; read_source() has what comes after them. Nothing:
  // it cannot be told, or what is read from any place.
  virtual std::optional<std::string> rest_head() const = 0;
  virtual Result<std::size_t> read_source(char* buffer, std::size_t size) = 0;

  // Where rest_head() begins in the source, in bytes.
  virtual std::uint64_t rest_begin() const { return 0; }

  // Which bytes belong to members, as far as it was read. Null: it is not known.
  virtual Accounting* accounting() { return nullptr; }

  // Passes the member that next() gave, which is not scanned on purpose: its
  // bytes are its own all the same.
  virtual void leave_out() {}

  // Whether no more of the source was read than `head` had.
  virtual bool is_within_head() const = 0;

  // Whether what was read of the source ends with a block of zeros, as a tar
  // archive does that was not cut off.
  virtual bool ends_in_zeros() const = 0;

 protected:
  Members() = default;
};

// What stands behind an archive's end.
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
