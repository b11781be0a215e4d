#include "report/output/report_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "support/temp_tree.h"

namespace sluice::report_file_test {

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::set<std::string> names_in(const std::filesystem::path& directory) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    names.insert(entry.path().filename());
  return names;
}

constexpr Unfinished kBoth[] = {Unfinished::kNamelessIfPossible,
                                Unfinished::kNamed};

TEST_CASE("a report is under its name once it is published") {
  for (const Unfinished how : kBoth) {
    TempTree tree;
    const std::filesystem::path path = tree.path("r.json");
    std::ofstream(path) << "old";
    ::chmod(path.c_str(), 0600);
    Result<std::unique_ptr<ReportFile>> file = ReportFile::create(path, how);
    REQUIRE(file);
    REQUIRE((*file)->output().write("new"));
    REQUIRE((*file)->output().flush());
    CHECK(read(path) == "old");
    REQUIRE((*file)->publish());
    CHECK(read(path) == "new");
    file->reset();
    CHECK(read(path) == "new");
    CHECK(names_in(tree.path()) == std::set<std::string>{"r.json"});
    struct stat status {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
  }
}

TEST_CASE("a report that is not published leaves nothing") {
  for (const Unfinished how : kBoth) {
    TempTree tree;
    {
      Result<std::unique_ptr<ReportFile>> file =
          ReportFile::create(tree.path("r.json"), how);
      REQUIRE(file);
      REQUIRE((*file)->output().write("half"));
      REQUIRE((*file)->output().flush());
      // Hidden at most.
      CHECK_FALSE(names_in(tree.path()).contains("r.json"));
    }
    CHECK(names_in(tree.path()).empty());
  }
}

TEST_CASE("what cannot be written is told at once, by its name") {
  TempTree tree;
  std::filesystem::create_symlink("nowhere", tree.path("link"));
  for (const char* name : {"no/such/r.json", "link", "."}) {
    const std::string path = tree.path(name);
    const auto file = ReportFile::create(path);
    REQUIRE_FALSE(file);
    CHECK(file.error().message.find(path) != std::string::npos);
  }
}

}  // namespace sluice::report_file_test
