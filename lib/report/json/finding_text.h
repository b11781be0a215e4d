// A finding as a text of JSON, with the members of the schema "sluice/1"
// (docs/sluice-1.schema.json) in their order. A log with a token in each line
// has a finding a line, so the text is written directly. To make a document of
// nlohmann's first took a fifth of the time of the whole scan, since it allocates
// two hundred times for a finding. tests/unit/report/finding_text_test.cc
// compares the text with such a document.
// Thread-safety: pure function.
#pragma once

#include <string>

#include "report/shown/shown_finding.h"

namespace sluice {

// Returns an object on one line, without a character that a terminal would
// obey, as json_text() does (report/json/json_text.h).
std::string finding_text(const ShownFile& file, const ShownFinding& shown);

}  // namespace sluice
