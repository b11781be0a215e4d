// A regular expression in RE2's syntax, compiled when it is first needed.
// The only file that includes re2.h is its source.
// Thread-safety: all of it, by any thread at once; the first caller compiles,
// the others wait for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace re2 {
class RE2;
}

namespace sluice {

// Why `regex` cannot be used, in RE2's words, or that it lacks the capture
// `group`; empty if it can.
std::string pattern_error(std::string_view regex, std::uint32_t group = 0);

class Pattern {
 public:
  // `regex` must outlive the Pattern, and pattern_error(regex) be empty.
  explicit Pattern(std::string_view regex);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  // A match and the group in it that is the secret, as offsets into the text.
  struct Match {
    std::size_t begin, end;
    std::size_t secret_begin, secret_end;
  };

  // Where the search for the next match goes on, so that none is lost and none
  // found twice: behind the secret, or else behind the match.
  static std::size_t resume_after(const Match& match) {
    return match.secret_end > match.begin ? match.secret_end : match.end;
  }

  // Where the search may begin a match.
  enum class Start { kAnywhere, kHere };

  // The leftmost match in text[from, to), which sees the rest of `text` as its
  // surroundings (for \b, ^ and $). `group` chooses the secret as
  // Rule::secret_group does.
  bool find(std::string_view text, std::size_t from, std::size_t to,
            Start start, std::uint32_t group, Match* match) const;

  // The same without the secret, which costs less.
  struct Span {
    std::size_t begin, end;
  };
  bool find(std::string_view text, std::size_t from, std::size_t to,
            Start start, Span* span) const;

  // Whether there is a match in text[from, to). Costs one pass, forwards.
  bool any(std::string_view text, std::size_t from, std::size_t to) const;

  // The groups of the leftmost match in `text`, the whole match first, those
  // that took no part empty. False, and nothing in `*groups`, without a match.
  bool groups(std::string_view text,
              std::vector<std::string_view>* groups) const;

  // Whether the pattern matches anywhere in `text`.
  bool found_in(std::string_view text) const;

 private:
  const re2::RE2& compiled() const;

  std::string_view regex_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<re2::RE2> re2_;  // written once, under once_
};

}  // namespace sluice
