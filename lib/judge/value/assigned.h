// Distinguishes a secret from the other values beside names such as `password`,
// `token` or `key`: references to the source of the value, well-known defaults,
// text for people, names of things, encrypted values. As a password, "changeme"
// is kTemplate, "${DB_PASSWORD}" kReference and "Seven larch cones" kText.
// Thread-safety: pure functions.
// Cost: no allocation; up to 3 microseconds for a value that passes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "finding/evidence.h"
#include "judge/context/name.h"
#include "judge/value/traits.h"
#include "rules/rule.h"

namespace sluice {

// Why a value is not a secret.
enum class NoSecret : std::uint8_t {
  kName,       // the name says so
  kReference,  // names where the value comes from: variable, path, address
  kEncrypted,  // useful only with another secret
  kPublic,     // public by design
  kTemplate,   // to be replaced by a value
  kStandIn,    // a value of examples and defaults
  kText,       // text for people, or the name of something
  kForm,       // not of the required form
};

// The look of a value that may be a secret, or why it is none.
class Assigned {
 public:
  constexpr Assigned(ValueLook look) : look_(look) {}
  constexpr Assigned(NoSecret why) : why_(why) {}

  constexpr const std::optional<NoSecret>& why_not() const { return why_; }
  constexpr ValueLook look() const { return look_; }  // of a possible secret

  // Whether it may be a secret with more than words for a look: somebody drew
  // it, or made it up.
  constexpr bool is_made() const {
    return !why_ && look_ <= ValueLook::kComposed;
  }

  friend bool operator==(const Assigned&, const Assigned&) = default;

 private:
  ValueLook look_ = ValueLook::kWords;
  std::optional<NoSecret> why_;
};

// The place of a value.
struct AssignedAt {
  std::string_view path;
  std::string_view name;    // whole; for ValueKind::kNamed
  std::string_view before;  // its line before it (judge/context/line_kind.h)
  std::string_view host;    // whose password it is (judge/context/place.h)
  // says() of the name, if the caller knows it.
  std::optional<NameSays> says{};
};

Assigned assigned(ValueKind kind, const AssignedAt& at,
                  const ValueTraits& value);

// Whether the value is base64 or hexadecimal digits of a placeholder, or of a
// word that means a secret.
bool encodes_placeholder(const ValueTraits& value);

// The meaning of `name` for a rule that wants a value of that kind.
NameSays says(ValueKind kind, std::string_view name);

}  // namespace sluice
