#include "sluice/server/mcp_server.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <thread>
#include <utility>

#include "finding/sink.h"
#include "report/json/finding_text.h"
#include "report/output/output.h"
#include "report/shown/coverage.h"
#include "report/shown/shown_finding.h"
#include "report/shown/summary.h"
#include "sluice/scan/explain_command.h"
#include "sluice/scan/scan_setup.h"
#include "sluice/scan/target.h"
#include "text/bounded_json.h"
#include "text/escape.h"

namespace sluice {
namespace {

using nlohmann::json;

// The versions of the protocol in which the tools look the same. The newest is
// the last.
constexpr auto kVersions =
    std::to_array<std::string_view>({"2024-11-05", "2025-03-26", "2025-06-18"});

// More findings would fill the model's memory; the rest is counted.
constexpr std::size_t kMostFindings = 200;

// Keeps findings as JSON, masked.
class FindingList final : public FindingSink {
 public:
  Result<void> begin(const ToolInfo&) override { return {}; }
  Result<void> file(const FileReport& report) override {
    const SecretSpans secrets(report);
    const std::string path = report.location.text();
    const ShownFile file{.location = report.location,
                         .path = path,
                         .root = report.root,
                         .commit = nullptr};
    for (const Finding& finding : report.findings) {
      ++count_;
      if (findings_.size() >= kMostFindings) continue;
      json one = parse_json(finding_text(
          file, show_finding(finding, secrets, SecretText::kMasked)));
      one["path"] = escape_invalid_utf8(report.root + path);
      findings_.push_back(std::move(one));
    }
    if (!report.incomplete.empty()) add_unread(path, report.incomplete);
    return {};
  }
  Result<void> end(const Coverage& coverage) override {
    files_ = coverage.files_scanned;
    for (const CoverageEntry& entry : coverage_entries(coverage))
      if (entry.kind == CoverageKind::kIncomplete)
        add_unread(entry.path, entry.text);
    if (files_ == 0 && unread_.empty() && coverage.unread() != 0)
      add_unread("", summary_line({}, coverage));
    return {};
  }

  json result(bool with_files) const {
    json out = {{"found", count_}, {"findings", findings_}};
    if (with_files) out["files_scanned"] = files_;
    if (count_ > findings_.size())
      out["not_listed"] = count_ - findings_.size();
    if (!unread_.empty()) out["could_not_read"] = unread_;
    return out;
  }

 private:
  void add_unread(std::string_view path, std::string_view why) {
    if (unread_.size() < kMostFindings)
      unread_.push_back({{"path", escape_invalid_utf8(path)},
                         {"reason", escape_invalid_utf8(why)}});
  }

  std::uint64_t count_ = 0;
  std::uint64_t files_ = 0;
  json findings_ = json::array();
  json unread_ = json::array();
};

json text_schema(const char* about) {
  return {{"type", "string"}, {"description", about}};
}

json tool(const char* name, const char* about, json properties, json required) {
  return {{"name", name},
          {"description", about},
          {"inputSchema",
           {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)}}},
          {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}};
}

json tools() {
  const json text = text_schema("the text, at most 16 MiB");
  const json name = text_schema(
      "the name of the file that the text is for; rules and levels depend on "
      "it");
  return json::array(
      {tool("scan_text",
            "Find secrets (keys, tokens, passwords) in a text. Secrets in the "
            "answer are masked.",
            {{"text", text}, {"path", name}}, {"text"}),
       tool("scan_path",
            "Find secrets in a file, or in all files below a directory. "
            "Secrets in the answer are masked.",
            {{"path", text_schema("a path below one of the roots")}}, {"path"}),
       tool("redact_text",
            "Return a text with every secret in it replaced by a label such "
            "as [github-pat:1]. Equal secrets get equal labels.",
            {{"text", text}, {"path", name}}, {"text"}),
       tool("explain",
            "Say in sentences what is found at a place, or why nothing is.",
            {{"path", text_schema("a path below one of the roots")},
             {"line",
              {{"type", "integer"},
               {"minimum", 1},
               {"description", "a line of the file"}}}},
            {"path"})});
}

// The name for a text: "-" if there is none.
std::string name_in(const json& arguments) {
  const std::string name = arguments.value("path", std::string());
  return name.empty() || name.find('\0') != std::string::npos ? "-" : name;
}

json tool_result(std::string text, bool is_error) {
  return {
      {"content", json::array({{{"type", "text"}, {"text", std::move(text)}}})},
      {"isError", is_error}};
}

}  // namespace

RpcResult McpServer::on_request(const std::string& method, const json& params) {
  if (method == "initialize") {
    const std::string asked = params.value("protocolVersion", std::string());
    const bool known = std::ranges::count(kVersions, asked) != 0;
    return json{
        {"protocolVersion", known ? asked : std::string(kVersions.back())},
        {"capabilities", {{"tools", json::object()}}},
        {"serverInfo", {{"name", "sluice"}, {"version", SLUICE_VERSION}}}};
  }
  if (method == "ping") return json::object();
  if (method == "tools/list") return json{{"tools", tools()}};
  if (method == "tools/call") return call(params);
  return rpc_error(RpcError::kNoMethod, "there is no such method");
}

RpcResult McpServer::call(const json& params) {
  const std::string name = params.at("name");
  const json arguments = params.value("arguments", json::object());
  const auto run = [&]() -> ToolResult {
    if (name == "scan_text") return scan_text(arguments);
    if (name == "scan_path") return scan_path(arguments);
    if (name == "redact_text") return redact_text(arguments);
    return explain(arguments);
  };
  const json all = tools();
  if (std::ranges::none_of(
          all, [&](const json& one) { return one["name"] == name; }))
    return rpc_error(RpcError::kInvalidParams, "there is no such tool");
  ToolResult result = run();
  if (!result)
    return tool_result(escape_invalid_utf8(result.error().message), true);
  json out = tool_result(
      result->is_string()
          ? result->get<std::string>()
          : result->dump(2, ' ', false, json::error_handler_t::replace),
      false);
  if (result->is_object()) out["structuredContent"] = std::move(*result);
  return out;
}

McpServer::ToolResult McpServer::scan_text(const json& arguments) {
  const WholeReports found = scanner_.scan(
      name_in(arguments), arguments.at("text").get<std::string>());
  FindingList list;
  for (const auto& report : found.reports) SLUICE_TRY(list.file(*report));
  return list.result(false);
}

McpServer::ToolResult McpServer::scan_path(const json& arguments) {
  SLUICE_TRY_ASSIGN(const std::string path,
                    enter_root_of(arguments.at("path").get<std::string>()));
  ScanOptions options = options_.scan;
  options.paths = {path};
  options.io = IoMode::kBlocking;  // the sandbox admits no new ring
  options.workers =
      std::clamp(std::thread::hardware_concurrency(), 1U, kMaxWorkers);
  FindingList list;
  SLUICE_TRY(run_prepared(scanner_.setup(), options, {}, list));
  return list.result(true);
}

McpServer::ToolResult McpServer::redact_text(const json& arguments) {
  SecretNumbers numbers;
  SLUICE_TRY_ASSIGN(
      const RedactedText redacted,
      scanner_.redact(name_in(arguments),
                      arguments.at("text").get<std::string>(), {}, &numbers));
  return json{{"text", redacted.text},
              {"replaced", redacted.places},
              {"by_rule", numbers.by_rule()}};
}

McpServer::ToolResult McpServer::explain(const json& arguments) {
  SLUICE_TRY_ASSIGN(const std::string path,
                    enter_root_of(arguments.at("path").get<std::string>()));
  Target target{.text = path, .path = path == "." ? "" : path};
  target.line = arguments.value("line", std::uint64_t{0});
  if (target.line != 0) target.text += fmt::format(":{}", target.line);
  ScanOptions options = options_.scan;
  options.paths = {"."};
  MemoryOutput output;
  SLUICE_TRY(
      explain_target(scanner_.setup(), options, target, nullptr, output));
  return json(output.text());
}

Result<std::string> McpServer::enter_root_of(const std::string& path) const {
  const auto refused = [&] {
    return fail(ErrorCode::kUsage,
                "{} is not below a directory that this server may read, or "
                "does not exist",
                path);
  };
  if (path.empty() || path.find('\0') != std::string::npos) return refused();
  for (const std::string& root : options_.roots) {
    if (::chdir(root.c_str()) != 0) return fail_errno(errno, root);
    const Result<std::string> real = posix_file_system().real_path(path);
    if (!real) continue;
    if (*real == root) return ".";
    const std::string inside = root == "/" ? root : root + "/";
    if (real->starts_with(inside)) return real->substr(inside.size());
  }
  return refused();
}

}  // namespace sluice
