// A baseline of any bytes, in any of the formats; ours written again says the
// same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "baseline/own_format.h"
#include "baseline/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = sluice::read_baseline("b", text);
  if (!read || !sluice::is_own_baseline(text)) return 0;
  const auto own = sluice::OwnBaseline::read("b", text);
  if (!own) std::abort();
  const auto again = sluice::OwnBaseline::read("b", own->text());
  if (!again || again->text() != own->text()) std::abort();
  return 0;
}
