// What the user can choose of a report.
#pragma once

#include <cstddef>

namespace sluice {

struct ReportOptions {
  bool show_secrets = false;
  // Colours, for a terminal that wants them. Only the report for people has
  // any.
  bool color = false;
  // Whether the report tells what was dropped (FileReport::dropped).
  bool explain_drops = false;
  // No ledger but for what could not be read. Only the report for people can be
  // told so.
  bool quiet = false;
  // The width that the report for people is made for; 40 or more.
  std::size_t columns = 80;
};

}  // namespace sluice
