// A pattern taken apart at its alternatives, by its text.
// Thread-safety: pure functions. Errors: none; any bytes are taken.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// Returns at most about `most` patterns that together match what `regex` (in
// RE2's syntax) matches. They have no alternatives, except in repeated or
// optional parts and where there would be too many patterns.
std::vector<std::string> regex_branches(std::string_view regex,
                                        std::size_t most);

// Returns `regex` with `mark`, an ordinary character, in place of each $ that
// means the end of the text. Returns `regex` unchanged if the meaning of a $ is
// not clear, or with (?m).
std::string with_end_mark(std::string_view regex, char mark);

// Does this for each ^ that means the beginning of the text.
std::string with_begin_mark(std::string_view regex, char mark);

}  // namespace sluice
