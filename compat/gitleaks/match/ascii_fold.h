// A text in which letters beyond ASCII are replaced by the ASCII letters that
// they match if case is ignored: U+0130 by i, U+017F by s, U+212A by k. It is
// used to find caseless ASCII literals that are written with these letters.
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
  // Makes this the folded form of `text`. Returns false if the text has no such
  // letter.
  bool make(std::string_view text);

  // The folded text has at most the length of the original.
  const std::string& text() const { return text_; }

  // The place in the original of a part of the folded text.
  struct Origin {
    std::size_t begin;     // in the original
    bool changed = false;  // it contains a letter that was folded
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
