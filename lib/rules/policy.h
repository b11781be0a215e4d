// The policy of a scan: the configuration apart from the command line, where it
// comes from, and what it changed in the rules.
// Thread-safety: plain values. Ownership: owns all of its text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

enum class PolicyOrigin : std::uint8_t {
  kDefault,      // there is no configuration
  kCommandLine,  // --config names it
  kVariable,     // a variable names or contains it
  kTree,         // it is in the scanned tree
  kIndex,        // it is staged, in the repository that is scanned
  kRevision,     // it is in a revision of that repository
};
inline constexpr std::array<std::string_view, 6> kPolicyOriginNames = {
    "default", "command_line", "variable", "tree", "index", "revision"};
constexpr std::string_view name_of(PolicyOrigin origin) {
  return kPolicyOriginNames[static_cast<std::size_t>(origin)];
}

struct Policy {
  PolicyOrigin origin = PolicyOrigin::kDefault;
  std::string file;                  // the configuration, bytes; may be empty
  std::string revision;              // of kRevision, as it was named
  std::uint64_t rules = 0;           // how many are applied
  bool default_rules = true;         // whether default rules are among them
  std::uint64_t rules_disabled = 0;  // of these, or of the default ones
  // Default rules of which the configuration writes something anew: a pattern,
  // a path, an entropy, ...; and the ids of the first kChangedNamed.
  static constexpr std::size_t kChangedNamed = 20;
  std::uint64_t rules_changed = 0;
  std::vector<std::string> changed;
  // The configuration's min_confidence if that decided; or empty.
  std::string min_confidence;
  // The files of the organisation's policy, and the user's settings file;
  // bytes.
  std::vector<std::string> organisation;
  std::string user;
  // A sentence for each thing that a lower layer tried and the organisation
  // does not allow.
  std::vector<std::string> refused;
};

}  // namespace sluice
