// Fields of JSON that others wrote: of the type that is expected, or nothing.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "text/bounded_json.h"

namespace sluice {

// 0 if it is missing or no number from 0.
inline std::uint64_t count_field(const nlohmann::json& object,
                                 const char* key) {
  const auto it = object.find(key);
  return it == object.end() || !it->is_number_unsigned()
             ? 0
             : it->get<std::uint64_t>();
}

}  // namespace sluice
