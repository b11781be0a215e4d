#include "rules/revocation.h"

#include <string>
#include <unordered_set>
#include <utility>

namespace sluice {
namespace {

constexpr std::string_view kRevocationKeys[] = {"provider", "rules", "url",
                                                "steps", "source"};

// An address, or nothing.
Result<std::string_view> read_address(const RuleReading& reading,
                                      const TableReader& table,
                                      std::string_view key) {
  SLUICE_TRY_ASSIGN(const std::string text, table.string(key));
  if (!text.empty() && !text.starts_with("https://"))
    return table.fail_at(table.find(key)->line, "{} must begin with https://",
                         shown(key));
  return reading.storage->keep(text);
}

Result<RevocationDraft> read_revocation(const RuleReading& reading,
                                        const TableReader& table) {
  SLUICE_TRY(table.check_keys(kRevocationKeys));
  RevocationDraft draft;
  draft.place = fmt::format("{}:{}", reading.context->file, table.line());
  SLUICE_TRY_ASSIGN(const std::string provider, table.string("provider"));
  draft.provider = reading.storage->keep(provider);
  SLUICE_TRY_ASSIGN(const auto rules,
                    table.strings("rules", EmptyStrings::kRefuse));
  for (const TableReader::Text& id : rules)
    draft.rules.push_back(reading.storage->keep(id.text));
  if (provider.empty() == rules.empty())
    return table.fail_at(table.line(), "give either `provider` or `rules`");
  SLUICE_TRY_ASSIGN(draft.facts.url, read_address(reading, table, "url"));
  SLUICE_TRY_ASSIGN(draft.facts.source, read_address(reading, table, "source"));
  SLUICE_TRY_ASSIGN(const std::string steps, table.string("steps"));
  if (steps.empty()) return table.fail_at(table.line(), "`steps` is missing");
  if (steps.size() > kMaxRevocationSteps)
    return table.fail_at(table.find("steps")->line,
                         "`steps` has {} bytes; at most {} are shown",
                         steps.size(), kMaxRevocationSteps);
  draft.facts.steps = reading.storage->keep(steps);
  return draft;
}

using Ids = std::unordered_set<std::string_view>;

// The rules that an entry is about.
struct Given {
  bool any = false;   // it is about some rule
  bool kept = false;  // and about one that is not to be changed
};

// Gives `facts` to all rules that `fits` takes, but those of `kept`.
template <typename Fits>
Given give(RuleFile& file, const Revocation* facts, const Ids& kept,
           const Fits& fits) {
  Given given;
  for (auto* drafts : {&file.rules, &file.families}) {
    for (RuleDraft& draft : *drafts) {
      if (!fits(draft.rule)) continue;
      given.any = true;
      if (kept.contains(draft.rule.id))
        given.kept = true;
      else
        draft.rule.revocation = facts;
    }
  }
  return given;
}

Ids ids_of(const RuleSet* rules) {
  Ids ids;
  if (rules == nullptr) return ids;
  for (const auto list : {rules->rules(), rules->families()})
    for (const Rule& rule : list) ids.insert(rule.id);
  return ids;
}

}  // namespace

Result<std::vector<RevocationDraft>> read_revocations(
    const RuleReading& reading, const TableReader& file) {
  std::vector<RevocationDraft> drafts;
  SLUICE_TRY_ASSIGN(const auto tables, file.tables("revoke"));
  for (const TomlValue* value : tables) {
    const TableReader table(*reading.context, "[[revoke]]", *value);
    SLUICE_TRY_ASSIGN(RevocationDraft draft, read_revocation(reading, table));
    drafts.push_back(std::move(draft));
  }
  return drafts;
}

Result<void> assign_revocations(RuleFile& file, RuleStorage& storage,
                                const RuleSet* kept) {
  const auto missing = [](const RevocationDraft& draft, std::string_view what,
                          std::string_view name) {
    return fail(ErrorCode::kConfig, "{}: [[revoke]]: there is no {} {}",
                draft.place, what, shown(name));
  };
  const Ids kept_ids = ids_of(file.revocations.empty() ? nullptr : kept);
  // Entries that name rules come last, so they overrule the others.
  for (const bool by_rules : {false, true}) {
    for (const RevocationDraft& draft : file.revocations) {
      if (draft.rules.empty() == by_rules) continue;
      const Revocation* const facts =
          storage.keep(std::span<const Revocation>(&draft.facts, 1)).data();
      Given given;
      if (!by_rules) {
        given = give(file, facts, kept_ids, [&](const Rule& rule) {
          return rule.provider == draft.provider;
        });
        if (!given.any)
          return missing(draft, "rule of the provider", draft.provider);
      }
      for (const std::string_view id : draft.rules) {
        const Given one = give(file, facts, kept_ids,
                               [&](const Rule& rule) { return rule.id == id; });
        if (!one.any) return missing(draft, "rule", id);
        given.kept |= one.kept;
      }
      if (given.kept && file.context.warnings != nullptr)
        file.context.warnings->push_back(fmt::format(
            "{}: [[revoke]]: left out for default rules, since the file "
            "belongs to what is scanned",
            draft.place));
    }
  }
  file.revocations.clear();
  return {};
}

}  // namespace sluice
