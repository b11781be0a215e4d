#include "sluice/settings/organisation.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <span>
#include <utility>

#include "fs/file_system.h"
#include "fs/foreign_file.h"
#include "rules/embedded.h"
#include "sluice/settings/settings.h"
#include "text/escape.h"

namespace sluice {
namespace {

constexpr const char* kOfTheMachine = "/etc/sluice/policy.toml";

// The settings that leave files out. `ignore` does not: it can only be turned
// off, and then more files are scanned.
constexpr auto kExcluding = std::to_array<std::string_view>(
    {"exclude", "include", "max-depth", "max-file-size", "one-file-system"});

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The ids of all default rules. A family's findings come from rules with
// `families`, so these are required, too, if any family is.
Result<void> settle_required(OrganisationPolicy* policy) {
  if (policy->required_rules.empty()) return {};
  std::vector<std::string_view> all;
  for (const Rule& rule : embedded_rules()) all.push_back(rule.id);
  const std::size_t plain = all.size();
  for (const Rule& rule : embedded_families()) all.push_back(rule.id);
  const std::span<const std::string_view> families =
      std::span(all).subspan(plain);
  const std::vector<OrganisationPolicy::Item> asked = policy->required_rules;
  for (const OrganisationPolicy::Item& item : asked)
    if (std::ranges::count(families, item.text) != 0)
      for (const Rule& rule : embedded_rules())
        if (rule.families)
          policy->required_rules.push_back({std::string(rule.id), item.place});
  return name_required_rules(all, policy);
}

void add_exclusions(const OrganisationPolicy& policy, Settings* settings) {
  if (policy.exclude.empty()) return;
  // After the others, so that none of them brings a file back.
  std::vector<std::string> all = settings->values_of("exclude");
  for (const OrganisationPolicy::Item& item : policy.exclude)
    all.push_back(item.text);
  settings->impose("exclude", std::move(all), policy.exclude.front().place,
                   /*adds=*/true);
}

// Returns "a, b, c and 9 more".
std::string some_of(const std::vector<std::string>& ids) {
  constexpr std::size_t kNamed = 3;
  const std::size_t named = std::min(ids.size(), kNamed);
  const std::string text = fmt::format(
      "{}", fmt::join(ids.begin(),
                      ids.begin() + static_cast<std::ptrdiff_t>(named), ", "));
  return named == ids.size()
             ? text
             : fmt::format("{} and {} more", text, ids.size() - named);
}

void keep_rules(const OrganisationPolicy& policy, Settings* settings,
                std::vector<std::string>* refused) {
  std::vector<std::string> off = settings->values_of("disable-rule");
  std::vector<std::string> on = settings->values_of("enable-rule");
  const bool limited = !on.empty();
  std::vector<std::string> kept;
  std::vector<std::string> added;
  std::string place;
  for (const OrganisationPolicy::Item& item : policy.required_rules) {
    const bool was_off = std::erase(off, item.text) != 0;
    const bool was_out = limited && std::ranges::count(on, item.text) == 0;
    if (was_off) kept.push_back(item.text);
    if (was_out) added.push_back(item.text);
    if ((was_off || was_out) && place.empty()) place = item.place;
  }
  const auto tell = [&](std::string_view key, std::string_view without,
                        const std::vector<std::string>& ids) {
    refused->push_back(not_allowed(
        fmt::format("{} {}{}", settings->called(key), without, some_of(ids)),
        place));
  };
  if (!kept.empty()) {
    tell("disable-rule", "", kept);
    settings->impose("disable-rule", std::move(off), place, /*adds=*/true);
  }
  if (!added.empty()) {
    tell("enable-rule", "without ", added);
    std::ranges::move(added, std::back_inserter(on));
    settings->impose("enable-rule", std::move(on), place, /*adds=*/true);
  }
}

void keep_level(const OrganisationPolicy& policy, Settings* settings,
                std::vector<std::string>* refused) {
  if (!policy.min_confidence) return;
  const std::vector<std::string> values = settings->values_of("min-confidence");
  const std::string asked = values.empty()
                                ? std::string(name_of(Confidence::kMedium))
                                : values.back();
  const std::string_view most = name_of(*policy.min_confidence);
  if (std::ranges::find(kConfidenceNames, asked) <=
      std::ranges::find(kConfidenceNames, most))
    return;
  if (!values.empty())
    refused->push_back(not_allowed(
        fmt::format("{} {}", settings->called("min-confidence"), asked),
        policy.min_confidence_place));
  settings->impose("min-confidence", {std::string(most)},
                   policy.min_confidence_place);
}

}  // namespace

Result<OrganisationPolicy> read_organisation_policy(const std::string& option) {
  OrganisationPolicy policy;
  const std::string places[] = {kOfTheMachine, variable("SLUICE_POLICY"),
                                option};
  for (const std::string& path : places) {
    if (path.empty()) continue;
    const Result<std::string> text = read_whole(posix_file_system(), path);
    if (!text && path == kOfTheMachine && is_absent(text.error())) continue;
    if (!text)
      return fail(ErrorCode::kConfig, "cannot read the policy {}: {}", path,
                  text.error().message);
    SLUICE_TRY(add_policy_file(path, *text, &policy));
  }
  SLUICE_TRY(settle_required(&policy));
  return policy;
}

Result<std::optional<ConfigFile>> read_user_settings() {
  // A relative path does not count, as the XDG specification says.
  std::string folder = variable("XDG_CONFIG_HOME");
  if (!folder.starts_with('/')) {
    folder = variable("HOME");
    if (!folder.starts_with('/')) return std::nullopt;
    folder += "/.config";
  }
  folder += "/sluice/";
  const std::string path = folder + "config.toml";
  // A directory that cannot be entered is another user's, such as in a
  // container that keeps HOME.
  const Result<FileStatus> status = posix_file_system().status(path);
  if (!status &&
      (is_absent(status.error()) || status.error().sys_errno == EACCES))
    return std::nullopt;
  Result<std::string> text = read_whole(posix_file_system(), path);
  if (!text)
    return fail(ErrorCode::kConfig, "cannot read your settings {}: {}", path,
                text.error().message);
  // Like a file that the command line names, it may set everything.
  ConfigFile file{
      {PolicyOrigin::kCommandLine, {path, *std::move(text)}, folder}, {}};
  SLUICE_TRY_ASSIGN(file.settings, read_settings_table(file.source));
  if (!file.settings.alone)
    return fail(ErrorCode::kConfig,
                "{}: your settings have the table [scan] and nothing else; "
                "--config names a file with rules",
                path);
  return file;
}

std::string lock_of(const OrganisationPolicy& policy, std::string_view key) {
  return std::ranges::count(kExcluding, key) != 0 ? policy.no_exclude
                                                  : std::string();
}

std::vector<std::string> impose(const OrganisationPolicy& policy,
                                Settings* settings) {
  std::vector<std::string> refused;
  add_exclusions(policy, settings);
  keep_rules(policy, settings, &refused);
  keep_level(policy, settings, &refused);
  return refused;
}

std::vector<std::string> required_ids(const OrganisationPolicy& policy) {
  std::vector<std::string> ids;
  for (const OrganisationPolicy::Item& item : policy.required_rules)
    ids.push_back(item.text);
  return ids;
}

std::string policy_comments(const OrganisationPolicy& policy) {
  std::string text;
  const auto add = [&text](std::string_view what, const std::string& place) {
    text += fmt::format("{:<36}  # {}\n", fmt::format("# {}", what),
                        escape_for_terminal(place));
  };
  if (!policy.required_rules.empty())
    add(fmt::format("rules that stay on: {}", policy.required_rules.size()),
        policy.required_rules.front().place);
  if (!policy.no_exclude.empty())
    add("only the policy excludes files", policy.no_exclude);
  for (const OrganisationPolicy::ExtendList& list : policy.extend)
    add(list.paths.empty()
            ? std::string("no file is extended")
            : escape_for_terminal(fmt::format("only these are extended: {}",
                                              fmt::join(list.paths, ", "))),
        list.place);
  return text;
}

}  // namespace sluice
