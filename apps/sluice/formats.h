// The formats of reports: one table, from which the command line, its help and
// the sinks come.
// Thread-safety: immutable.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "finding/sink.h"
#include "report/output/output.h"
#include "report/shown/options.h"

namespace sluice {

struct ReportFormat {
  std::string_view name;
  // Ends of file names that mean this format, divided by blanks; may be none.
  std::string_view extensions;
  std::string_view description;
  // Whether the coverage is in the report, in full.
  bool has_whole_coverage;
  // Whether it can name what was dropped.
  bool tells_drops;
  std::unique_ptr<FindingSink> (*make)(Output& output,
                                       const ReportOptions& options);
};

// The first is the default.
std::span<const ReportFormat> report_formats();

// Null if there is none of this name.
const ReportFormat* find_format(std::string_view name);

// By the end of a file's name; null if that means no format.
const ReportFormat* format_of_file(std::string_view path);

// A line for each format, for the help.
std::string format_help();

}  // namespace sluice
