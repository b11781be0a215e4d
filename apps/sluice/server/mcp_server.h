// The tools of `sluice mcp`. An error of a tool is a result that says so, as
// the protocol has it, so that the model can read it.
//
// A path is resolved before it is read, and everything that the result is not
// below one of the roots is refused. The scan follows no link by itself.
//
// Protocol: https://modelcontextprotocol.io/specification
// Thread-safety: one thread. It changes the working directory of the process,
// so that places are relative to their root.
#pragma once

#include <string>

#include "rpc/server.h"
#include "sluice/scan/text_scanner.h"
#include "sluice/server/mcp_command.h"

namespace sluice {

class McpServer final : public RpcHandler {
 public:
  // Refers to both.
  McpServer(const McpOptions& options, TextScanner& scanner)
      : options_(options), scanner_(scanner) {}

  RpcResult on_request(const std::string& method,
                       const nlohmann::json& params) override;
  void on_notification(const std::string&, const nlohmann::json&) override {}

 private:
  using ToolResult = Result<nlohmann::json>;

  RpcResult call(const nlohmann::json& params);
  ToolResult scan_text(const nlohmann::json& arguments);
  ToolResult scan_path(const nlohmann::json& arguments);
  ToolResult redact_text(const nlohmann::json& arguments);
  ToolResult explain(const nlohmann::json& arguments);
  // Enters the root that contains the path, and returns the path below it; "."
  // for the root itself. Error: kUsage.
  Result<std::string> enter_root_of(const std::string& path) const;

  const McpOptions& options_;
  TextScanner& scanner_;
};

}  // namespace sluice
