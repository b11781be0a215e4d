// A run is found by eight bytes of it: every second one is zero and the others
// are ASCII, or two of them are ASCII and the others zero. A run of kLeastWide
// characters contains eight such bytes at each multiple of eight. So one look
// at each word of memory suffices, which costs two masks where no text is.
//
// From there the run is followed in both directions. Characters beyond ASCII
// need the byte order. If a zero precedes the first character and none follows
// the last one, the order is big-endian; otherwise little-endian. They belong to
// the run only if ASCII follows them, because any two bytes are a character.

#include "decode/wide_text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "text/utf8.h"

namespace sluice {
namespace {

constexpr std::uint64_t kEven = 0xFF00FF00FF00FF00;
constexpr std::uint64_t kOdd = 0x00FF00FF00FF00FF;
constexpr std::size_t kWord = sizeof(std::uint64_t);

// The characters beyond ASCII that may stand between two of ASCII.
constexpr std::size_t kMostBeyond = 16;

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

bool is_ascii_text(unsigned c) {
  return (c >= 0x20 && c < 0x7F) || c == '\t' || c == '\n' || c == '\r';
}

// Letters and signs of the planes that fonts have, but not two bytes of ASCII,
// which are more likely two characters.
bool is_beyond_ascii(unsigned unit) {
  if (unit < 0xA0 || (unit >= 0xD800 && unit < 0xF900) || unit >= 0xFFF0)
    return false;
  return !is_ascii_text(unit >> 8) || !is_ascii_text(unit & 0xFF);
}

std::uint64_t word_at(std::string_view text, std::size_t at) {
  std::uint64_t word;
  std::memcpy(&word, text.data() + at, sizeof word);
  return word;
}

bool may_be_wide(std::uint64_t word) {
  return (word & kEven) == 0 || (word & kOdd) == 0;
}

// Whether a word that may_be_wide() has the characters of a text.
bool is_wide(std::uint64_t word, std::size_t unit) {
  if (word == 0) return false;
  if ((word & kOdd) == 0) word >>= 8;
  const auto lane = [&](unsigned i) {
    return static_cast<unsigned>(word >> (16 * i) & 0xFFFF);
  };
  if (unit == 2)
    return is_ascii_text(lane(0)) && is_ascii_text(lane(1)) &&
           is_ascii_text(lane(2)) && is_ascii_text(lane(3));
  return (lane(0) == 0 && lane(2) == 0 && is_ascii_text(lane(1)) &&
          is_ascii_text(lane(3))) ||
         (lane(1) == 0 && lane(3) == 0 && is_ascii_text(lane(0)) &&
          is_ascii_text(lane(2)));
}

bool is_zero(std::string_view bytes, std::size_t begin, std::size_t end) {
  for (; begin < end; ++begin)
    if (bytes[begin] != '\0') return false;
  return true;
}

// Returns the first and the last ASCII character of those in a row around the
// one at `seed`. Looks back to `from`, and at most `most` characters in each
// direction.
struct AsciiRun {
  std::size_t first, last;
};
AsciiRun ascii_around(std::string_view bytes, std::size_t seed,
                      std::size_t unit, std::size_t from, std::size_t most) {
  AsciiRun run{seed, seed};
  for (std::size_t i = 0; i < most && run.first >= from + unit &&
                          is_ascii_text(byte_at(bytes, run.first - unit)) &&
                          is_zero(bytes, run.first - unit + 1, run.first);
       ++i)
    run.first -= unit;
  for (std::size_t i = 0; i < most && run.last + unit < bytes.size() &&
                          is_ascii_text(byte_at(bytes, run.last + unit)) &&
                          is_zero(bytes, run.last + 1, run.last + unit);
       ++i)
    run.last += unit;
  return run;
}

// Where the first character of a word that is_wide() is.
std::size_t seed_of(std::string_view bytes, std::size_t at) {
  while (bytes[at] == '\0') ++at;
  return at;
}

// Whether the word at `at` is in a run that is long enough. Tables of small
// numbers have many words that look like a text.
bool is_in_run(std::string_view bytes, std::size_t at, std::size_t unit) {
  const AsciiRun run =
      ascii_around(bytes, seed_of(bytes, at), unit, 0, kLeastWide);
  return (run.last - run.first) / unit + 1 >= kLeastWide;
}

class WideRuns {
 public:
  WideRuns(std::string_view bytes, std::size_t unit)
      : bytes_(bytes), unit_(unit) {}

  Decoded decode() {
    std::size_t at = 0;
    while (at + kWord <= bytes_.size()) {
      const std::uint64_t word = word_at(bytes_, at);
      if (may_be_wide(word) && is_wide(word, unit_)) {
        add_run(seed_of(bytes_, at));
      }
      at = std::max(at + kWord, done_ / kWord * kWord);
    }
    return std::move(out_);
  }

 private:
  // Adds the run with an ASCII character at `seed`.
  void add_run(std::size_t seed) {
    auto [begin, last] =
        ascii_around(bytes_, seed, unit_, done_, bytes_.size());
    const std::size_t count = (last - begin) / unit_ + 1;
    if (count < kLeastWide) {
      done_ = std::max(done_, last + 1);
      return;
    }
    const bool is_big = begin >= unit_ - 1 &&
                        is_zero(bytes_, begin - (unit_ - 1), begin) &&
                        !(last + unit_ <= bytes_.size() &&
                          is_zero(bytes_, last + 1, last + unit_));
    // The number of characters, or of bytes, precedes a text in many formats.
    const unsigned head = byte_at(bytes_, begin);
    if (count > kLeastWide &&
        (head == count - 1 || head == (count - 1) * unit_))
      begin += unit_;
    for (;;) {
      add_ascii(begin, last, is_big);
      begin = add_beyond(is_big);
      if (begin == 0) break;
      last = ascii_around(bytes_, begin, unit_, begin, bytes_.size()).last;
    }
    out_.map.add(out_.text.size(), {done_, done_}, 1, 1);
    out_.text += '\n';
  }

  void add_ascii(std::size_t first, std::size_t last, bool is_big) {
    const std::size_t begin = is_big ? first - (unit_ - 1) : first;
    done_ = std::min(begin + (last - first) + unit_, bytes_.size());
    out_.map.add(out_.text.size(), {begin, done_}, 1, unit_);
    for (; first <= last; first += unit_) out_.text += bytes_[first];
  }

  // Adds the characters beyond ASCII that come next, if ASCII follows them.
  // Returns where that begins, or 0.
  std::size_t add_beyond(bool is_big) {
    if (unit_ != 2) return 0;
    const std::size_t begin = done_;
    for (std::size_t at = begin; at + 2 <= bytes_.size(); at += 2) {
      const unsigned unit =
          is_big ? byte_at(bytes_, at) << 8 | byte_at(bytes_, at + 1)
                 : byte_at(bytes_, at + 1) << 8 | byte_at(bytes_, at);
      if (is_ascii_text(unit)) {
        if (at == begin) return 0;
        for (std::size_t i = begin; i < at; i += 2) add_character(i, is_big);
        return is_big ? at + 1 : at;
      }
      if (!is_beyond_ascii(unit) || at - begin >= 2 * kMostBeyond) break;
    }
    return 0;
  }

  void add_character(std::size_t at, bool is_big) {
    const std::size_t had = out_.text.size();
    const unsigned unit =
        is_big ? byte_at(bytes_, at) << 8 | byte_at(bytes_, at + 1)
               : byte_at(bytes_, at + 1) << 8 | byte_at(bytes_, at);
    append_utf8(unit, &out_.text);
    done_ = at + 2;
    out_.map.add(had, {at, done_}, out_.text.size() - had, 2);
  }

  const std::string_view bytes_;
  const std::size_t unit_;
  std::size_t done_ = 0;  // the end of the last run
  Decoded out_;
};

}  // namespace

void find_wide(std::string_view text, std::size_t begin, std::size_t end,
               std::vector<std::size_t>* places) {
  end = std::min(end, text.size());
  while (begin + kWord <= end) {
    const std::uint64_t word = word_at(text, begin);
    if (may_be_wide(word) && ((is_wide(word, 2) && is_in_run(text, begin, 2)) ||
                              (is_wide(word, 4) && is_in_run(text, begin, 4))))
        [[unlikely]] {
      places->push_back(begin);
      begin += kWideStep;
    } else {
      begin += kWord;
    }
  }
}

Decoded decode_wide(std::string_view bytes, std::size_t unit) {
  return WideRuns(bytes, unit).decode();
}

}  // namespace sluice
