// Files that gitleaks passes over by their first bytes.
// Thread-safety: a pure function.
#pragma once

#include <string_view>

namespace sluice {

// Whether `head`, a file's first bytes as gitleaks reads them, looks like a
// program, an archive, a document or a font: a file with a media type of
// "application". Pictures, sound and other media are scanned.
bool is_application_type(std::string_view head);

}  // namespace sluice
