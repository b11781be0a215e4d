// Nearly every text has a name of sixteen letters, so this runs over every byte
// that is scanned. Masks with one bit for each byte, 64 bytes at a time, show
// which bytes are letters of base64 and where an escape may begin. These places
// are then examined byte by byte.
//
// Long runs. Bit i of m & m >> 1 & ... & m >> 15, four steps by doubling, is
// set if a run of sixteen begins there. A run that touches the end of a block
// is left to the next block, which remembers where it began.
//
// Escapes. In source code `%` and backslashes are frequent ("%d\n") and escapes
// are not. A processor with AVX-512 VBMI finds the classes of 64 bytes by one
// look-up in a table of 128. Then it is cheap to test, for all of them at once,
// whether digits follow the percent sign and a U follows the backslash. If the
// block ends too early to decide, the answer is yes.
//
// Measured on 40 MB of Linux 6.1's C, places and all: 4.1 GB/s, with SSE2 3.1
// GB/s. Rejected: to note where long runs end instead of where they begin. It
// needs no case for a run across blocks, but reaches only 3.5 GB/s.

#include "gitleaks/detector/encoded_spans.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/processor.h"
#include "text/ascii.h"
#include "text/base64.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sluice {
namespace {

constexpr std::size_t kBlock = 64;

// Bit i describes byte i of a block.
struct Masks {
  std::uint64_t base64 = 0;
  // Holds every percent sign and backslash that begins an escape, and the plus
  // of every `U+0041`; others too.
  std::uint64_t escape = 0;
};

Masks masks_of_tail(const char* text, std::size_t size) {
  Masks masks;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (is_base64_digit(text[i], Base64::kEither)) masks.base64 |= bit;
    if (text[i] == '%' || text[i] == '\\' || text[i] == '+')
      masks.escape |= bit;
  }
  return masks;
}

// Bit i: the bits from i on to i + 15 are set.
std::uint64_t long_runs(std::uint64_t mask) {
  mask &= mask >> 1;
  mask &= mask >> 2;
  mask &= mask >> 4;
  return mask & mask >> 8;
}

bool starts_with_hex(std::string_view text, std::size_t digits) {
  return text.size() >= digits &&
         std::all_of(text.begin(),
                     text.begin() + static_cast<std::ptrdiff_t>(digits),
                     is_hex);
}

class SpanFinder {
 public:
  SpanFinder(std::string_view text, std::vector<MaybeEncoded>* places)
      : text_(text), places_(places) {}

  // The next block of the text.
  void take(const Masks& masks) {
    take_escapes(masks.escape);
    take_runs(masks.base64);
    at_ += kBlock;
  }

  // Handles the bytes after the last block.
  void finish() {
    const std::size_t rest = text_.size() - at_;
    const Masks masks = masks_of_tail(text_.data() + at_, rest);
    take_escapes(masks.escape);
    // No run goes on after the end, so all of them end within the block.
    if (rest > 0) take_runs(masks.base64);
    end_run(text_.size());
    sort();
  }

  std::size_t at() const { return at_; }
  bool has_block() const { return at_ + kBlock <= text_.size(); }

 private:
  void take_escapes(std::uint64_t escapes) {
    for (; escapes != 0; escapes &= escapes - 1)
      add_escape(at_ + static_cast<std::size_t>(std::countr_zero(escapes)));
  }

  void take_runs(std::uint64_t base64) {
    const auto head = static_cast<std::size_t>(std::countr_one(base64));
    if (head == kBlock) return;  // the run goes on
    end_run(at_ + head);
    const std::uint64_t within = base64 & (base64 + 1);  // without the head
    const auto tail = static_cast<std::size_t>(std::countl_one(within));
    for (std::uint64_t runs = long_runs(within); runs != 0;) {
      const auto begin = static_cast<std::size_t>(std::countr_zero(runs));
      const auto length =
          static_cast<std::size_t>(std::countr_one(within >> begin));
      if (begin + length == kBlock) break;
      places_->push_back({at_ + begin, at_ + begin + length});
      runs &= ~std::uint64_t{0} << (begin + length);
    }
    run_begin_ = at_ + kBlock - tail;
  }

  void end_run(std::size_t end) {
    if (end >= run_begin_ + kMinBase64) places_->push_back({run_begin_, end});
    run_begin_ = end;
  }

  void add_escape(std::size_t at) {
    const std::string_view rest = text_.substr(at);
    if (rest[0] == '+') {
      if (at > 0 && code_point_size(text_.substr(at - 1)) > 0)
        places_->push_back({at - 1, at - 1});
    } else if (rest[0] == '%' ? percent_escape_size(rest) > 0
                              : unicode_escape_size(rest) > 0) {
      places_->push_back({at, at});
    }
  }

  // Escapes come before the runs of their block, the ends of runs late.
  void sort() {
    const auto by_begin = [](const MaybeEncoded& a, const MaybeEncoded& b) {
      return a.begin < b.begin;
    };
    if (!std::is_sorted(places_->begin(), places_->end(), by_begin))
      std::sort(places_->begin(), places_->end(), by_begin);
  }

  std::string_view text_;
  std::vector<MaybeEncoded>* places_;
  std::size_t at_ = 0;
  std::size_t run_begin_ = 0;  // of the run that reaches up to at_
};

#if defined(__x86_64__)

Masks masks_of(const char* text) {
  const auto equal = [](__m128i bytes, char c) {
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c));
  };
  const auto between = [](__m128i bytes, char first, char last) {
    return _mm_and_si128(
        _mm_cmpgt_epi8(bytes, _mm_set1_epi8(static_cast<char>(first - 1))),
        _mm_cmplt_epi8(bytes, _mm_set1_epi8(static_cast<char>(last + 1))));
  };
  const auto bits = [](__m128i bytes, unsigned shift) {
    return static_cast<std::uint64_t>(
               static_cast<unsigned>(_mm_movemask_epi8(bytes)))
           << shift;
  };
  Masks masks;
  for (unsigned i = 0; i < kBlock; i += 16) {
    const __m128i bytes =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + i));
    const __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    const __m128i plus = equal(bytes, '+');
    // The range from '-' to '9' has the dash, the stop, the slash and the
    // digits.
    const __m128i some =
        _mm_andnot_si128(equal(bytes, '.'), between(bytes, '-', '9'));
    const __m128i base64 =
        _mm_or_si128(_mm_or_si128(between(lower, 'a', 'z'), some),
                     _mm_or_si128(plus, equal(bytes, '_')));
    masks.base64 |= bits(base64, i);
    masks.escape |= bits(
        _mm_or_si128(plus, _mm_or_si128(equal(bytes, '%'), equal(bytes, '\\'))),
        i);
  }
  return masks;
}

// The roles that a byte may play, one bit for each.
enum : std::uint8_t {
  kBase64 = 1,
  kHex = 2,
  kPercent = 4,
  kBackslash = 8,
  kPlus = 16,
  kUpperU = 32,
  kLowerU = 64,
};
constexpr std::uint8_t kEscapeHead = kPercent | kBackslash | kPlus;

std::array<char, 128> make_classes() {
  std::array<char, 128> classes{};
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const char c = static_cast<char>(i);
    unsigned bits = 0;
    if (is_base64_digit(c, Base64::kEither)) bits |= kBase64;
    if (is_hex(c)) bits |= kHex;
    if (c == '%') bits |= kPercent;
    if (c == '\\') bits |= kBackslash;
    if (c == '+') bits |= kPlus;
    if (c == 'U') bits |= kUpperU;
    if (c == 'u') bits |= kLowerU;
    classes[i] = static_cast<char>(bits);
  }
  return classes;
}

#define SLUICE_VBMI \
  __attribute__((target("avx512f,avx512bw,avx512vbmi,bmi,lzcnt")))

SLUICE_VBMI std::uint64_t escapes_in(__m512i classes, __mmask64 ascii) {
  constexpr std::uint64_t kLast = std::uint64_t{1} << 63;
  const auto all = [&](std::uint8_t bits) SLUICE_VBMI {
    return std::uint64_t{_mm512_mask_test_epi8_mask(
        ascii, classes, _mm512_set1_epi8(static_cast<char>(bits)))};
  };
  const std::uint64_t hex = all(kHex);
  const std::uint64_t backslash = all(kBackslash);
  return (all(kPercent) & (hex >> 1 | kLast) &
          (hex >> 2 | kLast | kLast >> 1)) |
         (backslash & ((all(kUpperU | kLowerU) | backslash) >> 1 | kLast)) |
         (all(kPlus) & (all(kUpperU) << 1 | 1));
}

SLUICE_VBMI void take_blocks(std::string_view text, SpanFinder* finder) {
  static const std::array<char, 128> kClasses = make_classes();
  const __m512i low = _mm512_loadu_si512(kClasses.data());
  const __m512i high = _mm512_loadu_si512(kClasses.data() + kBlock);
  const __m512i base64 = _mm512_set1_epi8(kBase64);
  const __m512i head = _mm512_set1_epi8(kEscapeHead);
  while (finder->has_block()) {
    const __m512i bytes = _mm512_loadu_si512(text.data() + finder->at());
    // The highest bit of a byte does not count here.
    const __m512i classes = _mm512_permutex2var_epi8(low, bytes, high);
    const __mmask64 ascii = ~_mm512_movepi8_mask(bytes);
    Masks masks;
    masks.base64 = _mm512_mask_test_epi8_mask(ascii, classes, base64);
    if (_mm512_mask_test_epi8_mask(ascii, classes, head) != 0)
      masks.escape = escapes_in(classes, ascii);
    finder->take(masks);
  }
}

#undef SLUICE_VBMI

#else

Masks masks_of(const char* text) { return masks_of_tail(text, kBlock); }
void take_blocks(std::string_view, SpanFinder*) {}

#endif

void take_blocks_anywhere(std::string_view text, SpanFinder* finder) {
  while (finder->has_block())
    finder->take(masks_of(text.data() + finder->at()));
}

}  // namespace

std::size_t percent_escape_size(std::string_view text) {
  return text.starts_with('%') && starts_with_hex(text.substr(1), 2) ? 3 : 0;
}

std::size_t unicode_escape_size(std::string_view text) {
  for (std::size_t slashes = 2; slashes > 0; --slashes) {
    if (text.size() <= slashes || text[0] != '\\' ||
        text[slashes - 1] != '\\' || (text[slashes] | 0x20) != 'u')
      continue;
    if (starts_with_hex(text.substr(slashes + 1), 4)) return slashes + 5;
  }
  return 0;
}

std::size_t code_point_size(std::string_view text) {
  if (!text.starts_with("U+") || !starts_with_hex(text.substr(2), 4)) return 0;
  if (text.size() == 6) return 6;
  return std::string_view("\t\n\f\r ").find(text[6]) != std::string_view::npos
             ? 7
             : 0;
}

void find_encoded_places(std::string_view text,
                         std::vector<MaybeEncoded>* places) {
  if (!has_avx512()) return detail::find_encoded_places_anywhere(text, places);
  places->clear();
  SpanFinder finder(text, places);
  take_blocks(text, &finder);
  finder.finish();
}

void detail::find_encoded_places_anywhere(std::string_view text,
                                          std::vector<MaybeEncoded>* places) {
  places->clear();
  SpanFinder finder(text, places);
  take_blocks_anywhere(text, &finder);
  finder.finish();
}

}  // namespace sluice
