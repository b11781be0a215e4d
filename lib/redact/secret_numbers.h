// Numbers the secrets that a run replaces, so that equal secrets get equal
// labels, and counts them by rule.
// Thread-safety: one thread at a time. Memory: about 50 bytes for each of the
// first kMost different secrets. No secret is kept, only 64 bits of its hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sluice {

class SecretNumbers {
 public:
  // Later secrets get the number 0, so their labels do not say which are equal.
  static constexpr std::size_t kMost = 262'144;

  // Counts one place of the secret, and returns the number of the secret: from
  // 1, in the order in which secrets are first met.
  std::uint64_t note(std::string_view rule, std::string_view secret);

  // The number of the secret, which is not counted.
  std::uint64_t number_of(std::string_view secret);

  // The replaced places, by the id of the rule.
  const std::map<std::string, std::uint64_t, std::less<>>& by_rule() const {
    return by_rule_;
  }
  std::uint64_t places() const { return places_; }
  std::size_t different() const { return numbers_.size(); }

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> numbers_;  // by hash
  std::map<std::string, std::uint64_t, std::less<>> by_rule_;
  std::uint64_t places_ = 0;
};

}  // namespace sluice
