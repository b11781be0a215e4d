#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "gitleaks/patch/patch_header.h"
#include "gitleaks/patch/patch_reader.h"

namespace sluice::patch_test {

// "NAME@LINE:TEXT|" for each hunk; "NAME binary|".
std::string shown(std::string text, std::size_t step = 1'000'000) {
  std::string_view rest = text;
  PatchReader reader(
      [&](char* out, std::size_t size) -> Result<std::size_t> {
        const std::size_t got = std::min({step, size, rest.size()});
        std::memcpy(out, rest.data(), got);
        rest.remove_prefix(got);
        return got;
      },
      nullptr);
  PatchBatch batch;
  for (;;) {
    const Result<bool> more = reader.next(&batch);
    if (!more) return "error";
    if (!*more) break;
  }
  std::string all;
  for (const PatchFile& file : batch.files) {
    if (file.commit) all += file.commit->id + " ";
    if (file.binary) all += file.name + "binary|";
    for (const PatchHunk& hunk : file.hunks)
      all += file.name + "@" + std::to_string(hunk.line) + ":" +
             batch.text.substr(hunk.begin, hunk.size) + "|";
  }
  return all + (reader.unmerged() > 0 ? "unmerged" : "");
}

const std::string kHead = "diff --git a/x b/x\nindex 1..2 100644\n";
const std::string kNames = "--- a/x\n+++ b/x\n";

TEST_CASE("patch: hunks are counted, not guessed") {
  const std::string patch =
      kHead + kNames +
      "@@ -1,2 +1,3 @@ f\n--- a/y\n-diff --git a/z b/z\n+commit 1\n"
      "+@@ -1 +1 @@\n+++ b/z\n@@ -9 +9,0 @@\n-gone\n";
  CHECK(shown(patch) == "x@1:commit 1\n@@ -1 +1 @@\n++ b/z\n|x@9:|");
  for (const std::size_t step : {1U, 2U, 7U})
    CHECK(shown(patch, step) == shown(patch));
}

TEST_CASE("patch: the last line without an end") {
  const std::string none = "\\ No newline at end of file\n";
  CHECK(shown(kHead + kNames + "@@ -1 +1 @@\n-a\n" + none + "+b\n" + none) ==
        "x@1:b|");
  CHECK(shown(kHead + kNames + "@@ -1 +1 @@\n-a\n" + none + "+b\n") ==
        "x@1:b\n|");
  CHECK(shown(kHead + kNames + "@@ -1 +1 @@\n-a\n+b\r\n") == "x@1:b\r\n|");
}

TEST_CASE("patch: names") {
  const std::string hunk = "@@ -0,0 +1 @@\n+b\n";
  CHECK(shown("diff --git a/x b/x\n--- /dev/null\n+++ b/a b\t\n" + hunk) ==
        "a b@1:b\n|");
  CHECK(shown("diff --git a/x b/x\n--- /dev/null\n"
              "+++ \"b/d/\\303\\251\\t\\\"\\\\\"\n" +
              hunk) == "d/\xC3\xA9\t\"\\@1:b\n|");
}

TEST_CASE("patch: binary files have names and blobs, too") {
  const std::string before(40, 'a');
  const std::string after(40, 'b');
  const auto file_of = [&](const std::string& heads) {
    std::string text = heads + "index " + before + ".." + after +
                       " 100644\nBinary files differ\n";
    PatchReader reader(
        [&](char* out, std::size_t size) -> Result<std::size_t> {
          const std::size_t got = text.copy(out, size);
          text.erase(0, got);
          return got;
        },
        nullptr);
    PatchBatch batch;
    REQUIRE(reader.next(&batch).value());
    REQUIRE(batch.files.size() == 1);
    CHECK(batch.files[0].binary);
    CHECK(batch.files[0].old_blob.hex() == before);
    CHECK(batch.files[0].new_blob.hex() == after);
    return batch.files[0].name;
  };
  CHECK(file_of("diff --git a/x b/x\n") == "x");
  CHECK(file_of("diff --git a/d b/a.zip b/d b/a.zip\n") == "d b/a.zip");
  CHECK(file_of("diff --git \"a/d\\t\\303\\251\" \"b/d\\t\\303\\251\"\n") ==
        "d\t\xC3\xA9");
  CHECK(file_of("diff --git a/x.zip b/d/y.zip\nsimilarity index 60%\n"
                "rename from x.zip\nrename to d/y.zip\n") == "d/y.zip");
  CHECK(file_of("diff --git a/x.zip \"b/\\ty\"\nsimilarity index 60%\n"
                "copy from x.zip\ncopy to \"\\ty\"\n") == "\ty");
  CHECK(file_of("diff --git a/x b/y\n") == "");
}

TEST_CASE("patch: what has no lines") {
  CHECK(shown("") == "");
  CHECK(shown(kHead + "Binary files a/x and b/x differ\n") == "xbinary|");
  CHECK(shown("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n" + kHead +
              kNames + "@@ -1 +1 @@\n-a\n+b\n") == "x@1:b\n|");
  CHECK(shown("diff --git a/x b/x\ndeleted file mode 100644\nindex 1..0\n"
              "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n") == "");
  CHECK(shown("* Unmerged path x\n") == "unmerged");
  CHECK(shown("diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n"
              "- a\n -b\n++c\n") == "unmerged");
}

TEST_CASE("patch: a commit counts up to the next one") {
  const std::string change = kHead + kNames + "@@ -1 +1 @@\n-a\n+b\n";
  const auto commit = [](std::string id) {
    return "commit " + id + "\nAuthor: A <a@x>\nDate:   1 +0000\n\n    t\n\n";
  };
  CHECK(shown(commit("1") + commit("2") + change + change + "\n" + commit("3") +
              change) == "2 x@1:b\n|2 x@1:b\n|3 x@1:b\n|");
}

TEST_CASE("patch: what is none is an error") {
  CHECK(shown(kHead + kNames + "@@ -1 +1 @@\n-a\n") == "error");
  CHECK(shown(kHead + kNames + "@@ -1 +1 @@\n-a\n*b\n") == "error");
  CHECK(shown(kHead + kNames + "@@ -1 x1 @@\n-a\n+b\n") == "error");
  CHECK(shown("diff --git a/x b/x\n+++ \"b/x\n") == "error");
}

TEST_CASE("patch: a commit's header") {
  const auto commit = read_patch_header(
      "commit abc (from def)\nMerge: 1 2\nAuthor:  A B  <a b@c>\n"
      "Date:   1112911993 -0700\n\n    title \n    goes on\n\n\n    body\n"
      "      more  \n\n");
  REQUIRE(commit.has_value());
  CHECK(commit->id == "abc");
  CHECK(commit->author == "A B");
  CHECK(commit->email == "a b@c");
  CHECK(commit->date == "2005-04-07T22:13:13Z");
  CHECK(commit->message == "title goes on\n\nbody\n  more");
  CHECK(read_patch_header("commit a\nDate:   -1 +0000\n\n")->date ==
        "1969-12-31T23:59:59Z");
  CHECK(!read_patch_header("Author: A <a>\n"));
  CHECK(!read_patch_header("commit a\nAuthor: A <a\n"));
  CHECK(!read_patch_header("commit a\nDate: soon\n"));
}

}  // namespace sluice::patch_test
