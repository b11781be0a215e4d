#include "git/object_id.h"

namespace sluice {

std::optional<ObjectId> ObjectId::parse(std::string_view hex) {
  if (hex.size() != 40 && hex.size() != 64) return std::nullopt;
  ObjectId id;
  id.size = static_cast<std::uint8_t>(hex.size() / 2);
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  };
  for (std::size_t i = 0; i < id.size; ++i) {
    const int high = digit(hex[2 * i]);
    const int low = digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    id.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return id;
}

std::string ObjectId::hex() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(std::size_t{2} * size);
  for (std::size_t i = 0; i < size; ++i) {
    text += kDigits[bytes[i] / 16];
    text += kDigits[bytes[i] % 16];
  }
  return text;
}

std::vector<ObjectId> ids_in(std::string_view lines) {
  std::vector<ObjectId> ids;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    if (const std::optional<ObjectId> id =
            ObjectId::parse(lines.substr(0, end)))
      ids.push_back(*id);
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return ids;
}

std::string as_lines(std::span<const ObjectId> ids) {
  std::string text;
  for (const ObjectId& id : ids) {
    text += id.hex();
    text += '\n';
  }
  return text;
}

}  // namespace sluice
