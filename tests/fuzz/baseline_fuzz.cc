// A baseline of any bytes, in any of the formats. Ours, written again, has the
// same content.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "baseline/own_format.h"
#include "baseline/read.h"
#include "gitleaks/report/baseline.h"

using namespace sluice;

namespace {

bool is_one_line(std::string_view text) {
  return text.find('\n') == std::string_view::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto leaks = GitleaksBaseline::read(text); !leaks)
    SLUICE_CHECK(is_one_line(leaks.error().message));
  const auto read = read_baseline("b", text);
  if (!read) {
    SLUICE_CHECK(is_one_line(read.error().message));
    return 0;
  }
  for (const std::string& warning : read->warnings)
    SLUICE_CHECK(is_one_line(warning));
  if (!is_own_baseline(text)) {
    for (const BaselineEntry& entry : read->entries)
      SLUICE_CHECK(!entry.path.starts_with("./"));
    return 0;
  }
  const auto own = OwnBaseline::read("b", text);
  SLUICE_CHECK(own.has_value());
  const auto again = OwnBaseline::read("b", own->text());
  SLUICE_CHECK(again.has_value() && again->text() == own->text());
  return 0;
}
