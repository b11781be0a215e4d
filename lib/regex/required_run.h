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

class RequiredRun {
 public:
  // The run of `regex`, in RE2's syntax, that is in the fewest texts.
  explicit RequiredRun(std::string_view regex);

  // Returns false if `text` contains no match of the pattern. Bytes of `text`
  // that are not UTF-8 count as any bytes.
  bool may_match(std::string_view text) const;

 private:
  std::bitset<256> bytes_;
  std::size_t size_ = 0;  // 0 if the pattern has no run
};

}  // namespace sluice
