// The distinct blobs of a history, each with the commit and the path that
// brought it in first.
// Thread-safety: none while it is filled; immutable afterwards.
// Memory: some 60 bytes a blob, and every path once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "finding/shard.h"
#include "git/id_set.h"
#include "git/object_id.h"
#include "git/raw_changes.h"
#include "history/known_texts.h"
#include "history/left_out.h"
#include "history/submodules.h"

namespace sluice {

class Introductions {
 public:
  struct One {
    ObjectId blob;
    std::uint32_t commit;  // its place in the list
    std::uint32_t path;
    bool is_own;   // its path is of the shard
    bool is_link;  // it is the target of a symbolic link
  };

  // `prefix` is put before all paths: the place of the repository in another
  // one. Changes outside of the shard are kept as well, because they count in
  // the order.
  Introductions(LeftOut* left_out, std::string prefix,
                const std::optional<Shard>& shard)
      : left_out_(*left_out), prefix_(std::move(prefix)), walk_(shard) {}

  enum class Added : std::uint8_t {
    kNew,
    kMet,      // its blob was met before, maybe at another path
    kClean,    // its blob is new, and clean at this path
    kLeftOut,  // its path is excluded
    kNoFile,   // a deleted file, or a submodule
  };
  // Changes come in the order of their commits, parents first. Blobs that are
  // clean do not come into all().
  Added add(std::size_t commit, const RawChange& change);

  // From now on, add() knows the clean texts. They must outlive this.
  void set_clean(const KnownTexts* clean) { clean_ = clean; }
  std::uint64_t clean_files() const { return clean_files_; }

  // The number of blobs that were new.
  std::size_t count() const { return count_; }

  // Whether one more place of it makes no difference.
  bool knows(const ObjectId& blob) const { return known_.contains(blob); }

  // Whether the file at `path`, with the prefix, is of the shard and not
  // excluded. Counts it if it is excluded.
  bool wants(const std::string& path);

  // Whether the file at `path`, with the prefix, is excluded. Counts nothing.
  bool leaves_out(std::string_view path) { return left_out_.leaves_out(path); }

  // From now on, excludes() knows the blobs that add() leaves out.
  void remember_left_out() { remembers_ = true; }
  // Whether it was left out at a path.
  bool excludes(const ObjectId& blob) const { return excluded_.contains(blob); }

  // Gives the memory back that only add(), knows() and excludes() need. To be
  // called once, after the last call of these and before the calls of the
  // functions below.
  void close();

  std::span<const One> all() const { return all_; }
  std::string_view path(std::uint32_t id) const { return paths_[id]; }
  // All paths, including excluded ones.
  ShardWalk& walk() { return walk_; }
  // Whether there is any that is not of the shard.
  bool has_others() const { return has_others_; }
  // Its submodules, by their paths in it.
  const SubmoduleMoves& submodules() const { return submodules_; }

  // Puts those at `places` of all() first, in this order, and the others behind.
  void put_first(std::span<const std::size_t> places);

  // Sorts them in the order in which `listed` names their blobs, which is their
  // order in packs. Blobs that it does not name go to the end. Returns how many
  // it named.
  std::size_t sort_as(std::span<const ObjectId> listed);

 private:
  static constexpr std::uint32_t kLeftOut = UINT32_MAX;

  std::uint32_t path_id(std::string_view path);

  LeftOut& left_out_;
  const std::string prefix_;
  ShardWalk walk_;
  bool has_others_ = false;
  const KnownTexts* clean_ = nullptr;  // null: none is known
  std::uint64_t clean_files_ = 0;
  // Until close(): all in blocks of kBlock. One vector that grows would need
  // twice the memory.
  static constexpr std::size_t kBlock = 16 * 1024;
  std::vector<std::vector<One>> blocks_;
  std::size_t count_ = 0;
  std::vector<One> all_;
  IdSet known_;
  bool remembers_ = false;
  IdSet excluded_;
  std::vector<std::string_view> paths_;  // keys of path_ids_
  std::vector<bool> own_;                // of paths_: of the shard
  std::unordered_map<std::string, std::uint32_t> path_ids_;
  SubmoduleMoves submodules_;
};

}  // namespace sluice
