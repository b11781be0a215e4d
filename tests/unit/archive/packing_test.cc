#include "archive/packing.h"

#include <doctest/doctest.h>

#include <string>

#include "decode/opaque.h"

namespace sluice::packing_test {

using namespace std::string_literals;
using namespace std::string_view_literals;

// A header of tar as before POSIX: a name, sizes, and its sum.
std::string old_tar(std::string_view name) {
  std::string head(512, '\0');
  head.replace(0, name.size(), name);
  head.replace(100, 8, "0000644\0"sv);
  head.replace(124, 12, "00000000003\0"sv);
  head.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : head) sum += static_cast<unsigned char>(c);
  std::string digits;
  for (int shift = 15; shift >= 0; shift -= 3)
    digits += static_cast<char>('0' + (sum >> shift & 7));
  head.replace(148, 8, digits + "\0 "s);
  return head;
}

TEST_CASE("packing: what archives begin with") {
  CHECK(packing_of("PK\x03\x04...") == Packing::kZip);
  CHECK(packing_of("7z\xBC\xAF\x27\x1C..") == Packing::kSevenZip);
  CHECK(packing_of("\x1F\x8B\x08..") == Packing::kGzip);
  CHECK(packing_of("BZh9\x31\x41\x59\x26\x53\x59..") == Packing::kBzip2);
  CHECK(packing_of("\xFD"
                   "7zXZ\0"sv) == Packing::kXz);
  CHECK(packing_of("\x28\xB5\x2F\xFD") == Packing::kZstd);
  CHECK(packing_of("\x1F\x9D\x90 ") == Packing::kCompress);
  CHECK(packing_of("%PDF-1.4\n") == Packing::kPdf);
  CHECK(packing_of("\0\n%PDF-1.4\n"sv) == Packing::kPdf);
  CHECK(packing_of("SQLite format 3\0"sv) == Packing::kSqlite);
  CHECK(packing_of("!<arch>\n" + std::string(58, ' ') + "`\n") == Packing::kAr);
  CHECK(packing_of("070701" + std::string(104, 'A')) == Packing::kCpio);
  CHECK(packing_of(old_tar("a")) == Packing::kTar);
}

TEST_CASE("packing: an encoding may hide what begins like one of them") {
  const std::string ar = "!<arch>\n" + std::string(58, ' ') + "`\n";
  const std::string cpio = "070701" + std::string(104, 'A');
  for (const std::string& head :
       {"PK\x03\x04...."s,
        "PK\x05\x06...."s,
        "PK\x07\x08PK\x03\x04"s,
        "PK00PK\x03\x04"s,
        "7z\xBC\xAF\x27\x1C.."s,
        "Rar!\x1A\x07.."s,
        "\x1F\x8B\x08....."s,
        "\xFD"
        "7zXZ\0.."s,
        "\x28\xB5\x2F\xFD...."s,
        "\x04\x22\x4D\x18...."s,
        "LZIP\x01..."s,
        "MSCF\0\0\0\0"s,
        "\xED\xAB\xEE\xDB...."s,
        "PACK\0\0\0\x02"s,
        "PACK\0\0\0\x03"s,
        "# v2 git bundle\n"s,
        "# v3 git bundle\n"s,
        "SQLite format 3\0"s,
        "xar!\0\x1C.."s,
        "BZh9\x31\x41\x59\x26\x53\x59"s,
        "\x1F\x9D\x90....."s,
        "%PDF-1.4\n"s,
        "\xC7\x71\1\1\1\1\xA4\x81" + std::string(30, '\1'),
        "\x5D\0\0\x80\0\xFF\xFF\xFF"s,
        ar,
        cpio,
        old_tar("a"),
        old_tar("folder/a-long-name.txt")})
    CHECK(may_begin_container(head));
  for (const std::string& text : {"a text of words"s, "PK is short for a name"s,
                                  std::string(600, '\0'), "\x89PNG\r\n\x1A\n"s,
                                  "\x7F"
                                  "ELF\2\1\1\0"s})
    CHECK_FALSE(may_begin_container(text));
}

TEST_CASE("packing: texts that begin like archives are none") {
  for (const std::string& text :
       {""s, "P"s, "PK is short for a name"s, "BZh9 is a bzip2 header"s,
        "070701 is a number\n"s + std::string(200, 'x'),
        "!<arch>\nis how an archive begins\n"s + std::string(100, 'x'),
        "the mark %PDF-1.4 in a text"s, "LZIP\n"s, "\x1F\x9D\x01x"s,
        "\xC7\x71 and no more"s, std::string(1000, '\0'),
        std::string(40'000, '\0')})
    CHECK_FALSE(packing_of(text).has_value());
  std::string spoilt = old_tar("a");
  spoilt[0] = 'b';
  CHECK_FALSE(packing_of(spoilt).has_value());
}

TEST_CASE("packing: a kind without a signature needs its name as well") {
  // Properties 3/0/2, a dictionary of 8 MiB, an unknown size.
  const std::string head = "\x5D\0\0\x80\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0"s;
  for (const std::string_view name : {"a.lzma", "b/a.tar.lzma", "a.zip!c.tlz"})
    CHECK(packing_of(head, name) == Packing::kLzma);
  for (const std::string_view name : {"", "lzma", "a.lzma.bak", "a.bin"})
    CHECK_FALSE(packing_of(head, name).has_value());
  for (const std::size_t i : {0U, 2U, 12U}) {
    std::string spoilt = head;
    spoilt[i] = '\xFD';
    CHECK_FALSE(packing_of(spoilt, "a.lzma").has_value());
  }
  CHECK_FALSE(packing_of("key = 1\n, and more words", "a.lzma").has_value());
  // A signature counts more than a name.
  CHECK(packing_of("\x1F\x8B\x08..", "a.lzma") == Packing::kGzip);
}

}  // namespace sluice::packing_test
