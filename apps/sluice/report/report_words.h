// The options -f and -o of a command line, which may be repeated, in their
// order.
// Thread-safety: none is needed; used at start. Ownership: the CLI::App and the
// ReportWords must not be moved before in_order() is called.
#pragma once

#include <string>
#include <vector>

#include "sluice/command_line/command_line.h"
#include "sluice/report/report_outputs.h"

namespace sluice {

class ReportWords {
 public:
  // Declares both options.
  explicit ReportWords(CLI::App* app);
  ReportWords(const ReportWords&) = delete;
  ReportWords& operator=(const ReportWords&) = delete;

  // To be called after parsing.
  std::vector<ReportWord> in_order() const;

 private:
  CLI::App* app_;
  std::vector<std::string> formats_;
  std::vector<std::string> paths_;
  const CLI::Option* format_;
  const CLI::Option* path_;
};

}  // namespace sluice
