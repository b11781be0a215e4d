// `sluice lsp`: shows the secrets of open files in an editor, while one types.
//
// A change is applied at once, and the file is scanned when no more messages
// wait, so that a fast typist causes one scan and not one for each key. The
// server writes no file: what changes one is an edit that the editor makes.
//
// Protocol: https://microsoft.github.io/language-server-protocol (3.17)
// Thread-safety: one thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rpc/server.h"
#include "sluice/server/lsp_document.h"
#include "sluice/server/lsp_workspace.h"

namespace sluice {

class LspServer final : public RpcHandler {
 public:
  // Sets `*ended_well` when the client ends as the protocol has it.
  LspServer(RpcServer& client, bool* ended_well,
            LspWorkspace::OptionsOf options_of);

  RpcResult on_request(const std::string& method,
                       const nlohmann::json& params) override;
  void on_notification(const std::string& method,
                       const nlohmann::json& params) override;
  void on_idle() override;
  bool is_done() const override { return exited_; }

 private:
  using Json = nlohmann::json;

  Json initialize(const Json& params);
  void configure(const Json& settings);
  void open(const Json& params);
  void change(const Json& params);
  void close(const Json& params);
  void change_folders(const Json& event);
  void note_saved(const Json& params);
  void rescan_all();
  void scan(LspDocument& document);
  void place(LspDocument& document);
  LspWorkspace& workspace_of(const std::string& root);
  void publish(const LspDocument& document);
  LspDocument* find(const Json& params);
  Json actions(const Json& params);
  Json actions_for(const LspDocument& document, const LspFinding& finding);
  std::optional<Json> edit_of_baseline(const LspDocument& document,
                                       const LspFinding& finding);

  RpcServer& client_;
  bool* const ended_well_;
  const LspWorkspace::OptionsOf options_of_;
  LspUnits units_ = LspUnits::kUtf16;
  bool initialized_ = false;
  bool shut_down_ = false;
  bool exited_ = false;
  bool can_show_ = false;    // window/showDocument
  bool can_create_ = false;  // a WorkspaceEdit may create a file
  std::optional<Confidence> min_confidence_;
  std::vector<std::string> folders_;  // real paths
  std::map<std::string, std::unique_ptr<LspWorkspace>> workspaces_;
  std::map<std::string, LspDocument> documents_;  // by URI
};

}  // namespace sluice
