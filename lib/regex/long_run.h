// A run: the least number of bytes of one kind in a row that every match
// contains, like the digits of \d{15}. It is for patterns whose matches contain
// no fixed bytes. The search for a run reads one byte of many, where the
// pattern itself would have to read each byte.
// Thread-safety: immutable once made; any thread may search.
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>

namespace sluice {

class LongRun {
 public:
  // The one of `regex`, in RE2's syntax, that the least texts should hold.
  explicit LongRun(std::string_view regex);

  // False: `text` holds no match of the pattern. Bytes of `text` that are no
  // UTF-8 count as any.
  bool may_match(std::string_view text) const;

 private:
  std::bitset<256> bytes_;
  std::size_t size_ = 0;  // 0: nothing is known
};

}  // namespace sluice
