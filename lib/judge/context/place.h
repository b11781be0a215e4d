// Where a value stands, as far as that says what it is for.
// Thread-safety: pure functions. Cost: no allocation; some microseconds.
#pragma once

#include <string_view>

#include "finding/evidence.h"

namespace sluice {

// `before` is the value's line before it (judge/context/line_kind.h), `behind`
// the beginning of what stands behind it. `host` is that of the URL in which
// the value is the password; empty: it is in none.
ValuePlace place_of(std::string_view path, std::string_view before,
                    std::string_view behind, std::string_view host);

// The host behind the user's part of a URL that ends at text[at]: what stands
// behind an '@' there. Empty if there is none; not looked for further than 80
// bytes.
std::string_view host_behind(std::string_view text, std::size_t at);

// Whether a host names no machine of the internet: an example (example.com),
// the machine itself or its neighbours (localhost, db), a template.
bool is_made_up_host(std::string_view host);

}  // namespace sluice
