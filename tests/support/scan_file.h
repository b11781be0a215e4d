// Scans one file with a pipeline of its own and keeps its report.
// Thread-safety: any thread.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "scan/unit/whole_report.h"

namespace sluice {

struct ScannedFile {
  std::unique_ptr<FileReport> report;  // null if there is nothing to report
  Counts counts;
};

inline ScannedFile scan_file(const FileSystem& fs, const Engine& engine,
                             const Judge& judge, std::string path,
                             const PipelineOptions& options = {}) {
  Pipeline pipeline(&fs, engine, judge, options);
  WholeReports whole = whole_reports(pipeline, {std::move(path)});
  return {whole.reports.empty() ? nullptr : std::move(whole.reports.front()),
          whole.scanned.counts};
}

}  // namespace sluice
