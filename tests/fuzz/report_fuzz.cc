// Reports of any bytes: the reader returns an error in one line, or a report. A
// report that was read, written and read again is the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/check.h"
#include "report/formats/formats.h"
#include "report/json/report_reader.h"

using namespace sluice;

namespace {

std::optional<std::string> converted(std::string_view text) {
  MemoryOutput output;
  const auto report = jsonl_report(output, {.masked_before = true});
  const Result<ReadReport> read = read_report(
      [&](char* bytes, std::size_t most) -> Result<std::size_t> {
        const std::size_t count = std::min(most, text.size());
        std::copy_n(text.data(), count, bytes);
        text.remove_prefix(count);
        return count;
      },
      /*secret_alone=*/false,
      [&](const ReportHead&) -> Result<FindingSink*> { return report.get(); });
  if (read) return output.text();
  SLUICE_CHECK(read.error().message.find('\n') == std::string::npos);
  return std::nullopt;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const auto once = converted({reinterpret_cast<const char*>(data), size});
  if (!once) return 0;
  const auto twice = converted(*once);
  SLUICE_CHECK(twice.has_value() && *twice == *once);
  return 0;
}
