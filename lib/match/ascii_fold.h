// A text with the letters beyond ASCII that match ASCII ones when case does not
// count made ASCII: U+0130 is i, U+017F s, U+212A k. For finding caseless ASCII
// literals where those letters stand in them.
// Thread-safety: plain value; make() is for one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class AsciiFold {
 public:
  // Makes this the folded form of `text`; false if it has no such letter.
  bool make(std::string_view text);

  // As long as the original or shorter.
  const std::string& text() const { return text_; }

  // What part of the folded text is in the original.
  struct Origin {
    std::size_t begin;     // in the original
    bool changed = false;  // it holds a letter that was folded
    bool long_s = false;   // and a U+017F, which is in lower case as it is
  };
  Origin origin_of(std::size_t begin, std::size_t end) const;

 private:
  struct Letter {
    std::size_t at;       // in the folded text
    std::size_t dropped;  // bytes that are missing in front of and at it
    bool long_s;
  };
  std::string text_;
  std::vector<Letter> letters_;
};

}  // namespace sluice
