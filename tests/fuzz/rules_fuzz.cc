// A rule file of any bytes: it loads or gives an error. A loaded file has a
// plan, and RE2 accepts or refuses its patterns.
#include <cstddef>
#include <cstdint>
#include <string>

#include "match/engine.h"
#include "rules/loader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const sluice::RuleSource source{
      "fuzz.toml", std::string(reinterpret_cast<const char*>(data), size)};
  const sluice::Result<sluice::RuleSet> rules =
      sluice::load_rules({&source, 1});
  if (!rules) return 0;
  sluice::make_plan(rules->rules());
  static_cast<void>(sluice::check_patterns(*rules));
  return 0;
}
