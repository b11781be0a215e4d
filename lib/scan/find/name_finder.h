// Finds tokens in a name: the path of a file, the target of a link, the name of
// a branch. Only rules of high confidence for a vendor's own form count there. A
// name consists of words, so a value that merely looks like a password means
// nothing.
//
// Most names are left after one pass over their bytes, because a token has many
// letters and digits in a row.
//
// Thread-safety: one thread at a time. Ownership: refers to the engine and the
// judge.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "finding/finding.h"
#include "judge/judge.h"
#include "match/engine.h"

namespace sluice {

// Whether the name may have a token.
bool may_have_token(std::string_view name);

class NameFinder {
 public:
  NameFinder(const Engine& engine, const Judge& judge)
      : engine_(engine), judge_(judge) {}

  // Returns the findings in `name` whose secrets end after byte `from`. Their
  // places are offsets in the name. `judged`: WalkRoot::judged() of the file.
  std::vector<Finding> find(std::string_view name, std::size_t from,
                            const std::string& judged);

 private:
  const Engine& engine_;
  const Judge& judge_;
  MatchScratch scratch_;
  FileMatch match_;
  std::vector<Candidate> candidates_;
};

}  // namespace sluice
