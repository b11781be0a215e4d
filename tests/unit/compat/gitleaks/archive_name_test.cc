#include "gitleaks/scan/archive_name.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::archive_name_test {

// Returns "kind of archive in compression", where either may be missing, or "-"
// if it is no archive.
std::string shown(std::string_view path) {
  const std::optional<ArchiveName> kind = archive_of_name(path);
  if (!kind) return "-";
  std::string text;
  if (kind->archive) text += name_of(*kind->archive);
  if (kind->compression)
    text += " in " + std::to_string(static_cast<int>(*kind->compression));
  if (!kind->unreadable.empty())
    text += (kind->is_whole_ending ? " in " : " maybe in ") +
            std::string(kind->unreadable);
  return text;
}

std::string in(Packing packing) {
  return " in " + std::to_string(static_cast<int>(packing));
}

TEST_CASE("archive name: what gitleaks opens, and as what") {
  CHECK(shown("d/a.zip") == "zip archive");
  CHECK(shown("a.ZIP.txt") == "zip archive");
  CHECK(shown("a.7z") == "7z archive");
  CHECK(shown("a.rarely") == "rar archive");
  CHECK(shown("multi-user.target") == "tar archive");
  CHECK(shown("a.tar.gz") == "tar archive" + in(Packing::kGzip));
  CHECK(shown("a.gz.tar") == "tar archive" + in(Packing::kGzip));
  CHECK(shown("x.gz") == in(Packing::kGzip));
  CHECK(shown("x.json.bz2") == in(Packing::kBzip2));
  CHECK(shown("x.xz") == in(Packing::kXz));
  CHECK(shown("x.zst") == in(Packing::kZstd));
  CHECK(shown("y.lz") == in(Packing::kLzip));
  CHECK(shown("y.lz4") == in(Packing::kLz4));
  CHECK(shown("y.lz4.lz") == in(Packing::kLzip));
}

TEST_CASE("archive name: of several the last one counts") {
  CHECK(shown("a.xz.gz") == in(Packing::kGzip));
  CHECK(shown("a.gz.xz") == in(Packing::kXz));
  CHECK(shown("a.zip.tar") == "tar archive");
  CHECK(shown("a.tar.zip.gz") == "zip archive" + in(Packing::kGzip));
}

TEST_CASE("archive name: compressions that are not read") {
  CHECK(shown("a.js.br") == " in brotli");
  CHECK(shown(".browserslistrc") == " maybe in brotli");
  CHECK(shown("y.MZ") == " in MinLZ");
  CHECK(shown("x.s2") == " in Snappy");
  CHECK(shown("x.sz") == " in Snappy");
  CHECK(shown("a.tar.zz") == "tar archive in zlib");
}

TEST_CASE("archive name: names of none") {
  for (const char* name : {"a.txt", "dir.zip/a", "zip", "a.tgz", "y.lz.txt",
                           "y.lzma", "targz", "", "a.jar"})
    CHECK(shown(name) == "-");
}

}  // namespace sluice::archive_name_test
