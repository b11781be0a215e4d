#include "match/plan/literal_parts.h"

#include <cstdint>
#include <cstring>

namespace sluice {

// The size of each part, then its bytes.
std::string join_parts(const LiteralParts& parts) {
  std::string bytes;
  for (const std::string_view part :
       {parts.plan, parts.paths, parts.all, parts.for_any_path}) {
    const std::uint64_t size = part.size();
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes.append(part);
  }
  return bytes;
}

Result<LiteralParts> split_parts(std::string_view bytes) {
  LiteralParts parts;
  for (std::string_view* part :
       {&parts.plan, &parts.paths, &parts.all, &parts.for_any_path}) {
    std::uint64_t size = 0;
    if (bytes.size() >= sizeof size) {
      std::memcpy(&size, bytes.data(), sizeof size);
      bytes.remove_prefix(sizeof size);
      *part = bytes.substr(0, size);
    }
    if (part->data() == nullptr || part->size() != size)
      return fail(ErrorCode::kConfig, "the embedded literals are damaged");
    bytes.remove_prefix(size);
  }
  return parts;
}

}  // namespace sluice
