// What every match of a pattern holds where it holds no fixed bytes: so many of
// a kind in a row, as the digits of \d{15}. To look for such a run takes one
// byte of many, where the pattern itself would have to look at each.
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
