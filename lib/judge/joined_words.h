// Words that a person joined to a password, told from names in programs.
// Thread-safety: pure functions.
// Cost: no allocation; below a microsecond.
#pragma once

#include <string_view>

namespace sluice {

// Two to four words with one of . _ - between, some with a capital:
// "zimt_Stern", "Apfel.Strudel".
bool joins_by_marks(std::string_view value);

// Two or three words told apart by their capitals: "ForelleBlau". Programs
// write names so; it is for places where no program's names stand.
bool joins_by_capitals(std::string_view value);

// Holds, as a whole word, one of those that name things in programs and their
// messages: "kind", "invalid".
bool has_word_of_programs(std::string_view value);

}  // namespace sluice
