// The name of an object of git: SHA-1 or SHA-256, in bytes.
// Thread-safety: a plain value.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct ObjectId {
  std::array<std::uint8_t, 32> bytes{};
  std::uint8_t size = 0;  // 20 or 32, or 0 if it names nothing

  // All zeros also name nothing: git writes them for a missing object.
  bool names_none() const {
    return std::ranges::all_of(bytes, [](std::uint8_t b) { return b == 0; });
  }
  bool operator==(const ObjectId&) const = default;

  // From 40 or 64 hexadecimal digits.
  static std::optional<ObjectId> parse(std::string_view hex);
  std::string hex() const;
  std::string short_hex() const { return hex().substr(0, 12); }
};

// Reads names, each on a line; a line that is no name is ignored.
std::vector<ObjectId> ids_in(std::string_view lines);
std::string as_lines(std::span<const ObjectId> ids);

}  // namespace sluice

// They are hashes already: any of their bytes serve.
template <>
struct std::hash<sluice::ObjectId> {
  std::size_t operator()(const sluice::ObjectId& id) const noexcept {
    std::size_t value;
    std::memcpy(&value, id.bytes.data(), sizeof value);
    return value;
  }
};
