#include "sluice/server/lsp_command.h"

#include <memory>
#include <utility>

#include "sluice/command_line/shared_options.h"
#include "sluice/scan/sandboxing.h"
#include "sluice/server/lsp_server.h"
#include "sluice/server/stdio_server.h"

namespace sluice {
namespace {

constexpr const char* kLspUsage =
    "Usage: sluice lsp [OPTIONS]\n\n"
    "Serves the Language Server Protocol on standard input and output: an "
    "editor\n"
    "shows secrets while you type, before the file is saved. It uses the "
    "policy of\n"
    "each workspace folder, and writes no file.\n";

constexpr const char* kLspFooter = R"(
Exit codes:
  0  the editor ended the server
  1  the input ended before that
  2  sluice could not run: wrong usage

Example:
  sluice lsp --min-confidence high

The configuration of Helix:
  [language-server.sluice]
  command = "sluice"
  args = ["lsp"]

docs/EDITORS.md has more editors.)";

using ParsedLsp = std::variant<ScanOptions, PrintAndExit>;

// The options of a scan of `root`.
Result<ParsedLsp> parse_for(const std::string& root,
                            std::vector<std::string> arguments) {
  arguments.erase(arguments.begin());
  ScanOptions options;
  RawOptions raw;
  bool stdio = false;
  CLI::App app("", "sluice lsp");
  prepare(app, kLspUsage, kLspFooter);
  app.option_defaults()->always_capture_default();
  // Editors pass this; there is no other way.
  app.add_flag("--stdio", stdio)->group("");
  describe_server_search(&app, &options, &raw);
  Settings settings(app);
  SLUICE_TRY_ASSIGN(auto parsed,
                    parse_words(app, std::move(arguments), "sluice help lsp"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  if (!std::get<Words>(parsed).all().empty())
    return fail(ErrorCode::kUsage,
                "`sluice lsp` takes no path: the editor names the files");
  if (root.empty()) return options;
  options.paths = {root};
  SLUICE_TRY(settle_server_search(settings, raw, &options));
  return options;
}

}  // namespace

Result<std::variant<LspOptions, PrintAndExit>> parse_lsp_options(
    std::vector<std::string> arguments) {
  SLUICE_TRY_ASSIGN(ParsedLsp parsed, parse_for("", arguments));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  return LspOptions{std::move(arguments)};
}

Result<int> run_lsp(const LspOptions& options) {
  SLUICE_TRY(close_in(sandbox_by_variable(), {}));
  bool ended_well = false;
  SLUICE_TRY(serve_stdio(Framing::kContentLength, [&](RpcServer& client) {
    return std::make_unique<LspServer>(
        client, &ended_well,
        [&](const std::string& root) -> Result<ScanOptions> {
          SLUICE_TRY_ASSIGN(ParsedLsp parsed,
                            parse_for(root, options.arguments));
          return std::get<ScanOptions>(std::move(parsed));
        });
  }));
  return ended_well ? 0 : 1;
}

}  // namespace sluice
