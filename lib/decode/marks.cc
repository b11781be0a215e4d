// 64 bytes at a time. An escape's first character is found by one look-up: what
// its lower half bits stand for is compared with the byte itself. A run of 16
// digits covers eight bytes at a multiple of eight; so eight bytes in a row are
// asked for first which are all above '.' and no underscore, the sign that
// joins the words of names; base64 of ASCII has neither _ nor - nor + but for
// every third byte of certain signs. Only where there are such eight the digits
// are told from other signs, for all 64 bytes, as bits of a word, of which
// shifts say where 16 stand together.
//
// What a processor without AVX2 does gives the same.
//
// Rejected: to look at every sixteenth byte and measure the run around it
// (match/tables/token_runs.cc says why); to look for digits as that does: a
// base64 text of 20 bytes may hold none.

#include "decode/marks.h"

#include <algorithm>
#include <array>
#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "decode/triggers.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr auto kClasses = [] {
  std::array<std::uint8_t, 256> all{};
  for (std::size_t c = 0; c < 128; ++c) {
    const char sign = static_cast<char>(c);
    if (is_alnum(sign) || sign == '/') all[c] = 3;
    if (sign == '+' || sign == '-' || sign == '_') all[c] = 1;
  }
  return all;
}();

bool is_digit64(char c) { return kClasses[static_cast<unsigned char>(c)] != 0; }
bool is_core(char c) { return kClasses[static_cast<unsigned char>(c)] == 3; }

bool is_lead(char c, Escapes escapes) {
  if (c == '\\' || c == '%') return true;
  return escapes == Escapes::kAll && (c == '&' || c == '=');
}

class MarkFinder {
 public:
  MarkFinder(std::string_view text, Escapes escapes, Marks* marks)
      : text_(text), escapes_(escapes), marks_(marks) {}

  void find(std::size_t begin, std::size_t end) {
    std::size_t at = begin;
#if defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    if (has_avx2) at = find_by_vectors(begin, end);
#endif
    for (; at < end; ++at) {
      if (is_lead(text_[at], escapes_)) lead(at);
      if (at >= measured_ && is_core(text_[at])) measure(at);
    }
  }

 private:
  void lead(std::size_t at) {
    if (const auto coding = trigger_at(text_, at))
      marks_->triggers.push_back({*coding, at});
  }

  // Measures the run that text_[at] is in.
  void measure(std::size_t at) {
    std::size_t begin = at;
    while (begin > 0 && is_core(text_[begin - 1])) --begin;
    std::size_t end = at + 1;
    while (end < text_.size() && is_core(text_[end])) ++end;
    measured_ = end;
    if (end - begin < kMinRun) return;
    while (begin > 0 && is_digit64(text_[begin - 1])) --begin;
    while (end < text_.size() && is_digit64(text_[end])) ++end;
    measured_ = end;
    marks_->runs.push_back({begin, end});
  }

#if defined(__x86_64__)
  // Where digits stand: a bit for each byte.
  __attribute__((target("avx2,bmi"))) static std::uint32_t cores_of(
      __m256i bytes) {
    // By halves of the byte: the bits that both tables have.
    const __m256i low_table = _mm256_setr_epi8(
        0x14, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x12, 2, 2,
        2, 2, 0x22, 0x14, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16, 0x16,
        0x12, 2, 2, 2, 2, 0x22);
    const __m256i high_table = _mm256_setr_epi8(
        0, 0, 0x20, 4, 2, 0x10, 2, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 4,
        2, 0x10, 2, 0x10, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i low = _mm256_shuffle_epi8(low_table, bytes);
    const __m256i high = _mm256_shuffle_epi8(
        high_table,
        _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F)));
    const __m256i none =
        _mm256_cmpeq_epi8(_mm256_and_si256(low, high), _mm256_setzero_si256());
    return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(none));
  }

  // Of the 64 bytes at `at`, whose digits are `cores`.
  void runs_in(std::size_t at, std::uint64_t cores) {
    std::uint64_t begins = cores & cores >> 1;
    begins &= begins >> 2;
    begins &= begins >> 4;
    begins &= begins >> 8;
    // Half of one may stand beside the block.
    if ((cores & 0xFF) == 0xFF) begins |= 1;
    if (cores >> 56 == 0xFF) begins |= std::uint64_t{1} << 63;
    while (begins != 0) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(begins));
      begins &= begins - 1;
      if (at + bit >= measured_) measure(at + bit);
    }
  }

  // How far it came.
  __attribute__((target("avx2,bmi"))) std::size_t find_by_vectors(
      std::size_t begin, std::size_t end) {
    constexpr std::size_t kBlock = 64;
    const bool all = escapes_ == Escapes::kAll;
    // By the lower half of an escape's first character, that character; one
    // that fits none elsewhere.
    const char and_sign = all ? '&' : '\x01';
    const char equals = all ? '=' : '\x01';
    const __m256i leads = _mm256_setr_epi8(
        1, 0, 1, 1, 1, '%', and_sign, 1, 1, 1, 1, 1, '\\', equals, 1, 1, 1, 0,
        1, 1, 1, '%', and_sign, 1, 1, 1, 1, 1, '\\', equals, 1, 1);
    const __m256i dot = _mm256_set1_epi8('.');
    const __m256i underscore = _mm256_set1_epi8('_');
    const __m256i ones = _mm256_set1_epi8(-1);
    std::size_t at = begin;
    for (; at + kBlock <= end; at += kBlock) {
      const auto* from = reinterpret_cast<const __m256i*>(text_.data() + at);
      const __m256i a = _mm256_loadu_si256(from);
      const __m256i b = _mm256_loadu_si256(from + 1);
      const __m256i lead_a =
          _mm256_cmpeq_epi8(_mm256_shuffle_epi8(leads, a), a);
      const __m256i lead_b =
          _mm256_cmpeq_epi8(_mm256_shuffle_epi8(leads, b), b);
      const __m256i word_a = _mm256_andnot_si256(
          _mm256_cmpeq_epi8(a, underscore), _mm256_cmpgt_epi8(a, dot));
      const __m256i word_b = _mm256_andnot_si256(
          _mm256_cmpeq_epi8(b, underscore), _mm256_cmpgt_epi8(b, dot));
      const __m256i full = _mm256_or_si256(_mm256_cmpeq_epi64(word_a, ones),
                                           _mm256_cmpeq_epi64(word_b, ones));
      std::uint64_t found =
          static_cast<std::uint32_t>(_mm256_movemask_epi8(lead_a)) |
          std::uint64_t{
              static_cast<std::uint32_t>(_mm256_movemask_epi8(lead_b))}
              << 32;
      for (; found != 0; found &= found - 1)
        lead(at + static_cast<std::size_t>(std::countr_zero(found)));
      if (_mm256_testz_si256(full, full) == 0)
        runs_in(at, cores_of(a) | std::uint64_t{cores_of(b)} << 32);
    }
    return at;
  }
#endif

  std::string_view text_;
  Escapes escapes_;
  Marks* marks_;
  std::size_t measured_ = 0;  // the end of the run that was measured last
};

}  // namespace

void find_marks(std::string_view text, std::size_t begin, std::size_t end,
                Escapes escapes, Marks* marks) {
  MarkFinder(text, escapes, marks).find(begin, end);
}

}  // namespace sluice
