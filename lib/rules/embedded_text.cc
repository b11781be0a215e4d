#include "rules/embedded.h"

#include <algorithm>

#include "base/packed.h"

namespace sluice {
namespace {

std::string turned(std::string_view bytes) {
  std::string turned(bytes);
  std::ranges::transform(turned, turned.begin(),
                         [](char c) { return static_cast<char>(~c); });
  return turned;
}

}  // namespace

std::string embed_text(std::string_view text) { return pack(turned(text)); }

std::optional<std::string> embedded_text(std::string_view embedded) {
  const std::optional<UnpackedBytes> text = unpack(embedded);
  if (!text) return std::nullopt;
  return turned(text->bytes());
}

}  // namespace sluice
