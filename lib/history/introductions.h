// The distinct blobs of a history, each with the commit and the path that
// brought it in first.
// Thread-safety: none while it is filled; immutable afterwards.
// Memory: some 60 bytes a blob, and every path once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "git/object_id.h"
#include "git/raw_changes.h"
#include "history/left_out.h"

namespace sluice {

class Introductions {
 public:
  struct One {
    ObjectId blob;
    std::uint32_t commit;  // its place in the list
    std::uint32_t path;
  };

  explicit Introductions(LeftOut* left_out) : left_out_(*left_out) {}

  // Changes come in the order of their commits.
  void add(std::size_t commit, const RawChange& change);

  std::span<const One> all() const { return all_; }
  std::string_view path(std::uint32_t id) const { return paths_[id]; }
  // Where other repositories are tied in.
  const std::set<std::string>& submodules() const { return submodules_; }

  // Brings them into the order in which `listed` names their blobs, which is
  // that in which they lie in packs; what it does not name goes to the end.
  // Gives how many it named.
  std::size_t sort_as(std::span<const ObjectId> listed);

 private:
  static constexpr std::uint32_t kLeftOut = UINT32_MAX;

  std::uint32_t path_id(std::string_view path);

  LeftOut& left_out_;
  std::vector<One> all_;
  std::unordered_set<ObjectId> known_;
  std::vector<std::string_view> paths_;  // keys of path_ids_
  std::unordered_map<std::string, std::uint32_t> path_ids_;
  std::set<std::string> submodules_;
};

}  // namespace sluice
