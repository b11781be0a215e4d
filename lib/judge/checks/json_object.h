// Reads a JSON object (RFC 8259), as far as a token needs it: whether a part of
// the token is an object, and the values of a few members.
// Thread-safety: pure functions. Ownership: members point into the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct JsonMember {
  std::string_view name;   // without quotes, escapes unresolved
  std::string_view value;  // as written
};

class JsonObject {
 public:
  // Returns nothing if `text` is not exactly one object, apart from whitespace
  // around it, or if its nesting is deeper than in any token.
  static std::optional<JsonObject> parse(std::string_view text);

  bool has(std::string_view name) const;
  // Returns the first member with that name. Returns nothing if there is none
  // or if it is not a string. Escapes are resolved, except \u, which becomes
  // '?'.
  std::optional<std::string> string(std::string_view name) const;
  // Returns nothing if there is no such member or if it is not a whole number ≥
  // 0. Digits after a decimal point are ignored.
  std::optional<std::uint64_t> number(std::string_view name) const;
  std::size_t size() const { return members_.size(); }

 private:
  const JsonMember* find(std::string_view name) const;

  std::vector<JsonMember> members_;
};

}  // namespace sluice
