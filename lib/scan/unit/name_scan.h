// Scans the name of a file, and the target of a symbolic link, before the file
// itself. The findings are reports of their own, because their places are in the
// name and not in the file:
//
//   keys/<token>/a.txt   one report of keys/<token>, for the first file in it
//
// Thread-safety: one worker's. Errors: none; a link that cannot be read has no
// target.
#pragma once

#include <cstddef>
#include <string_view>

#include "finding/finding.h"
#include "scan/unit/pipeline.h"
#include "scan/value/counts.h"
#include "scan/value/file_task.h"
#include "scan/value/report_port.h"
#include "scan/value/subject.h"

namespace sluice {

struct NameScanned {
  bool any = false;      // whether a report was put
  bool no_room = false;  // as ScanEnd::kNoRoom
  Counts counts;
};

NameScanned scan_name(Pipeline& pipeline, const FileToScan& file,
                      ReportPort& port);

// Scans `name`, such as that of a ref, for tokens that end after byte `from`.
// For FoundIn::kName, it is the path of the subject.
NameScanned scan_name(Pipeline& pipeline, const Subject& subject,
                      std::string_view name, std::size_t from, FoundIn place,
                      ReportPort& port);

}  // namespace sluice
