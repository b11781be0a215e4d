// Decides which findings of the shards of a history are the first of their
// secret in all shards together, as history/first_findings.h does for one scan.
//
// The findings of each commit are decided together, commit by commit. A secret
// that an earlier commit has is not new. In a range, a secret is also not new
// if it was in an older version of a file with first places, or in a file that
// the commit deletes. Each shard contributes its facts (HistoryFacts).
//
// One difference to a single scan remains: older secrets are looked for in the
// files where a shard has its first places, which may be a few files more than
// in the whole scan. So a moved secret may be recognized as old here, and not
// there.
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

  // Adds the facts of a shard's coverage. To be called before the others.
  void add(HistoryFacts facts, const std::vector<Note>& notes);

  // Takes a report of one finding, in the order of sequences. The decided
  // findings, all of earlier commits, go to `bring`.
  Result<void> take(FileReport file, const Bring& bring);

  // Call it after the last one. Corrects the shards' counts.
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

  // A version of a file: the number of the commit that adds it, and the path.
  using Version = std::pair<std::uint64_t, std::string>;

  void settle_notes(Coverage* coverage) const;
  std::size_t repository_of(std::uint64_t sequence) const;
  Result<void> settle_until(std::uint64_t sequence, const Bring& bring);
  Result<void> settle(std::uint64_t sequence, Commit commit,
                      const Bring& bring);
  void repeat(std::size_t repository, bool in_baseline);

  std::set<std::uint64_t> ends_;  // of the repositories' commits
  std::map<std::uint64_t, Commit> commits_;
  // The versions that notes are about, and whether a finding of each stays.
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
