#include "report/json/finding_from_json.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "text/base64.h"

namespace sluice {

using Json = nlohmann::ordered_json;

namespace {

Location location_of(const Json& json) {
  Location location = bytes_from_json(json, "path");
  if (const auto member = json.find("member"); member != json.end())
    for (const Json& name : *member)
      location.members.push_back(name.get<std::string>());
  return location;
}

std::string text_of(const Json& json, const std::string& key) {
  return json.at(key).get<std::string>();
}

std::uint64_t number_of(const Json& json, const std::string& key) {
  return json.at(key).get<std::uint64_t>();
}

// A number that is too large becomes the largest, and comes last.
std::uint32_t small_number(std::uint64_t number) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(number, UINT32_MAX));
}

Position position_of(const Json& json) {
  return {number_of(json, "line"), number_of(json, "column"),
          number_of(json, "byte")};
}

// The enumerator of `Enum` that `names` calls so; the first one if it is none.
template <typename Enum, std::size_t kCount>
Enum named(const std::array<std::string_view, kCount>& names,
           const std::string& name) {
  const auto at = std::ranges::find(names, name);
  return at == names.end() ? Enum{} : static_cast<Enum>(at - names.begin());
}

// Reports of earlier versions have none.
std::optional<Evidence> evidence_of(const Json& json) {
  const auto found = json.find("evidence");
  if (found == json.end()) return std::nullopt;
  return Evidence{
      named<Form>(kFormNames, text_of(*found, "form")),
      named<NameEvidence>(kNameEvidenceNames, text_of(*found, "name")),
      named<ValueLook>(kValueLookNames, text_of(*found, "look")),
      named<ValuePlace>(kPlaceNames, text_of(*found, "place")),
      named<CheckEvidence>(kCheckEvidenceNames, text_of(*found, "check"))};
}

Confidence confidence_of(std::string_view name) {
  const auto at = std::ranges::find(kConfidenceNames, name);
  return at == kConfidenceNames.end()
             ? Confidence::kLow
             : static_cast<Confidence>(at - kConfidenceNames.begin());
}

ChecksumVerdict checksum_of(std::string_view name) {
  if (name == "valid") return ChecksumVerdict::kValid;
  return name == "invalid" ? ChecksumVerdict::kInvalid
                           : ChecksumVerdict::kAbsent;
}

LinePlace line_place_of(const Json& json) {
  return {number_of(json, "line"), number_of(json, "column")};
}

MatchLines match_place_of(const Json& json) {
  const LinePlace start = line_place_of(json.at("match_start"));
  const LinePlace end = line_place_of(json.at("match_end"));
  return {.start_line = static_cast<std::int64_t>(start.line),
          .start_column = static_cast<std::int64_t>(start.column),
          .end_line = static_cast<std::int64_t>(end.line),
          .end_column = static_cast<std::int64_t>(end.column) - 1};
}

// Reports of earlier versions have at most `match_start`.
void place_match(const Json& json, Finding* finding) {
  if (const auto start = json.find("match_start"); start != json.end())
    finding->match_start = line_place_of(*start);
  if (!json.contains("match_end")) return;
  const MatchLines all = match_place_of(json);
  const auto trimmed = json.find("match_trimmed");
  finding->match_places = std::make_shared<const MatchPlaces>(
      MatchPlaces{all, trimmed == json.end() ? all : match_place_of(*trimmed)});
}

// Puts excerpt and match at their places. For UTF-16 the report does not
// contain these places. They are not needed, because no two findings come to
// overlap that did not before.
void place_texts(const Json& json, Finding* finding) {
  std::uint64_t before = 0;
  if (const auto excerpt = json.find("excerpt"); excerpt != json.end()) {
    const std::string head = text_of(*excerpt, "before");
    finding->excerpt =
        head + text_of(*excerpt, "secret") + text_of(*excerpt, "after");
    if (const auto bytes = json.find("excerpt_bytes"); bytes != json.end()) {
      std::string line =
          base64_decode(bytes->get<std::string>(), Base64::kStandard)
              .value_or("");
      // Places stay, whoever has written it.
      if (line.size() == finding->excerpt.size())
        finding->excerpt = std::move(line);
    }
    before = head.size();
  }
  if (!finding->decoded.empty()) {
    const auto excerpt = json.find("excerpt");
    std::string text =
        excerpt == json.end() ? finding->secret : text_of(*excerpt, "secret");
    const std::uint64_t begin = std::max(finding->start.byte, before);
    finding->encoded =
        EncodedPlace{begin, begin + text.size(),
                     std::make_shared<const std::string>(std::move(text))};
  }
  const std::size_t found = finding->match.find(finding->secret);
  const std::uint64_t lead = found == std::string::npos ? 0 : found;
  const std::uint64_t secret_at = std::max({finding->start.byte, before, lead});
  finding->decoded_byte = secret_at;
  finding->excerpt_byte = secret_at - before;
  finding->match_byte = secret_at - lead;
}

}  // namespace

std::string bytes_from_json(const Json& json, const std::string& key) {
  if (const auto bytes = json.find(key + "_bytes"); bytes != json.end())
    return base64_decode(bytes->get<std::string>(), Base64::kStandard)
        .value_or(json.value(key, ""));
  return json.value(key, "");
}

Policy policy_from_json(const Json& json) {
  Policy policy;
  const auto origin =
      std::ranges::find(kPolicyOriginNames, text_of(json, "origin"));
  if (origin != kPolicyOriginNames.end())
    policy.origin =
        static_cast<PolicyOrigin>(origin - kPolicyOriginNames.begin());
  if (json.contains("file")) policy.file = bytes_from_json(json, "file");
  policy.revision = json.value("revision", "");
  policy.default_rules = json.at("default_rules").get<bool>();
  policy.rules_disabled = number_of(json, "rules_disabled");
  if (const auto changed = json.find("rules_changed"); changed != json.end()) {
    policy.rules_changed = number_of(*changed, "count");
    policy.changed = changed->at("first").get<std::vector<std::string>>();
  }
  policy.min_confidence = json.value("min_confidence", "");
  using Texts = std::vector<std::string>;
  policy.organisation = json.value("organisation", Texts());
  policy.user = json.value("user", "");
  policy.refused = json.value("refused", Texts());
  return policy;
}

// Reads the list of a shard; other reports only have sentences.
Note note_from_json(const Json& json) {
  Note note;
  const auto about =
      std::ranges::find(Note::kNames, json.value("about", "text"));
  if (about != Note::kNames.end())
    note.about = static_cast<Note::About>(about - Note::kNames.begin());
  note.place = {small_number(json.value("stage", std::uint64_t{0})),
                json.value("sequence", std::uint64_t{0})};
  note.text = bytes_from_json(json, "text");
  note.count = json.value("count", std::uint64_t{0});
  note.total = json.value("total", std::uint64_t{0});
  if (const auto names = json.find("names"); names != json.end())
    for (const Json& name : *names)
      note.names.push_back(bytes_from_json(name, "path"));
  return note;
}

ShardFacts shard_from_json(const Json& json) {
  ShardFacts facts;
  facts.shard = {number_of(json, "index"), number_of(json, "count")};
  facts.paths = json.value("paths", std::uint64_t{0});
  const std::string sum = json.value("sum", "0");
  std::from_chars(sum.data(), sum.data() + sum.size(), facts.sum, 16);
  facts.root = bytes_from_json(json, "root");
  facts.interrupted = json.value("interrupted", false);
  return facts;
}

MistypedToken token_from_json(const Json& json) {
  return {location_of(json),
          "",
          json.value("commit", ""),
          text_of(json, "rule_id"),
          number_of(json, "line"),
          json.value("sequence", std::uint64_t{0}),
          json.value("secret_name", "")};
}

std::vector<SecretPlace> places_from_json(const Json& json) {
  std::vector<SecretPlace> places;
  for (const Json& item : json)
    places.push_back(
        {number_of(item, "sequence"), bytes_from_json(item, "path"),
         text_of(item, "secret_name"), item.value("in_baseline", false)});
  return places;
}

HistoryFacts history_from_json(const Json& json) {
  HistoryFacts facts{places_from_json(json.at("known")),
                     places_from_json(json.at("before")),
                     {}};
  for (const Json& item : json.at("mistyped"))
    facts.mistyped.push_back(token_from_json(item));
  return facts;
}

Coverage coverage_from_json(const Json& json) {
  Coverage coverage;
  const auto sequence_of = [](const Json& item) {
    return item.value("sequence", std::uint64_t{0});
  };
  coverage.files_scanned = number_of(json, "files_scanned");
  coverage.members_scanned = json.value("members_scanned", std::uint64_t{0});
  coverage.bytes_scanned = number_of(json, "bytes_scanned");
  const Json& skipped = json.at("skipped");
  for (std::size_t i = 0; i < kSkipReasons; ++i)
    coverage.skipped[i] =
        skipped.value(std::string(kSkipFacts[i].name), std::uint64_t{0});
  for (const Json& item : json.at("ignored_by")) {
    const std::uint64_t count = number_of(item, "count");
    if (item.contains("files"))
      coverage.ignored_by.rest = {number_of(item, "files"), count};
    else
      coverage.ignored_by.files.push_back(
          {bytes_from_json(item, "file"), count});
  }
  // Reports of older versions do not have it.
  if (const auto known = json.find("ignored_credentials");
      known != json.end()) {
    IgnoredCredentials& credentials = coverage.ignored_credentials;
    for (const Json& item : known->at("first"))
      if (credentials.first.size() < IgnoredCredentials::kMaxNamed) {
        credentials.first.push_back(bytes_from_json(item, "path"));
        credentials.sequences.push_back(sequence_of(item));
      }
    credentials.count = std::max<std::uint64_t>(credentials.first.size(),
                                                number_of(*known, "count"));
  }
  for (const Json& item : json.at("skipped_paths")) {
    const auto reason = std::ranges::find(kSkipFacts, text_of(item, "reason"),
                                          &SkipFacts::name);
    if (reason != kSkipFacts.end())
      coverage.skipped_paths.push_back(
          {bytes_from_json(item, "path"), "",
           static_cast<Skip>(reason - kSkipFacts.begin()), sequence_of(item)});
  }
  coverage.below_confidence = number_of(json, "below_confidence");
  // Reports of older versions do not have it.
  if (const auto mistyped = json.find("mistyped"); mistyped != json.end()) {
    for (const Json& item : mistyped->at("first"))
      coverage.mistyped.add(token_from_json(item));
    coverage.mistyped.count =
        std::max(coverage.mistyped.count, number_of(*mistyped, "count"));
  }
  coverage.baseline = number_of(json, "baseline");
  coverage.allowed = number_of(json, "allowed");
  // Reports of older versions have none of these.
  coverage.allowlisted = json.value("allowlisted", std::uint64_t{0});
  coverage.self_allowed = json.value("self_allowed", std::uint64_t{0});
  if (const auto policy = json.find("policy"); policy != json.end())
    coverage.policy = policy_from_json(*policy);
  const auto shard = json.find("shard");
  if (shard != json.end()) coverage.shard = shard_from_json(*shard);
  if (shard != json.end() && shard->contains("history"))
    coverage.history = history_from_json(shard->at("history"));
  if (shard != json.end() && shard->contains("notes"))
    for (const Json& note : shard->at("notes"))
      coverage.notes.push_back(note_from_json(note));
  else
    for (const Json& note : json.at("notes"))
      coverage.notes.emplace_back(note.get<std::string>());
  for (const Json& item : json.at("incomplete"))
    coverage.incomplete.push_back(
        {location_of(item),
         "",
         text_of(item, "reason"),
         {small_number(item.value("stage", std::uint64_t{0})),
          sequence_of(item)}});
  return coverage;
}

const Rule* FindingsFromJson::rule(const Json& json) {
  const std::string provider = json.value("provider", "");
  const Json& tags = json.at("tags");
  const Json revoke = json.value("revoke", Json());
  const std::string key =
      Json::array(
          {json.at("rule_id"), json.at("description"), provider, tags, revoke})
          .dump();
  std::unique_ptr<OwnedRule>& owned = rules_[key];
  if (!owned) {
    owned = std::make_unique<OwnedRule>();
    owned->id = text_of(json, "rule_id");
    owned->description = text_of(json, "description");
    owned->provider = provider;
    owned->tags = tags.get<std::vector<std::string>>();
    owned->tag_views.assign(owned->tags.begin(), owned->tags.end());
    owned->rule.id = owned->id;
    owned->rule.description = owned->description;
    owned->rule.provider = owned->provider;
    owned->rule.tags = owned->tag_views;
    if (!revoke.is_null()) {
      owned->steps = text_of(revoke, "steps");
      owned->url = revoke.value("url", "");
      owned->source = revoke.value("source", "");
      owned->revocation = {owned->url, owned->steps, owned->source};
      owned->rule.revocation = &owned->revocation;
    }
  }
  return &owned->rule;
}

std::shared_ptr<const Commit> FindingsFromJson::commit(const Json& json) {
  const auto git = json.find("git");
  if (git == json.end()) return nullptr;
  const std::string id = text_of(*git, "commit");
  // Reports of older versions do not have it.
  const auto reached_by =
      named<ReachedBy>(kReachedByNames, git->value("reached_by", ""));
  if (!commit_ || commit_->id != id || commit_->reached_by != reached_by)
    commit_ = std::make_shared<const Commit>(
        Commit{id, text_of(*git, "author"), text_of(*git, "email"),
               text_of(*git, "date"), text_of(*git, "message"), reached_by});
  return commit_;
}

FileReport FindingsFromJson::read(const Json& json) {
  FileReport file;
  file.location = location_of(json);
  file.commit = commit(json);
  if (const auto git = json.find("git"); git != json.end())
    file.where = named<GitText>(kGitTextNames, git->value("where", ""));
  if (const auto sequence = json.find("sequence"); sequence != json.end())
    file.sequence = sequence->get<std::uint64_t>();
  Finding finding;
  finding.rule = rule(json);
  finding.confidence = confidence_of(text_of(json, "confidence"));
  finding.evidence = evidence_of(json);
  finding.checksum = checksum_of(text_of(json, "checksum"));
  if (const auto entropy = json.find("entropy"); entropy != json.end())
    finding.entropy = entropy->get<double>();
  finding.detail = json.value("detail", "");
  finding.decoded = json.value("decoded", std::vector<std::string>());
  finding.start = position_of(json.at("start"));
  finding.end = position_of(json.at("end"));
  place_match(json, &finding);
  finding.match = text_of(json, "match");
  finding.secret = text_of(json, "secret");
  finding.fingerprint = text_of(json, "fingerprint");
  finding.self_allowed = json.value("self_allowed", false);
  finding.found_in =
      named<FoundIn>(kFoundInNames, json.value("found_in", "text"));
  finding.secret_name = json.value("secret_name", "");
  // Reports of older versions do not have it.
  if (const auto id = json.find("secret_id"); id != json.end())
    finding.secret_id = std::to_string(id->get<std::uint64_t>());
  place_texts(json, &finding);
  file.findings.push_back(std::move(finding));
  return file;
}

}  // namespace sluice
