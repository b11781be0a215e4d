// Two bytes lead to a signature. For each byte there is a set of signatures that
// begin with it, and one of those that have it as their second byte, each in a
// byte of bits, which two look-ups by half a byte give. If the sets of two
// neighbours have a common bit, the place is looked at.
//
// zlib has no signature but a head of two bytes, of which one of 16,000 pairs of
// random bytes is one. The head of the first block behind it is read as well, up
// to the lengths of its first code, which is complete in no more than one of a
// hundred that are random. Only heads with the largest window count (78), which
// every program writes but those for PNG: libpng writes smaller ones in chunks
// whose kind is searched for instead. 48 89, one of the others, is the most
// frequent instruction of x86-64.
//
// Sources: RFC 1950, 1951, 1952, 8878; the formats of lz4's frames, of xz and of
// PNG.

#include "archive/stream_starts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "archive/zlib_bytes.h"
#include "base/processor.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sluice {
namespace {

using namespace std::string_view_literals;

enum Signature : std::uint8_t {
  kOfZlib = 1,
  kOfGzip = 2,
  kOfZstd = 4,
  kOfLz4 = 8,
  kOfXz = 16,
  kOfBzip2 = 32,
  kOfPng = 64,
};

struct Pair {
  std::string_view first;   // any of these
  std::string_view second;  // any of these
  Signature signature;
};
constexpr std::array<Pair, 7> kPairs = {{
    {"\x78"sv, "\x01\x5E\x9C\xDA"sv, kOfZlib},
    {"\x1F"sv, "\x8B"sv, kOfGzip},
    {"\x28"sv, "\xB5"sv, kOfZstd},
    {"\x04"sv, "\x22"sv, kOfLz4},
    {"\xFD"sv, "7"sv, kOfXz},
    {"B"sv, "Z"sv, kOfBzip2},
    {"zi"sv, "TC"sv, kOfPng},
}};

// The bits by the lower and by the upper half of a byte. Each table is twice
// there, to fill a vector.
struct Halves {
  alignas(32) std::array<std::uint8_t, 32> low{};
  alignas(32) std::array<std::uint8_t, 32> high{};

  constexpr void add(char c, Signature signature) {
    const auto byte = static_cast<unsigned char>(c);
    for (const std::size_t half : {0U, 16U}) {
      low[half + byte % 16] |= signature;
      high[half + byte / 16] |= signature;
    }
  }
  constexpr unsigned of(unsigned char byte) const {
    return low[byte % 16] & high[byte / 16];
  }
};
struct Tables {
  Halves first, second;
};
constexpr Tables make_tables() {
  Tables tables;
  for (const Pair& pair : kPairs) {
    for (const char c : pair.first) tables.first.add(c, pair.signature);
    for (const char c : pair.second) tables.second.add(c, pair.signature);
  }
  return tables;
}
constexpr Tables kTables = make_tables();

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

// Whether a code of deflate with these numbers of lengths 1 to 7 is complete.
bool is_complete(const std::array<unsigned, 8>& counts) {
  unsigned used = 0;
  for (unsigned length = 1; length < counts.size(); ++length)
    used += counts[length] << (7 - length);
  return used == 1U << 7;
}

// Whether a block of deflate may begin so.
bool may_be_block(std::string_view bytes) {
  constexpr std::size_t kLongestHead = 10;  // 17 bits, and 19 times 3
  if (bytes.size() < kLongestHead) return bytes.size() > 1;
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), sizeof bits);
  switch (bits >> 1 & 3) {
    case 0: {  // stored: a size and its complement
      const auto size = static_cast<std::uint16_t>(bits >> 8);
      const auto inverse = static_cast<std::uint16_t>(bits >> 24);
      return (bits & 0xF8) == 0 && size == static_cast<std::uint16_t>(~inverse);
    }
    case 1:
      return true;
    case 2:
      break;
    default:
      return false;
  }
  constexpr unsigned kMostLiterals = 286 - 257;
  constexpr unsigned kMostDistances = 30 - 1;
  if ((bits >> 3 & 31) > kMostLiterals || (bits >> 8 & 31) > kMostDistances)
    return false;
  const unsigned lengths = static_cast<unsigned>(bits >> 13 & 15) + 4;
  std::array<unsigned, 8> counts{};
  constexpr unsigned kFirst = 17;
  for (unsigned i = 0; i < lengths; ++i) {
    const unsigned at = kFirst + 3 * i;
    const unsigned pair =
        byte_at(bytes, at / 8) |
        (at / 8 + 1 < bytes.size() ? byte_at(bytes, at / 8 + 1) << 8 : 0);
    ++counts[pair >> at % 8 & 7];
  }
  return is_complete(counts);
}

bool may_be_zlib(std::string_view bytes) {
  return bytes.size() >= 4 && begins_as_zlib(bytes) &&
         may_be_block(bytes.substr(2));
}

// Returns where the stream of a chunk of PNG begins, whose kind is at the
// beginning of `bytes`.
std::optional<std::size_t> stream_of_chunk(std::string_view bytes) {
  const std::string_view kind = bytes.substr(0, 4);
  const bool is_text = kind == "iTXt";
  if (!is_text && kind != "zTXt" && kind != "iCCP") return std::nullopt;
  bytes = bytes.substr(0, kStreamHead);
  std::size_t at = bytes.find('\0', 4);  // after a keyword
  if (at == bytes.npos) return std::nullopt;
  at += 2;  // the method
  if (is_text) {
    if (bytes.substr(at - 1, 2) != "\1\0"sv) return std::nullopt;
    for (int i = 0; i < 2 && at < bytes.size(); ++i)  // two more texts
      at = std::min(bytes.find('\0', at + (i == 0 ? 1 : 0)), bytes.size() - 1) +
           1;
  } else if (bytes.substr(at - 1, 1) != "\0"sv) {
    return std::nullopt;
  }
  if (at >= bytes.size()) return std::nullopt;
  return at;
}

// The image of a PNG is no text. Returns whether a stream at `at` is one.
bool is_image(std::string_view bytes, std::size_t at) {
  return (at >= 4 && bytes.substr(at - 4, 4) == "IDAT") ||
         (at >= 8 && bytes.substr(at - 8, 4) == "fdAT");
}

std::optional<StreamStart> start_at(std::string_view bytes, std::size_t at) {
  const std::string_view here = bytes.substr(at);
  switch (static_cast<unsigned char>(here[0])) {
    case 0x78:
      if (!may_be_zlib(here) || is_image(bytes, at)) return std::nullopt;
      return StreamStart{at, StreamKind::kZlib};
    case 0x1F:  // deflate, and no reserved flag
      if (here.size() < 18 || !here.starts_with("\x1F\x8B\x08"sv) ||
          (byte_at(here, 3) & 0xE0U) != 0)
        return std::nullopt;
      return StreamStart{at, StreamKind::kGzip};
    case 0x28:
      if (!here.starts_with("\x28\xB5\x2F\xFD"sv)) return std::nullopt;
      return StreamStart{at, StreamKind::kZstd};
    case 0x04:
      if (!here.starts_with("\x04\x22\x4D\x18"sv)) return std::nullopt;
      return StreamStart{at, StreamKind::kLz4};
    case 0xFD:
      if (!here.starts_with("\xFD"
                            "7zXZ\0"sv))
        return std::nullopt;
      return StreamStart{at, StreamKind::kXz};
    case 'B':
      if (here.size() < 10 || !here.starts_with("BZh") ||
          here.substr(4, 6) != "\x31\x41\x59\x26\x53\x59"sv)
        return std::nullopt;
      return StreamStart{at, StreamKind::kBzip2};
    default:
      break;
  }
  const auto within = stream_of_chunk(here);
  if (!within || !may_be_zlib(here.substr(*within))) return std::nullopt;
  return StreamStart{at + *within, StreamKind::kZlib};
}

// Returns the first place from `at` on where two bytes lead to a signature, or
// the number of bytes.
std::size_t next_pair(std::string_view bytes, std::size_t at) {
  for (; at + 1 < bytes.size(); ++at)
    if ((kTables.first.of(static_cast<unsigned char>(bytes[at])) &
         kTables.second.of(static_cast<unsigned char>(bytes[at + 1]))) != 0)
      return at;
  return bytes.size();
}

#if defined(__x86_64__)
__attribute__((target("avx2"), always_inline)) inline __m256i bits_of(
    const Halves& halves, __m256i bytes) {
  const auto* const low = reinterpret_cast<const __m256i*>(halves.low.data());
  const auto* const high = reinterpret_cast<const __m256i*>(halves.high.data());
  const __m256i half = _mm256_set1_epi8(0x0F);
  return _mm256_and_si256(
      _mm256_shuffle_epi8(_mm256_load_si256(low),
                          _mm256_and_si256(bytes, half)),
      _mm256_shuffle_epi8(_mm256_load_si256(high),
                          _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half)));
}

__attribute__((target("avx2,bmi"))) std::size_t next_pair_by_avx2(
    std::string_view bytes, std::size_t at) {
  constexpr std::size_t kVector = 32;
  for (; at + kVector < bytes.size(); at += kVector) {
    const auto* const here =
        reinterpret_cast<const __m256i*>(bytes.data() + at);
    const auto* const behind =
        reinterpret_cast<const __m256i*>(bytes.data() + at + 1);
    const __m256i both =
        _mm256_and_si256(bits_of(kTables.first, _mm256_loadu_si256(here)),
                         bits_of(kTables.second, _mm256_loadu_si256(behind)));
    if (_mm256_testz_si256(both, both) != 0) continue;
    const auto none = static_cast<std::uint32_t>(
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(both, _mm256_setzero_si256())));
    return at + static_cast<std::size_t>(std::countr_zero(~none));
  }
  return next_pair(bytes, at);
}
#endif

}  // namespace

std::string_view name_of(StreamKind kind) {
  constexpr std::array<std::string_view, 7> kNames = {
      "zlib", "gzip", "zstd", "lz4", "xz", "bzip2", "deflate"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<StreamStart> next_stream(std::string_view bytes,
                                       std::size_t from) {
#if defined(__x86_64__)
  const auto next = has_avx2() ? next_pair_by_avx2 : next_pair;
#else
  const auto next = next_pair;
#endif
  for (std::size_t at = next(bytes, from); at < bytes.size();
       at = next(bytes, at + 1))
    if (const auto start = start_at(bytes, at)) return start;
  return std::nullopt;
}

}  // namespace sluice
