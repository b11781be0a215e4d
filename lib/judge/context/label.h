// Recognizes the label by which `sluice redact` replaces a secret, so that a
// redacted text contains no finding.
// Thread-safety: a pure function. Cost: some hundred bytes of the text.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_set>

namespace sluice {

// Whether a label, "[github-pat:1]" or "(github-pat:1)", shares a byte with
// text[begin, end), which is a match from its beginning to the end of its value.
// A value around a label is no secret of its own, because the label replaced the
// better finding of the two. If the label is between a name and the value, the
// name is that of the label. `rules` are the ids of all rules, because any other
// text may be in brackets, too.
bool touches_label(std::string_view text, std::size_t begin, std::size_t end,
                   const std::unordered_set<std::string_view>& rules);

}  // namespace sluice
