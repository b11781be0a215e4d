#include <doctest/doctest.h>
#include <zlib.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "archive/held_bytes.h"
#include "archive/stream_search.h"
#include "opened.h"

namespace sluice::streams_test {

using namespace std::string_literals;

std::string packed(const std::string& text, int level = 9, int window = 15,
                   int strategy = Z_DEFAULT_STRATEGY) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, level, Z_DEFLATED, window, 8, strategy) ==
          Z_OK);
  std::string out(text.size() + 1000, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

constexpr int kGzip = 31;

// Each stream: its kind, "@", where it begins, "=", and its text.
std::vector<std::string> all_of(const std::string& bytes,
                                std::size_t head = 0) {
  Opened of;
  const HeldBytes source(bytes, &of.use);
  StreamSearch search(source, std::string_view(bytes).substr(0, head),
                      of.unpacking);
  std::vector<std::string> all;
  for (std::uint64_t at = 0;;) {
    const auto stream = search.next(at);
    REQUIRE(stream.has_value());
    if (*stream == nullptr) break;
    std::string text(name_of((*stream)->kind()));
    text += "@" + std::to_string((*stream)->begin()) + "=";
    char buffer[7];
    for (;;) {
      const auto got = (*stream)->read(buffer, sizeof buffer);
      REQUIRE(got.has_value());
      if (*got == 0) break;
      text.append(buffer, *got);
    }
    all.push_back(std::move(text));
    at = (*stream)->end();
  }
  return all;
}

using All = std::vector<std::string>;

TEST_CASE("a stream is found at any place") {
  const std::string text = "name = value, name = value";
  for (std::size_t before = 0; before < 70; ++before) {
    const std::string begin(before, '\1');
    const std::string at = std::to_string(before) + "=" + text;
    CHECK(all_of(begin + packed(text) + "\1\2\3") == All{"zlib@" + at});
    CHECK(all_of(begin + packed(text, 0)) == All{"zlib@" + at});
    CHECK(all_of(begin + packed(text, 9, 15, Z_FIXED)) == All{"zlib@" + at});
    CHECK(all_of(begin + packed(text, 9, kGzip)) == All{"gzip@" + at});
  }
}

TEST_CASE("whatever part of the source is in memory") {
  std::string bytes(300'000, '\2');
  All wanted;
  for (std::size_t at = 5; at < bytes.size(); at += 262'144 - 64) {
    const std::string stream = packed("text " + std::to_string(at));
    bytes.replace(at, stream.size(), stream);
    wanted.push_back("zlib@" + std::to_string(at) + "=text " +
                     std::to_string(at));
  }
  REQUIRE(wanted.size() == 2);
  for (const std::size_t head : std::initializer_list<std::size_t>{
           0, 1, 9, 200, 262'000, 262'100, 300'000})
    CHECK(all_of(bytes, head) == wanted);
}

TEST_CASE("streams one after another, and one in another") {
  const std::string a = packed("a"), b = packed("b", 9, kGzip);
  CHECK(all_of(a + b) ==
        All{"zlib@0=a", "gzip@" + std::to_string(a.size()) + "=b"});
  CHECK(all_of(packed(a)) == All{"zlib@0=" + a});
}

TEST_CASE("what is cut off or damaged is no stream of zlib") {
  const std::string text(2000, 'x');
  const std::string whole = packed(text + "the end");
  CHECK(all_of(whole).size() == 1);
  CHECK(all_of(whole.substr(0, whole.size() - 1)).empty());
  std::string changed = whole;
  changed[whole.size() - 1] ^= 1;
  CHECK(all_of(changed).empty());
}

TEST_CASE("of a large one, what is before the damage is read") {
  std::string text;
  for (int i = 0; text.size() < 3'000'000; ++i)
    text += std::to_string(i * 7919) + ",";
  std::string whole = packed(text);
  whole[whole.size() - 1] ^= 1;
  const All found = all_of(whole);
  REQUIRE(found.size() == 1);
  CHECK(found[0] == "zlib@0=" + text);
}

TEST_CASE("texts of a PNG, whose windows are small, and not its image") {
  const std::string text = packed("text", 9, 9);
  REQUIRE(text[0] != '\x78');
  CHECK(all_of("\0\0zTXtname\0\0"s + text) == All{"zlib@12=text"});
  CHECK(all_of("\0\0iTXtname\0\1\0en\0title\0"s + text) == All{"zlib@22=text"});
  CHECK(all_of("\0\0iTXtname\0\0\0en\0title\0"s + text).empty());
  CHECK(all_of("\0\0IDAT"s + packed("image")).empty());
}

TEST_CASE("an object of git has no head") {
  CHECK(all_of(packed("blob 4\0text"s)) == All{"zlib@0=text"});
  CHECK(all_of(packed("blob x\0text"s)) == All{"zlib@0=blob x\0text"s});
}

TEST_CASE("a row of equal bytes behind a signature is no stream") {
  for (int byte = 0; byte < 256; ++byte)
    CHECK(all_of("\x78\x01\x03"s + std::string(5000, static_cast<char>(byte)))
              .empty());
}

TEST_CASE("places that look like streams are tried so often") {
  Opened of;
  // A block of fixed codes that breaks off.
  std::string bytes;
  while (bytes.size() < 200'000) bytes += "\x78\x9C\x4B\x4C\xFF\xFF";
  const HeldBytes source(bytes, &of.use);
  StreamSearch search(source, {}, of.unpacking);
  const auto stream = search.next(0);
  REQUIRE(stream.has_value());
  CHECK(*stream == nullptr);
  CHECK(search.gave_up());
}

}  // namespace sluice::streams_test
