#include <fmt/core.h>

#include "gitleaks/go/text.h"
#include "gitleaks/report/formats.h"

namespace sluice {

std::vector<std::string_view> tags_of(const GitleaksFinding& leak,
                                      const Rule& rule) {
  std::vector<std::string_view> tags(rule.tags.begin(), rule.tags.end());
  tags.insert(tags.end(), leak.tags.begin(), leak.tags.end());
  return tags;
}

std::string at_commit(const GitleaksFinding& leak, std::string_view before) {
  if (!leak.commit || leak.commit->id.empty()) return "";
  return fmt::format("{}at commit {}", before, leak.commit->id);
}

std::string leak_json(const GitleaksFinding& leak, const Rule& rule,
                      std::string_view indent, std::string_view step) {
  std::string out = "{";
  const auto field = [&](std::string_view name, const std::string& value) {
    out += fmt::format("{}\n{}{}\"{}\": {}", out.size() > 1 ? "," : "", indent,
                       step, name, value);
  };
  const auto text = [&](std::string_view name, std::string_view value) {
    field(name, go_json_string(value));
  };
  text("RuleID", rule.id);
  text("Description", rule.description);
  field("StartLine", std::to_string(leak.start_line));
  field("EndLine", std::to_string(leak.end_line));
  field("StartColumn", std::to_string(leak.start_column));
  field("EndColumn", std::to_string(leak.end_column));
  text("Match", leak.match);
  text("Secret", leak.secret);
  text("File", leak.file);
  text("SymlinkFile", leak.symlink);
  const Commit commit = leak.commit ? *leak.commit : Commit();
  text("Commit", commit.id);
  if (!leak.link.empty()) text("Link", leak.link);
  field("Entropy", go_json_number(leak.entropy));
  text("Author", commit.author);
  text("Email", commit.email);
  text("Date", commit.date);
  text("Message", commit.message);
  std::string tags;
  for (const std::string_view tag : tags_of(leak, rule))
    tags += fmt::format("{}\n{}{}{}{}", tags.empty() ? "" : ",", indent, step,
                        step, go_json_string(tag));
  if (!tags.empty()) tags += fmt::format("\n{}{}", indent, step);
  field("Tags", "[" + tags + "]");
  text("Fingerprint", leak.fingerprint);
  return out + fmt::format("\n{}}}", indent);
}

Result<void> write_leaks_json(Leaks leaks, const RuleSet& rules, Output& out) {
  if (leaks.empty()) return out.write("[]\n");
  SLUICE_TRY(out.write("["));
  bool first = true;
  for (const GitleaksFinding& leak : leaks) {
    SLUICE_TRY(out.write(first ? "\n " : ",\n "));
    SLUICE_TRY(out.write(leak_json(leak, rules.rules()[leak.rule], " ", " ")));
    first = false;
  }
  return out.write("\n]\n");
}

}  // namespace sluice
