// Words that a person joined to a password, told from names in programs.
// Thread-safety: pure functions.
// Cost: no allocation; below a microsecond.
#pragma once

#include <string_view>

namespace sluice {

// Two to five words with one of . _ - between: two of them only if some have a
// capital ("zimt_Stern", "Apfel.Strudel"), or if `no_name`: where no program's
// names stand ("mosterd-soep", behind an option).
bool joins_by_marks(std::string_view value, bool no_name);

// Two or three words told apart by their capitals: "ForelleBlau". Programs
// write names so; it is for places where no program's names stand.
bool joins_by_capitals(std::string_view value);

// Three to eight words of small letters with blanks, dots or dashes between, or
// four and more told apart by capitals, of which hardly any is one of programs:
// "kettle diesel valley violin". So do people draw passphrases, with dice.
bool is_phrase(std::string_view value);

// Holds, as a whole word, one of those that name things in programs and their
// messages: "kind", "invalid".
bool has_word_of_programs(std::string_view value);

}  // namespace sluice
