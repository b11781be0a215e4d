#include "rules/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "rules/revocation.h"
#include "rules/rule_assembly.h"
#include "rules/rule_file.h"
#include "rules/rule_storage.h"
#include "rules/toml_read.h"

namespace sluice {
namespace {

// All files as one, with the global allowlists of each at every rule.
Result<RuleFile> join(std::vector<RuleFile> files, const RuleStorage& storage) {
  RuleFile all;
  std::unordered_map<std::string_view, RuleOrigin> first;
  for (RuleFile& file : files) {
    for (RuleDraft& draft : file.rules) {
      const auto [known, is_new] = first.emplace(draft.rule.id, draft.origin);
      if (!is_new) {
        return fail(
            ErrorCode::kConfig, "{}:{}: rule {}: already defined at {}:{}",
            file.context.file, draft.origin.line, shown(draft.rule.id),
            storage.source_names[known->second.source], known->second.line);
      }
      // The rule that it requires may be in another file.
      all.rules.push_back(std::move(draft));
    }
  }
  for (const RuleFile& file : files) {
    for (const GlobalAllowlist& list : file.allowlists) {
      for (const std::string_view id : list.targets) {
        if (first.contains(id)) continue;
        return fail(ErrorCode::kConfig,
                    "{}:{}: a global allowlist: there is no rule {}",
                    file.context.file, list.line, shown(id));
      }
      for (RuleDraft& draft : all.rules) {
        if (list.targets.empty() ||
            std::ranges::count(list.targets, draft.rule.id) != 0) {
          draft.allowlists.push_back(list.allowlist);
        }
      }
    }
  }
  for (RuleFile& file : files)
    for (RevocationDraft& draft : file.revocations)
      all.revocations.push_back(std::move(draft));
  for (RuleFile& file : files) {
    for (RuleDraft& draft : file.families) {
      if (!first.emplace(draft.rule.id, draft.origin).second) {
        return fail(ErrorCode::kConfig,
                    "{}:{}: family {}: the id is taken already",
                    file.context.file, draft.origin.line, shown(draft.rule.id));
      }
      all.families.push_back(std::move(draft));
    }
  }
  return all;
}

}  // namespace

Result<RuleSet> load_rules(std::span<const RuleSource> sources) {
  auto storage = std::make_shared<RuleStorage>();
  std::vector<std::string_view> texts;
  std::vector<RuleFile> files;
  RuleReading reading;
  reading.storage = storage.get();
  for (const RuleSource& source : sources) {
    texts.emplace_back(source.text);
    storage->source_names.push_back(source.name);
    const ReadContext context{source.name, Reading::kStrict, nullptr};
    reading.source = files.size();
    reading.context = &context;
    SLUICE_TRY_ASSIGN(const TomlValue toml,
                      read_toml(source.name, source.text));
    SLUICE_TRY_ASSIGN(RuleFile file, read_rule_file(toml, reading));
    files.push_back(std::move(file));
  }
  SLUICE_TRY_ASSIGN(RuleFile all, join(std::move(files), *storage));
  if (all.rules.empty() && all.families.empty()) {
    if (sources.empty()) return fail(ErrorCode::kConfig, "no rules");
    return fail(ErrorCode::kConfig, "{}: no rules",
                fmt::join(storage->source_names, ", "));
  }
  SLUICE_TRY(assign_revocations(all, *storage));
  SLUICE_TRY(assemble(std::move(all), reading, false));
  storage->sha256 = to_hex(sha256(texts));
  return RuleSet(std::move(storage));
}

}  // namespace sluice
