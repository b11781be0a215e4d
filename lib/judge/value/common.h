// Well-known values: defaults of programs, passwords on public lists, words
// that examples are written with.
// Thread-safety: pure functions. Cost: no allocation; up to a microsecond.
#pragma once

#include <string_view>

namespace sluice {

// A word that is all of the value, but for case, digits for letters, and digits
// and signs behind it ("P@ssw0rd1!"); or tells_of_nobody().
bool is_common(std::string_view value);

// The same of a value that was drawn, in which a short word stands by chance.
bool is_common_by_intent(std::string_view value);

// Of what is_common(): a password that people do choose, and that is therefore
// on every list to try: "letmein123", "P@ssw0rd!". The rest are stand-ins and
// words of interfaces ("your-token", "default").
bool is_known_password(std::string_view value);

// Holds a word that examples, interfaces and names of things are made of.
bool tells_of_nobody(std::string_view value);

// The same with digits and signs read as the letters that they stand for, and
// the others left out: "chang3-m3".
bool spells_of_nobody(std::string_view value);

// Holds a word of a sentence for people ("must", "enter ").
bool is_talk(std::string_view value);

}  // namespace sluice
