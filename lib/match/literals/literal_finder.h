// The literals of a set of rules, found in texts; compiled only when there is
// enough text for that to pay. A LiteralIndex takes 5 to 60 ms to compile,
// which is more than all else that the scan of a few files does.
// Thread-safety: any thread may search, each with a scratch of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "match/literals/literal_index.h"
#include "match/literals/small_search.h"
#include "match/prefilter/literal.h"

namespace sluice {

class FinderScratch {
 private:
  friend class LiteralFinder;
  LiteralScratch index;
};

class LiteralFinder {
 public:
  // Bytes that are searched before the index is compiled: about what can be
  // searched in the time that takes.
  static constexpr std::uint64_t kMinBytes = 256 * 1024;
  static constexpr std::uint64_t kBytesPerLiteral = 512;

  // `serialized` is what LiteralIndex::serialize() gave for `literals`; empty:
  // they are compiled when it pays. It must outlive the finder. Error: kConfig,
  // for damaged bytes.
  static Result<std::unique_ptr<LiteralFinder>> create(
      std::vector<Literal> literals, std::string_view serialized);

  // Appends what LiteralIndex::find() appends. `text` is at most 2 GiB.
  void find(std::string_view text, FinderScratch& scratch,
            std::vector<LiteralHit>* hits) const;

  // Whether the index is used from now on.
  bool compiled() const {
    return ready_.load(std::memory_order_acquire) != nullptr;
  }

 private:
  explicit LiteralFinder(std::vector<Literal> literals)
      : literals_(std::move(literals)) {}

  const LiteralIndex* index_for(std::size_t bytes) const;

  std::vector<Literal> literals_;
  std::optional<SmallSearch> small_;  // nothing: the index is there at once
  // Bytes searched without the index. Written and read by every searcher. Says
  // only whether compiling pays, so relaxed.
  mutable std::atomic<std::uint64_t> searched_ = 0;
  // Set by the one thread that compiles, read by the others, which go on
  // without the index meanwhile. Nothing is handed over through it, so relaxed.
  mutable std::atomic<bool> taken_ = false;
  // Written by that one thread alone, before `ready_`.
  mutable LiteralIndex index_;
  // &index_ once it is compiled; null before, and for ever if Hyperscan cannot
  // compile the set. Written once, by the thread that compiled, with release;
  // read by every searching thread, with acquire, so that it sees the index
  // whole.
  mutable std::atomic<const LiteralIndex*> ready_ = nullptr;
};

}  // namespace sluice
