#include "history/commit_facts.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/temp_repository.h"

namespace sluice::commit_facts_test {

using namespace std::string_literals;

const std::string kTree = "tree " + std::string(40, 'a') + "\n";

Commit read(const std::string& rest) { return read_commit(kTree + rest); }

std::string date(const std::string& written) {
  return read("author A <a@x> " + written + "\n\nx\n").date;
}

TEST_CASE("commit facts: what a commit says") {
  const Commit commit =
      read("parent " + std::string(40, 'b') +
           "\nauthor Ada L <ada@example.org> 1112911993 -0700\n"
           "committer Bob <bob@example.org> 1700000000 +0000\n"
           "gpgsig -----BEGIN\n author Eve <eve@x> 1 +0000\n -----END\n"
           "\nfirst\nline\n\nbody\n");
  CHECK(commit.author == "Ada L");
  CHECK(commit.email == "ada@example.org");
  CHECK(commit.date == "2005-04-07T15:13:13-07:00");
  CHECK(commit.message == "first line");
}

TEST_CASE("commit facts: dates") {
  CHECK(date("0 +0000") == "1970-01-01T00:00:00+00:00");
  CHECK(date("-1 +0000") == "1969-12-31T23:59:59+00:00");
  CHECK(date("1700000000 +0545") == "2023-11-15T03:58:20+05:45");
  CHECK(date("1700000000") == "2023-11-14T22:13:20+00:00");
  for (const std::string& none :
       {""s, "x"s, "99999999999999999999 +0000"s, "99999999999999999 +0000"s,
        "1700000000 +99999"s, "%aI"s}) {
    CAPTURE(none);
    CHECK(date(none).empty());
  }
}

TEST_CASE("commit facts: parts that are missing") {
  CHECK(read_commit("").message.empty());
  CHECK(read("\n\n\n").message.empty());
  CHECK(read("author nobody\n\nx\n").author.empty());
  CHECK(read("author <> 1 +0000\n\nx\n").date == "1970-01-01T00:00:01+00:00");
  CHECK(read("author A <a@x> 1 +0000\n").message.empty());
}

TEST_CASE("commit facts: encodings") {
  const auto said = [](const std::string& encoding, const std::string& text) {
    return read("author A <a@x> 1 +0000\nencoding " + encoding + "\n\n" + text)
        .message;
  };
  CHECK(said("ISO-8859-1", "\xe4\xf6") == "\u00e4\u00f6");
  CHECK(said("koi8-r", "\xc1") == "\u0430");
  // An unknown encoding, one without ASCII, and one that does not fit the text.
  CHECK(said("nonsense", "\xe4") == "\xe4");
  CHECK(said("UTF-16", "ab") == "ab");
  CHECK(said("EUC-JP", "\xff") == "\xff");
  CHECK(said("ISO-8859-1", "a\0b"s) == "a b");
}

TEST_CASE("commit facts: long ones are cut between characters") {
  const std::string ellipsis = "\u2026";
  const auto message = [](const std::string& text) {
    return read("author A <a@x> 1 +0000\n\n" + text).message;
  };
  CHECK(message(std::string(4096, 's')) == std::string(4096, 's'));
  CHECK(message(std::string(4097, 's')) == std::string(4096, 's') + ellipsis);
  std::string wide;
  for (int i = 0; i < 2000; ++i) wide += "\u20ac";
  const std::string cut = message(wide);
  CHECK(cut.size() == 4095 + ellipsis.size());
  CHECK(cut.starts_with("\u20ac"));
  // All of the head is read, and the message does not begin within it.
  CHECK(message("").empty());
  CHECK(read_commit(kTree + "gpgsig " + std::string(300'000, 'x') + "\n")
            .message.find("too long") != std::string::npos);
}

TEST_CASE("commit facts: of a repository, with one that is not there") {
  const TempRepository made;
  const ObjectId first = made.commit("a", "1");
  const ObjectId second = made.commit("b", "2");
  const ObjectId none = ObjectId::parse(std::string(40, '1')).value();
  const GitRepository repository = made.open();
  const std::vector<ObjectId> asked = {second, none, first};
  const auto facts = commit_facts(repository.place(), asked);
  REQUIRE(facts.has_value());
  CHECK(facts->at(first)->message == "writes a");
  CHECK(facts->at(second)->message == "writes b");
  CHECK(facts->at(second)->id == second.hex());
  CHECK(facts->at(second)->author == "A");
  CHECK(facts->at(none)->id == none.hex());
  CHECK(facts->at(none)->author.empty());
  CHECK(commit_facts(repository.place(), {})->empty());
}

}  // namespace sluice::commit_facts_test
