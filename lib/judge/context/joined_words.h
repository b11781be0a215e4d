// Distinguishes words that a person joined to a password from names in
// programs.
// Thread-safety: pure functions.
// Cost: no allocation; less than a microsecond.
#pragma once

#include <string_view>

namespace sluice {

// Whether it is two to five words with one of . _ - between them. Two words
// count only if some have a capital ("zimt_Stern", "Apfel.Strudel"), or with
// `no_name`, which means a place where programs have no names ("mosterd-soep",
// after an option).
bool joins_by_marks(std::string_view value, bool no_name);

// Whether it is two or three words that begin with capitals: "ForelleBlau".
// Programs write names in this way, so it is for places where programs have no
// names.
bool joins_by_capitals(std::string_view value);

// Whether it is three to eight words of small letters with blanks, dots or
// dashes between them, or at least four words that begin with capitals, and
// hardly any is a word of programs: "kettle diesel valley violin". People draw
// passphrases of this form with dice.
bool is_phrase(std::string_view value);

// Whether it contains, as a whole word, a word that names things in programs
// and their messages: "kind", "invalid".
bool has_word_of_programs(std::string_view value);

}  // namespace sluice
