// A share of a scan that many machines do together: which paths are in it, and
// in which order the shares are merged.
//
// A path's shard depends only on the path, so a file stays in its shard when
// other files are added or removed. The order depends on numbers: every shard
// goes through all names, counts them as the others do, and writes the numbers
// of its own names into its report.
//
// Rejected: an order by path. The order of a list (--files-from) and that of
// commits do not depend on paths.
// Thread-safety: plain values; a ShardWalk belongs to one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

struct Shard {
  std::uint64_t index = 1;  // from 1 to `count`
  std::uint64_t count = 1;
  bool operator==(const Shard&) const = default;
};

// The first eight bytes of the SHA-256 of the path's bytes, the first the
// highest: what another program computes as easily.
std::uint64_t shard_hash(std::string_view path);

constexpr bool holds(const Shard& shard, std::uint64_t hash) {
  return hash % shard.count == shard.index - 1;
}

// Whether `path` is of the shard; of no shard at all it is in any case.
inline bool holds(const std::optional<Shard>& shard, std::string_view path) {
  return !shard || holds(*shard, shard_hash(path));
}

// Facts in which all shards of a scan must agree, and facts that only a merge
// needs.
struct ShardFacts {
  Shard shard;
  // The prefix with which the paths can be opened (FileReport::root).
  std::string root;
  // The number of paths that the walk has met, in all shards, and the sum of
  // their hashes. These are equal if the shards have walked the same tree.
  std::uint64_t paths = 0;
  std::uint64_t sum = 0;
  // The scan was ended early.
  bool interrupted = false;

  bool walked_as(const ShardFacts& other) const {
    return paths == other.paths && sum == other.sum;
  }
};

// Counts the paths of the walk and decides which belong to the shard.
class ShardWalk {
 public:
  struct Met {
    std::uint64_t number = 0;  // from 0
    bool is_own = true;
  };

  explicit ShardWalk(const std::optional<Shard>& shard) : shard_(shard) {}

  // Counts the next path, in the form of reports.
  Met meet(std::string_view path) { return meet(path, path); }

  // Counts a path that belongs to the shard of `owner`.
  Met meet(std::string_view path, std::string_view owner) {
    if (!shard_) return {paths_++, true};
    const std::uint64_t hash = shard_hash(path);
    sum_ += hash;
    return {paths_++, path == owner ? sluice::holds(*shard_, hash)
                                    : sluice::holds(shard_, owner)};
  }

  // For an event about `path` that may not happen in every shard. It gets the
  // number of the next path.
  Met look(std::string_view path) const {
    return {paths_, sluice::holds(shard_, path)};
  }

  bool is_whole() const { return !shard_; }

  // Returns the facts for the report; nothing for a whole scan.
  std::optional<ShardFacts> facts() const {
    if (!shard_) return std::nullopt;
    return ShardFacts{
        .shard = *shard_, .root = {}, .paths = paths_, .sum = sum_};
  }

 private:
  std::optional<Shard> shard_;
  std::uint64_t paths_ = 0;
  std::uint64_t sum_ = 0;
};

}  // namespace sluice
