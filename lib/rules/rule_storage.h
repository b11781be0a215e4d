// The storage of a RuleSet that was read from text.
// Thread-safety: filled by one thread, then read only. Ownership: owns all;
// nothing that was kept moves or is freed before the storage is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "rules/expression.h"
#include "rules/rule.h"

namespace sluice {

// The program whose way of judging counts where the two differ (config.h).
enum class Dialect : std::uint8_t { kGitleaks, kBetterleaks };

struct RuleOrigin {
  static constexpr std::size_t kBuiltIn = static_cast<std::size_t>(-1);
  // Index in RuleStorage::source_names.
  std::size_t source = kBuiltIn;
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
  std::vector<Rule> families;       // those with Rule::family
  std::vector<RuleOrigin> family_origins;
  std::vector<Allowlist> global_allowlists;
  std::vector<std::unique_ptr<const Expression>> expressions;
  std::vector<const Expression*> prefilters;  // those for every rule
  std::vector<const Expression*> filters;
  Dialect dialect = Dialect::kGitleaks;
  bool foreign = false;  // the configuration comes from the scanned tree
  std::vector<std::string> source_names;
  std::string sha256;  // hexadecimal
  // The storage of rules that were taken from another set.
  std::shared_ptr<const RuleStorage> base;

 private:
  static constexpr std::size_t kFirstBlock = 64 * 1024;
  std::pmr::monotonic_buffer_resource arena_{kFirstBlock};
};

}  // namespace sluice
