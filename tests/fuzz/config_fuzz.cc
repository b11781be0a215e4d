// Configurations of any bytes that extend each other: the parts of the input
// between NUL bytes are the file itself and those that `a`, `b` and `c` name.
// The file loads or is refused in one line. A loaded file has a plan, and RE2
// accepts its patterns, joined ones included.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "match/engine.h"
#include "match/pattern.h"
#include "rules/config.h"
#if SLUICE_COMPAT
#include "betterleaks/expressions.h"
#endif

namespace {

constexpr std::string_view kDefaultRules =
    "[[rules]]\nid = 'x'\nregex = 'x(y)[0-9]{3}'\nkeywords = ['x']\n"
    "[[rules.required]]\nid = 'y'\n[[rules]]\nid = 'y'\npath = 'p'\n";

sluice::RuleSet default_rules() {
  const sluice::RuleSource source{"default.toml", std::string(kDefaultRules)};
  return sluice::load_rules({&source, 1}).value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  std::array<std::string, 4> files;
  std::size_t file = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] != 0)
      files[file].push_back(static_cast<char>(data[i]));
    else if (file + 1 < files.size())
      ++file;
  }
  static const sluice::RuleSet kDefaults = default_rules();
  sluice::ConfigSurroundings around;
  around.default_rules = kDefaults;
  around.pattern_error = sluice::pattern_error;
#if SLUICE_COMPAT
  around.expressions = &sluice::betterleaks_expressions();
#endif
  around.read = [&](const std::string& path) -> sluice::Result<std::string> {
    if (path.size() == 1 && path[0] >= 'a' && path[0] <= 'c')
      return files[static_cast<std::size_t>(path[0] - 'a' + 1)];
    return sluice::fail(sluice::ErrorCode::kNotFound, "no such file");
  };
  const sluice::Result<sluice::LoadedConfig> config =
      sluice::load_config({"fuzz.toml", files[0]}, around);
  if (!config) {
    SLUICE_CHECK(config.error().message.find('\n') == std::string::npos);
    return 0;
  }
  SLUICE_CHECK(!config->rules.rules().empty());
  sluice::make_plan(config->rules.rules());
  SLUICE_CHECK(sluice::check_patterns(config->rules).has_value());
  return 0;
}
