// Each member is packed by itself, so an error in one leaves the others as they
// are.

#include "archive/xar_members.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "archive/held_bytes.h"
#include "archive/xar_list.h"
#include "archive/zlib_bytes.h"

namespace sluice {
namespace {

std::optional<Packing> packing_for(XarCoding coding) {
  switch (coding) {
    case XarCoding::kBzip2:
      return Packing::kBzip2;
    case XarCoding::kXz:
      return Packing::kXz;
    case XarCoding::kLzma:
      return Packing::kLzma;
    case XarCoding::kStored:
    case XarCoding::kZlib:
    case XarCoding::kOther:
      return std::nullopt;
  }
  return std::nullopt;
}

class XarMembers final : public ListedMembers {
 public:
  XarMembers(const ByteSource& source, Unpacking& unpacking)
      : ListedMembers(source, Packing::kXar, unpacking) {}
  ~XarMembers() override {
    close();
    const UnpackScope scope(unpacking_.memory());
    members_ = {};
  }

  Result<std::optional<Member>> next() override {
    if (!source_.may_seek())
      return fail(ErrorCode::kIo, "it is too large to be read in order");
    if (!std::exchange(listed_, true)) {
      SLUICE_TRY_ASSIGN(members_, xar_list(source_, unpacking_));
    }
    if (!pass()) return std::nullopt;
    const XarMember& member = members_[next_ - 1];
    stored_.emplace(source_, member.packed.begin, member.packed.size);
    add_owned({member.packed.begin, member.packed.begin + member.packed.size});
    return Member{.name = member.name, .is_file = member.is_file};
  }

  bool pass() override {
    close();
    if (next_ == members_.size()) return false;
    ++next_;
    return true;
  }

  Result<std::size_t> read(char* buffer, std::size_t size) override {
    const XarMember& member = members_[next_ - 1];
    switch (member.coding) {
      case XarCoding::kStored:
        return read_stored(buffer, size);
      case XarCoding::kZlib:
        if (!inflated_) inflated_.emplace(source_, member.packed, unpacking_);
        return inflated_->read(buffer, size);
      case XarCoding::kBzip2:
      case XarCoding::kXz:
      case XarCoding::kLzma:
        return read_by_library(*packing_for(member.coding), buffer, size);
      case XarCoding::kOther:
        break;
    }
    return fail(ErrorCode::kIo, "its compression is unknown");
  }

 private:
  void close() {
    unpacked_.reset();
    inflated_.reset();
    stored_.reset();
  }

  Result<std::size_t> read_stored(char* buffer, std::size_t size) {
    SLUICE_TRY_ASSIGN(const std::size_t got, stored_->read(buffer, size));
    if (got == 0 && !stored_->at_end())
      return fail(ErrorCode::kIo, "it is cut off");
    unpacking_.add_packed(got);
    if (!unpacking_.add(got))
      return fail(ErrorCode::kIo, "{}", unpacking_.over());
    return got;
  }

  Result<std::size_t> read_by_library(Packing packing, char* buffer,
                                      std::size_t size) {
    if (!unpacked_) {
      unpacked_ = Members::open(*stored_, {}, packing, unpacking_);
      SLUICE_TRY_ASSIGN(const std::optional<Member> only, unpacked_->next());
      if (!only) return 0;
    }
    return unpacked_->read(buffer, size);
  }

  bool listed_ = false;
  std::vector<XarMember> members_;
  std::size_t next_ = 0;
  // The member at hand, by one of these.
  std::optional<StretchBytes> stored_;
  std::optional<ZlibBytes> inflated_;
  std::unique_ptr<Members> unpacked_;
};

}  // namespace

std::unique_ptr<Members> open_xar(const ByteSource& source,
                                  Unpacking& unpacking) {
  return std::make_unique<XarMembers>(source, unpacking);
}

}  // namespace sluice
