#include "archive/pdf_filters.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::string_view kTooMuch = "it unpacks to more than 32 MiB";

PdfDecoded from_hex(std::string_view text) {
  PdfDecoded made;
  unsigned digits = 0;
  unsigned value = 0;
  for (; made.used < text.size(); ++made.used) {
    const char c = text[made.used];
    if (c == '>') {
      ++made.used;
      break;
    }
    if (!is_hex(c)) continue;
    value = value * 16 + hex_value(c);
    if (++digits % 2 != 0) continue;
    made.bytes += static_cast<char>(value);
    value = 0;
  }
  // The last digit is followed by a 0 that is not written.
  if (digits % 2 != 0) made.bytes += static_cast<char>(value * 16);
  return made;
}

PdfDecoded from_base85(std::string_view text) {
  PdfDecoded made;
  std::uint32_t value = 0;
  unsigned digits = 0;
  const auto add = [&](unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      made.bytes += static_cast<char>(value >> (24 - 8 * i) & 0xFF);
    value = digits = 0;
  };
  // Some programs write the mark that begins a text, "<~".
  if (const std::size_t begin = text.find_first_not_of(" \r\n\t");
      begin != text.npos && text.substr(begin).starts_with("<~"))
    made.used = begin + 2;
  for (; made.used < text.size(); ++made.used) {
    const char c = text[made.used];
    if (c == '~') {
      made.used += text.substr(made.used).starts_with("~>") ? 2U : 1U;
      break;
    }
    if (c == 'z' && digits == 0) made.bytes.append(4, '\0');
    if (c < '!' || c > 'u') continue;
    value = value * 85 + static_cast<std::uint32_t>(c - '!');
    if (++digits == 5) add(4);
  }
  if (const unsigned left = digits; left > 1) {
    for (; digits < 5; ++digits) value = value * 85 + 84;
    add(left - 1);
  }
  return made;
}

PdfDecoded from_run_length(std::string_view packed, std::size_t most) {
  constexpr unsigned kEnd = 128;
  PdfDecoded made;
  while (made.used < packed.size()) {
    const auto length = static_cast<unsigned char>(packed[made.used++]);
    if (length == kEnd) return made;
    if (length < kEnd) {
      const std::string_view some = packed.substr(made.used, length + 1U);
      made.bytes += some;
      made.used += some.size();
    } else if (made.used < packed.size()) {
      made.bytes.append(257U - length, packed[made.used++]);
    }
    if (made.bytes.size() > most) {
      made.why = kTooMuch;
      return made;
    }
  }
  return made;
}

// Codes have 9 to 12 bits, the highest bit first. A code is a byte, an order, or
// the text of an earlier code and one more byte.
class Lzw {
 public:
  Lzw(std::string_view packed, bool early, std::size_t most)
      : packed_(packed), early_(early ? 1U : 0U), most_(most) {}

  PdfDecoded decode() {
    while (const std::optional<unsigned> code = next_code()) {
      if (*code == kEnd) return std::move(made_);
      if (*code == kClear) {
        entries_.clear();
        last_.reset();
        continue;
      }
      if (!add(*code)) {
        made_.why = "it is damaged";
        return std::move(made_);
      }
      if (made_.bytes.size() > most_) {
        made_.why = kTooMuch;
        return std::move(made_);
      }
    }
    return std::move(made_);
  }

 private:
  static constexpr unsigned kClear = 256;
  static constexpr unsigned kEnd = 257;
  static constexpr unsigned kFirst = 258;
  static constexpr std::size_t kMostEntries = 4096 - kFirst;

  // A text that was written before.
  struct Entry {
    std::size_t begin = 0;
    std::size_t size = 0;
  };

  unsigned width() const {
    const std::size_t next = kFirst + entries_.size() + early_;
    return next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
  }

  std::optional<unsigned> next_code() {
    const unsigned bits = width();
    while (bits_ < bits) {
      if (made_.used >= packed_.size()) return std::nullopt;
      held_ = held_ << 8 | static_cast<unsigned char>(packed_[made_.used++]);
      bits_ += 8;
    }
    bits_ -= bits;
    return held_ >> bits_ & ((1U << bits) - 1);
  }

  bool add(unsigned code) {
    const std::size_t begin = made_.bytes.size();
    // The text of the code before and the first byte of this one's.
    if (last_ && entries_.size() < kMostEntries)
      entries_.push_back({last_->begin, last_->size + 1});
    if (code < kClear) {
      made_.bytes += static_cast<char>(code);
    } else {
      if (code < kFirst || code - kFirst >= entries_.size()) return false;
      const Entry entry = entries_[code - kFirst];
      for (std::size_t i = 0; i < entry.size; ++i)
        made_.bytes += made_.bytes[entry.begin + i];
    }
    last_ = Entry{begin, made_.bytes.size() - begin};
    return true;
  }

  const std::string_view packed_;
  const std::size_t early_;
  const std::size_t most_;
  PdfDecoded made_;
  std::vector<Entry> entries_;
  std::optional<Entry> last_;
  std::uint32_t held_ = 0;
  unsigned bits_ = 0;
};

// PNG's prediction of a byte from those to the left, above, and above left.
unsigned paeth(unsigned left, unsigned above, unsigned corner) {
  const int guess = static_cast<int>(left + above) - static_cast<int>(corner);
  const int to_left = std::abs(guess - static_cast<int>(left));
  const int to_above = std::abs(guess - static_cast<int>(above));
  const int to_corner = std::abs(guess - static_cast<int>(corner));
  if (to_left <= to_above && to_left <= to_corner) return left;
  return to_above <= to_corner ? above : corner;
}

// Each row of `row` bytes has a byte before it that names its filter.
std::string without_png(std::string_view text, std::size_t row,
                        std::size_t pixel) {
  std::string made;
  made.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); at += row + 1) {
    const char filter = text[at];
    const std::string_view from = text.substr(at + 1, row);
    const std::size_t begin = made.size();
    for (std::size_t i = 0; i < from.size(); ++i) {
      const auto byte = [&](bool exists, std::size_t back) {
        return exists ? static_cast<unsigned char>(made[begin + i - back]) : 0U;
      };
      const unsigned left = byte(i >= pixel, pixel);
      const unsigned above = byte(begin >= row, row);
      unsigned guess = 0;
      if (filter == 1) guess = left;
      if (filter == 2) guess = above;
      if (filter == 3) guess = (left + above) / 2;
      if (filter == 4)
        guess =
            paeth(left, above, byte(i >= pixel && begin >= row, row + pixel));
      made += static_cast<char>(static_cast<unsigned char>(from[i]) + guess);
    }
  }
  return made;
}

// Each color of a pixel is the difference from that of the pixel to the left.
void undo_tiff(const PdfPredictor& predictor, std::size_t row,
               std::string* text) {
  const std::uint32_t bits = predictor.bits;
  const std::uint32_t mask = (1U << bits) - 1;
  std::vector<std::uint32_t> before(predictor.colors);
  for (std::size_t at = 0; at < text->size(); at += row) {
    std::ranges::fill(before, 0);
    const std::size_t samples = std::min(row, text->size() - at) * 8 / bits;
    for (std::size_t i = 0; i < samples; ++i) {
      std::uint32_t& value = before[i % predictor.colors];
      const std::size_t bit = i * bits;
      char* const byte = text->data() + at + bit / 8;
      const auto at_byte = [&](std::size_t k) {
        return std::uint32_t{static_cast<unsigned char>(byte[k])};
      };
      if (bits == 16) {
        value = (value + (at_byte(0) << 8 | at_byte(1))) & mask;
        byte[0] = static_cast<char>(value >> 8);
        byte[1] = static_cast<char>(value & 0xFF);
        continue;
      }
      const std::uint32_t shift = 8 - bits - bit % 8;
      value = (value + (at_byte(0) >> shift)) & mask;
      byte[0] =
          static_cast<char>((at_byte(0) & ~(mask << shift)) | value << shift);
    }
  }
}

}  // namespace

std::optional<PdfDecoded> pdf_without_filter(std::string_view filter,
                                             std::string_view packed,
                                             bool early, std::size_t most) {
  if (filter == "ASCIIHexDecode" || filter == "AHx") return from_hex(packed);
  if (filter == "ASCII85Decode" || filter == "A85") return from_base85(packed);
  if (filter == "RunLengthDecode" || filter == "RL")
    return from_run_length(packed, most);
  if (filter == "LZWDecode" || filter == "LZW")
    return Lzw(packed, early, most).decode();
  return std::nullopt;
}

Result<std::string> pdf_without_predictor(const PdfPredictor& predictor,
                                          std::string text) {
  constexpr std::uint32_t kTiff = 2;
  constexpr std::uint32_t kPng = 10;
  constexpr std::uint32_t kLastPng = 15;
  constexpr std::uint32_t kMostColors = 1024;
  constexpr std::uint32_t kMostColumns = 1 << 24;
  const std::uint32_t bits = predictor.bits;
  if (predictor.kind <= 1) return text;
  const bool is_png = predictor.kind >= kPng && predictor.kind <= kLastPng;
  if ((!is_png && predictor.kind != kTiff) || predictor.colors == 0 ||
      predictor.colors > kMostColors || predictor.columns == 0 ||
      predictor.columns > kMostColumns ||
      (bits != 1 && bits != 2 && bits != 4 && bits != 8 && bits != 16))
    return fail(ErrorCode::kIo, "its predictor is not read");
  const std::uint64_t of_pixel = std::uint64_t{predictor.colors} * bits;
  const std::size_t row = (of_pixel * predictor.columns + 7) / 8;
  const std::size_t pixel = (of_pixel + 7) / 8;
  if (is_png) return without_png(text, row, pixel);
  undo_tiff(predictor, row, &text);
  return text;
}

}  // namespace sluice
