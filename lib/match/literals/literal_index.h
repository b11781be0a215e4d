// A set of literals, found in a buffer in one pass: a pre-filter where the
// literals allow it, and Hyperscan's pure-literal matcher for the rest
// (literal_index.cc). The only file that includes hs.h is its source.
// Thread-safety: a LiteralIndex is immutable and shared by all workers; a
// LiteralScratch belongs to one worker.
// Ownership: the bytes that an index is taken from must outlive it.
// Errors: find() throws a std::runtime_error if these bytes are damaged where
// deserialize() did not look.
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

// For searches in one index.
class LiteralScratch {
 private:
  friend class LiteralIndex;
  struct Free {
    void operator()(hs_scratch* scratch) const;
  };
  std::unique_ptr<hs_scratch, Free> scratch_;  // once Hyperscan is called
};

class LiteralIndex {
 public:
  using Front = Prefilter::Front;

  // Whether this processor can have any: on x86-64 it takes SSE4.2, for the
  // program has not what Hyperscan has for older ones (apps/sluice/meson.build).
  static bool supported();

  // Compiles `literals`; their positions become the ids. An empty set is
  // allowed and finds nothing. Milliseconds for some hundred literals. With
  // `follow`, one for each literal, occurrences that no rule needs by it may be
  // left out. Without a front Hyperscan works alone. Error: kConfig, where
  // Hyperscan refuses the set: from 5.4.1 on, and Vectorscan, one with a literal
  // that begins with a NUL byte.
  static Result<LiteralIndex> compile(
      std::span<const Literal> literals, std::span<const Follow> follow = {},
      std::optional<Front> front = Prefilter::best_front());

  // Takes an index from the bytes that serialize() gave, in microseconds: what
  // Hyperscan needs is read when it is first called, which in a few small files
  // it is not.
  static Result<LiteralIndex> deserialize(
      std::string_view bytes,
      std::optional<Front> front = Prefilter::best_front());

  // The index of `literals` as bytes, with every front, for this build of
  // Hyperscan on any processor that is supported().
  static Result<std::string> serialize(std::span<const Literal> literals,
                                       std::span<const Follow> follow = {});

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
  struct Database;
  struct FreeDatabase {
    void operator()(Database* database) const;
  };
  using OwnedDatabase = std::unique_ptr<Database, FreeDatabase>;

  const hs_database* database() const;
  bool find_by_hyperscan(std::string_view text, LiteralScratch& scratch,
                         std::vector<LiteralHit>* hits) const;
  bool find_qgrams_by_hyperscan(std::string_view text, std::size_t from,
                                std::size_t to, LiteralScratch& scratch,
                                std::vector<LiteralHit>* hits) const;

  OwnedDatabase database_;                // null: no literals
  std::unique_ptr<Prefilter> prefilter_;  // null: not suited, or not wanted
};

}  // namespace sluice
