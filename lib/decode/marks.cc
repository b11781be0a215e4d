// The search takes 64 bytes at a time, without a branch that most texts take
// often. What may begin an escape is found by half bytes: the lower half of its
// first character, and both halves of its second one, which refuse most; then
// the two characters are looked up (Pairs). Which of the 64 are digits of base64
// are bits of a number, and five shifts of it say where 24 stand in a row; digits
// at the end of a block count for the next one.
//
// Without AVX2 the search takes eight bytes at a time, as one number, and finds
// the same: a run of 24 holds eight digits at a multiple of 16, one of 40 eight
// at a multiple of 32, and what is around them is looked at byte by byte. To go
// byte by byte everywhere was two thirds of a scan.
//
// A program of C has a backslash, a % or an & every 90 bytes, and most are of no
// use here. So there only runs are looked for, of 40 and more, by the first
// eight of 32 bytes; rows of \xXX have eight such bytes as well.
//
// Rejected, with what it cost on Linux 6.1 (callgrind; the scan in all has 7.8
// instructions a byte): all escapes in C, and runs of 24, 0.6 instructions a
// byte; runs of 16, by eight bytes at each multiple of eight, 0.9. Rejected for
// other texts: to ask first for eight possible digits at multiples of 16, and
// for first characters alone, which is a quarter fewer instructions, but its
// branches are mispredicted (9.6 ms against 7.6 on 30 MB of documentation); to
// look at every sixteenth byte and measure the run around it
// (match/tables/token_runs.cc says why); to look for decimal digits: a base64
// text of 20 bytes may hold none.

#include "decode/marks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/processor.h"
#include "decode/triggers.h"
#include "text/ascii.h"
#include "text/ascii_set.h"

namespace sluice {
namespace {

constexpr AsciiSet kCores([](char c) { return is_alnum(c) || c == '/'; });
// All digits of base64 and base64url.
constexpr AsciiSet kDigits([](char c) {
  return kCores.has(c) || c == '+' || c == '-' || c == '_';
});

bool is_digit64(char c) { return kDigits.has(c); }
bool is_core(char c) { return kCores.has(c); }

// What an escape that pays may begin with: a character, and one of `seconds`
// behind it. HalfBytes asks for the lower half of a second character and for the
// upper one apart, and each entry has its answers to itself. So '=' has two
// entries: of "3" (0x33) and "\n" (0x0A) together, "=:" (0x3A) would fit, of
// "3" and "\r" (0x0D) the frequent "==" (0x3D).
struct Beginning {
  char first;
  std::string_view seconds;
};
constexpr std::array<Beginning, 7> kBeginnings = {
    {{'\\', "\"'nrtux/\\"},
     {'%', "234567"},
     {'&', "#qaglpesc"},
     {'=', "3"},
     {'=', "\r\n"},
     {'>', "<0123456789"},
     {'>', "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"}}};

// For each pair of bytes, the first the lower half of its number, a bit: whether
// an escape that pays may begin so.
class Pairs {
 public:
  explicit constexpr Pairs(Escapes escapes) {
    if (escapes == Escapes::kRows) return;
    for (const Beginning& beginning : kBeginnings) {
      for (const char second : beginning.seconds) {
        const unsigned pair = static_cast<unsigned char>(beginning.first) |
                              unsigned{static_cast<unsigned char>(second)} << 8;
        bits_[pair / 64] |= std::uint64_t{1} << (pair % 64);
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
  for (const Beginning& beginning : kBeginnings)
    firsts[static_cast<unsigned char>(beginning.first)] = 1;
  return firsts;
}();

constexpr Pairs kAllPairs(Escapes::kAll);
constexpr Pairs kNoPairs(Escapes::kRows);

const Pairs& pairs_of(Escapes escapes) {
  return escapes == Escapes::kAll ? kAllPairs : kNoPairs;
}

#if defined(__x86_64__)
// Nearly as Pairs, for 32 bytes at once. Each of kBeginnings has a bit. `first`
// says by the lower half of a first character which of them it may belong to,
// `second_low` and `second_high` the same by the halves of a second one. Each
// table stands there twice, as a vector register has it.
struct HalfBytes {
  using Table = std::array<std::uint8_t, 32>;
  alignas(32) Table first{};
  alignas(32) Table second_low{};
  alignas(32) Table second_high{};

  constexpr HalfBytes() {
    for (std::size_t i = 0; i < kBeginnings.size(); ++i) {
      const auto bit = static_cast<std::uint8_t>(1U << i);
      const auto add = [bit](auto& table, unsigned half) {
        table[half] |= bit;
        table[half + 16] |= bit;
      };
      add(first, static_cast<unsigned char>(kBeginnings[i].first) % 16);
      for (const char second : kBeginnings[i].seconds) {
        add(second_low, static_cast<unsigned char>(second) % 16);
        add(second_high, static_cast<unsigned char>(second) / 16);
      }
    }
  }
};
constexpr HalfBytes kHalfBytes;
#endif

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

  // How far it came; the same of the others below.
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

  // Whether the eight possible digits at `at` may stand among 40: these hold 16
  // before or behind them as well.
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

  // What begins at `at` is \xXX.
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
    while (begin > 0 && is_digit64(text_[begin - 1])) --begin;
    while (end < text_.size() && is_digit64(text_[end])) ++end;
    measured_ = end;
    marks_->runs.push_back({begin, end});
  }

#if defined(__x86_64__)
  // Of the 64 bytes at `at`, whose digits are `cores`.
  void runs_in(std::size_t at, std::uint64_t cores) {
    std::uint64_t begins = sixteen_in_a_row(cores);
    begins &= begins >> 8;
    // The rest of one may stand beside the block.
    if ((cores & 0xFF) == 0xFF) {
      std::size_t size = static_cast<std::size_t>(std::countr_one(cores));
      for (std::size_t i = at; i > 0 && size < min_run_; --i, ++size)
        if (!is_core(text_[i - 1])) break;
      if (size >= min_run_) begins |= 1;
    }
    if (cores >> 56 == 0xFF) {
      std::size_t size = static_cast<std::size_t>(std::countl_one(cores));
      for (std::size_t i = at + 64; i < text_.size() && size < min_run_;
           ++i, ++size)
        if (!is_core(text_[i])) break;
      if (size >= min_run_) begins |= std::uint64_t{1} << 63;
    }
    while (begins != 0) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(begins));
      begins &= begins - 1;
      if (at + bit >= measured_) measure(at + bit);
    }
  }

  __attribute__((target("avx2,bmi"))) static std::uint64_t bits_of(
      __m256i low, __m256i high) {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(low)) |
           std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(high))}
               << 32;
  }

  __attribute__((target("avx2,bmi"), always_inline)) static inline __m256i
  vector_of(const HalfBytes::Table& table) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(table.data()));
  }

  // Which of the 32 bytes at `from` may begin an escape. Reads one behind them.
  __attribute__((target("avx2,bmi"), always_inline)) static inline std::uint32_t
  beginnings(const char* from) {
    // By the lower half of an escape's first character, that character; one
    // that fits none elsewhere.
    const __m256i leads = _mm256_setr_epi8(
        1, 0, 1, 1, 1, '%', '&', 1, 1, 1, 1, 1, '\\', '=', '>', 1, 1, 0, 1, 1,
        1, '%', '&', 1, 1, 1, 1, 1, '\\', '=', '>', 1);
    const __m256i first = vector_of(kHalfBytes.first);
    const __m256i second_low = vector_of(kHalfBytes.second_low);
    const __m256i second_high = vector_of(kHalfBytes.second_high);
    const auto* const here = reinterpret_cast<const __m256i*>(from);
    const auto* const behind = reinterpret_cast<const __m256i*>(from + 1);
    const __m256i bytes = _mm256_loadu_si256(here);
    const __m256i next = _mm256_loadu_si256(behind);
    const __m256i upper =
        _mm256_and_si256(_mm256_srli_epi16(next, 4), _mm256_set1_epi8(0x0F));
    const __m256i kinds = _mm256_and_si256(
        _mm256_and_si256(_mm256_shuffle_epi8(second_low, next),
                         _mm256_shuffle_epi8(second_high, upper)),
        _mm256_shuffle_epi8(first, bytes));
    const __m256i none = _mm256_cmpeq_epi8(kinds, _mm256_setzero_si256());
    const __m256i is_lead =
        _mm256_cmpeq_epi8(_mm256_shuffle_epi8(leads, bytes), bytes);
    return static_cast<std::uint32_t>(
        _mm256_movemask_epi8(_mm256_andnot_si256(none, is_lead)));
  }

  // Of the 64 bytes at `at`, of which `found` may begin escapes.
  void leads_in(std::size_t at, std::uint64_t found) {
    for (; found != 0; found &= found - 1) {
      const std::size_t place =
          at + static_cast<std::size_t>(std::countr_zero(found));
      const char* const escape = text_.data() + place;
      if (pairs_.hold(escape) && !(escape[1] == 'n' && escape[2] == '"'))
        lead(place);
    }
  }

  // Measures the runs of 24 and more of which the 64 bytes at `at`, whose digits
  // are `cores`, hold the 24th; `before` digits stand right before them.
  void long_runs_in(std::size_t at, std::uint64_t cores, std::size_t before) {
    static_assert(kMinRun == 24);
    std::uint64_t begins = sixteen_in_a_row(cores);
    begins &= begins >> 8;
    const auto head = static_cast<std::size_t>(std::countr_one(cores));
    if (head > 0 && head + before >= kMinRun) begins |= 1;
    for (; begins != 0; begins &= begins - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(begins));
      if (at + bit >= measured_) measure(at + bit);
    }
  }

  __attribute__((target("avx2,bmi"))) std::size_t find_by_vectors(
      std::size_t begin, std::size_t end) {
    constexpr std::size_t kBlock = 64;
    const char* const text = text_.data();
    // What is looked at of an escape may reach beyond it.
    constexpr std::size_t kBeyond = 2;
    const std::size_t last =
        std::min(end, text_.size() - std::min(text_.size(), kBeyond));
    if (last < begin + kBlock) return begin;
    std::size_t before = 0;  // digits right before the block
    while (before < begin && before < kMinRun &&
           is_core(text[begin - before - 1]))
      ++before;
    std::uint64_t fresh = ~std::uint64_t{0};
    for (std::size_t at = begin;;) {
      const std::uint64_t found =
          beginnings(text + at) |
          std::uint64_t{beginnings(text + at + kBlock / 2)} << 32;
      if ((found & fresh) != 0) leads_in(at, found & fresh);
      const std::uint64_t cores = kCores.among(text + at);
      long_runs_in(at, cores, before);
      before = static_cast<std::size_t>(std::countl_one(cores)) +
               (~cores == 0 ? before : 0);
      at += kBlock;
      if (at + kBlock <= last) continue;
      if (at >= last) break;
      // The last block overlaps the one before it.
      const std::size_t known = at - (last - kBlock);
      fresh = ~std::uint64_t{0} << known;
      before -= std::min(before, known);
      at = last - kBlock;
    }
    // The run that ends there may go on in the rest of the text.
    if (before > 0 && last > measured_) {
      std::size_t size = before;
      for (std::size_t i = last; i < text_.size() && size < kMinRun;
           ++i, ++size)
        if (!is_core(text[i])) break;
      if (size >= kMinRun) measure(last - 1);
    }
    return last;
  }

  static constexpr std::size_t kRowBlock = 128;

  // The eight bytes at `at`, kRowStep behind it and so on, as four numbers: all
  // ones where they may be digits.
  __attribute__((target("avx2,bmi"), always_inline)) static inline __m256i
  eights_at(const char* at) {
    const auto eight_of = [](const char* from)
        __attribute__((target("avx2,bmi"), always_inline)) {
      double bytes = 0;  // loads go straight into a vector
      std::memcpy(&bytes, from, sizeof bytes);
      return bytes;
    };
    const __m256i heads = _mm256_castpd_si256(
        _mm256_set_pd(eight_of(at + 3 * kRowStep), eight_of(at + 2 * kRowStep),
                      eight_of(at + kRowStep), eight_of(at)));
    const __m256i word =
        _mm256_andnot_si256(_mm256_cmpeq_epi8(heads, _mm256_set1_epi8('_')),
                            _mm256_cmpgt_epi8(heads, _mm256_set1_epi8('.')));
    return _mm256_cmpeq_epi64(word, _mm256_set1_epi8(-1));
  }

  // The first of the blocks at `at`, kRowBlock behind it and so on, up to
  // `last`, of which eight bytes at a multiple of kRowStep may be digits, with
  // the eight before or behind them, and which of the four; behind `last`: none.
  // A third of the blocks of a program have eight such letters alone. The eight
  // bytes before the first block must be there. By itself, so that nothing takes
  // the registers of its loop.
  __attribute__((target("avx2,bmi"), noinline)) static const char* next_eight(
      const char* at, const char* last, unsigned* which) {
    for (; at <= last; at += kRowBlock) {
      const __m256i full = eights_at(at);
      if (_mm256_testz_si256(full, full) != 0) continue;
      const __m256i longer = _mm256_and_si256(
          full,
          _mm256_or_si256(eights_at(at - kEight), eights_at(at + kEight)));
      if (_mm256_testz_si256(longer, longer) != 0) continue;
      *which = static_cast<unsigned>(
          _mm256_movemask_pd(_mm256_castsi256_pd(longer)));
      return at;
    }
    return at;
  }

  // find_by_vectors() for Escapes::kRows.
  __attribute__((target("avx2,bmi"))) std::size_t find_rows_by_vectors(
      std::size_t begin, std::size_t end) {
    if (end < begin + kRowBlock) return begin;
    const char* const text = text_.data();
    const char* const last = text + end - kRowBlock;
    unsigned which = 0;
    const char* at = text + begin;
    if (begin < kEight) {  // nothing stands before it
      rows_at(begin, 0xF);
      at += kRowBlock;
    }
    for (;;) {
      at = next_eight(at, last, &which);
      if (at > last) {
        if (at == last + kRowBlock) return end;
        at = next_eight(last, last, &which);  // overlaps the one before it
        if (at > last) return end;
      }
      rows_at(static_cast<std::size_t>(at - text), which);
      at += kRowBlock;
    }
  }

  // Of the block at `at`, of which `which` may be digits.
  __attribute__((target("avx2,bmi"))) void rows_at(std::size_t at,
                                                   unsigned which) {
    std::size_t done = 0;
    for (; which != 0; which &= which - 1) {
      const auto number = static_cast<std::size_t>(std::countr_zero(which));
      const std::size_t eight = at + number * kRowStep;
      if (eight < done || !may_be_row(eight)) continue;
      const std::size_t half = at + number / 2 * (kRowBlock / 2);
      rows_in(half);
      done = half + kRowBlock / 2;
    }
  }

  // Of the 64 bytes at `at`.
  __attribute__((target("avx2,bmi"))) void rows_in(std::size_t at) {
    const auto* from = reinterpret_cast<const __m256i*>(text_.data() + at);
    const __m256i a = _mm256_loadu_si256(from);
    const __m256i b = _mm256_loadu_si256(from + 1);
    runs_in(at, kCores.among(text_.data() + at));
    const __m256i backslash = _mm256_set1_epi8('\\');
    std::uint64_t found = bits_of(_mm256_cmpeq_epi8(a, backslash),
                                  _mm256_cmpeq_epi8(b, backslash));
    for (; found != 0; found &= found - 1)
      row(at + static_cast<std::size_t>(std::countr_zero(found)));
  }
#endif

  static constexpr std::size_t kEight = 8;
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

}  // namespace detail

void find_marks_in_short(std::string_view text, Escapes escapes, Marks* marks) {
  MarkFinder(text, escapes, kMinRunInShort, marks).find_plainly(0, text.size());
}

}  // namespace sluice
