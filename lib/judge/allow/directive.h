// Comments in a file that allow a secret there. sluice accepts its own comments
// and those of other scanners, so that a project can keep its comments.
//
//   on the same line  sluice:allow, gitleaks:allow, betterleaks:allow,
//                     trufflehog:ignore, ggignore, kingfisher:ignore,
//                     kingfisher:allow, pragma: allowlist secret,
//                     secretlint-disable-line
//   for the next one  sluice:allow-next-line, secretlint-disable-next-line;
//                     with nothing but comment signs before them on their line
//                     pragma: allowlist nextline secret, kingfisher:ignore
//   in a block        sluice:allow-start .. sluice:allow-end,
//                     secretlint-disable .. secretlint-enable
//                     (judge/allow/allow_blocks.h)
//
// Our comments may name rules: sluice:allow[github-pat, npm-token],
// sluice:allow=x. The names in secretlint's comments are its own rules. They
// are ignored here, so that such a comment allows every rule.
//
// The comment for a value of several lines may be on any of these lines. It may
// also be on the line next to them, if only the value's quotes end or open
// there (""" in Python, ` in JavaScript). kingfisher's may also be alone on the
// line after it.
//
// Thread-safety: pure functions. Ownership: views into the text given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/searched.h"

namespace sluice {

// The distance from a value within which a directive applies, in bytes. There
// is a bound, so that the result does not depend on how a file is cut into
// views.
inline constexpr std::size_t kDirectiveReach = 1024;

struct Directive {
  enum class Reach : std::uint8_t { kLine, kNextLine, kBlockBegin, kBlockEnd };
  Reach reach = Reach::kLine;
  bool also_next = false;               // kingfisher's, if alone on its line
  bool alone = false;                   // applies only if alone on its line
  std::size_t begin = 0;                // in the text that was searched
  std::vector<std::string_view> rules;  // empty means every rule

  bool allows(std::string_view rule_id) const;
};

// Returns all directives that begin in text[begin, end), in order.
std::vector<Directive> directives_in(std::string_view text, std::size_t begin,
                                     std::size_t end);

// Returns the line or lines of text[begin, end), without the final line end,
// cut to kDirectiveReach bytes on either side.
std::string_view lines_around(std::string_view text, std::size_t begin,
                              std::size_t end);

// Text beside a value that may be meant as a directive but does not allow it.
struct AllowDoubts {
  std::vector<std::string_view> named;  // rules that directives name
  bool misspelt = false;                // "sluice: allow", "SLUICE:ALLOW", ...
  bool empty() const { return named.empty() && !misspelt; }
};

struct Allowance {
  bool allowed = false;
  AllowDoubts doubts;  // if not allowed
};

// Returns whether a directive on its lines or beside them allows the finding of
// `rule_id` at text[begin, end). `searched` is what is known about directives
// in `text`, kept from one value to the next. Null means that nothing is kept.
Allowance allowance(std::string_view text, std::size_t begin, std::size_t end,
                    std::string_view rule_id, Searched* searched = nullptr);

}  // namespace sluice
