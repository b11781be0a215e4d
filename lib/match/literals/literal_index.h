// A set of literals, found in a buffer in one pass: a pre-filter where the
// literals allow it, and Hyperscan's pure-literal matcher for the rest
// (literal_index.cc). The only file that includes hs.h is its source.
// Thread-safety: a LiteralIndex is immutable and shared by all workers; a
// LiteralScratch belongs to one worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "match/prefilter/literal.h"
#include "match/prefilter/prefilter.h"

struct hs_database;
struct hs_scratch;

namespace sluice {

class LiteralScratch {
 public:
  LiteralScratch() = default;

 private:
  friend class LiteralIndex;
  struct Free {
    void operator()(hs_scratch* scratch) const;
  };
  std::unique_ptr<hs_scratch, Free> scratch_;
};

class LiteralIndex {
 public:
  using Front = Prefilter::Front;

  // Compiles `literals`; their positions become the ids. An empty set is
  // allowed and finds nothing. Milliseconds for some hundred literals. With
  // `follow`, one for each literal, occurrences that no rule needs by it may be
  // left out. Without a front Hyperscan works alone.
  static Result<LiteralIndex> compile(
      std::span<const Literal> literals, std::span<const Follow> follow = {},
      std::optional<Front> front = Prefilter::best_front());

  // Takes an index from the bytes that serialize() gave, in microseconds.
  static Result<LiteralIndex> deserialize(
      std::string_view bytes,
      std::optional<Front> front = Prefilter::best_front());

  // The index of `literals` as bytes, with every front, for this build of
  // Hyperscan on any x86-64 processor with SSSE3, which is the least that
  // Hyperscan asks for.
  static Result<std::string> serialize(std::span<const Literal> literals,
                                       std::span<const Follow> follow = {});

  Result<LiteralScratch> make_scratch() const;

  bool uses_filter() const { return prefilter_ != nullptr; }

  // Appends every occurrence in `text`, overlapping ones too, to `*hits`,
  // ordered by `end`. `text` is at most 2 GiB. False, and nothing appended, if
  // Hyperscan fails: 5.4 does so with some literals of 37 bytes and more that
  // end in one byte over and over.
  [[nodiscard]] bool find(std::string_view text, LiteralScratch& scratch,
                          std::vector<LiteralHit>* hits) const;

 private:
  struct Free {
    void operator()(hs_database* database) const;
  };

  bool find_by_hyperscan(std::string_view text, LiteralScratch& scratch,
                         std::vector<LiteralHit>* hits) const;
  bool find_qgrams_by_hyperscan(std::string_view text, std::size_t from,
                                std::size_t to, LiteralScratch& scratch,
                                std::vector<LiteralHit>* hits) const;

  std::unique_ptr<hs_database, Free> database_;  // null: no literals
  std::unique_ptr<Prefilter> prefilter_;  // null: not suited, or not wanted
};

}  // namespace sluice
