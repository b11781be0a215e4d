// Each reader fills a Leak with what its scanner says, and one function makes a
// finding of our schema from it. So the reports and their masking are those of
// our own findings.
//
// Such reports have no place in bytes. Each finding gets a place of its own by
// counting, so that two secrets never seem to overlap.
#include "report/json/foreign_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "finding/fingerprint.h"

namespace sluice {

using Json = nlohmann::ordered_json;

namespace {

// The facts about a secret in the report of a scanner.
struct Leak {
  std::string rule;
  std::string description;
  std::string confidence = "medium";
  std::string path;
  std::string secret;
  std::uint64_t line = 1;
  std::uint64_t column = 1;  // of the first byte
  std::uint64_t end_line = 1;
  std::uint64_t end_column = 1;  // of the last byte
  std::string commit, author, email, date, message;
};

// Discarded if it is not JSON, or nests deeper than any report does.
Json parse(std::string_view text) {
  constexpr int kMaxDepth = 64;
  struct TooDeep {};
  const auto on_event = [](int depth, Json::parse_event_t, const Json&) {
    if (depth > kMaxDepth) throw TooDeep();
    return true;
  };
  try {
    return Json::parse(text, on_event, /*allow_exceptions=*/false);
  } catch (const TooDeep&) {
    return {Json::value_t::discarded};
  }
}

// An empty text if the member is missing or no text; for the next, 0.
std::string text_at(const Json& json, const char* key) {
  const auto it = json.is_object() ? json.find(key) : json.end();
  return it == json.end() || !it->is_string() ? "" : it->get<std::string>();
}

std::uint64_t number_at(const Json& json, const char* key) {
  const auto it = json.is_object() ? json.find(key) : json.end();
  return it == json.end() || !it->is_number_unsigned()
             ? 0
             : it->get<std::uint64_t>();
}

// Null if the member is missing.
const Json& member(const Json& json, const char* key) {
  static const Json kNull;
  const auto it = json.is_object() ? json.find(key) : json.end();
  return it == json.end() ? kNull : *it;
}

const Json& first(const Json& list) {
  static const Json kNull;
  return list.is_array() && !list.empty() ? list.front() : kNull;
}

std::string level_or(std::string_view level, std::string_view otherwise) {
  for (const std::string_view known : {"high", "medium", "low"})
    if (level == known) return std::string(known);
  return std::string(otherwise);
}

// A scanner that was told to redact puts this in the place of a secret.
std::string unless_redacted(std::string secret) {
  return secret == "REDACTED" ? "" : secret;
}

// gitleaks counts columns from 2 on all lines but the first of a file.
Leak leak_of_gitleaks(const Json& json) {
  Leak leak;
  leak.rule = text_at(json, "RuleID");
  leak.description = text_at(json, "Description");
  leak.path = text_at(json, "File");
  leak.secret = unless_redacted(text_at(json, "Secret"));
  leak.line = number_at(json, "StartLine");
  leak.end_line = number_at(json, "EndLine");
  const auto column = [](std::uint64_t line, std::uint64_t number) {
    return line > 1 && number > 1 ? number - 1 : number;
  };
  leak.column = column(leak.line, number_at(json, "StartColumn"));
  leak.end_column = column(leak.end_line, number_at(json, "EndColumn"));
  leak.commit = text_at(json, "Commit");
  leak.author = text_at(json, "Author");
  leak.email = text_at(json, "Email");
  leak.date = text_at(json, "Date");
  leak.message = text_at(json, "Message");
  return leak;
}

Leak leak_of_betterleaks(const Json& json) {
  Leak leak;
  const Json& place = member(json, "location");
  const Json& attributes = member(json, "attributes");
  leak.rule = text_at(json, "rule_id");
  leak.description = text_at(json, "description");
  leak.confidence = level_or(text_at(json, "confidence"), "low");
  leak.path = text_at(place, "path");
  leak.secret = unless_redacted(text_at(member(json, "match"), "value"));
  leak.line = number_at(place, "start_line");
  leak.end_line = number_at(place, "end_line");
  leak.column = number_at(place, "start_column");
  leak.end_column = number_at(place, "end_column");
  leak.commit = text_at(attributes, "git.sha");
  leak.author = text_at(attributes, "git.author_name");
  leak.email = text_at(attributes, "git.author_email");
  leak.date = text_at(attributes, "git.date");
  leak.message = text_at(attributes, "git.message");
  return leak;
}

// kingfisher counts columns from 0.
Leak leak_of_kingfisher(const Json& json) {
  Leak leak;
  const Json& rule = member(json, "rule");
  const Json& found = member(json, "finding");
  const Json& git = member(found, "git_metadata");
  const Json& commit = member(git, "commit");
  leak.rule = text_at(rule, "id");
  leak.description = text_at(rule, "description");
  if (leak.description.empty()) leak.description = text_at(rule, "name");
  leak.confidence = level_or(text_at(found, "confidence"), "medium");
  leak.path = text_at(found, "path");
  leak.secret = unless_redacted(text_at(found, "snippet"));
  leak.line = leak.end_line = number_at(found, "line");
  leak.column = number_at(found, "column_start") + 1;
  leak.end_column = number_at(found, "column_end") + 1;
  leak.commit = text_at(commit, "id");
  const Json& author = member(commit, "committer");
  leak.author = text_at(author, "name");
  leak.email = text_at(author, "email");
  leak.date = text_at(commit, "date");
  return leak;
}

// The place is in an object that is called after the source.
Leak leak_of_trufflehog(const Json& json) {
  Leak leak;
  leak.rule = text_at(json, "DetectorName");
  leak.description = text_at(json, "DetectorDescription");
  const Json& verified = member(json, "Verified");
  if (verified.is_boolean() && verified.get<bool>()) leak.confidence = "high";
  leak.secret = text_at(json, "Raw");
  const Json& sources = member(member(json, "SourceMetadata"), "Data");
  if (sources.is_object() && !sources.empty()) {
    const Json& source = sources.front();
    for (const char* const key : {"file", "path", "link", "key"})
      if (leak.path.empty()) leak.path = text_at(source, key);
    leak.line = leak.end_line = number_at(source, "line");
    leak.commit = text_at(source, "commit");
    leak.email = text_at(source, "email");
    leak.date = text_at(source, "timestamp");
  }
  return leak;
}

// The rules of a SARIF run, by their id.
using SarifRules = std::unordered_map<std::string, const Json*>;

std::string decoded_uri(std::string_view uri) {
  if (uri.starts_with("file://")) uri.remove_prefix(7);
  std::string path;
  const auto digit = [](char c) {
    const std::string_view digits = "0123456789abcdef";
    const char small =
        c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    return digits.find(small);
  };
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) != uri.npos &&
        digit(uri[i + 2]) != uri.npos) {
      path += static_cast<char>(digit(uri[i + 1]) << 4 | digit(uri[i + 2]));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

// A message may quote the secret. So the description is that of the rule.
Leak leak_of_sarif(const Json& result, const SarifRules& rules) {
  Leak leak;
  leak.rule = text_at(result, "ruleId");
  if (leak.rule.empty()) leak.rule = text_at(member(result, "rule"), "id");
  std::string level = text_at(result, "level");
  if (const auto rule = rules.find(leak.rule); rule != rules.end()) {
    leak.description =
        text_at(member(*rule->second, "shortDescription"), "text");
    if (level.empty())
      level = text_at(member(*rule->second, "defaultConfiguration"), "level");
  }
  leak.confidence = level == "error"  ? "high"
                    : level == "note" ? "low"
                                      : "medium";
  const Json& physical =
      member(first(member(result, "locations")), "physicalLocation");
  const Json& region = member(physical, "region");
  leak.path = decoded_uri(text_at(member(physical, "artifactLocation"), "uri"));
  leak.secret = unless_redacted(text_at(member(region, "snippet"), "text"));
  leak.line = number_at(region, "startLine");
  leak.end_line = std::max(leak.line, number_at(region, "endLine"));
  leak.column = number_at(region, "startColumn");
  leak.end_column =
      std::max<std::uint64_t>(1, number_at(region, "endColumn")) - 1;
  leak.commit = text_at(member(result, "partialFingerprints"), "commitSha");
  return leak;
}

std::vector<Leak> leaks_of_sarif(const Json& runs, std::string* scanner) {
  std::vector<Leak> leaks;
  for (const Json& run : runs) {
    const Json& driver = member(member(run, "tool"), "driver");
    if (scanner->empty()) *scanner = text_at(driver, "name");
    SarifRules rules;
    for (const Json& rule : member(driver, "rules"))
      rules.emplace(text_at(rule, "id"), &rule);
    for (const Json& result : member(run, "results"))
      leaks.push_back(leak_of_sarif(result, rules));
  }
  return leaks;
}

struct Scanner {
  std::string_view name;
  std::array<const char*, 2> members;  // that a finding of it has
  Leak (*read)(const Json&);
};
constexpr std::array kScanners = {
    Scanner{"gitleaks", {"RuleID", "File"}, leak_of_gitleaks},
    Scanner{"betterleaks", {"rule_id", "match"}, leak_of_betterleaks},
    Scanner{"kingfisher", {"rule", "finding"}, leak_of_kingfisher},
    Scanner{
        "trufflehog", {"SourceMetadata", "DetectorName"}, leak_of_trufflehog},
};

const Scanner* scanner_of(const Json& json) {
  const auto found = std::ranges::find_if(kScanners, [&](const Scanner& one) {
    return json.is_object() && json.contains(one.members[0]) &&
           json.contains(one.members[1]);
  });
  return found == kScanners.end() ? nullptr : &*found;
}

struct ForeignReport {
  std::string scanner;
  std::vector<Leak> leaks;
};

void add_leak(const Json& json, ForeignReport* report) {
  const Scanner* const scanner = scanner_of(json);
  if (scanner == nullptr) return;
  report->scanner = scanner->name;
  report->leaks.push_back(scanner->read(json));
}

// Returns the scanner whose report without findings this is; empty if unknown.
std::string scanner_of_nothing(const Json& json) {
  if (json.is_array()) return "gitleaks";
  if (json.contains("schema_version")) return "betterleaks";
  return json.contains("audit") || json.contains("metadata") ? "kingfisher"
                                                             : "";
}

// Reads a report that is one JSON text.
std::optional<ForeignReport> report_of(const Json& json) {
  ForeignReport report;
  if (const Json& runs = member(json, "runs");
      runs.is_array() && json.contains("version")) {
    report.leaks = leaks_of_sarif(runs, &report.scanner);
    if (report.scanner.empty()) report.scanner = "a tool that writes SARIF";
    return report;
  }
  const Json& list = json.is_array() ? json : member(json, "findings");
  if (list.is_array()) {
    for (const Json& one : list) add_leak(one, &report);
    if (list.empty()) report.scanner = scanner_of_nothing(json);
  } else {
    add_leak(json, &report);
  }
  if (report.scanner.empty()) return std::nullopt;
  return report;
}

// Reads a report with a JSON text on each line. Lines that are no finding are
// passed over: kingfisher ends with two.
std::optional<ForeignReport> report_of_lines(std::string_view text) {
  ForeignReport report;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    const Json json = parse(line);
    if (json.is_discarded()) return std::nullopt;
    add_leak(json, &report);
  }
  if (report.scanner.empty()) return std::nullopt;
  return report;
}

// The finding in our schema. `byte` is a place that no other finding has.
Json finding_json(const Leak& leak, std::uint64_t byte) {
  const std::string rule = leak.rule.empty() ? "unknown" : leak.rule;
  const auto at_least_one = [](std::uint64_t number) {
    return std::max<std::uint64_t>(1, number);
  };
  const std::uint64_t line = at_least_one(leak.line);
  const std::uint64_t column = at_least_one(leak.column);
  const std::uint64_t end_line = std::max(line, leak.end_line);
  const std::uint64_t end_column =
      end_line == line ? std::max(column, leak.end_column) : leak.end_column;
  Json json = {
      {"rule_id", rule},
      {"description", leak.description.empty() ? rule : leak.description},
      {"confidence", leak.confidence},
      {"path", leak.path.empty() ? "unknown" : leak.path},
      {"start", {{"line", line}, {"column", column}, {"byte", byte}}},
      {"end",
       {{"line", end_line},
        {"column", end_column + 1},
        {"byte", byte + leak.secret.size()}}},
      {"match", leak.secret},
      {"secret", leak.secret},
      {"checksum", "absent"},
      {"tags", Json::array()},
      {"fingerprint", fingerprint(rule, leak.path, leak.secret)},
      {"excerpt",
       {{"column", column},
        {"before", ""},
        {"secret", leak.secret},
        {"after", ""}}}};
  if (!leak.commit.empty())
    json["git"] = {{"commit", leak.commit},
                   {"author", leak.author},
                   {"email", leak.email},
                   {"date", leak.date},
                   {"message", leak.message}};
  return json;
}

}  // namespace

bool begins_as_own_report(std::string_view head) {
  return head.find("\"sluice/1\"") != std::string_view::npos;
}

Result<bool> parse_foreign_report(std::string_view text,
                                  const std::string& version,
                                  ReportEvents& events) {
  // Reports of ours in a later schema have similar members.
  constexpr std::size_t kHead = 4096;
  if (text.substr(0, kHead).find("\"sluice/") != text.npos) return false;
  std::optional<ForeignReport> report;
  {
    const Json whole = parse(text);
    report = whole.is_discarded() ? report_of_lines(text) : report_of(whole);
  }
  if (!report) return false;
  std::ranges::stable_sort(report->leaks, {}, [](const Leak& leak) {
    return std::tie(leak.commit, leak.path, leak.line, leak.column);
  });
  SLUICE_TRY(events.head({.version = version, .shows_secrets = true}));
  std::uint64_t byte = 0;
  for (const Leak& leak : report->leaks) {
    SLUICE_TRY(events.finding(finding_json(leak, byte)));
    byte += leak.secret.size() + 1;
  }
  Coverage coverage;
  coverage.notes.emplace_back(
      fmt::format("this is a report of {}, which does not say what was read",
                  report->scanner));
  events.coverage(std::move(coverage));
  return true;
}

}  // namespace sluice
