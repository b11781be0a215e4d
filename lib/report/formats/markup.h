// Text for XML and HTML.
// Thread-safety: a pure function.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// Visible (report/shown/shown_finding.h), and without a character that means
// something in an element or an attribute.
std::string markup_text(std::string_view text);

}  // namespace sluice
