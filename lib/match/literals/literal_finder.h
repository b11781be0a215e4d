// Finds the literals of a set of rules in texts, and compiles them only when
// there is enough text for that to pay. A LiteralIndex takes 2 to 20 ms to
// compile, which is more than everything else in a scan of a few files.
// Thread-safety: any thread may search, each with its own scratch.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "match/literals/bigram_search.h"
#include "match/literals/literal_index.h"
#include "match/prefilter/literal.h"

namespace sluice {

class FinderScratch {
 private:
  friend class LiteralFinder;
  LiteralScratch index;
};

class LiteralFinder {
 public:
  // At least so many bytes are searched before the index is compiled.
  static constexpr std::uint64_t kMinBytes = 256 * 1024;

  // `serialized` is what LiteralIndex::serialize() returned for `literals`, and
  // must outlive the finder. If it is empty, the literals are compiled when it
  // pays. Error: kConfig if the bytes are damaged.
  static Result<std::unique_ptr<LiteralFinder>> create(
      std::vector<Literal> literals, std::string_view serialized);

  // Appends the same hits as LiteralIndex::find(). `text` has at most 2 GiB.
  void find(std::string_view text, FinderScratch& scratch,
            std::vector<LiteralHit>* hits) const;

  // Whether the index is used from now on.
  bool compiled() const {
    return ready_.load(std::memory_order_acquire) != nullptr;
  }

 private:
  explicit LiteralFinder(std::vector<Literal> literals)
      : literals_(std::move(literals)),
        pays_after_(std::max(kMinBytes, LiteralIndex::pays_after(literals_))) {}

  const LiteralIndex* index_for(std::size_t bytes) const;

  std::vector<Literal> literals_;
  std::uint64_t pays_after_;  // bytes
  std::optional<BigramSearch>
      bigrams_;  // nothing if the index is there at once
  // Bytes searched without the index. Written and read by every searcher. It
  // only decides whether compiling pays, so relaxed.
  mutable std::atomic<std::uint64_t> searched_ = 0;
  // Set by the one thread that compiles. Read by the others, which meanwhile
  // continue without the index. It publishes nothing, so relaxed.
  mutable std::atomic<bool> taken_ = false;
  // Written only by that one thread, before `ready_`.
  mutable LiteralIndex index_;
  // &index_ once it is compiled. Null before, and for ever if the set cannot be
  // compiled. Written once, with release, by the thread that compiled.
  // Read by every searching thread, with acquire, so that it sees the whole
  // index.
  mutable std::atomic<const LiteralIndex*> ready_ = nullptr;
};

}  // namespace sluice
