// The pattern of a rule: a regular expression in RE2's syntax, compiled when it
// is first needed, or values assigned to names (match/assignment/assignment.h).
// Only the source of this header includes re2.h.
// Thread-safety: any thread may call any function at any time. The first caller
// compiles, and the others wait for it.
// Errors: pattern_error() says what is wrong with a pattern before it is used.
// If RE2 still cannot compile a pattern when it is needed, std::runtime_error
// is thrown, with the rule and the file. A search that cannot be made must not
// look like one that found nothing. A task of the executor may throw.
#pragma once

#include <atomic>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "match/assignment/assignment.h"
#include "regex/unbounded_repeats.h"
#include "rules/rule_set.h"

namespace re2 {
class RE2;
class StringPiece;
}  // namespace re2

namespace sluice {

// Returns why `regex` cannot be used, in RE2's words, or that it lacks the
// capture `group`. Returns an empty string if it can be used. Takes
// microseconds: only a pattern that could be too large for RE2 is compiled for
// this.
std::string pattern_error(std::string_view regex, std::uint32_t group = 0);

// The same; takes the pattern's size (regex/program_size.h) from `*room`. It is
// an error if that is not enough, or if the size is more than `most`.
std::string pattern_error_within(
    std::string_view regex, std::uint32_t group, std::uint64_t* room,
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

class Pattern {
 public:
  // The owner of a pattern, for error messages.
  struct Owner {
    const RuleSet* rules = nullptr;  // null if there is no rule
    std::size_t rule = 0;
  };

  // `regex` and the owner must outlive the Pattern. pattern_error(regex) must
  // be empty.
  explicit Pattern(std::string_view regex) : Pattern(regex, Owner{}) {}
  Pattern(std::string_view regex, Owner owner);
  // The rule's regular expression, or the values that are assigned to its
  // names. The rule's texts must outlive the Pattern.
  explicit Pattern(const Rule& rule) : Pattern(rule, Owner{}) {}
  Pattern(const Rule& rule, Owner owner);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  // A match and its group that is the secret, as offsets into the text.
  struct Match {
    std::size_t begin, end;
    std::size_t secret_begin, secret_end;
  };

  // Where the search for the next match continues, so that no match is lost or
  // found twice: after the secret, otherwise after the match.
  static std::size_t resume_after(const Match& match) {
    return match.secret_end > match.begin ? match.secret_end : match.end;
  }

  // Where a match may begin.
  enum class Start { kAnywhere, kHere };

  // If there are at most this many places to start from, a try with kHere for
  // each is cheaper than a free search: it fails at the first wrong byte and
  // never looks for later matches.
  static constexpr std::size_t kFewStarts = 16;

  // Whether a match may begin with this byte. It costs a hundredth of a try that
  // fails.
  bool may_begin(char byte) const {
    return assignment_ || first_bytes()[static_cast<unsigned char>(byte)];
  }

  // Finds the leftmost match in text[from, to). The rest of `text` is its
  // surroundings (for \b, ^ and $). `group` chooses the secret as
  // Rule::secret_group does.
  bool find(std::string_view text, std::size_t from, std::size_t to,
            Start start, std::uint32_t group, Match* match) const;

  // Finds the match without the secret, which is faster.
  struct Span {
    std::size_t begin, end;
  };
  bool find(std::string_view text, std::size_t from, std::size_t to,
            Start start, Span* span) const;

  // Returns the groups of the leftmost match in `text`, beginning with the
  // whole match. Groups that took no part are empty. Without a match, it
  // returns false, and `*groups` is empty.
  bool groups(std::string_view text,
              std::vector<std::string_view>* groups) const;

  // Whether the pattern matches anywhere in `text`. Costs one pass, forwards.
  bool found_in(std::string_view text) const;

  // Whether a match begins with `text`. Costs the bytes that decide this.
  bool begins(std::string_view text) const;

 private:
  // A program that the first thread that needs it compiles.
  struct Program {
    mutable std::once_flag once;
    mutable std::unique_ptr<re2::RE2> re2;  // written once, under `once`
    // The program to run, null until it is known. Written after `once`, by each
    // thread that came too early, always with the same value; read by all. What
    // a reader needs was written before the release, and is seen after the
    // acquire. std::call_once() takes fifty times as long.
    mutable std::atomic<const re2::RE2*> known{nullptr};
  };
  // The programs of a regular expression: for any text, and for texts that are
  // ASCII (regex/for_ascii.h).
  struct Both {
    Program any;
    Program ascii;
  };
  // All written once, under once_.
  struct Programs {
    std::uint32_t groups = 0;   // that capture
    std::uint32_t windows = 0;  // programs that they are shared out to
    std::unique_ptr<const UnboundedRepeats> repeats;
    // For each window, the unbounded pattern, and the pattern itself, which is
    // compiled only if the unbounded one leaves a doubt.
    std::unique_ptr<Both[]> unbounded;
    std::unique_ptr<Both[]> whole;
    std::unique_ptr<Both> counting;  // UnboundedRepeats::counting
  };
  const Programs& programs() const;
  const std::bitset<256>& first_bytes() const;
  // The program of a window, compiled from `regex`, for a text that is ASCII if
  // `ascii`. Throws if it could not be compiled.
  const re2::RE2& compiled(const Both& both, std::string_view regex,
                           std::uint32_t window, bool ascii) const;
  const re2::RE2& checked(const Program& program) const;

  bool is_within_bounds(std::string_view text, std::size_t from, std::size_t to,
                        bool ascii) const;
  bool match(std::string_view text, std::size_t from, std::size_t to,
             Start start, std::uint32_t window,
             std::span<re2::StringPiece> groups) const;

  std::optional<Match> assigned(std::string_view text, std::size_t from,
                                std::size_t to, Start start) const;

  std::string_view regex_;
  std::optional<AssignmentPattern> assignment_;  // instead of the regex
  Owner owner_;
  mutable std::once_flag once_;
  mutable Programs programs_;
  // Whether programs_ were written: like Program::known.
  mutable std::atomic<bool> known_{false};
  mutable std::once_flag first_once_;
  mutable std::bitset<256> first_bytes_;  // written once, under first_once_
  // Whether it was written: like Program::known.
  mutable std::atomic<bool> first_known_{false};
};

}  // namespace sluice
