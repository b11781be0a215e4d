// Finds which bytes of an archive belong to its members, so that all others can
// be scanned, too. There are three cases.
//
// 1. An archive that is read in order, such as a tar: the other bytes are a
// text (leftover.h). Example: the library has bytes 0 to 65,536 of a tar. After
// the first header, its position is 512. Then it returns a block of 100 bytes,
// so its position is 612. When it reports the end of the member, its position
// is 1024.
//
//   byte   0            512        612           1024           1536
//          | header     | data     | padding     | header       | data ...
//   owner  | nobody     | member   | nobody      | nobody       | member
//              |                      |             |
//              v                      v             v
//          leftover(): the lines of these bytes, scanned like a text
//
// 2. An archive that is read from any place, such as a zip: the ranges of
// members are noted, and the other bytes are between them.
//
//          | a script | header | data of a | header | data of b | list | text
//   take_ranges():             [ a         ]        [ b         ]
//
// 3. A compressed file: the library reports no places. So the packed bytes are
// searched for the texts that such files may contain (stream_texts.h).
//
// Thread-safety: one thread at a time. Units: bytes of the source.
// Memory: the buffers count for the use. They have a few MiB at most, and up to
// 32 MiB more for an rpm. An archive that needs too much for them ends like one
// that needs too much to be unpacked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/leftover.h"
#include "archive/packing.h"
#include "archive/rpm_texts.h"
#include "archive/stream_texts.h"
#include "archive/unpack_memory.h"

namespace sluice {

struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

class Accounting {
 public:
  // Bytes that are not scanned on purpose (kLeftOut) belong to a member, too.
  enum class Owner : std::uint8_t { kNobody, kMember, kLeftOut };

  // `use` must outlive it.
  Accounting(Packing packing, bool in_order, UnpackUse* use);

  // The library was handed `bytes`, which begin at byte `offset`.
  void hand(std::uint64_t offset, std::string_view bytes);

  // Sets the owner of the bytes that the library passes from now on, up to the
  // next call of settle().
  void begin(Owner owner) { owner_ = owner; }
  Owner owner() const { return owner_; }

  // The library has passed all bytes before `position`; in a compressed file,
  // all packed bytes.
  void settle(std::uint64_t position);

  // The library continues at `position`, without having passed the bytes
  // between.
  void jump(std::uint64_t position) { from_ = position; }

  // A member has begun at the library's position. A range begins there, even if
  // it is empty.
  void begin_member();

  // The passed bytes since the last clear() that belong to nobody. Null if
  // ranges are noted instead.
  Leftover* leftover() { return ranged_ ? nullptr : &leftover_; }
  // The ranges of members, in the order in which they were read. Each member
  // begins a range.
  std::vector<ByteRange> take_ranges();
  // The bytes that the library got but did not pass: the first ones after the
  // end of the archive. For archives that are read in order, or compressed.
  std::string_view rest() const;

  // The scripts and similar texts of an rpm.
  std::vector<NamedText> take_texts();

 private:
  // Headers are not larger. A larger one is lost, and Leftover::overflowed()
  // reports it.
  static constexpr std::size_t kMostPending = std::size_t{2} << 20;

  void count();

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
  CountedBytes counted_;  // all of these but leftover_, which counts its own
};

}  // namespace sluice
