// The commits that a repository's tips lead to, read out of its packs and loose
// objects without a process, in the order of `git rev-list --reverse
// --date-order`.
// Thread-safety: one thread while it walks; any thread may read it afterwards.
// Memory: some 100 bytes a commit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/interrupt.h"
#include "git/object_id.h"
#include "pack/object_reader.h"

namespace sluice {

struct CommitHead {
  ObjectId tree;
  std::vector<ObjectId> parents;
  std::uint64_t date = 0;  // seconds; 0 if it cannot be read
};

// Reads the head of a commit's text as git does. Returns nothing if it names no
// tree, or if the name of a parent is damaged.
std::optional<CommitHead> read_commit_head(std::string_view text);

// The object that an annotated tag's text names; nothing if that is damaged.
std::optional<ObjectId> target_of(std::string_view tag);

class CommitGraph {
 public:
  // From now on, commits in `ids` have no parents.
  void cut_at(std::unordered_set<ObjectId> ids) { shallow_ = std::move(ids); }

  // How a walk treats an object that cannot be read.
  enum class Unreadable : bool { kEndWalk, kPassOver };

  // Returns the commits that `tips` lead to and that no call before returned,
  // parents before their children. A tip that is an annotated tag means
  // what it names; other objects lead to nothing. Returns nothing if the walk
  // ended early: at an object that cannot be read, or after an interrupt. The
  // graph is then empty, and git has to be asked.
  std::optional<std::vector<ObjectId>> walk(
      ObjectReader& objects, std::span<const ObjectId> tips,
      const Interrupt* interrupt, Unreadable unreadable = Unreadable::kEndWalk);

  // Returns the commits among `ids` and their ancestors. All of them must be in
  // the graph.
  std::vector<ObjectId> with_ancestors(std::span<const ObjectId> ids) const;

  bool is_empty() const { return nodes_.empty(); }
  bool has(const ObjectId& id) const { return find(id) != kNone; }
  struct Trees {
    ObjectId own;
    std::vector<ObjectId> of_parents;
  };
  // Returns the trees of a commit and of its parents that could be read. It must
  // be in the graph.
  Trees trees_of(const ObjectId& id) const;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Node {
    ObjectId id;
    ObjectId tree;  // names nothing if the commit could not be read
    std::uint32_t first_parent = 0;  // of parents_
    std::uint32_t parents = 0;
  };

  class Walk;

  std::uint32_t find(const ObjectId& id) const;
  std::uint32_t add(const ObjectId& id, bool* is_new);
  std::size_t slot_of(const ObjectId& id) const;
  std::span<const std::uint32_t> parents_of(std::uint32_t node) const {
    return std::span(parents_).subspan(nodes_[node].first_parent,
                                       nodes_[node].parents);
  }

  std::unordered_set<ObjectId> shallow_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> parents_;
  // Numbers of nodes, by their ids: open addressing in a power of two.
  std::vector<std::uint32_t> slots_;
};

}  // namespace sluice
