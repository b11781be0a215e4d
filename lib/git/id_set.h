// A set of names of objects, for millions of them: 16 bytes of each name, in a
// table of open addressing, instead of 64 bytes a node and a pointer to each.
// Two objects whose names begin with the same 16 bytes count as one. To make
// such a pair takes 2^64 trials, as many as to make two with the same SHA-1.
// Thread-safety: none while it is filled. Memory: 21 to 43 bytes a name.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "git/object_id.h"

namespace sluice {

class IdSet {
 public:
  bool contains(const ObjectId& id) const {
    const Key key = key_of(id);
    return !slots_.empty() && slots_[place_of(key)] == key;
  }

  // Returns whether it was not in the set.
  bool insert(const ObjectId& id) {
    if (4 * (count_ + 1) > 3 * slots_.size()) grow();
    const Key key = key_of(id);
    Key& slot = slots_[place_of(key)];
    if (slot == key) return false;
    slot = key;
    ++count_;
    return true;
  }

  std::size_t size() const { return count_; }

 private:
  using Key = std::array<std::uint64_t, 2>;
  static constexpr Key kFree{};

  static Key key_of(const ObjectId& id) {
    Key key;
    std::memcpy(key.data(), id.bytes.data(), sizeof key);
    // The name of no object, all zeros, is a key like any other.
    if (key == kFree) key[1] = 1;
    return key;
  }

  // The place of the key, or a free one for it. Names are hashes already.
  std::size_t place_of(const Key& key) const {
    std::size_t at = key[0] & (slots_.size() - 1);
    while (slots_[at] != key && slots_[at] != kFree)
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  void grow() {
    std::vector<Key> old(slots_.empty() ? 64 : 2 * slots_.size(), kFree);
    std::swap(slots_, old);
    for (const Key& key : old)
      if (key != kFree) slots_[place_of(key)] = key;
  }

  std::vector<Key> slots_;  // a power of two; at most three quarters are used
  std::size_t count_ = 0;
};

}  // namespace sluice
