#include "history/clean_commits.h"

#include <cstring>

namespace sluice {

void CleanCommits::add(std::uint32_t commit, const ObjectId& blob,
                       const KnownTexts::Key& key) {
  std::uint64_t name = 0;
  std::memcpy(&name, blob.bytes.data(), sizeof name);
  changes_.push_back({commit, name, key});
}

// Two files whose names begin alike are taken for one. Then more commits are
// looked at again, which changes no finding.
void CleanCommits::settle(const KnownTexts& known) {
  std::unordered_set<std::uint64_t> unclean;
  for (const Change& one : changes_)
    if (!known.has(one.key)) unclean.insert(one.blob);
  for (const Change& one : changes_)
    if (unclean.contains(one.blob)) spoil(one.commit);
  changes_.clear();
}

}  // namespace sluice
