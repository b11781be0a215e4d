#include "redact/secret_numbers.h"

#include <array>
#include <cstring>

#include "base/digest.h"

namespace sluice {

std::uint64_t SecretNumbers::note(std::string_view rule,
                                  std::string_view secret) {
  ++places_;
  auto count = by_rule_.find(rule);
  if (count == by_rule_.end()) count = by_rule_.emplace(rule, 0).first;
  ++count->second;
  return number_of(secret);
}

std::uint64_t SecretNumbers::number_of(std::string_view secret) {
  // The author of a text may choose its secrets, but no two of one hash.
  const Sha256Digest digest = sha256(std::array{secret});
  std::uint64_t hash = 0;
  std::memcpy(&hash, digest.data(), sizeof hash);
  const auto known = numbers_.find(hash);
  if (known != numbers_.end()) return known->second;
  if (numbers_.size() >= kMost) return 0;
  const std::uint64_t number = numbers_.size() + 1;
  numbers_.emplace(hash, number);
  return number;
}

}  // namespace sluice
