#include "gitleaks/detector/exceptions.h"

#include <doctest/doctest.h>

#include <memory>
#include <string_view>
#include <vector>

namespace sluice::exceptions_test {

using Views = std::vector<std::string_view>;

struct List {
  Views paths, regexes, stopwords, commits;
  bool all = false;
  AllowTarget target = AllowTarget::kSecret;
};

struct Made {
  explicit Made(List given) : list(std::move(given)) {
    allowlist.all = list.all;
    allowlist.target = list.target;
    allowlist.paths = list.paths;
    allowlist.regexes = list.regexes;
    allowlist.stopwords = list.stopwords;
    allowlist.commits = list.commits;
    auto compiled = Exceptions::compile(allowlist, "test");
    REQUIRE(compiled.has_value());
    exceptions = std::move(*compiled);
  }
  const Exceptions* operator->() const { return exceptions.get(); }

  List list;
  Allowlist allowlist;
  std::unique_ptr<Exceptions> exceptions;
};

constexpr GitleaksTexts kTexts{"a/b.py", "Secret1", "key=Secret1",
                               "x key=Secret1"};

TEST_CASE("exceptions: flags leak to the patterns behind them") {
  const Made first({.regexes = {"(?i)zzz", "SECRET"}});
  const Made last({.regexes = {"SECRET", "(?i)zzz"}});
  CHECK(first->allows(kTexts));
  CHECK(!last->allows(kTexts));
}

TEST_CASE("exceptions: any one fits, or one of each kind") {
  CHECK(Made({.regexes = {"no"}, .stopwords = {"SECRET"}})->allows(kTexts));
  CHECK(!Made({.regexes = {"no"}, .stopwords = {"SECRET"}, .all = true})
             ->allows(kTexts));
  CHECK(Made({.paths = {"py$"},
              .regexes = {"no", "1$"},
              .stopwords = {"zz", "SECRET"},
              .all = true})
            ->allows(kTexts));
  CHECK(
      !Made({.paths = {"c$"}, .regexes = {"1$"}, .all = true})->allows(kTexts));
  CHECK(!Made({.regexes = {"1$"}, .commits = {"abc"}, .all = true})
             ->allows(kTexts));
  // A path alone is for files, not for findings.
  CHECK(!Made({.paths = {"py$"}})->allows(kTexts));
}

TEST_CASE("exceptions: what the patterns look at") {
  CHECK(!Made({.regexes = {"^key"}})->allows(kTexts));
  CHECK(Made({.regexes = {"^key"}, .target = AllowTarget::kMatch})
            ->allows(kTexts));
  CHECK(
      Made({.regexes = {"^x"}, .target = AllowTarget::kLine})->allows(kTexts));
  // Stop words are looked for in the secret, whatever the target.
  CHECK(!Made({.stopwords = {"key"}, .target = AllowTarget::kMatch})
             ->allows(kTexts));
  CHECK(!Made({.regexes = {""}})->allows({"f", "", "", ""}));
  CHECK(Made({.regexes = {""}})->allows(kTexts));
  CHECK(!Made({.stopwords = {""}})->allows(kTexts));
  CHECK(Made({.regexes = {"a[^b]c"}})
            ->allows({"f",
                      "a\xFF"
                      "c",
                      "", ""}));
}

TEST_CASE("exceptions: files") {
  CHECK(Made({.paths = {"zz", "^a/"}})->allows_file("a/b.py"));
  CHECK(!Made({.paths = {"^a/"}})->allows_file(""));
  CHECK(Made({.paths = {"^a/"}, .stopwords = {"x"}})->allows_file("a/b"));
  CHECK(Made({.paths = {"^a/"}, .all = true})->allows_file("a/b"));
  const Made more({.paths = {"^a/"}, .stopwords = {"x"}, .all = true});
  CHECK(!more->allows_file("a/b"));
  // The walk ignores whether all conditions of the list must hold.
  CHECK(more->fits_path("a/b"));
  CHECK(!Made({.paths = {"^a/"}, .commits = {"c"}, .all = true})
             ->allows_file("a/b"));
}

TEST_CASE("exceptions: commits") {
  const Made any({.paths = {"^a/"}, .commits = {"c", "d"}});
  CHECK(any->allows_file("b", "d"));
  CHECK(any->allows_file("", "d"));
  CHECK(any->allows_file("a/b", "e"));
  CHECK(!any->allows_file("b", "e"));
  const Made both({.paths = {"^a/"}, .commits = {"c"}, .all = true});
  CHECK(both->allows_file("a/b", "c"));
  CHECK(!both->allows_file("a/b", "e"));
  CHECK(!both->allows_file("b", "c"));
  CHECK(Made({.commits = {"c"}, .all = true})->allows_file("b", "c"));
  const Made text({.regexes = {"1$"}, .commits = {"c"}, .all = true});
  CHECK(!text->allows_file("a/b", "c"));
  GitleaksTexts texts = kTexts;
  CHECK(!text->allows(texts));
  texts.commit = "c";
  CHECK(text->allows(texts));
}

TEST_CASE("exceptions: patterns that cannot be joined are an error") {
  const Views regexes = {"\\Qabc", "d"};
  Allowlist list;
  list.regexes = regexes;
  const auto compiled = Exceptions::compile(list, "some-rule");
  REQUIRE(!compiled.has_value());
  CHECK(compiled.error().message.find("some-rule") != std::string::npos);
}

TEST_CASE("word list: words stand anywhere") {
  const WordList words({"abc", "b", "", "zz"});
  CHECK(words.found_in("xxabc"));
  CHECK(words.found_in("b"));
  CHECK(!words.found_in("ac z"));
  CHECK(!words.found_in(""));
  CHECK(!WordList().found_in("x"));
  CHECK(WordList({"\xFF\xFE"}).found_in("a\xFF\xFE"));
}

}  // namespace sluice::exceptions_test
