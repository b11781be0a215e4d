// Scans a file: as one text, as an archive, or as a file that all workers
// share.
// Thread-safety: each call by one worker, with its own pipeline.
#pragma once

#include <memory>

#include "fs/byte_source.h"
#include "fs/read_ahead.h"
#include "scan/unit/pipeline.h"
#include "scan/unit/shared_file.h"
#include "scan/value/counts.h"
#include "scan/value/file_task.h"
#include "scan/value/report_port.h"
#include "scan/value/subject.h"

namespace sluice {

// The file to scan.
struct Source {
  const FileToScan& file;  // its name
  // The bytes of the file. If null, it is opened.
  std::unique_ptr<const ByteSource> bytes = nullptr;
  // The part of the file that was read ahead; null if none was. scan() closes
  // the file that is open in it.
  const FileAhead* ahead = nullptr;
};

// Returns how reports name the file, and the path by which it is judged.
Subject subject_of(const FileToScan& file);

// Scans a file and puts its report into `port`. If `shared` is given, a large
// file may be left there for all workers to scan (ScanEnd::kShared).
Scanned scan(Pipeline& pipeline, Source source, ReportPort& port,
             std::unique_ptr<SharedFile>* shared = nullptr);

}  // namespace sluice
