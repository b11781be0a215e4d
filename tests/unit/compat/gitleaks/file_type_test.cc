#include "gitleaks/scan/file_type.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::file_type_test {

TEST_CASE("file type: what begins like a program or an archive") {
  for (const std::string head :
       {"MZ", "%!", "BZh", "%PDF-1", "CWS text", "SQLi", "!<arch>\n", "Cr24",
        "{\\rtf1", "NES\x1A", "LZIP", "\x1F\xA0", "PK\x03\x04", "PK\x07\x08",
        "Rar!\x1A\x07\x01", "\xFE\xED\xFA\xCF", "\xD0\xCF\x11\xE0"}) {
    CAPTURE(head);
    CHECK(is_application_type(head));
    CHECK(is_application_type(head + std::string(10, 'x')));
    CHECK(!is_application_type("x" + head));
  }
  for (const std::string head : {"", "M", "text", "ZWS", "PK\x01\x02", "GIF89a",
                                 "\x89PNG", "Rar!\x1A\x07x",
                                 "\x7F"
                                 "ELF",
                                 "\xFF\xD8\xFF"})
    CHECK(!is_application_type(head));
}

TEST_CASE("file type: signatures with a place or a least size") {
  const std::string elf =
      "\x7F"
      "ELF";
  CHECK(!is_application_type(elf + std::string(48, 'x')));
  CHECK(is_application_type(elf + std::string(49, 'x')));
  CHECK(is_application_type(std::string(257, 'x') + "ustar"));
  CHECK(!is_application_type(std::string(256, 'x') + "ustar"));
  CHECK(is_application_type(std::string(128, '\0') + "DICM"));
  CHECK(is_application_type(std::string(32769, 'x') + "CD001"));
  std::string ole = "\xD0\xCF\x11\xE0" + std::string(600, 'x');
  CHECK(!is_application_type(ole));
  ole.replace(512, 2, "\xEC\xA5");
  CHECK(is_application_type(ole));
  std::string dex = "dex\n" + std::string(40, 'x');
  CHECK(!is_application_type(dex));
  dex[36] = 'p';
  CHECK(is_application_type(dex));
  std::string skippable = "\x5A\x2A\x4D\x18";
  skippable += std::string("\x03\0\0\0", 4);
  CHECK(!is_application_type(skippable + "abc"));
  CHECK(is_application_type(skippable + "abc\x28\xB5\x2F\xFD"));
}

}  // namespace sluice::file_type_test
