// The report formats: one table, from which the options, the help and the sinks
// are made.
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
  // The file name extensions that choose this format, separated by blanks; may
  // be empty.
  std::string_view extensions;
  // Further extensions that suit a file in this format, but choose another one:
  // GitLab's report is JSON.
  std::string_view also_suits;
  std::string_view description;
  // Whether the report contains the whole coverage.
  bool has_whole_coverage;
  // Whether the report can list dropped candidates.
  bool tells_drops;
  std::unique_ptr<FindingSink> (*make)(Output& output,
                                       const ReportOptions& options);
};

// The first is the default.
std::span<const ReportFormat> report_formats();

// Returns null if there is no format of this name.
const ReportFormat* find_format(std::string_view name);

// Returns the format that the extension of `path` chooses; null if it chooses
// none.
const ReportFormat* format_of_file(std::string_view path);

// Returns the format that the extension of `path` chooses if a report in
// `format` would surprise whoever opens that file: text in a file *.html. Null
// if it would not.
const ReportFormat* contradicting_format(const ReportFormat& format,
                                         std::string_view path);

// Returns a line for each format, for the help.
std::string format_help();

}  // namespace sluice
