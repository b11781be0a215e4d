// Which findings of the shards of a history are the first of their secret in
// all shards together, as history/first_findings.h has it of one scan.
//
// A commit's findings are decided together, commit by commit: a secret that an
// earlier commit has is no longer new, and of a range neither is what stood in
// an older version of a file that has first places there, or in a file that
// the commit deletes. Each shard tells what it knows of that (HistoryFacts).
//
// One thing is not as in one scan: what stood before is looked for where a
// shard has its first places, which may be a few files more than in the scan of
// all. So a secret that was moved may be known to be old here, and not there.
//
// Thread-safety: one thread. Memory: some 100 bytes for each distinct secret,
// and the findings of one commit.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "finding/finding.h"

namespace sluice {

class FirstPlaces {
 public:
  using Bring = std::function<Result<void>(FileReport)>;

  // What a shard's coverage says. Before the rest.
  void add(HistoryFacts facts, const std::vector<Note>& notes);

  // A report of one finding, in the order of sequences. What is decided by it,
  // all of earlier commits, goes to `bring`.
  Result<void> take(FileReport file, const Bring& bring);

  // There are no more. Corrects what the shards have counted.
  Result<void> end(const Bring& bring);
  void correct(Coverage* coverage) const;

 private:
  struct Commit {
    std::vector<SecretPlace> known;
    std::vector<SecretPlace> before;
    std::vector<MistypedToken> mistyped;
  };
  // A repository, and the name of a secret there.
  using Name = std::pair<std::size_t, std::string>;

  // Of a file that a commit brings in: the commit's number, and the path.
  using Version = std::pair<std::uint64_t, std::string>;

  void settle_notes(Coverage* coverage) const;
  std::size_t repository_of(std::uint64_t sequence) const;
  Result<void> settle_until(std::uint64_t sequence, const Bring& bring);
  Result<void> settle(std::uint64_t sequence, Commit commit,
                      const Bring& bring);
  void repeat(std::size_t repository, bool in_baseline);

  std::set<std::uint64_t> ends_;  // of the repositories' commits
  std::map<std::uint64_t, Commit> commits_;
  // Those that notes are about, and whether a finding of it stays.
  std::map<Version, bool> noted_;
  std::vector<FileReport> held_;  // of the commit at hand
  std::set<Name> seen_;
  std::set<Name> seen_mistyped_;
  std::map<std::size_t, std::uint64_t> repeated_;  // by repository
  std::uint64_t not_in_baseline_ = 0;
  std::uint64_t self_allowed_ = 0;
  MistypedTokens mistyped_;
};

}  // namespace sluice
