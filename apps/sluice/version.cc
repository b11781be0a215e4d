#include "sluice/commands.h"

#include <fmt/core.h>

#include "base/processor.h"
#include "rules/embedded.h"

namespace sluice {

std::string version_text() {
  return fmt::format(
      SLUICE_VERSION
      "\ncommit {}\nrules {}, sha256 {}\nvector instructions: {}\n",
      version_commit(), embedded_rules().size() + embedded_families().size(),
      embedded_rules_sha256(),
      has_avx512() ? "AVX-512"
      : has_avx2() ? "AVX2"
                   : "none");
}

}  // namespace sluice
