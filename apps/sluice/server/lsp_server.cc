#include "sluice/server/lsp_server.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "baseline/baseline.h"
#include "baseline/own_format.h"
#include "fs/foreign_file.h"
#include "report/shown/repository_path.h"
#include "text/bounded_json.h"
#include "text/escape.h"

namespace sluice {
namespace {

namespace stdfs = std::filesystem;
using nlohmann::json;

constexpr int kNotInitialized = -32002;
constexpr const char* kOpenPage = "sluice.openRevocationPage";

unsigned hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

// The path of a "file" URI; empty for any other.
std::string path_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return "";
  uri.remove_prefix(kScheme.size());
  uri.remove_prefix(std::min(uri.find('/'), uri.size()));
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool is_escape = uri[i] == '%' && i + 2 < uri.size() &&
                           hex_digit(uri[i + 1]) < 16 &&
                           hex_digit(uri[i + 2]) < 16;
    if (!is_escape) {
      path += uri[i];
      continue;
    }
    path +=
        static_cast<char>(hex_digit(uri[i + 1]) * 16 + hex_digit(uri[i + 2]));
    i += 2;
  }
  return path.find('\0') == std::string::npos ? path : "";
}

// Returns the path on the disk, without links in the part that is there.
std::string real_path(const std::string& path) {
  std::error_code error;
  const stdfs::path real = stdfs::weakly_canonical(path, error);
  return error ? path : real.string();
}

bool flag_at(const json& value, const char* pointer) {
  return value.value(json::json_pointer(pointer), false);
}

}  // namespace

LspServer::LspServer(RpcServer& client, bool* ended_well,
                     LspWorkspace::OptionsOf options_of)
    : client_(client),
      ended_well_(ended_well),
      options_of_([this, of = std::move(options_of)](
                      const std::string& root) -> Result<ScanOptions> {
        SLUICE_TRY_ASSIGN(ScanOptions options, of(root));
        if (min_confidence_) options.choices.min_confidence = *min_confidence_;
        return options;
      }) {}

// --- messages ---

RpcResult LspServer::on_request(const std::string& method, const json& params) {
  if (method == "initialize") return initialize(params);
  if (!initialized_)
    return rpc_error(kNotInitialized, "the first request is initialize");
  if (shut_down_)
    return rpc_error(RpcError::kInvalidRequest, "the server is shut down");
  if (method == "shutdown") {
    shut_down_ = true;
    *ended_well_ = true;
    return json();
  }
  if (method == "textDocument/hover") {
    const LspDocument* const document = find(params);
    return document == nullptr
               ? json()
               : hover_at(*document,
                          document->text.offset(params.at("position")));
  }
  if (method == "textDocument/codeAction") return actions(params);
  if (method == "workspace/executeCommand") {
    if (params.at("command") != kOpenPage)
      return rpc_error(RpcError::kInvalidParams, "there is no such command");
    client_.request(
        "window/showDocument",
        {{"uri", params.at("arguments").at(0)}, {"external", true}});
    return json();
  }
  return rpc_error(RpcError::kNoMethod, "there is no such method");
}

void LspServer::on_notification(const std::string& method, const json& params) {
  if (method == "exit") exited_ = true;
  if (!initialized_ || shut_down_) return;
  if (method == "textDocument/didOpen") return open(params);
  if (method == "textDocument/didChange") return change(params);
  if (method == "textDocument/didClose") return close(params);
  if (method == "workspace/didChangeConfiguration")
    return configure(params.value("settings", json()));
  if (method == "workspace/didChangeWorkspaceFolders")
    return change_folders(params.at("event"));
  if (method == "textDocument/didSave") return note_saved(params);
  if (method == "workspace/didChangeWatchedFiles") rescan_all();
}

json LspServer::initialize(const json& params) {
  initialized_ = true;
  const json capabilities = params.value("capabilities", json::object());
  const json encodings = capabilities.value(
      json::json_pointer("/general/positionEncodings"), json::array());
  if (std::ranges::count(encodings, json("utf-8")) != 0)
    units_ = LspUnits::kUtf8;
  can_show_ = flag_at(capabilities, "/window/showDocument/support");
  const json operations = capabilities.value(
      json::json_pointer("/workspace/workspaceEdit/resourceOperations"),
      json::array());
  can_create_ =
      flag_at(capabilities, "/workspace/workspaceEdit/documentChanges") &&
      std::ranges::count(operations, json("create")) != 0;
  const json folders = params.value("workspaceFolders", json());
  if (folders.is_array())
    change_folders({{"added", folders}, {"removed", json::array()}});
  else if (const std::string root = text_field(params, "rootUri");
           !root.empty())
    folders_.push_back(real_path(path_of_uri(root)));
  configure(params.value("initializationOptions", json()));
  json provider = {{"codeActionKinds", {"quickfix"}}};
  return {
      {"capabilities",
       {{"positionEncoding", units_ == LspUnits::kUtf8 ? "utf-8" : "utf-16"},
        {"textDocumentSync",
         {{"openClose", true}, {"change", 2}, {"save", json::object()}}},
        {"hoverProvider", true},
        {"codeActionProvider", std::move(provider)},
        {"executeCommandProvider", {{"commands", {kOpenPage}}}},
        {"workspace",
         {{"workspaceFolders",
           {{"supported", true}, {"changeNotifications", true}}}}}}},
      {"serverInfo", {{"name", "sluice"}, {"version", SLUICE_VERSION}}}};
}

// Takes {"minConfidence": "low"}, or the same as the member "sluice".
void LspServer::configure(const json& settings) {
  if (!settings.is_object()) return;
  if (settings.contains("sluice")) return configure(settings["sluice"]);
  const std::string level = text_field(settings, "minConfidence");
  if (level == "low") min_confidence_ = Confidence::kLow;
  if (level == "medium") min_confidence_ = Confidence::kMedium;
  if (level == "high") min_confidence_ = Confidence::kHigh;
  for (auto& [root, workspace] : workspaces_) workspace->forget();
  rescan_all();
}

void LspServer::change_folders(const json& event) {
  for (const json& folder : event.at("removed"))
    std::erase(folders_, real_path(path_of_uri(text_field(folder, "uri"))));
  for (const json& folder : event.at("added")) {
    const std::string path = path_of_uri(text_field(folder, "uri"));
    if (!path.empty()) folders_.push_back(real_path(path));
  }
  rescan_all();
}

// --- documents ---

LspDocument* LspServer::find(const json& params) {
  const auto at = documents_.find(params.at("textDocument").at("uri"));
  return at == documents_.end() ? nullptr : &at->second;
}

void LspServer::open(const json& params) {
  const json& item = params.at("textDocument");
  const std::string uri = item.at("uri");
  documents_.insert_or_assign(
      uri, LspDocument{.uri = uri,
                       .language = text_field(item, "languageId"),
                       .version = item.value("version", std::int64_t{0}),
                       .text = LspText(units_, item.at("text"))});
}

void LspServer::change(const json& params) {
  LspDocument* const document = find(params);
  if (document == nullptr) return;
  document->version =
      params.at("textDocument").value("version", document->version);
  document->is_new = true;
  for (const json& one : params.at("contentChanges"))
    document->text.change(one);
}

void LspServer::close(const json& params) {
  LspDocument* const document = find(params);
  if (document == nullptr) return;
  document->findings.clear();
  publish(*document);
  documents_.erase(document->uri);
}

void LspServer::rescan_all() {
  for (auto& [uri, document] : documents_) {
    document.is_new = true;
    document.root.clear();
  }
}

// A new file is on the disk now, where ignore files count. The files of a
// policy, and ignore files, have names with a dot, and change what counts for
// others.
void LspServer::note_saved(const json& params) {
  const std::string uri = params.at("textDocument").at("uri");
  const std::size_t slash = uri.rfind('/');
  if (slash != std::string::npos && uri.substr(slash + 1).starts_with('.'))
    return rescan_all();
  if (LspDocument* const document = find(params)) {
    document->is_new = true;
    document->root.clear();
  }
}

void LspServer::on_idle() {
  for (auto& [uri, document] : documents_)
    if (document.is_new) scan(document);
}

// Finds the workspace of the document, or takes the directory that it is in.
void LspServer::place(LspDocument& document) {
  const std::string path = path_of_uri(document.uri);
  if (path.empty()) {
    document.root = folders_.empty() ? real_path(".") : folders_.front();
    document.path = "-";
    return;
  }
  const std::string whole = real_path(path);
  std::string root;
  for (const std::string& folder : folders_)
    if (whole.starts_with(folder == "/" ? folder : folder + "/") &&
        folder.size() > root.size())
      root = folder;
  if (root.empty()) root = stdfs::path(whole).parent_path().string();
  document.root = root;
  document.path = whole.substr(root == "/" ? 1 : root.size() + 1);
}

LspWorkspace& LspServer::workspace_of(const std::string& root) {
  std::unique_ptr<LspWorkspace>& workspace = workspaces_[root];
  if (workspace == nullptr)
    workspace = std::make_unique<LspWorkspace>(root, options_of_);
  return *workspace;
}

void LspServer::scan(LspDocument& document) {
  const bool is_placed = !document.root.empty();
  if (!is_placed) place(document);
  LspWorkspace& workspace = workspace_of(document.root);
  const Result<bool> changed = workspace.refresh();
  if (!changed)
    client_.notify("window/showMessage",
                   {{"type", 1},
                    {"message", "sluice: " + escape_invalid_utf8(
                                                 changed.error().message)}});
  if (!is_placed || (changed && *changed))
    document.is_read = document.path == "-" || workspace.reads(document.path);
  document.is_new = false;
  document.findings.clear();
  if (workspace.scanner() != nullptr && document.is_read)
    document.findings = findings_of(
        workspace.scanner()->scan(document.path, document.text.text()),
        document.text.text());
  publish(document);
}

void LspServer::publish(const LspDocument& document) {
  client_.notify("textDocument/publishDiagnostics", diagnostics_of(document));
}

// --- actions ---

json LspServer::actions(const json& params) {
  json all = json::array();
  LspDocument* const document = find(params);
  if (document == nullptr) return all;
  if (document->is_new) scan(*document);
  const std::size_t begin =
      document->text.offset(params.at("range").at("start"));
  const std::size_t end = document->text.offset(params.at("range").at("end"));
  for (const LspFinding& finding : document->findings) {
    if (finding.end < begin || end < finding.begin) continue;
    for (json& one : actions_for(*document, finding))
      all.push_back(std::move(one));
  }
  return all;
}

json LspServer::actions_for(const LspDocument& document,
                            const LspFinding& finding) {
  json all = json::array();
  const auto add = [&](std::string title, const std::optional<json>& edit) {
    if (edit)
      all.push_back(
          {{"title", std::move(title)}, {"kind", "quickfix"}, {"edit", *edit}});
  };
  add("Replace the secret by a variable of the environment",
      edit_to_variable(document, finding));
  add("Allow this line (sluice:allow)", edit_to_allow(document, finding));
  add("Add the finding to " + std::string(kOwnBaselineName),
      edit_of_baseline(document, finding));
  if (can_show_ && !finding.revoke_url.empty())
    all.push_back({{"title", "Open the page where the secret is revoked"},
                   {"kind", "quickfix"},
                   {"command",
                    {{"title", "Open"},
                     {"command", kOpenPage},
                     {"arguments", {finding.revoke_url}}}}});
  return all;
}

std::optional<json> LspServer::edit_of_baseline(const LspDocument& document,
                                                const LspFinding& finding) {
  if (document.path == "-") return std::nullopt;
  const std::string name(kOwnBaselineName);
  const std::string uri = uri_of(document.root + "/" + name);
  const auto opened = documents_.find(uri);
  const Result<std::string> text =
      opened != documents_.end()
          ? Result<std::string>(opened->second.text.text())
          : read_foreign_file(posix_file_system(), document.root, name,
                              kMaxBaselineBytes);
  const bool is_new = !text && is_absent(text.error());
  if ((!text && !is_new) || (is_new && !can_create_)) return std::nullopt;
  const std::string old = text ? *text : "";
  if (!old.empty() && !is_own_baseline(old)) return std::nullopt;
  Result<OwnBaseline> baseline = OwnBaseline::read(name, old);
  if (!baseline) return std::nullopt;
  baseline->notes.emplace(
      finding.fingerprint,
      baseline_note(name_of(finding.confidence), finding.description));
  const LspDocument file{.uri = uri, .text = LspText(units_, old)};
  json edit = edit_of(file, 0, old.size(), baseline->text());
  if (!is_new) return edit;
  json changes = json::array();
  changes.push_back({{"kind", "create"},
                     {"uri", uri},
                     {"options", {{"ignoreIfExists", true}}}});
  changes.push_back({{"textDocument", {{"uri", uri}, {"version", nullptr}}},
                     {"edits", edit["changes"][uri]}});
  return json{{"documentChanges", std::move(changes)}};
}

}  // namespace sluice
