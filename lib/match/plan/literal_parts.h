// What serialize_literals() (match/plan/literal_search.h) gives, in its parts.
// Thread-safety: pure functions. Ownership: the parts point into the bytes.
// Errors: kConfig, for damaged bytes.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace sluice {

struct LiteralParts {
  std::string_view plan;          // serialize_plan()
  std::string_view paths;         // RulePaths::serialize()
  std::string_view all;           // LiteralIndex::serialize()
  std::string_view for_any_path;  // the same, without what is bound to paths
};

std::string join_parts(const LiteralParts& parts);
Result<LiteralParts> split_parts(std::string_view bytes);

}  // namespace sluice
