#include "text/utf16.h"

#include <doctest/doctest.h>
#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "support/effort.h"

namespace sluice::utf16_test {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::string encode(const std::vector<char16_t>& units, ByteOrder order) {
  std::string bytes;
  for (const char16_t unit : units) {
    const char low = static_cast<char>(unit & 0xFF);
    const char high = static_cast<char>(unit >> 8);
    bytes += order == ByteOrder::kLittle ? low : high;
    bytes += order == ByteOrder::kLittle ? high : low;
  }
  return bytes;
}

// The decoded text, and for each of its characters where it begins in the text
// and in the file; the last entry is the end.
struct Truth {
  std::string text;
  struct Place {
    std::size_t text;
    std::size_t file;
  };
  std::vector<Place> places;
};

// Decodes by glibc, a character at a time. A character that it refuses becomes
// U+FFFD.
Truth by_iconv(std::string_view bytes, ByteOrder order) {
  const iconv_t converter = iconv_open(
      "UTF-8", order == ByteOrder::kLittle ? "UTF-16LE" : "UTF-16BE");
  REQUIRE(converter != reinterpret_cast<iconv_t>(-1));
  Truth truth;
  std::string copy(bytes);
  std::size_t at = 0;
  while (at < copy.size()) {
    truth.places.push_back({truth.text.size(), at});
    std::size_t used = 0;
    for (std::size_t size = 2; size <= 4 && used == 0; size += 2) {
      if (at + size > copy.size()) break;
      char* in = copy.data() + at;
      std::size_t in_left = size;
      char buffer[8];
      char* out = buffer;
      std::size_t out_left = sizeof buffer;
      iconv(converter, nullptr, nullptr, nullptr, nullptr);
      if (iconv(converter, &in, &in_left, &out, &out_left) ==
          static_cast<std::size_t>(-1)) {
        if (errno == EINVAL) continue;  // half of a pair: with more
        break;
      }
      truth.text.append(buffer, out);
      used = size;
    }
    if (used == 0) {
      truth.text += kReplacement;
      used = std::min<std::size_t>(2, copy.size() - at);
    }
    at += used;
  }
  truth.places.push_back({truth.text.size(), copy.size()});
  iconv_close(converter);
  return truth;
}

// Units of all kinds, in runs, so that blocks of ASCII and their borders occur.
std::vector<char16_t> random_units(std::mt19937& random, std::size_t size) {
  const auto below = [&](unsigned n) {
    return static_cast<unsigned>(random() % n);
  };
  std::vector<char16_t> units;
  while (units.size() < size) {
    const unsigned kind = below(8);
    const std::size_t run = 1 + below(kind < 3 ? 90 : 5);
    for (std::size_t i = 0; i < run; ++i) {
      unsigned unit = 0;
      switch (kind) {
        case 3:
          unit = 0x70 + below(0x20);  // around the end of ASCII
          break;
        case 4:
          unit = 0x7F0 + below(0x20);  // around the end of two bytes
          break;
        case 5:
          unit = below(0x10000);
          break;
        case 6:  // a pair
          units.push_back(static_cast<char16_t>(0xD800 + below(0x400)));
          unit = 0xDC00 + below(0x400);
          break;
        case 7:  // a surrogate of either kind
          unit = 0xD7FE + below(0x804);
          break;
        default:
          unit = below(0x80);
      }
      units.push_back(static_cast<char16_t>(unit));
    }
  }
  units.resize(size);
  return units;
}

std::string decode_whole(std::string_view bytes, ByteOrder order) {
  std::string text(2 * bytes.size() + 3, '\0');
  const DecodedStep step =
      decode_utf16(bytes, order, true, text.data(), text.size());
  CHECK(step.read == bytes.size());
  text.resize(step.written);
  return text;
}

TEST_CASE("utf-16: the text is what iconv makes of it") {
  std::mt19937 random(test::seed(16));
  for (int round = 0; round < test::times(300, 3000); ++round) {
    const auto units = random_units(random, random() % 400);
    for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
      std::string bytes = encode(units, order);
      if (random() % 4 == 0) bytes += static_cast<char>(random() % 256);
      REQUIRE(decode_whole(bytes, order) == by_iconv(bytes, order).text);
    }
  }
}

TEST_CASE("utf-16: every unit by itself, and at every place of a block") {
  for (unsigned unit = 0; unit < 0x10000; ++unit) {
    const std::string bytes =
        encode({static_cast<char16_t>(unit)}, ByteOrder::kBig);
    REQUIRE(decode_whole(bytes, ByteOrder::kBig) ==
            by_iconv(bytes, ByteOrder::kBig).text);
  }
  for (const char16_t unit :
       {u'\x80', u'\xFF', u'\u0100', u'\u4100', u'\xD800', u'\uFFFD'})
    for (std::size_t at = 0; at < 100; ++at) {
      std::vector<char16_t> units(100, u'a');
      units[at] = unit;
      for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
        const std::string bytes = encode(units, order);
        REQUIRE(decode_whole(bytes, order) == by_iconv(bytes, order).text);
      }
    }
}

TEST_CASE("utf-16: any pieces of the input and any room give the same text") {
  std::mt19937 random(test::seed(17));
  for (int round = 0; round < test::times(400, 4000); ++round) {
    const ByteOrder order =
        round % 2 == 0 ? ByteOrder::kLittle : ByteOrder::kBig;
    std::string bytes = encode(random_units(random, random() % 300), order);
    if (random() % 4 == 0) bytes += 'x';
    const unsigned most = random() % 3 == 0 ? 9 : 300;
    std::string text;
    std::size_t at = 0;
    std::size_t given = 0;
    while (at < bytes.size()) {
      given = std::min(bytes.size(), std::max(given, at + random() % most));
      const bool at_end = given == bytes.size() && random() % 2 == 0;
      // On the heap in their exact sizes, where a sanitizer sees a step
      // beyond them.
      const std::vector<char> in(
          bytes.begin() + static_cast<std::ptrdiff_t>(at),
          bytes.begin() + static_cast<std::ptrdiff_t>(given));
      const std::size_t room = random() % most;
      const std::unique_ptr<char[]> out(new char[room]);
      const DecodedStep step =
          decode_utf16({in.data(), in.size()}, order, at_end, out.get(), room);
      REQUIRE(step.read <= in.size());
      REQUIRE(step.written <= room);
      // It stopped for one of the reasons that it may have.
      const bool no_room = room - step.written <= 3;
      const std::size_t left = in.size() - step.read;
      REQUIRE((no_room || left == 0 || (!at_end && left <= 3)));
      text.append(out.get(), step.written);
      at += step.read;
    }
    REQUIRE(text == by_iconv(bytes, order).text);
  }
}

TEST_CASE("utf-16: the start of a pair waits for its rest") {
  char out[8];
  const std::string_view smile("\x3D\xD8\x00\xDE", 4);
  for (const std::size_t size : {1UL, 2UL, 3UL}) {
    const DecodedStep step =
        decode_utf16(smile.substr(0, size), ByteOrder::kLittle, false, out, 8);
    CHECK(step.read == 0);
    CHECK(step.written == 0);
  }
  CHECK(decode_whole(smile, ByteOrder::kLittle) == "\xF0\x9F\x98\x80");
  CHECK(decode_whole(smile.substr(0, 3), ByteOrder::kLittle) ==
        std::string(kReplacement) + std::string(kReplacement));
}

TEST_CASE("utf-16 cursor: any steps, through any windows, lead to the file") {
  std::mt19937 random(test::seed(18));
  for (int round = 0; round < test::times(300, 3000); ++round) {
    std::string bytes =
        encode(random_units(random, random() % 200), ByteOrder::kLittle);
    if (random() % 4 == 0) bytes += 'x';
    const Truth truth = by_iconv(bytes, ByteOrder::kLittle);
    const std::uint64_t mark = random() % 2 * 2;
    DecodedCursor cursor(mark);
    std::size_t reached = 0;
    for (std::size_t i = 0; i < truth.places.size(); i += 1 + random() % 9) {
      const auto [in_text, in_file] = truth.places[i];
      const std::size_t origin = reached - random() % (reached + 1);
      const std::uint64_t got = cursor.advance(
          std::string_view(truth.text).substr(origin), origin, in_text);
      const bool half = in_file % 2 == 1;
      REQUIRE(got == mark + in_file + (half ? 1 : 0));
      reached = in_text;
    }
  }
}

}  // namespace sluice::utf16_test
