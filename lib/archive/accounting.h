// Which bytes of an archive belong to its members, so that all others can be
// scanned, too.
//
// An archive that is read in order gives these others at once, as a text
// (leftover.h). Of one that is read from any place the ranges of members are
// noted, and the others lie between them. Of what is compressed the library says
// no place: there the texts are looked for that such files may hold
// (stream_texts.h).
//
// Example, a tar: the library gets bytes 0 to 65,536. After the first header, its
// position is 512, so bytes 0 to 512 belong to no member. Then it returns a block
// of 100 bytes, so bytes 512 to 612 belong to the member. When it reports the end
// of the member, its position is 1024, so the padding, 612 to 1024, belongs to no
// member.
//
// Thread-safety: one thread at a time. Units: bytes of the source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/leftover.h"
#include "archive/packing.h"
#include "archive/rpm_texts.h"
#include "archive/stream_texts.h"

namespace sluice {

struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

class Accounting {
 public:
  // What is not scanned on purpose (kLeftOut) belongs to a member, too.
  enum class Owner : std::uint8_t { kNobody, kMember, kLeftOut };

  Accounting(Packing packing, bool in_order);

  // The library was handed `bytes`, which begin at byte `offset`.
  void hand(std::uint64_t offset, std::string_view bytes);

  // Whose are the bytes that the library passes from now on, to the next call of
  // settle().
  void begin(Owner owner) { owner_ = owner; }
  Owner owner() const { return owner_; }

  // The library has passed all bytes before `position`; of what is compressed, of
  // the packed bytes.
  void settle(std::uint64_t position);

  // It goes on at `position`, without having passed what lies between.
  void jump(std::uint64_t position) { from_ = position; }

  // A member has begun where the library stands: a range begins there, though it
  // be empty.
  void begin_member() {
    if (ranged_) ranges_.push_back({from_, from_});
  }

  // What belongs to nobody and was passed since the last clear(). Null: ranges()
  // says it.
  Leftover* leftover() { return ranged_ ? nullptr : &leftover_; }
  // Of members, in the order in which they were read. Each begins a range.
  std::vector<ByteRange> take_ranges() { return std::exchange(ranges_, {}); }
  // The bytes that the library got but did not pass: the first ones after the end
  // of the archive. For archives that are read in order, or compressed.
  std::string_view rest() const;

  // Scripts and the like of an rpm.
  std::vector<NamedText> take_texts();

 private:
  // Headers are not larger; what is, is lost and told by Leftover::overflowed().
  static constexpr std::size_t kMostPending = std::size_t{2} << 20;

  const Packing packing_;
  const bool ranged_;
  Owner owner_ = Owner::kNobody;
  std::uint64_t from_ = 0;  // all before it is settled
  // Bytes that were handed and are not settled, from byte from_ on; none if
  // ranged_.
  std::string pending_;
  std::size_t settled_ = 0;  // of pending_
  Leftover leftover_;
  std::vector<ByteRange> ranges_;
  std::optional<StreamTexts> stream_;
  std::optional<RpmTexts> rpm_;
};

}  // namespace sluice
