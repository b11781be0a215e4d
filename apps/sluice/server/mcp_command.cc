#include "sluice/server/mcp_command.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <string_view>
#include <utility>

#include "fs/file_system.h"
#include "sluice/command_line/shared_options.h"
#include "sluice/scan/sandboxing.h"
#include "sluice/server/mcp_server.h"
#include "sluice/server/stdio_server.h"

namespace sluice {
namespace {

constexpr const char* kMcpUsage =
    "Usage: sluice mcp [OPTIONS]\n\n"
    "Serves the Model Context Protocol on standard input and output, with the "
    "tools\n"
    "scan_text, scan_path, redact_text and explain. Secrets in its answers "
    "are\n"
    "masked. It reads no file outside of the given directories.\n";

constexpr const char* kMcpFooter = R"(
Exit codes:
  0  the input ended
  2  sluice could not run: wrong usage or rules, a missing directory

Example:
  sluice mcp --root /home/me/project

The same in the configuration of an MCP client:
  {"mcpServers": {"sluice": {"command": "sluice",
                             "args": ["mcp", "--root", "/home/me/project"]}}}

docs/AGENTS.md has more.)";

Result<std::vector<std::string>> real_roots(std::vector<std::string> roots) {
  if (roots.empty()) roots.emplace_back(".");
  for (std::string& root : roots) {
    const Result<FileStatus> status = posix_file_system().status(root);
    if (!status || status->kind != FileKind::kDirectory)
      return fail(ErrorCode::kNotFound, "--root: no such directory: {}", root);
    SLUICE_TRY_ASSIGN(root, posix_file_system().real_path(root));
  }
  return roots;
}

}  // namespace

Result<std::variant<McpOptions, PrintAndExit>> parse_mcp_options(
    std::vector<std::string> arguments) {
  arguments.erase(arguments.begin());
  McpOptions options;
  RawOptions raw;
  CLI::App app("", "sluice mcp");
  prepare(app, kMcpUsage, kMcpFooter);
  app.option_defaults()->always_capture_default();
  begin_group(app, "Files");
  app.add_option("--root", options.roots,
                 "Let scan_path and explain read below DIR; may be repeated. "
                 "[.]")
      ->option_text("DIR")
      ->allow_extra_args(false);
  describe_server_search(&app, &options.scan, &raw);
  Settings settings(app);
  SLUICE_TRY_ASSIGN(auto parsed,
                    parse_words(app, std::move(arguments), "sluice help mcp"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  if (!std::get<Words>(parsed).all().empty())
    return fail(ErrorCode::kUsage,
                "`sluice mcp` takes no path: name directories with --root");
  SLUICE_TRY_ASSIGN(options.roots, real_roots(std::move(options.roots)));
  options.scan.paths = {options.roots.front()};
  SLUICE_TRY(settle_server_search(settings, raw, &options.scan));
  return options;
}

Result<int> run_mcp(const McpOptions& options) {
  SLUICE_TRY_ASSIGN(const std::unique_ptr<TextScanner> scanner,
                    TextScanner::create(options.scan));
  SLUICE_TRY(close_in(sandbox_by_variable(), {}));
  SLUICE_TRY(serve_stdio(Framing::kLines, [&](RpcServer&) {
    return std::make_unique<McpServer>(options, *scanner);
  }));
  return 0;
}

}  // namespace sluice
