// A report that a command reads.
// Thread-safety: one thread. Ownership: closes the file that it opened. Errors:
// kIo.
#pragma once

#include <cstddef>
#include <string>

#include "base/error.h"
#include "report/json/report_parser.h"

namespace sluice {

class ReportInput {
 public:
  // "-" is standard input.
  static Result<ReportInput> open(const std::string& path);

  ReportInput(ReportInput&& other) noexcept;
  ReportInput& operator=(ReportInput&& other) noexcept;
  ~ReportInput();

  // The reader must not outlive this.
  ReadBytes reader() const;

 private:
  explicit ReportInput(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace sluice
