// What a rule looks for: a regular expression in RE2's syntax, compiled when it
// is first needed, or values assigned to names (match/assignment/assignment.h).
// The only file that includes re2.h is its source.
// Thread-safety: all of it, by any thread at once; the first caller compiles,
// the others wait for it.
// Errors: pattern_error() says what is wrong with a pattern before it is used.
// A pattern that RE2 nevertheless cannot compile when it is needed throws
// std::runtime_error, which names rule and file: a search that cannot be made
// must not pass for one that found nothing. An executor's task may throw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "match/assignment/assignment.h"
#include "rules/rule_set.h"

namespace re2 {
class RE2;
class StringPiece;
}  // namespace re2

namespace sluice {

// Why `regex` cannot be used, in RE2's words, or that it lacks the capture
// `group`; empty if it can. Microseconds: only a pattern that could be too
// large for RE2 is compiled for it.
std::string pattern_error(std::string_view regex, std::uint32_t group = 0);

// The same; takes the pattern's size (regex/program_size.h) from `*room`, and
// it is an error if that is not enough.
std::string pattern_error_within(std::string_view regex, std::uint32_t group,
                                 std::uint64_t* room);

class Pattern {
 public:
  // What a pattern belongs to, for the message of an error.
  struct Owner {
    const RuleSet* rules = nullptr;  // null: no rule
    std::size_t rule = 0;
  };

  // `regex` and the owner must outlive the Pattern, and pattern_error(regex) be
  // empty.
  explicit Pattern(std::string_view regex) : Pattern(regex, Owner{}) {}
  Pattern(std::string_view regex, Owner owner);
  // The rule's regular expression, or the values that are assigned to its
  // names. The rule's texts must outlive the Pattern.
  explicit Pattern(const Rule& rule) : Pattern(rule, Owner{}) {}
  Pattern(const Rule& rule, Owner owner);
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

  // With at most this many places to start from, trying each with kHere is
  // cheaper than a free search: it fails at the first wrong byte and never
  // looks for matches further on.
  static constexpr std::size_t kFewStarts = 16;

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

  // The groups of the leftmost match in `text`, the whole match first, those
  // that took no part empty. False, and nothing in `*groups`, without a match.
  bool groups(std::string_view text,
              std::vector<std::string_view>* groups) const;

  // Whether the pattern matches anywhere in `text`. Costs one pass, forwards.
  bool found_in(std::string_view text) const;

 private:
  // A program that the first thread that needs it compiles.
  struct Program {
    std::once_flag once;
    std::unique_ptr<re2::RE2> re2;  // written once, under `once`
    std::size_t faithful = 0;       // RelaxedPattern::faithful
  };
  // The relaxed pattern (regex/relaxed.h), and the pattern itself, which is
  // compiled only where the relaxed one leaves a doubt.
  const Program& relaxed() const;
  const Program& whole() const;
  // Throws if it could not be compiled.
  const Program& checked(const Program& program) const;

  bool match(std::string_view text, std::size_t from, std::size_t to,
             Start start, std::span<re2::StringPiece> groups) const;

  std::optional<Match> assigned(std::string_view text, std::size_t from,
                                std::size_t to, Start start) const;

  std::string_view regex_;
  std::optional<AssignmentPattern> assignment_;  // instead of the regex
  Owner owner_;
  mutable Program relaxed_;
  mutable Program whole_;
};

}  // namespace sluice
