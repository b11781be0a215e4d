#include "policy/organisation_policy.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "rules/table_reader.h"
#include "rules/toml_read.h"

namespace sluice {
namespace {

using Kind = TomlValue::Kind;
using Item = OrganisationPolicy::Item;

std::string line_of(const std::string& file, std::uint32_t line) {
  return fmt::format("{}:{}", file, line);
}

Result<std::vector<Item>> read_texts(const std::string& file,
                                     const TomlEntry& entry) {
  const auto refuse = [&](std::uint32_t line) {
    return fail(ErrorCode::kConfig, "{}: {} must be a list of texts",
                line_of(file, line), shown(entry.key));
  };
  if (entry.value.kind != Kind::kArray) return refuse(entry.line);
  std::vector<Item> items;
  for (const TomlValue& item : entry.value.items) {
    if (item.kind != Kind::kString || item.text.empty())
      return refuse(item.line);
    items.push_back({item.text, line_of(file, item.line)});
  }
  return items;
}

Result<void> take_exclude_right(const std::string& file, const TomlEntry& entry,
                                OrganisationPolicy* policy) {
  if (entry.value.kind != Kind::kBoolean)
    return fail(ErrorCode::kConfig, "{}: {} must be true or false",
                line_of(file, entry.line), shown(entry.key));
  if (!entry.value.boolean && policy->no_exclude.empty())
    policy->no_exclude = line_of(file, entry.line);
  return {};
}

Result<void> take_level(const std::string& file, const TomlEntry& entry,
                        OrganisationPolicy* policy) {
  const auto level = std::ranges::find(kConfidenceNames, entry.value.text);
  if (entry.value.kind != Kind::kString || level == kConfidenceNames.end())
    return fail(ErrorCode::kConfig, "{}: {} must be low, medium or high",
                line_of(file, entry.line), shown(entry.key));
  const auto confidence =
      static_cast<Confidence>(level - kConfidenceNames.begin());
  if (policy->min_confidence && *policy->min_confidence <= confidence)
    return {};
  policy->min_confidence = confidence;
  policy->min_confidence_place = line_of(file, entry.line);
  return {};
}

Result<void> take_extend(const std::string& file, const TomlEntry& entry,
                         OrganisationPolicy* policy) {
  SLUICE_TRY_ASSIGN(std::vector<Item> items, read_texts(file, entry));
  OrganisationPolicy::ExtendList list{{}, line_of(file, entry.line)};
  for (Item& item : items) list.paths.push_back(std::move(item.text));
  policy->extend.push_back(std::move(list));
  return {};
}

// `forbidden` is the place of an earlier file that forbids to exclude. A user
// could otherwise exclude files by a policy of their own.
Result<void> take_exclude(const std::string& file, const TomlEntry& entry,
                          const std::string& forbidden,
                          OrganisationPolicy* policy) {
  SLUICE_TRY_ASSIGN(std::vector<Item> items, read_texts(file, entry));
  if (!forbidden.empty() && !items.empty())
    return fail(ErrorCode::kConfig, "{}: {}: the policy {} does not allow that",
                line_of(file, entry.line), shown(entry.key), forbidden);
  std::ranges::move(items, std::back_inserter(policy->exclude));
  return {};
}

Result<void> take_entry(const std::string& file, const TomlEntry& entry,
                        const std::string& forbidden,
                        OrganisationPolicy* policy) {
  if (entry.key == "required-rules") {
    SLUICE_TRY_ASSIGN(std::vector<Item> items, read_texts(file, entry));
    std::ranges::move(items, std::back_inserter(policy->required_rules));
    return {};
  }
  if (entry.key == "exclude")
    return take_exclude(file, entry, forbidden, policy);
  if (entry.key == "min-confidence") return take_level(file, entry, policy);
  if (entry.key == "allow-exclude")
    return take_exclude_right(file, entry, policy);
  if (entry.key == "extend") return take_extend(file, entry, policy);
  return fail(ErrorCode::kConfig,
              "{}: unknown key {} in [policy]; the keys are required-rules, "
              "min-confidence, exclude, allow-exclude and extend",
              line_of(file, entry.line), shown(entry.key));
}

// A path without "." and "..", so that one file has one spelling.
std::string plain_path(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().string();
}

bool allows(const OrganisationPolicy::ExtendList& list,
            const std::string& path) {
  return std::ranges::any_of(list.paths, [&](const std::string& one) {
    const std::string allowed = plain_path(one);
    return allowed.ends_with('/') ? path.starts_with(allowed) : path == allowed;
  });
}

}  // namespace

Result<void> add_policy_file(const std::string& name, std::string_view text,
                             OrganisationPolicy* policy) {
  SLUICE_TRY_ASSIGN(const TomlValue toml, read_toml(name, text));
  const std::string forbidden = policy->no_exclude;
  for (const TomlEntry& table : toml.entries) {
    if (table.key != "policy" || table.value.kind != Kind::kTable)
      return fail(ErrorCode::kConfig,
                  "{}: {}: a policy has the table [policy] and nothing else",
                  line_of(name, table.line), shown(table.key));
    for (const TomlEntry& entry : table.value.entries)
      SLUICE_TRY(take_entry(name, entry, forbidden, policy));
  }
  // An empty file would look like a policy that is in force.
  if (toml.entries.empty())
    return fail(ErrorCode::kConfig, "{}: there is no table [policy]", name);
  policy->files.push_back(name);
  return {};
}

std::string forbids_extending(const OrganisationPolicy& policy,
                              const std::string& path) {
  const std::string plain = plain_path(path);
  for (const OrganisationPolicy::ExtendList& list : policy.extend)
    if (!allows(list, plain)) return list.place;
  return {};
}

Result<void> name_required_rules(const std::vector<std::string_view>& all,
                                 OrganisationPolicy* policy) {
  const std::unordered_set<std::string_view> known(all.begin(), all.end());
  std::vector<Item> named;
  std::unordered_set<std::string> seen;
  const auto add = [&](std::string_view id, const std::string& place) {
    if (seen.emplace(id).second) named.push_back({std::string(id), place});
  };
  for (const Item& item : policy->required_rules) {
    if (item.text == "*") {
      for (const std::string_view id : all) add(id, item.place);
      continue;
    }
    if (!known.contains(item.text))
      return fail(ErrorCode::kConfig,
                  "{}: {} is no default rule of this version of sluice",
                  item.place, shown(item.text));
    add(item.text, item.place);
  }
  policy->required_rules = std::move(named);
  return {};
}

}  // namespace sluice
