// Reports that may be anything: the reader gives an error or a report.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "report/jsonl.h"
#include "report/report_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace sluice;
  std::size_t at = 0;
  MemoryOutput output;
  JsonlReport report(output, {.masked_before = true});
  const Result<ReadReport> read = read_report(
      [&](char* bytes, std::size_t most) -> Result<std::size_t> {
        const std::size_t count = std::min(most, size - at);
        std::copy_n(data + at, count, bytes);
        at += count;
        return count;
      },
      /*secret_alone=*/true,
      [&](const ReportHead&) -> Result<FindingSink*> { return &report; });
  static_cast<void>(read);
  return 0;
}
