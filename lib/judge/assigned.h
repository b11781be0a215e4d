// Tells a secret from what else is written beside names that say `password`,
// `token` or `key`: where the value comes from, defaults that everybody knows,
// text for people, names of things, values that are encrypted.
// Thread-safety: pure functions.
// Cost: no allocation; up to 3 microseconds for a value that passes.
#pragma once

#include <cstdint>
#include <string_view>

#include "rules/rule.h"

namespace sluice {

enum class Assigned : std::uint8_t {
  kLikely,     // a secret
  kUnsure,     // may be one: worth a look by who wants to see all
  kName,       // the name says that it is none
  kReference,  // says where the value comes from: variable, path, address
  kEncrypted,  // of use with another secret alone
  kPublic,     // made to be seen
  kCommon,     // a default or an example that everybody knows
  kText,       // words for people, or the name of a thing
  kForm,       // not of the form that was asked for
};

// What is known of a value's place.
struct AssignedAt {
  std::string_view path;
  std::string_view name;    // whole; for ValueKind::kNamed
  std::string_view before;  // its line before it (judge/line_kind.h)
};

// No answer but kLikely and kUnsure depends on `before`.
Assigned assigned(ValueKind kind, const AssignedAt& at, std::string_view value);

}  // namespace sluice
