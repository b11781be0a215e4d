#include "history/left_out.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <map>
#include <string>

namespace sluice::left_out_test {

ForeignFiles files_of(std::map<std::string, std::string> files) {
  return [files = std::move(files)](const std::string& path,
                                    std::size_t) -> Result<std::string> {
    const auto found = files.find(path);
    if (found == files.end()) return fail_errno(ENOENT, "x");
    if (found->second == "unreadable")
      return fail(ErrorCode::kIo, "it is a directory");
    return found->second;
  };
}

std::uint64_t skipped(const LeftOut& left_out, Skip reason) {
  Coverage coverage;
  left_out.close(&coverage);
  return coverage.skipped[index_of(reason)];
}

TEST_CASE("left out: nothing says anything") {
  MemberIgnores members;
  LeftOut left_out({}, {}, &members);
  CHECK_FALSE(left_out.has("a/b"));
  CHECK(skipped(left_out, Skip::kIgnored) == 0);
}

TEST_CASE("left out: ignore files, the deepest one decides") {
  MemberIgnores members;
  LeftOut left_out(files_of({{".sluiceignore", "*.log\n/build/\n!kept.log\n"},
                             {"a/.sluiceignore", "!x.log\nsecret.txt\n"}}),
                   {}, &members);
  CHECK(left_out.has("y.log"));
  CHECK_FALSE(left_out.has("kept.log"));
  CHECK(left_out.has("a/y.log"));
  CHECK_FALSE(left_out.has("a/x.log"));
  CHECK(left_out.has("a/b/secret.txt"));
  CHECK_FALSE(left_out.has("secret.txt"));
  // Everything below an excluded directory, despite the files in it.
  CHECK(left_out.has("build/a/b.txt"));
  CHECK_FALSE(left_out.has("a/build/b.txt"));
  CHECK(skipped(left_out, Skip::kIgnored) == 4);
  Coverage coverage;
  left_out.close(&coverage);
  CHECK(coverage.incomplete.empty());
}

TEST_CASE("left out: the command line, before ignore files") {
  MemberIgnores members;
  LeftOut left_out(files_of({{".sluiceignore", "!a.bin\n"}}),
                   PathFilter({"*.bin", "/deep/"}, {"*.bin", "*.txt"}),
                   &members);
  CHECK(left_out.has("a.bin"));
  CHECK(left_out.has("a.c"));
  CHECK(left_out.has("deep/a.txt"));
  CHECK_FALSE(left_out.has("other/deep/a.txt"));
  CHECK(skipped(left_out, Skip::kExcluded) == 3);
}

TEST_CASE("left out: an ignore file that cannot be read is named, once") {
  MemberIgnores members;
  LeftOut left_out(files_of({{"a/.sluiceignore", "unreadable"}}), {}, &members);
  CHECK_FALSE(left_out.has("a/b"));
  CHECK_FALSE(left_out.has("a/c"));
  Coverage coverage;
  left_out.close(&coverage);
  REQUIRE(coverage.incomplete.size() == 1);
  CHECK(coverage.incomplete[0].location.text() == "a/.sluiceignore");
  CHECK(coverage.incomplete[0].reason ==
        "cannot read ignore file: it is a directory");
}

TEST_CASE("left out: what another shard has is not counted") {
  MemberIgnores members;
  LeftOut left_out({}, PathFilter({"*.log"}, {}), &members);
  CHECK(left_out.has("a.log", false));
  CHECK(skipped(left_out, Skip::kExcluded) == 0);
  CHECK(left_out.has("a.log", true));
  CHECK(skipped(left_out, Skip::kExcluded) == 1);
}

TEST_CASE("left out: lines about members of archives are kept") {
  MemberIgnores members;
  LeftOut left_out(files_of({{"a/.sluiceignore", "x.zip!etc/*.conf\n"}}), {},
                   &members);
  CHECK_FALSE(left_out.has("a/x.zip"));
  CHECK(members.ignores("a/x.zip!etc/y.conf"));
  CHECK_FALSE(members.ignores("b/x.zip!etc/y.conf"));
}

}  // namespace sluice::left_out_test
