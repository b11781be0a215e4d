// Reads a JSON object (RFC 8259): enough to say whether a token's part is one
// and what a few of its members hold.
// Thread-safety: pure functions. Ownership: members point into the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct JsonMember {
  std::string_view name;   // between its quotes, escapes as they are
  std::string_view value;  // as it is written
};

class JsonObject {
 public:
  // Nothing if `text` is not one object, with nothing but whitespace around
  // it, or if it is nested deeper than anything that a token holds.
  static std::optional<JsonObject> parse(std::string_view text);

  bool has(std::string_view name) const;
  // Of the first member of that name; nothing if there is none or if it is not
  // a string. Escapes are resolved but for \u, which becomes '?'.
  std::optional<std::string> string(std::string_view name) const;
  // Nothing if there is none or if it is not a whole number, not negative.
  // What stands behind a decimal point is left out.
  std::optional<std::uint64_t> number(std::string_view name) const;
  std::size_t size() const { return members_.size(); }

 private:
  const JsonMember* find(std::string_view name) const;

  std::vector<JsonMember> members_;
};

}  // namespace sluice
