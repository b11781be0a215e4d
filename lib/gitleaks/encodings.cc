// gitleaks finds these with one expression, leftmost first, in this order:
//
//   %[0-9A-Fa-f]{2}(?:.*%[0-9A-Fa-f]{2})?
//   (?:U\+[a-fA-F0-9]{4}(?:\s|$))+ | (?i)(?:\\{1,2}u[a-fA-F0-9]{4})+
//   [0-9A-Fa-f]{32,}
//   [\w\/+-]{16,}={0,2}
//
// Nearly every text has a name of sixteen letters, so this runs over all that
// is scanned. Where could a match start? At `%`, at a backslash, at the U of
// `U+`, or at the head of a long run of the last class. All of these are read
// off masks of one bit a byte, 64 bytes at a time; the few places that come out
// are then looked at one by one, in their order, each from the end of the match
// before it.
//
// Source: gitleaks 8.30.1 (MIT), detect/codec/encodings.go. A property test
// compares with the expression itself.

#include "gitleaks/encodings.h"

#include <algorithm>
#include <bit>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace sluice {
namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kLeastBase64 = 16;
constexpr std::size_t kLeastHex = 32;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return is_digit(c) || (lower >= 'a' && lower <= 'f');
}
bool is_base64(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return is_digit(c) || (lower >= 'a' && lower <= 'z') || c == '_' ||
         c == '/' || c == '+' || c == '-';
}

// Bit i: what is true of byte i of a block.
struct Masks {
  std::uint64_t base64 = 0;
  std::uint64_t escape = 0;  // a percent sign or a backslash
  std::uint64_t plus = 0;
};

Masks masks_of_tail(const char* text, std::size_t size) {
  Masks masks;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (is_base64(text[i])) masks.base64 |= bit;
    if (text[i] == '%' || text[i] == '\\') masks.escape |= bit;
    if (text[i] == '+') masks.plus |= bit;
  }
  return masks;
}

#ifdef __SSE2__

Masks masks_of(const char* text) {
  const auto equal = [](__m128i bytes, char c) {
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c));
  };
  // Signed comparison; bytes beyond ASCII are negative, below all bounds.
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
    // From '-' to '9' stand the dash, the stop, the slash and the digits.
    const __m128i some =
        _mm_andnot_si128(equal(bytes, '.'), between(bytes, '-', '9'));
    const __m128i base64 =
        _mm_or_si128(_mm_or_si128(between(lower, 'a', 'z'), some),
                     _mm_or_si128(plus, equal(bytes, '_')));
    masks.base64 |= bits(base64, i);
    masks.escape |=
        bits(_mm_or_si128(equal(bytes, '%'), equal(bytes, '\\')), i);
    masks.plus |= bits(plus, i);
  }
  return masks;
}

#else

Masks masks_of(const char* text) { return masks_of_tail(text, kBlock); }

#endif

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

bool is_percent_escape(std::string_view text) {
  return text.starts_with('%') && starts_with_hex(text.substr(1), 2);
}

// The bytes of one `\uXXXX` at the head; 0: there is none.
std::size_t unicode_escape_size(std::string_view text) {
  for (std::size_t slashes = 2; slashes > 0; --slashes) {
    if (text.size() <= slashes || text[0] != '\\' ||
        text[slashes - 1] != '\\' || (text[slashes] | 0x20) != 'u')
      continue;
    if (starts_with_hex(text.substr(slashes + 1), 4)) return slashes + 5;
  }
  return 0;
}

// The same of one `U+XXXX` and the blank behind it, which only the text's end
// can spare it.
std::size_t code_point_size(std::string_view text) {
  if (!text.starts_with("U+") || !starts_with_hex(text.substr(2), 4)) return 0;
  if (text.size() == 6) return 6;
  return std::string_view("\t\n\f\r ").find(text[6]) != std::string_view::npos
             ? 7
             : 0;
}

template <typename Size>
std::size_t repeated(std::string_view text, Size size_of_one) {
  std::size_t size = 0;
  while (const std::size_t one = size_of_one(text.substr(size))) size += one;
  return size;
}

std::size_t percent_size(std::string_view text) {
  if (!is_percent_escape(text)) return 0;
  const std::string_view line = text.substr(0, text.find('\n'));
  for (std::size_t at = line.rfind('%'); at >= 3; at = line.rfind('%', at - 1))
    if (is_percent_escape(line.substr(at))) return at + 3;
  return 3;
}

// Where a match may start: single places, and runs of base64's class.
class PlaceFinder {
 public:
  PlaceFinder(std::string_view text,
              std::vector<EncodingScratch::Place>* places)
      : text_(text), places_(places) {}

  void find() {
    std::size_t at = 0;
    for (; at + kBlock <= text_.size(); at += kBlock)
      take(at, masks_of(text_.data() + at), kBlock);
    const std::size_t rest = text_.size() - at;
    if (rest > 0) take(at, masks_of_tail(text_.data() + at, rest), rest);
    end_run(text_.size());
  }

 private:
  void take(std::size_t at, const Masks& masks, std::size_t size) {
    for (std::uint64_t bits = masks.escape; bits != 0; bits &= bits - 1)
      add_escape(at + static_cast<std::size_t>(std::countr_zero(bits)));
    for (std::uint64_t bits = masks.plus; bits != 0; bits &= bits - 1)
      add_code_point(at + static_cast<std::size_t>(std::countr_zero(bits)));

    const auto head = static_cast<std::size_t>(std::countr_one(masks.base64));
    if (head >= size) return;  // the run goes on
    end_run(at + head);
    // What touches the end of the block is left to the next one.
    const std::uint64_t within =
        head == 0 ? masks.base64 : masks.base64 >> head << head;
    for (std::uint64_t runs = long_runs(within); runs != 0;) {
      const auto begin = static_cast<std::size_t>(std::countr_zero(runs));
      const auto length =
          static_cast<std::size_t>(std::countr_one(within >> begin));
      if (begin + length >= size) break;
      places_->push_back({at + begin, at + begin + length});
      runs &= ~std::uint64_t{0} << (begin + length);
    }
    const auto tail = static_cast<std::size_t>(
        std::countl_one(masks.base64 << (kBlock - size)));
    run_begin_ = at + size - tail;
  }

  void end_run(std::size_t end) {
    if (end - run_begin_ >= kLeastBase64) places_->push_back({run_begin_, end});
    run_begin_ = end;
  }

  void add_escape(std::size_t at) {
    const std::string_view rest = text_.substr(at);
    if (rest[0] == '%' ? is_percent_escape(rest)
                       : unicode_escape_size(rest) > 0)
      places_->push_back({at, at});
  }

  void add_code_point(std::size_t plus) {
    if (plus > 0 && code_point_size(text_.substr(plus - 1)) > 0)
      places_->push_back({plus - 1, plus - 1});
  }

  std::string_view text_;
  std::vector<EncodingScratch::Place>* places_;
  std::size_t run_begin_ = 0;  // of the run that reaches into the next block
};

void add_run(std::string_view text, std::size_t from, std::size_t end,
             std::vector<EncodedPiece>* all) {
  while (end - from >= kLeastBase64) {
    const std::string_view run = text.substr(from, end - from);
    const auto hex = static_cast<std::size_t>(
        std::find_if_not(run.begin(), run.end(), is_hex) - run.begin());
    if (hex >= kLeastHex) {
      all->push_back({Encoding::kHex, from, from + hex});
      from += hex;
      continue;
    }
    std::size_t last = end;
    while (last < text.size() && last < end + 2 && text[last] == '=') ++last;
    all->push_back({Encoding::kBase64, from, last});
    return;
  }
}

void find_all(std::string_view text, EncodingScratch& scratch) {
  scratch.places.clear();
  scratch.all.clear();
  PlaceFinder(text, &scratch.places).find();
  const auto by_begin = [](const EncodingScratch::Place& a,
                           const EncodingScratch::Place& b) {
    return a.begin < b.begin;
  };
  if (!std::is_sorted(scratch.places.begin(), scratch.places.end(), by_begin))
    std::sort(scratch.places.begin(), scratch.places.end(), by_begin);
  std::vector<EncodedPiece>& all = scratch.all;
  for (const auto& [begin, end] : scratch.places) {
    const std::size_t from = all.empty() ? 0 : all.back().end;
    if (end > begin) {
      if (std::max(from, begin) < end)
        add_run(text, std::max(from, begin), end, &all);
      continue;
    }
    if (begin < from) continue;
    const std::string_view rest = text.substr(begin);
    if (rest[0] == '%') {
      all.push_back({Encoding::kPercent, begin, begin + percent_size(rest)});
    } else {
      const std::size_t size = rest[0] == '\\'
                                   ? repeated(rest, unicode_escape_size)
                                   : repeated(rest, code_point_size);
      all.push_back({Encoding::kUnicode, begin, begin + size});
    }
  }
}

}  // namespace

void find_encoded(std::string_view text, EncodingScratch& scratch,
                  std::vector<EncodedPiece>* pieces) {
  find_all(text, scratch);
  const std::vector<EncodedPiece>& all = scratch.all;
  const auto outranks = [](const EncodedPiece& a, const EncodedPiece& b) {
    return a.encoding < b.encoding;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && all[i - 1].end == all[i].begin && outranks(all[i - 1], all[i]))
      continue;
    if (i + 1 < all.size() && all[i].end == all[i + 1].begin &&
        outranks(all[i + 1], all[i]))
      continue;
    pieces->push_back(all[i]);
  }
}

}  // namespace sluice
