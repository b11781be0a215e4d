// Values that are patterns or paths through data. They are beside names that
// mean a secret because they match a token or lead to one: "(?:ab)+",
// "[A-Z0-9]{20}", "Jobs[-1].JobId".
// Thread-safety: pure functions. Cost: no allocation; less than 100 ns.
#pragma once

#include <string_view>

namespace sluice {

// Whether `value` has parts that only regular expressions have. One in several
// thousand values of 64 characters drawn from all signs has such a part by
// chance, so this counts before the look of a value.
bool is_regular_expression(std::string_view value);

// Whether `value` consists only of names, with an index after one of them.
bool is_path_in_data(std::string_view value);

}  // namespace sluice
