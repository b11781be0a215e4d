// Values that no name and no pattern leads to: long runs of the characters that
// tokens are made of. They are found by what they are, whatever their names.
// Thread-safety: a pure function.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace sluice {

struct TokenRun {
  std::size_t begin, end;
};

// The first at `from` or behind: 16 letters, digits, - and _ in a row or more,
// a digit among them, with what they are joined to by . + / ~ and closing =
// signs. It holds two letters and two digits, is no path that begins at the
// root or here, and stands where a value can stand: at the beginning of a line,
// behind a blank, a quote or a separator, before one of these or a bracket that
// closes. No run goes over the end of a line. Reads several bytes in a
// nanosecond where there are none.
std::optional<TokenRun> next_token_run(std::string_view text, std::size_t from);

// Where the value begins in a `run` that begins with its name:
// larkfieldPRIVATE-4be0.... The name ends with a word of secrecy and a dash,
// and 16 bytes or more are behind it. 0: the run has no such name.
std::size_t behind_glued_name(std::string_view run);

}  // namespace sluice
