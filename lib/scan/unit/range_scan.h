// Scans a range of a file as if the whole file were scanned (file_range.h).
// Thread-safety: each call by one worker, with its own pipeline.
#pragma once

#include <memory>

#include "fs/byte_source.h"
#include "scan/unit/pipeline.h"
#include "scan/value/file_range.h"
#include "scan/value/file_task.h"
#include "scan/value/report_port.h"

namespace sluice {

// Puts the findings that begin in the range, with places as if all text before
// it were one line. The range that begins at 0 scans a file that is not cut
// (RangeEnd). A file that is cut is not in Counts::files.
RangeEnd scan_range(Pipeline& pipeline, const FileToScan& file,
                    std::unique_ptr<const ByteSource> bytes,
                    const FileRange& range, ReportPort& port);

}  // namespace sluice
