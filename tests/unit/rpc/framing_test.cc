#include "rpc/framing.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sluice::framing_test {

// The messages, with a + before each, and the errors, with a -.
std::vector<std::string> all_of(Framing framing, std::string_view bytes,
                                std::size_t piece, std::size_t most = 100) {
  MessageReader reader(
      framing,
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t some = std::min({size, piece, bytes.size()});
        bytes.copy(buffer, some);
        bytes.remove_prefix(some);
        return some;
      },
      most);
  std::vector<std::string> all;
  for (auto next = reader.next(); !next || *next; next = reader.next())
    all.push_back(next ? "+" + **next : "-" + next.error().message);
  CHECK_FALSE(reader.has_bytes());
  return all;
}

TEST_CASE("lines") {
  for (const std::size_t piece : {1U, 2U, 7U, 1000U}) {
    CAPTURE(piece);
    CHECK(all_of(Framing::kLines, "", piece).empty());
    CHECK(all_of(Framing::kLines, "\n\r\n\n", piece).empty());
    CHECK(all_of(Framing::kLines, "a\nb\r\n\nc", piece) ==
          std::vector<std::string>{"+a", "+b", "+c"});
    CHECK(all_of(Framing::kLines,
                 std::string(101, 'x') + "\n" + std::string(100, 'y') +
                     "\nb\n" + std::string(999, 'z'),
                 piece) ==
          std::vector<std::string>{"-the message has more than 100 bytes",
                                   "+" + std::string(100, 'y'), "+b",
                                   "-the message has more than 100 bytes"});
  }
}

TEST_CASE("lengths") {
  for (const std::size_t piece : {1U, 2U, 7U, 1000U}) {
    CAPTURE(piece);
    CHECK(all_of(Framing::kContentLength, "", piece).empty());
    CHECK(all_of(Framing::kContentLength,
                 "Content-Length: 2\r\n\r\na\n"
                 "content-LENGTH:1 \nContent-Type: x\n\nb"
                 "Content-Length: 0\r\n\r\n",
                 piece) == std::vector<std::string>{"+a\n", "+b", "+"});
    CHECK(all_of(Framing::kContentLength,
                 "Content-Length: 101\r\n\r\n" + std::string(101, 'x') +
                     "Content-Length: 1\r\n\r\nb",
                 piece) == std::vector<std::string>{
                               "-the message has more than 100 bytes", "+b"});
    CHECK(all_of(Framing::kContentLength,
                 "Content-Length: -1\r\n\r\nX: " + std::string(9000, 'x') +
                     "\r\n\r\nContent-Length: 1\r\n\r\nb",
                 piece) == std::vector<std::string>{
                               "-the header of a message has no length",
                               "-the header of a message is too long", "+b"});
    CHECK(
        all_of(Framing::kContentLength, "Content-Length: 5\r\n\r\nab", piece) ==
        std::vector<std::string>{"-the input ends in a message"});
    CHECK(all_of(Framing::kContentLength, "Content-Length: 5\r\n", piece) ==
          std::vector<std::string>{"-the input ends in a header"});
  }
}

TEST_CASE("what is written can be read") {
  for (const Framing framing : {Framing::kLines, Framing::kContentLength})
    CHECK(all_of(framing, framed(framing, "{\"a\":1}") + framed(framing, "2"),
                 3) == std::vector<std::string>{"+{\"a\":1}", "+2"});
}

TEST_CASE("an error of the stream is final") {
  int calls = 0;
  MessageReader reader(Framing::kLines,
                       [&](char*, std::size_t) -> Result<std::size_t> {
                         ++calls;
                         return fail(ErrorCode::kIo, "gone");
                       });
  CHECK(reader.next().error().message == "gone");
  CHECK(calls == 1);
}

}  // namespace sluice::framing_test
