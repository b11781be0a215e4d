// Finds a set of literals in a buffer: by a pre-filter if the literals are
// suited, and by Hyperscan's pure-literal matcher for the rest
// (literal_index.cc). Only the source of this header includes hs.h.
// Thread-safety: a LiteralIndex is immutable and shared by all workers; a
// LiteralScratch belongs to one worker.
// Ownership: the bytes from which an index is deserialized must outlive it.
// Errors: find() throws a std::runtime_error if these bytes are damaged in a
// part that deserialize() did not check.
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
#include "match/prefilter/stride_filter.h"

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
  std::unique_ptr<LiteralScratch> others_;     // for the second part of a set
};

class LiteralIndex {
 public:
  using Front = Prefilter::Front;

  // Whether this processor can use an index. On x86-64 this requires SSE4.2,
  // because the program does not contain Hyperscan's code for older processors
  // (apps/sluice/meson.build).
  static bool supported();

  // Compiles `literals`. Their positions become the ids. An empty set is
  // allowed and finds nothing. Takes milliseconds for some hundred literals, or
  // for ten thousand if a StrideFilter suits most of them. `follow` has one
  // element for each literal. With it, occurrences may be left out that no rule
  // needs, as they are not followed by the right bytes. Without a front,
  // Hyperscan works alone. Otherwise its part is made when it is first called,
  // which few texts need. Error: kConfig if Hyperscan works alone and refuses
  // the set. From 5.4.1 on, and in Vectorscan, that is a set with a literal
  // that begins with a NUL byte.
  static Result<LiteralIndex> compile(
      std::span<const Literal> literals, std::span<const Follow> follow = {},
      std::optional<Front> front = Prefilter::best_front());

  // The bytes of text that must be searched for compile() to pay, compared with
  // BigramSearch.
  static std::uint64_t pays_after(std::span<const Literal> literals);

  // Makes an index from the bytes that serialize() returned, in microseconds.
  // Hyperscan's part is read when Hyperscan is first called, which does not
  // happen in a few small files.
  static Result<LiteralIndex> deserialize(
      std::string_view bytes,
      std::optional<Front> front = Prefilter::best_front());

  // Returns the index of `literals` as bytes, with every front, for this build
  // of Hyperscan on any processor that is supported().
  static Result<std::string> serialize(std::span<const Literal> literals,
                                       std::span<const Follow> follow = {});

  bool uses_filter() const { return prefilter_ || stride_filter_; }

  // Appends every occurrence in `text`, including overlapping ones, to `*hits`,
  // ordered by `end`. `text` has at most 2 GiB. Returns false and appends
  // nothing if Hyperscan is needed and refuses the set or fails: 5.4 fails with
  // some literals of 37 bytes and more that end in one byte over and over.
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

  // A part of a set: an index and, by its ids, those of the whole set.
  struct Part;
  struct FreePart {
    void operator()(Part* part) const;
  };

  static Result<std::unique_ptr<hs_database, Free>> compiled(
      std::span<const Literal> literals);
  bool use_prefilter(std::span<const Literal> literals,
                     std::span<const Follow> follow, Front front);
  bool use_strides(std::span<const Literal> literals,
                   std::span<const Follow> follow, Front front);
  const hs_database* database() const;
  bool find_by_hyperscan(std::string_view text, LiteralScratch& scratch,
                         std::vector<LiteralHit>* hits) const;
  template <typename Filter>
  bool find_by(const Filter& filter, std::string_view text,
               LiteralScratch& scratch, std::vector<LiteralHit>* hits) const;
  template <typename Filter>
  bool find_qgrams_by_hyperscan(const Filter& filter, std::string_view text,
                                std::size_t from, std::size_t to,
                                LiteralScratch& scratch,
                                std::vector<LiteralHit>* hits) const;
  bool find_others(std::string_view text, LiteralScratch& scratch,
                   std::size_t first, std::vector<LiteralHit>* hits) const;

  OwnedDatabase database_;  // null if there are no literals
  // At most one of these, or none if not suited or not wanted.
  std::unique_ptr<Prefilter> prefilter_;
  std::unique_ptr<StrideFilter> stride_filter_;
  // If the stride filter does not suit all literals: the ids of those that it
  // suits, and the others.
  std::vector<std::uint32_t> ids_;
  std::unique_ptr<Part, FreePart> others_;
};

}  // namespace sluice
