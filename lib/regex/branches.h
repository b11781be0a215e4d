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

// Returns `regex` with `begin` and `end`, ordinary characters, in place of each ^
// and $ that means the beginning or the end of the text. Returns `regex`
// unchanged if their meaning is not clear, or with (?m).
std::string with_marks(std::string_view regex, char begin, char end);

// Does this for each $ alone.
std::string with_end_mark(std::string_view regex, char mark);

}  // namespace sluice
