// The changes of commits, found by reading their trees. This is for commits
// that are in packs, which is several times as fast as asking git, and for
// commits with so many changes that git cannot list them.
//
// A few trees that contain each other many times name millions of files: a tree
// of ten entries, all of which are the same tree of ten entries, and so on. Git
// lists every place. Here a tree is not read again once the sink knows every
// blob below it, because another place then brings in nothing. Other trees are
// read at each place, up to a bound for a commit.
//
// Thread-safety: one thread at a time. Memory: 43 bytes for each tree if the
// sink says what it knows, what an ObjectReader needs, and the texts of the trees on the way to one, 512 MiB at
// most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>

#include "base/error.h"
#include "git/id_set.h"
#include "git/object_id.h"
#include "git/run_git.h"
#include "history/commit_graph.h"
#include "history/known_texts.h"
#include "history/tree_changes.h"
#include "pack/object_store.h"

namespace sluice {

class GitObjects;

class TreeWalk {
 public:
  // Bytes of trees that are read again in one commit.
  static constexpr std::uint64_t kMostRepeated = 32 << 20;

  // Asks git for objects that are not in `packs`. The parents of commits in
  // `graph` are those that it has.
  TreeWalk(const GitWorkdir& place, const ObjectStore& packs,
           const CommitGraph& graph, const TreeChangeSink& sink,
           std::uint64_t most_repeated = kMostRepeated);
  ~TreeWalk();
  TreeWalk(const TreeWalk&) = delete;
  TreeWalk& operator=(const TreeWalk&) = delete;

  // Calls the sink for the changes of `commit`, whose place in the list is
  // `index`. Error: not all of them could be found. Those that the sink got are
  // right.
  Result<void> walk(std::size_t index, const ObjectId& commit);

 private:
  const GitWorkdir place_;
  const CommitGraph& graph_;
  const TreeChangeSink& sink_;
  const std::uint64_t most_repeated_;
  const std::unique_ptr<GitObjects> objects_;
  // Trees below which the sink knows every blob.
  IdSet known_;
  // These trees at their paths, if the sink wants every path.
  std::unordered_set<KnownTexts::Key, KnownTexts::Hash> known_places_;
  // Other trees, of which the sink knows the files of the tree itself.
  IdSet files_known_;
};

}  // namespace sluice
