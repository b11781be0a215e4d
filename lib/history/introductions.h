// The distinct blobs of a history, each with the commit and the path that
// brought it in first.
// Thread-safety: none while it is filled; immutable afterwards.
// Memory: some 60 bytes a blob, and every path once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "git/object_id.h"
#include "git/raw_changes.h"
#include "history/left_out.h"
#include "history/submodules.h"

namespace sluice {

class Introductions {
 public:
  struct One {
    ObjectId blob;
    std::uint32_t commit;  // its place in the list
    std::uint32_t path;
  };

  // `prefix` stands before all paths: where the repository lies in another one.
  Introductions(LeftOut* left_out, std::string prefix)
      : left_out_(*left_out), prefix_(std::move(prefix)) {}

  // Changes come in the order of their commits, parents first.
  void add(std::size_t commit, const RawChange& change);

  std::span<const One> all() const { return all_; }
  std::string_view path(std::uint32_t id) const { return paths_[id]; }
  // Its submodules, by their paths in it.
  const SubmoduleMoves& submodules() const { return submodules_; }

  // Brings them into the order in which `listed` names their blobs, which is
  // that in which they lie in packs; what it does not name goes to the end.
  // Gives how many it named.
  std::size_t sort_as(std::span<const ObjectId> listed);

 private:
  static constexpr std::uint32_t kLeftOut = UINT32_MAX;

  std::uint32_t path_id(std::string_view path);

  LeftOut& left_out_;
  const std::string prefix_;
  std::vector<One> all_;
  std::unordered_set<ObjectId> known_;
  std::vector<std::string_view> paths_;  // keys of path_ids_
  std::unordered_map<std::string, std::uint32_t> path_ids_;
  SubmoduleMoves submodules_;
};

}  // namespace sluice
