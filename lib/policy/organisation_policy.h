// The policy of an organisation: what configurations, variables and the command
// line may not weaken. Several files may count, such as that of the machine and
// one that a variable names. Together they are as strict as all of them: lists
// add up, the lowest level counts, what one of them forbids is forbidden, and
// a file may be extended only if each of them that has a list of such files
// allows it. Once a file has `allow-exclude = false`, `exclude` in a later one
// is an error.
//
//   [policy]
//   required-rules = ["github-pat"]  # ids, or "*" for all default rules
//   min-confidence = "medium"        # the highest level to ask for
//   exclude = ["third_party/"]       # always excluded
//   allow-exclude = false            # nothing else may be excluded
//   extend = ["ci/rules.toml"]       # the only files to extend; "ci/" is a
//                                    # directory
//
// Thread-safety: plain values and pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "rules/rule.h"

namespace sluice {

struct OrganisationPolicy {
  // A text, and the place in the file that has it: "FILE:LINE".
  struct Item {
    std::string text;
    std::string place;
  };
  // The list `extend` of one file.
  struct ExtendList {
    std::vector<std::string> paths;
    std::string place;
  };

  std::vector<std::string> files;    // that were read
  std::vector<Item> required_rules;  // each id once, of the first file
  std::vector<Item> exclude;         // patterns that are always excluded
  // The highest level that a scan may ask for.
  std::optional<Confidence> min_confidence;
  std::string min_confidence_place;
  // The place that forbids lower layers to exclude files. Empty if they may.
  std::string no_exclude;
  std::vector<ExtendList> extend;
};

// Adds the file `name` with `text` to the policy. Error: kConfig, "name:line:
// why", for everything that is not as described above.
Result<void> add_policy_file(const std::string& name, std::string_view text,
                             OrganisationPolicy* policy);

// Returns the place that forbids a configuration to extend the file at `path`.
// Empty if it may.
std::string forbids_extending(const OrganisationPolicy& policy,
                              const std::string& path);

// Replaces "*" by `all`, and checks that each other id is one of them. Error:
// kConfig.
Result<void> name_required_rules(const std::vector<std::string_view>& all,
                                 OrganisationPolicy* policy);

}  // namespace sluice
