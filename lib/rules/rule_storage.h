// What a RuleSet that was read from text points into.
// Thread-safety: filled by one thread, then read only. Ownership: owns all;
// nothing that was kept moves or goes before the storage does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "rules/rule.h"

namespace sluice {

struct RuleOrigin {
  std::size_t source = 0;  // index in RuleStorage::source_names
  std::uint32_t line = 0;  // from 1
};

class RuleStorage {
 public:
  std::string_view keep(std::string_view text) {
    const std::span<const char> kept =
        keep(std::span<const char>(text.data(), text.size()));
    return {kept.data(), kept.size()};
  }

  template <typename T>
  std::span<const T> keep(std::span<const T> items) {
    // The arena frees memory without running destructors.
    static_assert(std::is_trivially_destructible_v<T>);
    if (items.empty()) return {};
    auto* place =
        static_cast<T*>(arena_.allocate(items.size_bytes(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), place);
    return {place, items.size()};
  }

  template <typename T>
  std::span<const T> keep(const std::vector<T>& items) {
    return keep(std::span<const T>(items));
  }

  std::vector<Rule> rules;
  std::vector<RuleOrigin> origins;  // of each rule
  std::vector<std::string> source_names;
  std::string sha256;  // hexadecimal

 private:
  static constexpr std::size_t kFirstBlock = 64 * 1024;
  std::pmr::monotonic_buffer_resource arena_{kFirstBlock};
};

}  // namespace sluice
