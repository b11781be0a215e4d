// Files that gitleaks passes over by their first bytes or their name.
// Thread-safety: pure functions.
#pragma once

#include <string_view>

namespace sluice {

// Whether `head`, a file's first bytes as gitleaks reads them, looks like a
// program, an archive, a document or a font: what has a media type of
// "application". Pictures, sound and the like are scanned.
bool is_application_type(std::string_view head);

// Whether gitleaks takes the file for an archive because of its name alone:
// ".gz", ".zip" and others anywhere in the last component.
bool is_archive_name(std::string_view path);

}  // namespace sluice
