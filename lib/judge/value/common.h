// Well-known values: defaults of programs, passwords on public lists, and words
// that occur in examples.
// Thread-safety: pure functions. Cost: no allocation; up to a microsecond.
#pragma once

#include <string_view>

#include "judge/value/traits.h"

namespace sluice {

// Whether the whole value is a common word, ignoring case, digits in place of
// letters, and digits and signs at its end ("P@ssw0rd1!"); or
// tells_of_nobody().
bool is_common(const ValueTraits& value);

// Whether a drawn value is common. It may contain a short word by chance.
bool is_common_by_intent(const ValueTraits& value);

// Whether the whole value says what belongs in its place, or that nothing does
// ("password", "none"), or is the name of an encoding ("utf-8").
bool stands_for_value(std::string_view value);

// For a value with is_common(): whether it is a password that people choose,
// and that therefore is on every list of passwords to try: "letmein123",
// "P@ssw0rd!". The other common values are stand-ins and words of interfaces
// ("your-token", "default").
bool is_known_password(std::string_view value);

// Whether it contains a word of examples, interfaces or names of things. A word
// that only labels a drawn part (judge/value/labelled.h) does not count:
// "acme_test_...".
bool tells_of_nobody(const ValueTraits& value);

// Whether it contains one if digits and signs are read as the letters that they
// resemble, and all other characters are left out: "chang3-m3".
bool spells_of_nobody(std::string_view value);

// Whether it contains a word of a sentence for people ("must", "enter ").
bool is_talk(std::string_view value);

}  // namespace sluice
