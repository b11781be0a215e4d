// What the formats have in common: a sink that writes to an Output.
// Thread-safety and order of calls: as FindingSink. Ownership: the output must
// outlive the report.
#pragma once

#include <utility>

#include "finding/sink.h"
#include "report/output/output.h"
#include "report/shown/options.h"

namespace sluice {

class Report : public FindingSink {
 public:
  Report(Output& output, ReportOptions options)
      : output_(output), options_(std::move(options)) {}

 protected:
  Output& output_;
  ReportOptions options_;
};

}  // namespace sluice
