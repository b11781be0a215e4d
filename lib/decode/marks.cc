// The search takes 512 bytes at a time by vector instructions (mark_blocks.h),
// without a branch that most texts take often. They find the places where two
// characters may begin an escape, which are then looked up (Pairs), and the
// groups of eight bytes that consist of digits of base64. A run of 24 contains
// two such eights in a row, wherever it begins; then the run around them is
// measured.
//
// Without AVX2 the search takes eight bytes at a time, as one number, and finds
// the same. A run of 24 contains eight digits at a multiple of 16, and a run of
// 40 contains eight at a multiple of 32; then the bytes around them are
// examined one by one. To go byte by byte everywhere took two thirds of a scan.
//
// A program in C has a backslash, a % or an & every 90 bytes, and most are of
// no use here. So only runs of 40 and more and rows of \xXX are searched for
// there, by the bytes that they always contain: without vectors, the first
// eight of 32 bytes.
//
// Rejected, with the cost on Linux 6.1 (callgrind; the whole scan takes 7.8
// instructions a byte): all escapes in C, and runs of 24, 0.6 instructions a
// byte; runs of 16, by eight bytes at each multiple of eight, 0.9. Rejected for
// other texts: to test first for eight possible digits at multiples of 16, and
// for first characters alone. It takes a quarter fewer instructions, but its
// branches are mispredicted (9.6 ms against 7.6 on 30 MB of documentation).
// Also rejected: to look at every sixteenth byte and measure the run around it
// (match/tables/token_runs.cc has the reason); and to search for decimal
// digits, because a base64 text of 20 bytes may have none.

#include "decode/marks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/processor.h"
#include "decode/escape_beginnings.h"
#include "decode/mark_blocks.h"
#include "decode/triggers.h"
#include "text/ascii.h"
#include "text/ascii_set.h"

namespace sluice {
namespace {

constexpr AsciiSet kCores([](char c) { return is_alnum(c) || c == '/'; });
// All digits of base64 and base64url.
constexpr AsciiSet kDigits64([](char c) {
  return kCores.has(c) || c == '+' || c == '-' || c == '_';
});

bool is_core(char c) { return kCores.has(c); }

// For each pair of bytes, the first the lower half of its number, a bit:
// whether an escape that pays may begin so.
class Pairs {
 public:
  explicit constexpr Pairs(Escapes escapes) {
    if (escapes == Escapes::kRows) return;
    for (const EscapeBeginning& beginning : kEscapeBeginnings) {
      for (const char first : beginning.firsts) {
        for (const char second : beginning.seconds) {
          const unsigned pair = static_cast<unsigned char>(first) |
                                unsigned{static_cast<unsigned char>(second)}
                                    << 8;
          bits_[pair / 64] |= std::uint64_t{1} << (pair % 64);
        }
      }
    }
  }

  bool hold(const char* at) const {
    const auto first = static_cast<unsigned char>(at[0]);
    const auto second = static_cast<unsigned char>(at[1]);
    const unsigned pair = first | unsigned{second} << 8;
    return (bits_[pair / 64] >> (pair % 64) & 1) != 0;
  }

 private:
  std::array<std::uint64_t, 1024> bits_{};
};

// By character: whether an escape that pays may begin with it.
constexpr auto kFirsts = [] {
  std::array<std::uint8_t, 256> firsts{};
  for (const EscapeBeginning& beginning : kEscapeBeginnings)
    for (const char first : beginning.firsts)
      firsts[static_cast<unsigned char>(first)] = 1;
  return firsts;
}();

constexpr Pairs kAllPairs(Escapes::kAll);
constexpr Pairs kNoPairs(Escapes::kRows);

const Pairs& pairs_of(Escapes escapes) {
  return escapes == Escapes::kAll ? kAllPairs : kNoPairs;
}

class MarkFinder {
 public:
  MarkFinder(std::string_view text, Escapes escapes, std::size_t min_run,
             Marks* marks)
      : text_(text),
        escapes_(escapes),
        pairs_(pairs_of(escapes)),
        min_run_(min_run),
        marks_(marks) {}

  // Byte by byte.
  void find_plainly(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      // An escape has a second character.
      if (at + 1 < text_.size() && pairs_.hold(text_.data() + at)) lead(at);
      if (at >= measured_ && is_core(text_[at])) measure(at);
      if (escapes_ == Escapes::kRows && text_[at] == '\\') row(at);
    }
  }

  void find(std::size_t begin, std::size_t end) {
#if defined(__x86_64__)
    if (has_avx2())
      return find_plainly(escapes_ == Escapes::kAll
                              ? find_by_vectors(begin, end)
                              : find_rows_by_vectors(begin, end),
                          end);
#endif
    find_anywhere(begin, end);
  }

  // By the means of any processor.
  void find_anywhere(std::size_t begin, std::size_t end) {
    find_plainly(escapes_ == Escapes::kAll ? find_by_eights(begin, end)
                                           : find_rows_by_eights(begin, end),
                 end);
  }

 private:
  void lead(std::size_t at) {
    if (const auto coding = trigger_at(text_, at))
      marks_->triggers.push_back({*coding, at});
  }

  // Returns how far it came; so do the others below.
  std::size_t find_by_eights(std::size_t begin, std::size_t end) {
    constexpr std::size_t kBlock = 16;
    static_assert(kMinRun >= kBlock - 1 + kEight);
    // An escape has a second character.
    const std::size_t last = std::min(end, text_.size() - 1);
    std::size_t at = begin;
    for (; at + kBlock <= last; at += kBlock) {
      const char* const block = text_.data() + at;
      if (at >= measured_ && may_be_digits(block) && is_core(*block))
        measure(at);
      if (min_run_ < kOfTwoEights && at + kEight >= measured_ &&
          may_be_digits(block + kEight) && is_core(block[kEight]))
        measure(at + kEight);
      unsigned firsts = 0;
      for (std::size_t i = 0; i < kBlock; ++i) firsts |= first(block[i]);
      if (firsts == 0) continue;
      for (std::size_t i = 0; i < kBlock; ++i)
        if (first(block[i]) != 0 && pairs_.hold(block + i)) lead(at + i);
    }
    return at;
  }

  static unsigned first(char c) {
    return kFirsts[static_cast<unsigned char>(c)];
  }

  std::size_t find_rows_by_eights(std::size_t begin, std::size_t end) {
    std::size_t at = begin;
    for (; at + kRowStep <= end; at += kRowStep)
      if (may_be_digits(text_.data() + at) && may_be_row(at))
        find_plainly(at, at + kRowStep);
    return at;
  }

  // Whether the eight possible digits at `at` may be among 40: then 16 more are
  // before or after them.
  bool may_be_row(std::size_t at) const {
    const char* const text = text_.data();
    return (at + 3 * kEight <= text_.size() &&
            may_be_digits(text + at + kEight) &&
            may_be_digits(text + at + 2 * kEight)) ||
           (at >= 2 * kEight && may_be_digits(text + at - kEight) &&
            may_be_digits(text + at - 2 * kEight));
  }

  // Whether the eight bytes at `at` are all above '.'.
  static bool may_be_digits(const char* at) {
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    constexpr std::uint64_t kHigh = kOnes * 0x80;
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    const std::uint64_t sums = (bytes & ~kHigh) + kOnes * (0x7F - '.');
    return (sums & ~bytes & kHigh) == kHigh;
  }

  // Returns whether \xXX begins at `at`.
  bool is_hex_escape(std::size_t at) const {
    return at + kHexEscape <= text_.size() && text_[at] == '\\' &&
           text_[at + 1] == 'x' && is_hex(text_[at + 2]) &&
           is_hex(text_[at + 3]);
  }

  // Looks at the row that the escape at `at` is in, from its begin on.
  void row(std::size_t at) {
    if (at < row_end_ || !is_hex_escape(at)) return;
    constexpr std::size_t kFar = 256;
    std::size_t begin = at;
    while (begin >= kHexEscape && at - begin < kFar &&
           is_hex_escape(begin - kHexEscape))
      begin -= kHexEscape;
    row_end_ = at;
    while (is_hex_escape(row_end_)) row_end_ += kHexEscape;
    if (row_end_ - begin < kMinRow) return;
    for (; begin < row_end_; begin += kFar) lead(begin);
  }

  // Measures the run that text_[at] is in.
  void measure(std::size_t at) {
    std::size_t begin = at;
    while (begin > 0 && is_core(text_[begin - 1])) --begin;
    std::size_t end = at + 1;
    while (end < text_.size() && is_core(text_[end])) ++end;
    measured_ = end;
    if (end - begin < min_run_) return;
    while (begin > 0 && kDigits64.has(text_[begin - 1])) --begin;
    while (end < text_.size() && kDigits64.has(text_[end])) ++end;
    measured_ = end;
    marks_->runs.push_back({begin, end});
  }

#if defined(__x86_64__)
  // Takes the escapes among the 64 bytes at `at`; each bit of `found` is a
  // place where an escape may begin.
  void leads_in(std::size_t at, std::uint64_t found) {
    for (; found != 0; found &= found - 1) {
      const std::size_t place =
          at + static_cast<std::size_t>(std::countr_zero(found));
      const char* const escape = text_.data() + place;
      if (pairs_.hold(escape) && !(escape[1] == 'n' && escape[2] == '"'))
        lead(place);
    }
  }

  // Returns how far it came, like find_by_eights().
  std::size_t find_by_vectors(std::size_t begin, std::size_t end) {
    const char* const text = text_.data();
    // The test of an escape may read bytes beyond it.
    constexpr std::size_t kBeyond = 2;
    const std::size_t last =
        std::min(end, text_.size() - std::min(text_.size(), kBeyond));
    if (last < begin + kMarkBlock) return begin;
    if (is_core(text[begin])) measure(begin);
    bool was_full = false;  // the eight bytes before the blocks
    std::size_t at = begin;
    while (last - at >= kMarkBlock) {
      const std::size_t count = std::min(kMarkBlocks, (last - at) / kMarkBlock);
      was_full = take(at, mark_blocks(text + at, count), was_full);
      at += count * kMarkBlock;
    }
    if (at < last) {
      // The last block overlaps the one before it.
      BlockMarks marks = mark_blocks(text + last - kMarkBlock, 1);
      marks.escapes[0] &= ~std::uint64_t{0} << (at - (last - kMarkBlock));
      take(last - kMarkBlock, marks, true);
    }
    // The run that ends there may continue in the rest of the text.
    if (last > measured_ && is_core(text[last - 1])) measure(last - 1);
    return last;
  }

  // Takes the marks that may begin in the blocks at `at`. `was_full` means that
  // the eight bytes before them are digits. Returns whether their own last
  // eight are.
  bool take(std::size_t at, const BlockMarks& marks, bool was_full) {
    for (std::size_t i = 0; i < kMarkBlocks; ++i)
      if (marks.escapes[i] != 0)
        leads_in(at + i * kMarkBlock, marks.escapes[i]);
    // A run of kOfTwoEights contains two adjacent eights; a shorter one may
    // contain only one.
    std::uint64_t places = marks.eights;
    if (min_run_ >= kOfTwoEights)
      places &= marks.eights << 1 | std::uint64_t{was_full};
    for (; places != 0; places &= places - 1) {
      const auto number = static_cast<std::size_t>(std::countr_zero(places));
      if (at + number * kEight >= measured_) measure(at + number * kEight);
    }
    return marks.eights >> 63 != 0;
  }

  // find_by_vectors() for Escapes::kRows.
  std::size_t find_rows_by_vectors(std::size_t begin, std::size_t end) {
    static_assert(kMinRunInC >= kRowRun && kMinRow >= kRowRun);
    // The eights around the blocks are read as well. A run or row that begins
    // before them has enough in them.
    const std::size_t at = std::max(begin, kEight);
    const std::size_t last = end - std::min(end, kEight);
    if (last < at + kRowBlock) return begin;
    take_rows(at, last - (last - at) % kRowBlock);
    // The last block overlaps the one before it.
    if ((last - at) % kRowBlock != 0) take_rows(last - kRowBlock, last);
    // One that ends in the last eight has perhaps too little before it.
    find_plainly(last, last + kHexEscape);
    return end;
  }

  // Takes the rows in whole blocks.
  void take_rows(std::size_t begin, std::size_t end) {
    const char* const text = text_.data();
    for (const char* at = text + begin;;) {
      RowEights found = next_row_eights(at, text + end);
      if (found.eights == 0) return;
      for (; found.eights != 0; found.eights &= found.eights - 1) {
        const std::size_t eight =
            static_cast<std::size_t>(found.at - text) +
            kEight * static_cast<std::size_t>(std::countr_zero(found.eights));
        // An escape of a row begins in any four bytes of it.
        find_plainly(eight, eight + kHexEscape);
      }
      at = found.next;
    }
  }
#endif

  static constexpr std::size_t kEight = 8;
  // A run of so many bytes contains two whole eights; one of kMinRunInShort
  // contains one.
  static constexpr std::size_t kOfTwoEights = 3 * kEight - 1;
  static_assert(kMinRun >= kOfTwoEights && kMinRunInShort >= 2 * kEight - 1);
  static constexpr std::size_t kRowStep = 32;
  static constexpr std::size_t kHexEscape = 4;  // \xXX
  static constexpr std::size_t kMinRow = 10 * kHexEscape;

  std::string_view text_;
  Escapes escapes_;
  const Pairs& pairs_;
  std::size_t min_run_;
  Marks* marks_;
  std::size_t measured_ = 0;  // the end of the run that was measured last
  std::size_t row_end_ = 0;   // the same of a row
};

}  // namespace

void find_marks(std::string_view text, std::size_t begin, std::size_t end,
                Escapes escapes, Marks* marks) {
  const std::size_t min_run = escapes == Escapes::kAll ? kMinRun : kMinRunInC;
  if (begin < end) MarkFinder(text, escapes, min_run, marks).find(begin, end);
}

namespace detail {

void find_marks_anywhere(std::string_view text, std::size_t begin,
                         std::size_t end, Escapes escapes, Marks* marks) {
  const std::size_t min_run = escapes == Escapes::kAll ? kMinRun : kMinRunInC;
  if (begin < end)
    MarkFinder(text, escapes, min_run, marks).find_anywhere(begin, end);
}

void find_marks_in_short_anywhere(std::string_view text, std::size_t begin,
                                  std::size_t end, Escapes escapes,
                                  Marks* marks) {
  if (begin < end)
    MarkFinder(text, escapes, kMinRunInShort, marks).find_anywhere(begin, end);
}

}  // namespace detail

void find_marks_in_short(std::string_view text, std::size_t begin,
                         std::size_t end, Escapes escapes, Marks* marks) {
  if (begin < end)
    MarkFinder(text, escapes, kMinRunInShort, marks).find(begin, end);
}

}  // namespace sluice
