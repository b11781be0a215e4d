// Finds literals faster than Hyperscan if few places look like a literal, and
// stops if many do (prefilter.cc).
//
// Four bytes, a q-gram, represent each literal: "ghp_" represents itself, and
// "xoxb" represents "xoxb-". The filter tests 64 positions of a text at once
// for whether a q-gram may begin there. In most blocks none may, and the filter
// is done with them. Otherwise, three more sieves follow.
//
// Example: 17 literals, among them `sentry`, `sk_test_` and `private_key`. The
// q-grams of these three are "sent", "sk_t" and "te_k", in one group of the
// mask. A caret marks a position that passes.
//
//                   use_tls(task_time, task_text_, "sk_test_4eC3");
//   1 the mask       ^        ^          ^          ^
//   2 the table               ^          ^          ^
//   3 two bytes beside                   ^          ^
//   4 comparison                                    ^
//
//   1  drops all other positions. "se_t" is a false alarm (qgram_mask.h).
//   2  drops "se_t", which is no q-gram. "sk_t" is one.
//   3  In `sk_test_`, the bytes 4 and 7 after the beginning of the q-gram are e
//      and _. In "sk_time," they are i and a comma.
//   4  "sk_text_" has the right bytes there, but is not `sk_test_`.
//
// Thread-safety: immutable; shared by all workers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "match/prefilter/literal.h"
#include "match/prefilter/qgram_mask.h"
#include "match/prefilter/qgram_probe.h"
#include "match/prefilter/qgram_table.h"

namespace sluice {

class Prefilter {
 public:
  // How places that may be q-grams are found: by AVX-512 VBMI at every
  // position, or by any processor at every second position.
  enum class Front : std::uint8_t { kVector, kPortable };

  // The fastest front that this processor can run. A filter of any front can be
  // made on every processor.
  static Front best_front() {
    return QgramMask::supported() ? Front::kVector : Front::kPortable;
  }

  // Returns null if the literals are not suited: one of them is shorter than
  // least(front) or longer than kLongest, or they are too many to distinguish
  // from other text. Takes some milliseconds for some hundred literals.
  // `follow` has one element for each literal. With it, find() may leave out
  // occurrences that no rule needs, as they are not followed by the right
  // bytes.
  static std::unique_ptr<Prefilter> make(std::span<const Literal> literals,
                                         std::span<const Follow> follow,
                                         Front front);

  static constexpr std::size_t kLongest = 128;  // bytes
  static constexpr std::size_t least(Front front) {
    return front == Front::kVector ? kMinQgram : kShortQgram;
  }

  // serialize() returns the filter as bytes, for the same build of this
  // program. The way back takes microseconds, and returns null if `bytes` are
  // not a filter.
  std::string serialize() const;
  static std::unique_ptr<Prefilter> deserialize(std::string_view bytes);

  // Appends the occurrences in `text` whose q-gram (qgram_choice.h) begins in
  // [from, to), where `to` is the result. `to` is text.size(), or the place
  // from which the text has so many likely q-grams that another way is faster.
  // The occurrences are nearly in the order of their q-grams. Call it only if
  // the processor can run the front.
  std::size_t find(std::string_view text, std::size_t from,
                   std::vector<LiteralHit>* hits) const;

  // Where the q-gram of an occurrence begins: one byte before it, or within it.
  std::size_t qgram_of(LiteralHit hit) const {
    const Reach& reach = reach_[hit.literal];
    const std::size_t begin = hit.end - reach.size;
    return hit.end - reach.from_qgram[begin % 2];
  }
  // The most bytes of an occurrence before its q-gram, and from the beginning
  // of the q-gram on.
  std::size_t most_before() const { return fixed_.most_before; }
  std::size_t most_after() const { return fixed_.most_after; }

 private:
  // A literal. Its first eight bytes and its last eight are compared as
  // integers, or all of its bytes twice if it is shorter. Masks ignore the case
  // of letters and bytes that do not belong to it.
  struct Entry {
    std::uint64_t head;
    std::uint64_t head_mask;
    std::uint64_t tail;
    std::uint64_t tail_mask;
    std::uint32_t literal;  // its id
    std::uint32_t text;     // where its bytes begin in texts_
    std::uint8_t size;
    std::int8_t qgram;     // its offset
    std::uint8_t tail_at;  // the offset of the last eight bytes
    bool caseless;
    // The number in narrowings_ of the first one of its slot; kNone if its slot
    // has none.
    std::uint32_t narrowing;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // For at most 64 literals of a slot of many: which of them may occur, by the
  // last four bits of a byte at `offset` from the beginning of the q-gram. These
  // bits are the same in both cases of a letter.
  struct Narrowing {
    static constexpr std::size_t kBytes = 2;
    static constexpr std::size_t kValues = 16;
    static constexpr std::size_t kMost = 64;
    std::array<std::array<std::uint64_t, kValues>, kBytes> may_be;
    std::array<std::int64_t, kBytes> offset;

    std::uint64_t at(const char* qgram) const {
      std::uint64_t which = ~std::uint64_t{0};
      for (std::size_t k = 0; k < kBytes; ++k)
        which &= may_be[k][value_of(qgram[offset[k]])];
      return which;
    }
    static std::size_t value_of(char c) {
      return static_cast<unsigned char>(c) % kValues;
    }
  };
  // A condition beside a q-gram that is true wherever one of its slot's
  // literals occurs and matters: at `offset` from its beginning, there is a
  // byte of the set `bytes` (bit_of()), or one above 127.
  struct Beside {
    static constexpr std::size_t kBytes = 2;
    std::array<std::uint64_t, kBytes> bytes;
    std::array<std::int64_t, kBytes> offset;
  };
  // A text, or its last bytes in a copy with kRoom bytes before and after them,
  // so that no comparison has to look for the ends of the text.
  struct Source {
    const char* bytes;
    std::ptrdiff_t first;  // the place of bytes[0] in the text
    std::size_t size;      // of the text
    bool has_room;

    const char* at(std::size_t place) const {
      return bytes + (static_cast<std::ptrdiff_t>(place) - first);
    }
  };
  // How far a segment was searched, and whether another way should search the
  // rest.
  struct Progress {
    std::size_t positions;
    bool gave_up;
  };

  // The sizes of a literal, in bytes: its length, and the distance from the
  // beginning of its q-gram to its end, if it begins at an even or at an odd
  // place.
  struct Reach {
    std::uint8_t size;
    std::array<std::uint8_t, 2> from_qgram;
  };

  static constexpr std::size_t kBlock = 64;  // positions
  static constexpr std::size_t kOverhang = kQgram - 1;
  static constexpr std::size_t kSegmentBlocks = 64;
  static constexpr std::size_t kRoom = kLongest + 8;  // a word after a literal
  // The last blocks of a text, or all of a short one, are searched in a copy.
  static constexpr std::size_t kCopiedBlocks = 8;
  static_assert(QgramMask::kBlock == kBlock && QgramProbe::kBlock == kBlock);

  // One for each literal.
  using Qgrams = std::vector<LiteralQgram>;

  bool fill_mask(std::span<const Literal> literals, const Qgrams& qgrams);
  bool fill_probe(std::span<const Qgrams> qgrams);
  void add_literals(std::span<const Literal> literals,
                    std::span<const Qgrams> qgrams);
  void add_besides(std::span<const Follow> follow);
  void add_narrowings();
  Narrowing narrowing_of(std::span<const Entry> entries) const;
  Progress find_in(const std::uint8_t* segment, std::size_t blocks,
                   const Source& source, std::size_t from,
                   std::vector<LiteralHit>* hits) const;
  Progress find_in_copy(std::string_view text, std::size_t from,
                        std::vector<LiteralHit>* hits) const;
  template <typename Position>
  Progress find_at(std::span<const Position> flagged,
                   const std::uint8_t* segment, std::size_t blocks,
                   const Source& source, std::size_t from,
                   std::vector<LiteralHit>* hits) const;
  void sift(const Source& source, std::size_t from,
            QgramTable::Candidates* candidates) const;
  void confirm(const Source& source, std::size_t at, std::uint32_t slot,
               std::vector<LiteralHit>* hits) const;
  static Entry entry_of(const Literal& literal);
  Beside beside(std::span<const Entry> entries,
                std::span<const Follow> follow) const;

  // The members that serialize() copies unchanged.
  struct Fixed {
    QgramMask mask;
    QgramTable qgrams;
    // The entries of slot s: entries_[first[s] .. first[s + 1]).
    std::array<std::uint16_t, QgramTable::kSlots + 1> first{};
    std::array<std::uint16_t, 3> unused{};  // where there would be padding
    std::uint64_t most_before = 0;
    std::uint64_t most_after = 0;
    std::uint64_t literals = 0;
    Front front = Front::kVector;
    std::array<std::uint8_t, 23> unused_end{};  // the same
  };
  Fixed fixed_;
  std::optional<QgramProbe> probe_;  // only for Front::kPortable
  std::vector<Entry> entries_;
  std::vector<Beside> beside_;  // by the first entry of a slot
  std::vector<Narrowing> narrowings_;
  std::vector<Reach> reach_;  // by literal
  std::string texts_;         // caseless ones in lower case
};

}  // namespace sluice
