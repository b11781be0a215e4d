#include "baseline/baseline.h"

#include <doctest/doctest.h>

#include "finding/fingerprint.h"
#include "support/fake_fs.h"

namespace sluice::baseline_test {

Rule rule_of(std::string_view id) {
  Rule rule;
  rule.id = id;
  return rule;
}

const Rule kOurs = rule_of("ours");

Finding finding(std::string_view path, std::string_view secret,
                std::uint64_t line) {
  Finding made;
  made.rule = &kOurs;
  made.secret = secret;
  made.start.line = made.end.line = line;
  made.fingerprint = fingerprint("ours", path, secret);
  return made;
}

FileReport file(std::string path, std::string root = "") {
  FileReport made;
  made.location = std::move(path);
  made.root = std::move(root);
  return made;
}

// A baseline of that text.
struct Known {
  FakeFs fs;
  Baseline baseline{[](std::string_view id) { return id == "ours"; }};

  explicit Known(const std::string& text) {
    fs.file("known", text);
    const auto added = baseline.add(fs, "known");
    REQUIRE(added.has_value());
  }
  bool knows(const FileReport& of, const Finding& one) const {
    return baseline.knows(of, one) != nullptr;
  }
};

const auto kNothingThere = [](const std::string&) { return false; };
const auto kAllThere = [](const std::string&) { return true; };

std::string own(std::string_view path, std::string_view secret) {
  return fmt::format("# sluice baseline 1\n{}\n",
                     fingerprint("ours", path, secret));
}

TEST_CASE("baseline: ours knows a finding wherever it has moved in its file") {
  const Known known(own("a.py", "one"));
  CHECK(known.knows(file("a.py"), finding("a.py", "one", 3)));
  CHECK(known.knows(file("a.py"), finding("a.py", "one", 99)));
  CHECK_FALSE(known.knows(file("a.py"), finding("a.py", "two", 3)));
  CHECK_FALSE(known.knows(file("b.py"), finding("b.py", "one", 3)));
}

TEST_CASE("baseline: by the name that the file was given, too") {
  const Known known("src/a.py:ours:3\n");
  CHECK(known.knows(file("a.py", "src/"), finding("a.py", "one", 3)));
  CHECK(known.knows(file("./src/a.py"), finding("src/a.py", "one", 3)));
  CHECK_FALSE(known.knows(file("a.py"), finding("a.py", "one", 3)));
}

TEST_CASE("baseline: a place asks for the rule, if the rule is one of ours") {
  const Known known("a.py:ours:3\nb.py:theirs:3\n");
  CHECK(known.knows(file("a.py"), finding("a.py", "x", 3)));
  CHECK_FALSE(known.knows(file("a.py"), finding("a.py", "x", 4)));
  CHECK(known.knows(file("b.py"), finding("b.py", "x", 3)));
  const Rule other = rule_of("another");
  Finding one = finding("a.py", "x", 3);
  one.rule = &other;
  CHECK_FALSE(known.knows(file("a.py"), one));
}

TEST_CASE("baseline: a place in a commit is that of no file") {
  const Known known("c0ffee:a.py:ours:3\n");
  FileReport of_commit = file("a.py");
  CHECK_FALSE(known.knows(of_commit, finding("a.py", "x", 3)));
  of_commit.commit = std::make_shared<Commit>(Commit{.id = "c0ffee"});
  CHECK(known.knows(of_commit, finding("a.py", "x", 3)));
  of_commit.commit = std::make_shared<Commit>(Commit{.id = "beef"});
  CHECK_FALSE(known.knows(of_commit, finding("a.py", "x", 3)));
}

TEST_CASE("baseline: SHA-1 of the secret, as detect-secrets has it") {
  const Known known(R"({"results": {"a": [{"type": "t", "hashed_secret":
      "a9993e364706816aba3e25717850c26c9cd0d89d", "line_number": 1}]}})");
  CHECK(known.knows(file("a"), finding("a", "abc", 70)));
  CHECK_FALSE(known.knows(file("a"), finding("a", "abd", 1)));
}

TEST_CASE("baseline: stale is what was looked for and is gone") {
  const std::string text = own("a", "one") + own("a", "two") + own("b", "x");
  {
    const Known known(text);
    CHECK(known.knows(file("a"), finding("a", "one", 1)));
    known.baseline.note_read(file("a"));
    // `b` was not looked at, and is there.
    const auto stale = known.baseline.stale(kAllThere);
    REQUIRE(stale.size() == 1);
    CHECK(stale[0].entry->value == fingerprint("ours", "a", "two"));
    CHECK(known.baseline.stale(kNothingThere).size() == 2);
    const auto notes = known.baseline.stale_notes(kAllThere);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].sentence().starts_with("1 of 3 entries in known is stale"));
  }
  {
    const Known known(text);  // nothing was read
    CHECK(known.baseline.stale(kAllThere).empty());
    CHECK(known.baseline.stale_notes(kAllThere).empty());
  }
}

TEST_CASE("baseline: what was found in history is not stale in the files") {
  const auto is_stale = [](const Known& known, Baseline::By by) {
    known.baseline.note_read(file("a.py"));
    return known.baseline.stale(kNothingThere, by).size();
  };
  const Known place("c0ffee:a.py:ours:3\n");
  CHECK(is_stale(place, Baseline::By::kEither) == 0);
  const Known secret(R"([{"RuleID": "r", "File": "a.py", "StartLine": 1,
                          "Commit": "c0ffee", "Secret": "one"}])");
  CHECK(is_stale(secret, Baseline::By::kEither) == 0);
  CHECK(secret.baseline.stale_notes(kNothingThere).empty());
  // All of history was scanned, and it is not there.
  CHECK(is_stale(secret, Baseline::By::kSecret) == 1);
  CHECK(secret.knows(file("a.py"), finding("a.py", "one", 9)));
  CHECK(is_stale(secret, Baseline::By::kSecret) == 0);
  const Known of_files(R"([{"RuleID": "r", "File": "a.py", "StartLine": 1,
                            "Commit": "", "Secret": "one"}])");
  CHECK(is_stale(of_files, Baseline::By::kEither) == 1);
}

TEST_CASE("baseline: the file itself is known by what it is") {
  const Known known(own("a", "one"));
  CHECK(known.baseline.holds_file(known.fs, file("known")));
  CHECK(known.baseline.holds_file(known.fs, file("./known")));
  CHECK_FALSE(known.baseline.holds_file(known.fs, file("other/known")));
}

TEST_CASE("baseline: one that cannot be read is an error") {
  FakeFs fs;
  Baseline baseline([](std::string_view) { return false; });
  const auto added = baseline.add(fs, "gone");
  REQUIRE(!added.has_value());
  CHECK(added.error().code == ErrorCode::kConfig);
  CHECK(added.error().message.find("gone") != std::string::npos);
}

}  // namespace sluice::baseline_test
