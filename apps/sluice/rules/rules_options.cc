#include "sluice/rules/rules_command.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "sluice/command_line/command_line.h"
#include "sluice/command_line/option_values.h"
#include "text/edit_distance.h"

namespace sluice {
namespace {

constexpr std::string_view kHelp =
    R"(Usage: sluice rules list [OPTIONS] [WORD]...
       sluice rules show [OPTIONS] ID...
       sluice rules check [OPTIONS] [FILE]...
       sluice rules test [OPTIONS] [FILE]...

Lists, explains, checks and tests rules.

Commands:
  list    list the rules that match every WORD, or all rules
  show    print everything about a rule
  check   report mistakes and slow patterns in rule files
  test    test whether rules find their examples

Examples:
  sluice rules list github
  sluice rules show github-pat
  sluice rules test .sluice.toml

`sluice help rules list` and so on explain each one. docs/RULES.md explains how
to write rules. To scan a path named rules, use `sluice scan rules`.
)";

constexpr const char* kListUsage =
    "Usage: sluice rules list [OPTIONS] [WORD]...\n\n"
    "Lists the rules that a scan of the current directory would use and that\n"
    "match every WORD. A rule matches if its id, provider, description or a "
    "tag\n"
    "contains WORD (in any case), or if WORD is its kind (rule, path, helper,\n"
    "family) or its confidence (low, medium, high).\n";
constexpr const char* kListFooter =
    R"(If standard output is not a terminal, each line has five fields, separated by
tabs: id, kind, confidence, provider, description.

Kinds:
  rule    finds secrets by a pattern
  path    finds files by their path
  helper  reports nothing; other rules and families use it
  family  assigns a secret to a provider by the words around it

Exit codes:
  0  rules were listed
  1  no rule matches
  2  sluice could not run

Examples:
  sluice rules list github
  sluice rules list family medium
  sluice rules list | cut -f4 | sort | uniq -c)";

constexpr const char* kShowUsage =
    "Usage: sluice rules show [OPTIONS] ID...\n\n"
    "Prints everything about a rule or family that a scan of the current "
    "directory\n"
    "would use.\n";
constexpr const char* kShowFooter =
    R"(Exit codes:
  0  the rule was printed
  2  there is no such rule, or sluice could not run

Example:
  sluice rules show github-pat)";

constexpr const char* kCheckUsage =
    "Usage: sluice rules check [OPTIONS] [FILE]...\n\n"
    "Reports mistakes and slow patterns in the rules of each FILE, a "
    "configuration\n"
    "as for --config, or a directory, of which all *.toml are checked. "
    "Without\n"
    "FILE, checks the default rules.\n";
constexpr const char* kCheckFooter =
    R"(Each remark is one line, `file:line: rule: text`. Remarks are about: unknown
keys; ids used twice; a missing description or examples; patterns that match the
empty text, or texts of any length; patterns without literal bytes, or with very
common ones; keywords that no match can contain; a secret in the wrong group;
exceptions and limits without effect.

With --strict, all FILEs form one set, an unknown key is an error, and a secret
must look like one unless its rule says `plausible = false`.

Exit codes:
  0  no remarks
  1  remarks
  2  sluice could not run

Examples:
  sluice rules check .sluice.toml
  sluice rules check --costs --sample dump.sql .sluice.toml)";

constexpr const char* kTestUsage =
    "Usage: sluice rules test [OPTIONS] [FILE]...\n\n"
    "Tests the rules of each FILE against the examples in it. FILE is a\n"
    "configuration as for --config, or a directory, of which all *.toml are\n"
    "tested. Without FILE, tests the default rules.\n";
constexpr const char* kTestFooter =
    R"(A rule must find each of its `examples`. It must not find any of its
`negative_examples`, except with low confidence. A failure is one line, which
says what was found instead, or why a match was dropped.

With --strict, all FILEs form one set, an unknown key is an error, and a secret
must look like one unless its rule says `plausible = false`.

Exit codes:
  0  all tests passed
  1  some tests failed
  2  sluice could not run

Example:
  sluice rules test .sluice.toml)";

struct Verb {
  std::string_view name;
  RulesVerb verb;
  const char* usage;
  const char* footer;
};
constexpr std::array<Verb, 4> kVerbs = {{
    {"list", RulesVerb::kList, kListUsage, kListFooter},
    {"show", RulesVerb::kShow, kShowUsage, kShowFooter},
    {"check", RulesVerb::kCheck, kCheckUsage, kCheckFooter},
    {"test", RulesVerb::kTest, kTestUsage, kTestFooter},
}};

bool asks_for_help(std::string_view argument) {
  return argument == "-h" || argument == "--help" || argument == "help";
}

// CLI11's values, before they become RulesOptions.
struct Raw {
  std::string format = "pretty";
  std::string color = "auto";
};

void describe(CLI::App* app, RulesOptions* options, Raw* raw) {
  const bool looks =
      options->verb == RulesVerb::kList || options->verb == RulesVerb::kShow;
  if (looks) {
    app->add_option("-f,--format", raw->format,
                    "Print in FORMAT: pretty or json. [pretty]")
        ->option_text("FORMAT")
        ->transform(one_of({"pretty", "json"}));
    app->add_option("-c,--config", options->config, "Read rules from FILE.")
        ->option_text("FILE");
  } else {
    app->add_flag(
        "--strict", options->strict,
        "Apply the stricter checks of the default rules (see below).");
  }
  if (options->verb == RulesVerb::kCheck) {
    app->add_option("--sample", options->sample,
                    "Measure costs on FILE instead of a generated text.")
        ->option_text("FILE");
    app->add_flag("--costs", options->costs,
                  "Also print the cost of each rule, most expensive first.");
  }
  if (options->verb == RulesVerb::kShow || options->verb == RulesVerb::kTest) {
    app->add_flag("--show-secrets", options->show_secrets,
                  "Print the secrets of examples unmasked.");
  }
  app->add_option("--color", raw->color,
                  "Use colors: auto, always or never. [auto]")
      ->option_text("WHEN")
      ->transform(one_of({"auto", "always", "never"}));
}

}  // namespace

Result<std::variant<RulesOptions, PrintAndExit>> parse_rules_options(
    std::span<const std::string> arguments) {
  arguments = arguments.subspan(1);
  if (arguments.empty())
    return fail(ErrorCode::kUsage,
                "`sluice rules` needs a second word: list, show, check or test "
                "(see `sluice help rules`; to scan a path named rules: `sluice "
                "scan rules`)");
  if (asks_for_help(arguments.front()))
    return PrintAndExit{std::string(kHelp), {}};
  const auto* const verb =
      std::ranges::find(kVerbs, arguments.front(), &Verb::name);
  if (verb == kVerbs.end()) {
    std::vector<std::string_view> names;
    for (const Verb& known : kVerbs) names.push_back(known.name);
    const std::string_view near = nearest(arguments.front(), names);
    return fail(ErrorCode::kUsage,
                "there is no command `rules {}`{} (there are list, show, check "
                "and test; see `sluice help rules`)",
                arguments.front(),
                near.empty() ? "" : fmt::format("; did you mean `{}`?", near));
  }

  RulesOptions options;
  options.verb = verb->verb;
  Raw raw;
  CLI::App app("", "sluice rules");
  prepare(app, verb->usage, verb->footer);
  describe(&app, &options, &raw);
  SLUICE_TRY_ASSIGN(
      auto parsed,
      parse_words(
          app, std::vector<std::string>(arguments.begin() + 1, arguments.end()),
          "sluice rules " + std::string(verb->name) + " --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  options.words = std::get<Words>(parsed).all();
  if (options.verb == RulesVerb::kShow && options.words.empty())
    return fail(ErrorCode::kUsage,
                "name a rule to show (`sluice rules list` lists all)");
  options.format = raw.format == "json" ? Format::kJson : Format::kPretty;
  options.color = color_of(raw.color);
  return options;
}

}  // namespace sluice
