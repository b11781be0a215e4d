// The facts about a text that contains many candidates, which are computed when
// the first candidate needs them.
// Thread-safety: none; they belong to the scan of one text.
// Ownership: refers to the text.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "judge/family_finder.h"
#include "text/searched.h"

namespace sluice {

struct TextFacts {
  std::optional<std::int64_t> characters;
  Searched directives;  // judge/allow/directive.h
  FamilyFinder::Seen families;
  // By the number of the pattern among those of all lists; see
  // Judge::CompiledAllowlist::first_line_pattern.
  std::vector<Searched> line_patterns;
};

}  // namespace sluice
