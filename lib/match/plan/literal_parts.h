// The parts of what serialize_literals() (match/plan/literal_search.h) returns.
// Thread-safety: pure functions. Ownership: the parts point into the bytes.
// Errors: kConfig if the bytes are damaged.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace sluice {

struct LiteralParts {
  std::string_view plan;          // serialize_plan()
  std::string_view paths;         // RulePaths::serialize()
  std::string_view all;           // LiteralIndex::serialize()
  std::string_view for_any_path;  // the same for rules for any path
};

std::string join_parts(const LiteralParts& parts);
Result<LiteralParts> split_parts(std::string_view bytes);

}  // namespace sluice
