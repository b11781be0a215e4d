// The choice is that of renting or buying. If you rent until the rents add up
// to the price, and then buy, you pay at most twice the cost of the best choice
// in hindsight (the ski-rental problem). The other threads do not wait for the
// one that compiles: they continue to search without the index.
//
// If Hyperscan cannot compile the set, or cannot run on this processor, the
// search continues without it. It is as exact, and a user's rules should not
// fail because of this.

#include "match/literals/literal_finder.h"

#include <algorithm>
#include <utility>

namespace sluice {

Result<std::unique_ptr<LiteralFinder>> LiteralFinder::create(
    std::vector<Literal> literals, std::string_view serialized) {
  std::unique_ptr<LiteralFinder> finder(new LiteralFinder(std::move(literals)));
  if ((serialized.empty() && !finder->literals_.empty()) ||
      !LiteralIndex::supported()) {
    finder->bigrams_.emplace(finder->literals_);
    return finder;
  }
  SLUICE_TRY_ASSIGN(finder->index_, LiteralIndex::deserialize(serialized));
  finder->ready_.store(&finder->index_, std::memory_order_release);
  return finder;
}

void LiteralFinder::find(std::string_view text, FinderScratch& scratch,
                         std::vector<LiteralHit>* hits) const {
  const LiteralIndex* const index = index_for(text.size());
  if (index == nullptr) return bigrams_->find(text, hits);
  if (!index->find(text, scratch.index, hits))
    bigrams_ ? bigrams_->find(text, hits)
             : BigramSearch(literals_).find(text, hits);
}

// Null means to search without it.
const LiteralIndex* LiteralFinder::index_for(std::size_t bytes) const {
  if (const LiteralIndex* ready = ready_.load(std::memory_order_acquire))
    return ready;
  const std::uint64_t searched =
      searched_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  if (searched < pays_after_ ||
      taken_.exchange(true, std::memory_order_relaxed))
    return nullptr;
  Result<LiteralIndex> made = LiteralIndex::compile(literals_);
  if (!made) return nullptr;
  index_ = std::move(*made);
  ready_.store(&index_, std::memory_order_release);
  return &index_;
}

}  // namespace sluice
