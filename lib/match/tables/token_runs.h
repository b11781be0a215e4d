// Values without a name or pattern that leads to them: long runs of the
// characters that tokens consist of. They are found by what they are, whatever
// their names.
// Thread-safety: a pure function.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace sluice {

struct TokenRun {
  std::size_t begin, end;
};

// Returns the first run at `from` or after it: at least 16 letters, digits, -
// and _ in a row, with at least one digit, together with the text that . + / ~
// join to it and closing = signs. A run contains two letters and two digits. It
// is not a path that begins at the root or here. It is where a value can be: at
// the beginning of a line, or after a blank, a quote or a separator; and before
// one of these or a closing bracket. A run never continues over the end of a
// line. Where there are no runs, this reads several bytes per nanosecond.
std::optional<TokenRun> next_token_run(std::string_view text, std::size_t from);

// Appends the runs of the lines that begin in text[lines), with the values that
// are glued to their names (behind_glued_name()). A line of more than `longest`
// bytes has none. `lines.begin` begins a line. Runs that do not lie in
// text[wanted) may be left out.
void token_runs(std::string_view text, TokenRun lines, TokenRun wanted,
                std::size_t longest, std::vector<std::string_view>* runs);

// Returns where the value begins in a `run` that begins with its name:
// larkfieldPRIVATE-4be0.... The name ends with a word of secrecy and a dash,
// and at least 16 bytes follow. Returns 0 if the run has no such name.
std::size_t behind_glued_name(std::string_view run);

}  // namespace sluice
