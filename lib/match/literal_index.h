// A set of literals, found in a buffer in one pass: Hyperscan's pure-literal
// matcher. The only file that includes hs.h is its source.
// Thread-safety: a LiteralIndex is immutable and shared by all workers; a
// LiteralScratch belongs to one worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

struct hs_database;
struct hs_scratch;

namespace sluice {

struct Literal {
  std::string text;
  bool caseless = false;  // ASCII letters match in either case
  bool operator==(const Literal&) const = default;
};

// An occurrence: which literal, and the offset one past its last byte.
struct LiteralHit {
  std::uint32_t literal;
  std::uint32_t end;
};

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
  // Compiles `literals`; their positions become the ids. An empty set is
  // allowed and finds nothing. Milliseconds for some hundred literals.
  static Result<LiteralIndex> compile(std::span<const Literal> literals);

  // Takes an index from the bytes that serialize() gave, in microseconds.
  static Result<LiteralIndex> deserialize(std::string_view bytes);

  // The index as bytes, for this build of Hyperscan on any x86-64 processor
  // with SSSE3, which is the least that Hyperscan asks for.
  Result<std::string> serialize() const;

  Result<LiteralScratch> make_scratch() const;

  // Appends every occurrence in `text`, overlapping ones too, to `*hits`,
  // ordered by `end`. `text` is at most 2 GiB.
  void find(std::string_view text, LiteralScratch& scratch,
            std::vector<LiteralHit>* hits) const;

 private:
  struct Free {
    void operator()(hs_database* database) const;
  };
  std::unique_ptr<hs_database, Free> database_;  // null: no literals
};

}  // namespace sluice
