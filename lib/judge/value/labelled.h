// Drawn values that are put together of parts: words that label a drawn part
// ("acme_test_..."), UUIDs with something beside them, groups.
// Thread-safety: pure functions.
// Cost: no allocation; two microseconds for each part.
#pragma once

#include <string_view>

#include "judge/value/traits.h"

namespace sluice {

// Whether a word that only says what a value is occurs in the text.
bool has_label(std::string_view text);

// Whether a drawn part remains if the words are cut out that only say what the
// value is (judge/words/label_words.txt).
bool is_labelled(const ValueTraits& value);

// Whether it consists of UUIDs, or at least three groups of equal length that
// spell nothing together, with words or drawn parts around them: "{<uuid>}",
// "acme-live-<uuid>", "<uuid>:fx". A path or an address is none.
bool has_drawn_groups(const ValueTraits& value);

}  // namespace sluice
