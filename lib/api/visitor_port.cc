#include "api/visitor_port.h"

#include <string>

#include "finding/mistyped.h"
#include "report/json/finding_json.h"
#include "report/json/finding_text.h"
#include "report/json/json_text.h"
#include "text/escape.h"

namespace sluice {
namespace {

sluice_position position(const Position& of) {
  return {.line = of.line, .column = of.column, .byte = of.byte};
}

// The texts of a rule, each with a zero byte after it. A Rule's own texts have
// none, because they are views of one long text that holds all rules.
struct RuleTexts {
  explicit RuleTexts(const Rule& rule)
      : id(rule.id), description(rule.description), provider(rule.provider) {
    if (rule.revocation == nullptr) return;
    url = rule.revocation->url;
    steps = rule.revocation->steps;
  }
  std::string id, description, provider, url, steps;
};

}  // namespace

bool VisitorPort::put(std::unique_ptr<FileReport> part) {
  const std::string name = escape_invalid_utf8(part->location.text());
  if (visitor_.finding != nullptr && !part->findings.empty() && !ended_) {
    const SecretSpans secrets(*part);
    const std::string path = part->location.text();
    const ShownFile file{.location = part->location,
                         .path = path,
                         .root = part->root,
                         .commit = nullptr};
    for (const Finding& finding : part->findings) {
      const ShownFinding shown = show_finding(finding, secrets, text_);
      const RuleTexts rule(*finding.rule);
      const std::string line = shown.excerpt.line();
      const std::string decoded = encodings_text(finding);
      const std::string json =
          json_ ? finding_text(file, shown) : std::string();
      const std::string secret_name = shard_secret_name(name_key_, finding);
      const sluice_finding given = {
          .rule = rule.id.c_str(),
          .description = shown.description.c_str(),
          .provider = rule.provider.c_str(),
          .confidence = static_cast<int>(finding.confidence),
          .checksum = static_cast<int>(finding.checksum),
          .name = name.c_str(),
          .start = position(finding.start),
          .end = position(finding.end),
          .secret = shown.secret.c_str(),
          .match = shown.match.c_str(),
          .line = line.c_str(),
          .detail = shown.detail.c_str(),
          .decoded = decoded.c_str(),
          .entropy = shown.entropy.value_or(0),
          .fingerprint = shown.fingerprint.c_str(),
          .revoke_url = rule.url.c_str(),
          .revoke_steps = rule.steps.c_str(),
          .json = json_ ? json.c_str() : nullptr,
          .secret_name = secret_name.c_str(),
      };
      ++findings_;
      ended_ = visitor_.finding(visitor_.user, &given) != 0;
      if (ended_) break;
    }
  } else if (!ended_) {
    findings_ += part->findings.size();
  }
  remark(*part);
  if (part->incomplete.empty()) return true;
  ++incomplete_;
  if (visitor_.incomplete != nullptr) {
    const std::string why = escape_invalid_utf8(part->incomplete);
    visitor_.incomplete(visitor_.user, name.c_str(), why.c_str());
  }
  return true;
}

void VisitorPort::remark(const FileReport& part) {
  const std::size_t named = mistyped_.first.size();
  add_mistyped(part, &mistyped_);
  if (visitor_.remark == nullptr) return;
  const auto give = [&](const char* kind, const Json& json) {
    visitor_.remark(visitor_.user, kind, json_text(json).c_str());
  };
  if (!part.incomplete.empty())
    give("incomplete",
         incomplete_json({part.location, part.root, part.incomplete}));
  for (std::size_t i = named; i < mistyped_.first.size(); ++i)
    give("mistyped", mistyped_json(mistyped_.first[i]));
  for (const std::string& note : part.notes)
    give("notes", escape_invalid_utf8(note));
}

void VisitorPort::remark_rules(
    const char* kind, const std::vector<std::string_view>& rules) const {
  if (visitor_.remark == nullptr) return;
  for (const std::string_view rule : rules)
    visitor_.remark(visitor_.user, kind,
                    json_text(escape_invalid_utf8(rule)).c_str());
}

}  // namespace sluice
