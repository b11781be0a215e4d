// Comments in a file that allow a secret to stand there: ours, and those of
// other scanners, so that a project keeps the ones it has.
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
// Ours may name rules: sluice:allow[github-pat, npm-token], sluice:allow=x. The
// names that secretlint's hold are those of its rules and mean nothing here: it
// stands for every rule.
//
// A value of several lines has its directive on any of them, or on the line
// next to them where only its quotes end (""" in Python, ` in JavaScript) or
// open; kingfisher's may also stand alone on the line behind it.
//
// Thread-safety: pure functions. Ownership: views into the text given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/searched.h"

namespace sluice {

// How far from a value a directive is looked for, in bytes: a bound, so that
// the answer does not depend on how a file is cut into views.
inline constexpr std::size_t kDirectiveReach = 1024;

struct Directive {
  enum class Reach : std::uint8_t { kLine, kNextLine, kBlockBegin, kBlockEnd };
  Reach reach = Reach::kLine;
  bool also_next = false;  // kingfisher's, if it stands alone on its line
  bool alone = false;      // counts only if it stands alone on its line
  std::size_t begin = 0;   // in the text that was searched
  std::vector<std::string_view> rules;  // empty: every rule

  bool allows(std::string_view rule_id) const;
};

// All that begin in text[begin, end), in order.
std::vector<Directive> directives_in(std::string_view text, std::size_t begin,
                                     std::size_t end);

// The line or lines that text[begin, end) stands on, without the final line
// end, cut to kDirectiveReach bytes on either side.
std::string_view lines_around(std::string_view text, std::size_t begin,
                              std::size_t end);

// What is beside a value that no directive allows, and may be meant to.
struct AllowDoubts {
  std::vector<std::string_view> named;  // rules that directives name
  bool misspelt = false;                // "sluice: allow", "SLUICE:ALLOW", ...
  bool empty() const { return named.empty() && !misspelt; }
};

struct Allowance {
  bool allowed = false;
  AllowDoubts doubts;  // if not allowed
};

// Whether a directive on its lines or beside them allows what `rule_id` found
// at text[begin, end). `searched` is what is known of directives in `text`, to
// be kept from one value to the next; null: nothing is kept.
Allowance allowance(std::string_view text, std::size_t begin, std::size_t end,
                    std::string_view rule_id, Searched* searched = nullptr);

}  // namespace sluice
