// Each check on whatever bytes: no fault, and nothing proven without a verdict.
// The first byte chooses the check.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "judge/checks/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace sluice;
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1),
                              size - 1);
  const auto kind = static_cast<CheckKind>(data[0] % kCheckNames.size());
  const CheckResult told = check(kind, text, text);
  SLUICE_CHECK(told.weight != CheckEffect::kProof ||
               told.verdict == ChecksumVerdict::kValid);
  return 0;
}
