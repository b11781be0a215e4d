// The layers above a configuration: the organisation's policy, and the user's
// own settings.
// Thread-safety: none is needed; called once, at start.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "policy/organisation_policy.h"
#include "sluice/settings/settings_table.h"

namespace sluice {

class Settings;

// Reads the policy from
//   1. /etc/sluice/policy.toml,
//   2. the file that SLUICE_POLICY names,
//   3. the file `option`, the value of --policy.
// Those that exist count together. Errors: kConfig, for a file that was named
// and does not exist, one that cannot be read, or a mistake in one.
Result<OrganisationPolicy> read_organisation_policy(const std::string& option);

// Reads the user's settings: sluice/config.toml in XDG_CONFIG_HOME, or else in
// ~/.config. Returns nothing if the file does not exist, or if its directory
// cannot be entered. Errors: kConfig, for a file that cannot be read or has
// anything else than [scan].
Result<std::optional<ConfigFile>> read_user_settings();

// Returns the place of the policy that forbids lower layers to set `key`. Empty
// if they may.
std::string lock_of(const OrganisationPolicy& policy, std::string_view key);

// Makes the settings as strict as the policy. Returns a sentence for each thing
// that a lower layer wanted and does not get.
std::vector<std::string> impose(const OrganisationPolicy& policy,
                                Settings* settings);

// Returns the ids of the required rules.
std::vector<std::string> required_ids(const OrganisationPolicy& policy);

// Returns what the policy says beside settings, as comments of TOML, for
// `sluice config show`.
std::string policy_comments(const OrganisationPolicy& policy);

}  // namespace sluice
