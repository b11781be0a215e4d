// What the user can choose of a report.
#pragma once

namespace sluice {

struct ReportOptions {
  bool show_secrets = false;
  // Colours, for a terminal that wants them. Only the report for people has
  // any.
  bool color = false;
  // Whether the report tells what was dropped (FileReport::dropped).
  bool explain_drops = false;
};

}  // namespace sluice
