#include "sluice/server/lsp_language.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace sluice {
namespace {

struct CommentOf {
  std::string_view language;
  std::string_view begin;
  std::string_view end = "";
};

constexpr auto kComments = std::to_array<CommentOf>({
    {"c", "//"},
    {"clojure", ";"},
    {"coffeescript", "#"},
    {"cpp", "//"},
    {"csharp", "//"},
    {"css", "/*", "*/"},
    {"dart", "//"},
    {"dotenv", "#"},
    {"elixir", "#"},
    {"erlang", "%"},
    {"fsharp", "//"},
    {"go", "//"},
    {"groovy", "//"},
    {"haskell", "--"},
    {"hcl", "#"},
    {"html", "<!--", "-->"},
    {"java", "//"},
    {"javascript", "//"},
    {"javascriptreact", "//"},
    {"jsonc", "//"},
    {"julia", "#"},
    {"kotlin", "//"},
    {"less", "//"},
    {"lua", "--"},
    {"make", "#"},
    {"makefile", "#"},
    {"markdown", "<!--", "-->"},
    {"nix", "#"},
    {"objective-c", "//"},
    {"perl", "#"},
    {"php", "//"},
    {"powershell", "#"},
    {"python", "#"},
    {"r", "#"},
    {"ruby", "#"},
    {"rust", "//"},
    {"scala", "//"},
    {"scss", "//"},
    {"sh", "#"},
    {"shellscript", "#"},
    {"sql", "--"},
    {"swift", "//"},
    {"terraform", "#"},
    {"toml", "#"},
    {"typescript", "//"},
    {"typescriptreact", "//"},
    {"xml", "<!--", "-->"},
    {"yaml", "#"},
});

struct VariableOf {
  std::string_view language;
  std::string_view before;
  std::string_view after;
};

constexpr auto kVariables = std::to_array<VariableOf>({
    {"csharp", "Environment.GetEnvironmentVariable(\"", "\")"},
    {"elixir", "System.get_env(\"", "\")"},
    {"go", "os.Getenv(\"", "\")"},
    {"java", "System.getenv(\"", "\")"},
    {"javascript", "process.env.", ""},
    {"javascriptreact", "process.env.", ""},
    {"kotlin", "System.getenv(\"", "\")"},
    {"perl", "$ENV{", "}"},
    {"php", "getenv('", "')"},
    {"python", "os.environ[\"", "\"]"},
    {"ruby", "ENV.fetch(\"", "\")"},
    {"rust", "std::env::var(\"", "\").unwrap()"},
    {"sh", "\"$", "\""},
    {"shellscript", "\"$", "\""},
    {"typescript", "process.env.", ""},
    {"typescriptreact", "process.env.", ""},
});

}  // namespace

std::optional<std::string> comment_in(std::string_view language,
                                      std::string_view text) {
  const auto* const at =
      std::ranges::find(kComments, language, &CommentOf::language);
  if (at == kComments.end()) return std::nullopt;
  return fmt::format("{} {}{}{}", at->begin, text, at->end.empty() ? "" : " ",
                     at->end);
}

std::optional<std::string> variable_in(std::string_view language,
                                       const std::string& name) {
  const auto* const at =
      std::ranges::find(kVariables, language, &VariableOf::language);
  if (at == kVariables.end()) return std::nullopt;
  return fmt::format("{}{}{}", at->before, name, at->after);
}

}  // namespace sluice
