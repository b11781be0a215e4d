// Findings and the coverage from the schema "sluice/1": the other way of
// report/json/finding_json.h.
// Thread-safety: one thread. Errors: nlohmann's exceptions, for a member that
// is missing or of the wrong kind.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "finding/finding.h"

namespace sluice {

// Returns the bytes that add_bytes() wrote; nothing if there is no such member.
std::string bytes_from_json(const nlohmann::ordered_json& json,
                            const std::string& key);

Coverage coverage_from_json(const nlohmann::ordered_json& json);

// Ownership: keeps the rules that the findings point to.
class FindingsFromJson {
 public:
  // One finding, in the report of its file.
  FileReport read(const nlohmann::ordered_json& json);

 private:
  struct OwnedRule {
    std::string id;
    std::string description;
    std::string provider;
    std::vector<std::string> tags;
    std::vector<std::string_view> tag_views;
    std::string steps, url, source;
    Revocation revocation;
    Rule rule;
  };

  const Rule* rule(const nlohmann::ordered_json& json);
  std::shared_ptr<const Commit> commit(const nlohmann::ordered_json& json);

  // By all facts about a rule that a report contains.
  std::unordered_map<std::string, std::unique_ptr<OwnedRule>> rules_;
  std::shared_ptr<const Commit> commit_;  // the last one
};

}  // namespace sluice
