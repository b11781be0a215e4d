// Tells a secret from the other values that stand beside names that say
// `password`, `token` or `key`: references to where the value comes from,
// well-known defaults, text for people, names of things, encrypted values.
// As a password, "changeme" is kTemplate, "${DB_PASSWORD}" kReference and
// "Seven larch cones" kText.
// Thread-safety: pure functions.
// Cost: no allocation; up to 3 microseconds for a value that passes.
#pragma once

#include <cstdint>
#include <string_view>

#include "judge/context/name.h"
#include "rules/rule.h"

namespace sluice {

enum class Assigned : std::uint8_t {
  // It may be a secret, and this is what it looks like (ValueLook).
  kDrawn,
  kTyped,
  kComposed,
  kWords,
  kCommon,
  // It is none.
  kName,       // the name says so
  kReference,  // names where the value comes from: variable, path, address
  kEncrypted,  // of use with another secret alone
  kPublic,     // public by design
  kTemplate,   // stands for a value to be put in
  kStandIn,    // what examples and defaults are written with
  kText,       // text for people, or the name of something
  kForm,       // not of the form that was asked for
};

// What is known of a value's place.
struct AssignedAt {
  std::string_view path;
  std::string_view name;    // whole; for ValueKind::kNamed
  std::string_view before;  // its line before it (judge/context/line_kind.h)
  std::string_view
      host;  // of the URL whose password it is (judge/context/place.h)
};

// Whether it may be a secret depends on neither `before` nor `host`; what it
// looks like may.
Assigned assigned(ValueKind kind, const AssignedAt& at, std::string_view value);

// What `name` says, of a rule that asks for a value of that kind.
NameSays says(ValueKind kind, std::string_view name);

}  // namespace sluice
