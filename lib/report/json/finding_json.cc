#include "report/json/finding_json.h"

#include <fmt/core.h>

#include <algorithm>

#include "report/shown/shown_finding.h"
#include "text/base64.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// Text that is not UTF-8 is given escaped, with its bytes beside it.
void add_bytes(Json& json, const std::string& key, std::string_view bytes) {
  json[key] = escape_invalid_utf8(bytes);
  if (!is_utf8(bytes)) json[key + "_bytes"] = base64_encode(bytes);
}

// Adds `path`, and for a member of an archive `member`: the names that lead to
// it.
void add_location(Json& json, const Location& location) {
  add_bytes(json, "path", location.path);
  if (location.members.empty()) return;
  Json& member = json["member"] = Json::array();
  for (const std::string& name : location.members)
    member.push_back(escape_invalid_utf8(name));
}

Json position(const Position& at) {
  return {{"line", at.line}, {"column", at.column}, {"byte", at.byte}};
}

}  // namespace

Json commit_json(const Commit& commit, std::string_view where) {
  return {{"commit", escape_invalid_utf8(commit.id)},
          {"author", escape_invalid_utf8(commit.author)},
          {"email", escape_invalid_utf8(commit.email)},
          {"date", escape_invalid_utf8(commit.date)},
          {"message", escape_invalid_utf8(commit.message)},
          {"where", where},
          {"reached_by",
           kReachedByNames[static_cast<std::size_t>(commit.reached_by)]}};
}

Json head_json(const ToolInfo& tool, const ReportOptions& options) {
  Json json = {{"schema", "sluice/1"},
               {"tool",
                {{"name", "sluice"},
                 {"version", escape_invalid_utf8(tool.version)},
                 {"rules", tool.policy.rules},
                 {"rules_sha256", escape_invalid_utf8(tool.rules_sha256)}}},
               {"secrets", options.in_clear() ? "shown" : "masked"}};
  if (!options.repository.prefix.empty())
    add_bytes(json, "path_prefix", options.repository.prefix);
  return json;
}

Json revocation_json(const Revocation& facts) {
  Json json = {{"steps", escape_invalid_utf8(facts.steps)}};
  if (!facts.url.empty()) json["url"] = escape_invalid_utf8(facts.url);
  if (!facts.source.empty()) json["source"] = escape_invalid_utf8(facts.source);
  return json;
}

Json dropped_json(const ShownFile& file, const ShownDropped& shown) {
  const FindingFacts& finding = *shown.facts;
  Json json = Json::object();
  json["rule_id"] = escape_invalid_utf8(finding.rule->id);
  add_location(json, file.location);
  json["start"] = position(finding.start);
  json["end"] = position(finding.end);
  json["secret"] = escape_invalid_utf8(shown.secret);
  if (shown.entropy) json["entropy"] = *shown.entropy;
  json["reason"] = shown.reason;
  json["explanation"] = escape_invalid_utf8(shown.why);
  if (file.commit) json["git"] = commit_json(*file.commit, file.where_name());
  return json;
}

Json incomplete_json(const Incomplete& item) {
  Json json = Json::object();
  add_location(json, item.location);
  json["reason"] = escape_invalid_utf8(item.reason);
  return json;
}

Json mistyped_json(const MistypedToken& token) {
  Json json = Json::object();
  json["rule_id"] = escape_invalid_utf8(token.rule);
  add_location(json, token.location);
  json["line"] = token.line;
  if (!token.commit.empty()) json["commit"] = escape_invalid_utf8(token.commit);
  return json;
}

namespace {

Json policy_json(const Policy& policy) {
  Json json = {{"origin", name_of(policy.origin)},
               {"default_rules", policy.default_rules},
               {"rules_disabled", policy.rules_disabled}};
  if (policy.rules_changed != 0)
    json["rules_changed"] = {{"count", policy.rules_changed},
                             {"first", policy.changed}};
  if (!policy.min_confidence.empty())
    json["min_confidence"] = policy.min_confidence;
  if (!policy.file.empty()) add_bytes(json, "file", policy.file);
  if (!policy.revision.empty())
    json["revision"] = escape_invalid_utf8(policy.revision);
  for (const std::string& file : policy.organisation)
    json["organisation"].push_back(escape_invalid_utf8(file));
  if (!policy.user.empty()) json["user"] = escape_invalid_utf8(policy.user);
  for (const std::string& sentence : policy.refused)
    json["refused"].push_back(escape_invalid_utf8(sentence));
  return json;
}

Json note_json(const Note& note) {
  using About = Note::About;
  Json json = Json::object();
  json["stage"] = note.place.stage;
  json["sequence"] = note.place.number;
  if (note.about != About::kText)
    json["about"] = Note::kNames[static_cast<std::size_t>(note.about)];
  if (!note.text.empty()) add_bytes(json, "text", note.text);
  if (note.count != 0) json["count"] = note.count;
  if (note.total != 0) json["total"] = note.total;
  if (note.names.empty()) return json;
  Json& names = json["names"] = Json::array();
  for (const std::string& name : note.names)
    add_bytes(names.emplace_back(Json::object()), "path", name);
  return json;
}

Json places_json(const std::vector<SecretPlace>& places) {
  Json list = Json::array();
  for (const SecretPlace& one : places) {
    Json& item = list.emplace_back(Json::object());
    add_bytes(item, "path", one.path);
    item["sequence"] = one.sequence;
    item["secret_name"] = one.secret_name;
    if (one.in_baseline) item["in_baseline"] = true;
  }
  return list;
}

Json history_json(const HistoryFacts& facts) {
  Json json = {{"known", places_json(facts.known)},
               {"before", places_json(facts.before)}};
  Json& mistyped = json["mistyped"] = Json::array();
  for (const MistypedToken& token : facts.mistyped) {
    Json& item = mistyped.emplace_back(mistyped_json(token));
    item["sequence"] = token.sequence;
    item["secret_name"] = token.secret_name;
  }
  return json;
}

Json shard_json(const ShardFacts& facts, const std::vector<Note>& notes) {
  Json json = {{"index", facts.shard.index},
               {"count", facts.shard.count},
               {"paths", facts.paths},
               {"sum", fmt::format("{:016x}", facts.sum)}};
  if (!facts.root.empty()) add_bytes(json, "root", facts.root);
  if (facts.interrupted) json["interrupted"] = true;
  Json& list = json["notes"] = Json::array();
  for (const Note& note : notes) list.push_back(note_json(note));
  return json;
}

}  // namespace

namespace {

Json tally_json(const FoundTally& tally, bool counts_secrets) {
  Json json = Json::object();
  if (counts_secrets) json["secrets"] = tally.secrets;
  json["places"] = tally.places;
  return json;
}

// The largest kMaxNamed of a grouping, and the rest together.
Json groups_json(const FoundTotals::ByName& groups, FoundTally rest,
                 bool counts_secrets) {
  constexpr std::size_t kMaxNamed = 100;
  std::uint64_t others = 0;
  Json list = Json::array();
  for (const auto& [name, tally] : largest_first(groups)) {
    if (list.size() == kMaxNamed) {
      ++others;
      rest.secrets += tally->secrets;
      rest.places += tally->places;
      continue;
    }
    Json& item = list.emplace_back(Json::object());
    add_bytes(item, "name", *name);
    item.update(tally_json(*tally, counts_secrets));
  }
  if (rest.places == 0) return list;
  Json item = {{"others", others}};
  item.update(tally_json(rest, counts_secrets));
  list.push_back(std::move(item));
  return list;
}

}  // namespace

Json summary_json(const FoundTotals& found, const Coverage& coverage) {
  const FoundCounts counts = found.counts(coverage);
  const bool known = counts.count != SecretCount::kUnknown;
  Json json = {{"secrets_are",
                kSecretCountNames[static_cast<std::size_t>(counts.count)]}};
  if (known) json["secrets"] = counts.secrets;
  json["places"] = counts.places;
  json["files"] = counts.files;
  Json& by_confidence = json["by_confidence"] = Json::array();
  for (std::size_t i = kConfidenceNames.size(); i-- > 0;) {
    Json item = {{"name", kConfidenceNames[i]}};
    item.update(tally_json(found.by_confidence()[i], known));
    by_confidence.push_back(std::move(item));
  }
  json["by_rule"] = groups_json(found.by_rule(), {}, known);
  json["by_provider"] = groups_json(found.by_provider(), {}, known);
  json["by_directory"] =
      groups_json(found.by_directory(), found.elsewhere(), known);
  if (!found.by_where().empty()) {
    json["by_where"] = groups_json(found.by_where(), {}, known);
    json["by_reach"] = groups_json(found.by_reach(), {}, known);
  }
  if (const std::size_t refused = coverage.policy.refused.size(); refused != 0)
    json["refused"] = refused;
  return json;
}

Json coverage_json(const Coverage& coverage) {
  Json json = Json::object();
  // Numbers that only a merge of shards has a use for.
  const bool in_shard = coverage.shard.has_value();
  const auto add_sequence = [&](Json& item, std::uint64_t number) {
    if (in_shard) item["sequence"] = number;
  };
  if (in_shard) json["shard"] = shard_json(*coverage.shard, coverage.notes);
  if (in_shard && coverage.history)
    json["shard"]["history"] = history_json(*coverage.history);
  json["files_scanned"] = coverage.files_scanned;
  json["members_scanned"] = coverage.members_scanned;
  json["bytes_scanned"] = coverage.bytes_scanned;
  Json& skipped = json["skipped"] = Json::object();
  for (std::size_t i = 0; i < kSkipReasons; ++i)
    skipped[std::string(kSkipFacts[i].name)] = coverage.skipped[i];
  Json& ignored_by = json["ignored_by"] = Json::array();
  for (const IgnoreFileCounts::One& one : coverage.ignored_by.files) {
    Json& item = ignored_by.emplace_back(Json::object());
    add_bytes(item, "file", one.file);
    item["count"] = one.count;
  }
  const IgnoreFileCounts::Rest& rest = coverage.ignored_by.rest;
  if (rest.files != 0)
    ignored_by.push_back({{"files", rest.files}, {"count", rest.count}});
  Json& credentials = json["ignored_credentials"] = {
      {"count", coverage.ignored_credentials.count}};
  Json& named = credentials["first"] = Json::array();
  for (const std::string& path : coverage.ignored_credentials.first)
    add_bytes(named.emplace_back(Json::object()), "path", path);
  const auto& sequences = coverage.ignored_credentials.sequences;
  for (std::size_t i = 0; i < std::min(named.size(), sequences.size()); ++i)
    add_sequence(named[i], sequences[i]);
  Json& skipped_paths = json["skipped_paths"] = Json::array();
  for (const SkippedPath& item : coverage.skipped_paths) {
    Json& entry = skipped_paths.emplace_back(Json::object());
    add_bytes(entry, "path", item.path);
    entry["reason"] = facts_of(item.reason).name;
    add_sequence(entry, item.sequence);
  }
  json["below_confidence"] = coverage.below_confidence;
  Json& mistyped = json["mistyped"] = {{"count", coverage.mistyped.count}};
  Json& first = mistyped["first"] = Json::array();
  for (const MistypedToken& token : coverage.mistyped.first) {
    Json& entry = first.emplace_back(mistyped_json(token));
    add_sequence(entry, token.sequence);
  }
  json["baseline"] = coverage.baseline;
  json["allowed"] = coverage.allowed;
  json["allowlisted"] = coverage.allowlisted;
  json["self_allowed"] = coverage.self_allowed;
  json["policy"] = policy_json(coverage.policy);
  Json& notes = json["notes"] = Json::array();
  for (const Note& note : coverage.notes)
    if (!note.is_empty()) notes.push_back(escape_invalid_utf8(note.sentence()));
  Json& incomplete = json["incomplete"] = Json::array();
  for (const Incomplete& item : coverage.incomplete) {
    Json& entry = incomplete.emplace_back(incomplete_json(item));
    add_sequence(entry, item.place.number);
    if (in_shard && item.place.stage != 0) entry["stage"] = item.place.stage;
  }
  return json;
}

}  // namespace sluice
