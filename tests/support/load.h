// Rules and engines for tests, from TOML in the test or from rules/.
#pragma once

#include <doctest/doctest.h>

#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fs/file_system.h"
#include "match/engine.h"
#include "rules/loader.h"

namespace sluice {

inline RuleSet rules_from(std::string_view toml) {
  const RuleSource source{"test.toml", std::string(toml)};
  Result<RuleSet> rules = load_rules({&source, 1});
  REQUIRE_MESSAGE(rules.has_value(), rules.error().message);
  return *rules;
}

inline std::unique_ptr<Engine> engine_of(RuleSet rules) {
  const Result<void> patterns = check_patterns(rules);
  REQUIRE_MESSAGE(patterns.has_value(), patterns.error().message);
  // Without them an engine does without its index while there are few texts.
  Result<std::string> literals = serialize_literals(rules);
  REQUIRE(literals.has_value());
  static std::deque<std::string> kept;  // they must outlive the engine
  kept.push_back(*std::move(literals));
  Result<std::unique_ptr<Engine>> engine =
      Engine::create(std::move(rules), kept.back());
  REQUIRE(engine.has_value());
  return std::move(*engine);
}

// The rule files of the repository, with their examples.
inline RuleSet default_rules() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(SLUICE_RULES_DIR))
    if (entry.path().extension() == ".toml")
      names.push_back(entry.path().string());
  std::sort(names.begin(), names.end());
  std::vector<RuleSource> sources;
  for (const std::string& name : names)
    sources.push_back({name, read_whole(posix_file_system(), name).value()});
  Result<RuleSet> rules = load_rules(sources);
  REQUIRE_MESSAGE(rules.has_value(), rules.error().message);
  return *rules;
}

}  // namespace sluice
