// Scans a diff: the new text of each file under the file's own name, with the
// file's lines, and the text around the changes, such as messages of commits,
// under the name of the diff.
//
// Position::byte counts in the diff.
//
// Findings in lines that the diff only shows around its changes are not
// reported; they decide and are masked like the others. A note says what was
// left out.
//
// Thread-safety: one worker's.
#pragma once

#include <string>

#include "fs/byte_source.h"
#include "scan/unit/text_scan.h"
#include "scan/value/report_port.h"

namespace sluice {

// Scans the diff at hand in `texts`, whose reports go to `port`, and adds to
// its counts. `head` are the first bytes if they can be read only once.
ScanEnd scan_diff(TextScan& texts, const ByteSource& bytes, std::string head,
                  ReportPort& port);

}  // namespace sluice
