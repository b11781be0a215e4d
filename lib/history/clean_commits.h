// Which commits bring in nothing but clean texts, so that the next scan need
// not look at their trees (known_texts.h).
//
// A commit is clean if all files that it brings in were found clean at just the
// paths that it gives them. A file that several commits bring in at different
// paths is scanned only at the first of them (introductions.h). None of these
// commits is clean: the next scan has to meet all of them, or it would take
// another path for the first.
// Thread-safety: one thread. Memory: 32 bytes a change.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "git/object_id.h"
#include "history/known_texts.h"

namespace sluice {

class CleanCommits {
 public:
  // The commit brings in the file.
  void add(std::uint32_t commit, const ObjectId& blob,
           const KnownTexts::Key& key);
  // The commit is not clean, for another reason.
  void spoil(std::uint32_t commit) { spoiled_.insert(commit); }
  bool is_spoiled(std::uint32_t commit) const {
    return spoiled_.contains(commit);
  }

  // To be called once, when `known` has the files that were found clean. After
  // it, the commits that are not clean are spoiled.
  void settle(const KnownTexts& known);

 private:
  struct Change {
    std::uint32_t commit;
    std::uint64_t blob;  // the beginning of its name
    KnownTexts::Key key;
  };
  std::vector<Change> changes_;
  std::unordered_set<std::uint32_t> spoiled_;
};

}  // namespace sluice
