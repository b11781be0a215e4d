#include "report/shown/place_masker.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sluice::place_masker_test {

// The texts that passed, in order: the path, and the commit's subject and
// author.
struct Passed {
  std::string path;
  std::string message;
  std::string author;
};

class Recorder : public FindingSink {
 public:
  explicit Recorder(std::vector<Passed>& passed) : passed_(passed) {}
  Result<void> begin(const ToolInfo&) override { return {}; }
  Result<void> file(const FileReport& report) override {
    passed_.push_back({report.location.text(),
                       report.commit ? report.commit->message : "",
                       report.commit ? report.commit->author : ""});
    return {};
  }
  Result<void> end(const Coverage&) override { return {}; }

 private:
  std::vector<Passed>& passed_;
};

struct Case {
  std::vector<Passed> passed;
  PlaceMasker masker{std::make_unique<Recorder>(passed),
                     [](std::string_view text) { return std::string(text); }};

  void file(std::string path, std::string secret,
            std::shared_ptr<const Commit> commit = nullptr) {
    FileReport report;
    report.location = Location(std::move(path));
    report.commit = std::move(commit);
    report.findings.emplace_back().secret = std::move(secret);
    REQUIRE(masker.file(report));
  }
};

std::shared_ptr<const Commit> commit(std::string id, std::string message,
                                     std::string author = "A. Person") {
  Commit made;
  made.id = std::move(id);
  made.author = std::move(author);
  made.message = std::move(message);
  return std::make_shared<const Commit>(std::move(made));
}

const std::string kFirst = "kV8xLm2Zr5TkWq7B";
const std::string kSecond = "Zq4tBn9sWx1cPd6e";

TEST_CASE("a path that holds the secret of its file is masked") {
  Case test;
  test.file("keys/" + kFirst + ".txt", kFirst);
  test.file("keys/" + kFirst + ".txt", kSecond);
  test.file("admin/admin.cfg", "admin");
  REQUIRE(test.passed.size() == 3);
  CHECK(test.passed[0].path == "keys/kV********.txt");
  CHECK(test.passed[1].path == "keys/" + kFirst + ".txt");
  CHECK(test.passed[2].path == "admin/admin.cfg");
}

TEST_CASE("a commit's texts are masked by the secrets of all its files") {
  Case test;
  const auto one = commit("1", "use " + kSecond, kFirst);
  test.file("a", kFirst, one);
  test.file("b", kSecond, one);
  CHECK(test.passed.empty());
  const auto two = commit("2", "remove " + kFirst);
  test.file("c", "something-else-1", two);
  REQUIRE(test.passed.size() == 2);
  CHECK(test.passed[0].message == "use Zq********");
  CHECK(test.passed[0].author == "kV********");
  CHECK(test.passed[1].message == "use Zq********");
  REQUIRE(test.masker.end({}));
  REQUIRE(test.passed.size() == 3);
  CHECK(test.passed[2].message == "remove kV********");
  CHECK(test.passed[2].author == "A. Person");
}

TEST_CASE("a commit of many files is held in part") {
  Case test;
  const auto one = commit("1", "use " + kSecond);
  for (std::size_t i = 0; i <= PlaceMasker::kMaxHeld; ++i)
    test.file("a" + std::to_string(i), kFirst, one);
  CHECK(test.passed.size() == PlaceMasker::kMaxHeld);
  REQUIRE(test.masker.end({}));
  CHECK(test.passed.size() == PlaceMasker::kMaxHeld + 1);
}

}  // namespace sluice::place_masker_test
