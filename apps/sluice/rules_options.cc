#include "rules_options.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "command_line.h"
#include "option_values.h"
#include "text/edit_distance.h"

namespace sluice {
namespace {

constexpr std::string_view kHelp =
    R"(Usage: sluice rules list [OPTIONS] [WORD]...
       sluice rules show [OPTIONS] ID...
       sluice rules check [OPTIONS] [FILE]...
       sluice rules test [OPTIONS] [FILE]...

Says what rules there are, and whether they work.

Verbs:
  list    the rules and families, those alone that all the words are in
  show    all there is to know of a rule
  check   what is odd or dear about the rules of files
  test    whether rules find their examples, and not their negative examples

Examples:
  sluice rules list github
  sluice rules show github-pat
  sluice rules test .sluice.toml

`sluice help rules VERB` tells more. How rules are written: docs/RULES.md.
To scan a file or directory of the name `rules`: sluice scan rules
)";

constexpr const char* kListUsage =
    "Usage: sluice rules list [OPTIONS] [WORD]...\n\n"
    "Lists the rules that a scan here would use. A word must stand in the id,\n"
    "the provider, the description or a tag, in any case, or be a kind (rule,\n"
    "path, helper, family) or a confidence (low, medium, high).\n";
constexpr const char* kListFooter =
    R"(In a pipe, a line has five fields with a tab between two: id, kind, confidence,
provider, description. In a terminal the id alone tells the provider.

Kinds:
  rule    finds by its pattern
  path    finds files by their path alone
  helper  reports nothing itself: it serves other rules, or the families
  family  tells by the words around a value whose it is

Exit codes: 0, or 1 if no rule has all the words, or 2 if it could not run.

Examples:
  sluice rules list github
  sluice rules list family medium
  sluice rules list | cut -f4 | sort | uniq -c)";

constexpr const char* kShowUsage =
    "Usage: sluice rules show [OPTIONS] ID...\n\n"
    "Shows all there is to know of a rule or family that a scan here would use."
    "\n";
constexpr const char* kShowFooter =
    R"(Exit codes: 0, or 2 if it could not run or there is no such rule.

Example:
  sluice rules show github-pat)";

constexpr const char* kCheckUsage =
    "Usage: sluice rules check [OPTIONS] [FILE]...\n\n"
    "Says what is odd about the rules of each FILE, which is read as --config\n"
    "reads it; of a directory, its *.toml. Default: the default rules.\n";
constexpr const char* kCheckFooter =
    R"(One line for each remark, `file:line: rule: what`: unknown keys, ids that are
taken, no description, no examples, patterns that match the empty text or
without a greatest length, without bytes that every match holds or with such as
stand everywhere, keywords that no match can hold, a secret that is not the
group that is meant, exceptions and bounds without effect.

With --strict all FILEs are one set, an unknown key ends the reading, and a
secret must look like one unless its rule says `plausible = false`.

Exit codes: 0 nothing to remark, 1 remarks, 2 could not run.

Examples:
  sluice rules check .sluice.toml
  sluice rules check --costs --sample dump.sql .sluice.toml)";

constexpr const char* kTestUsage =
    "Usage: sluice rules test [OPTIONS] [FILE]...\n\n"
    "Scans the examples of the rules of each FILE, which is read as --config\n"
    "reads it; of a directory, its *.toml. Default: the default rules.\n";
constexpr const char* kTestFooter =
    R"(Each of a rule's `examples` must be found by it, and none of its
`negative_examples` may be, but with low confidence. Where that fails, the line
says what was found instead, or why a match was dropped.

With --strict all FILEs are one set, an unknown key is an error, and a secret
must look like one unless its rule says `plausible = false`.

Exit codes: 0 all as it should be, 1 failures, 2 could not run.

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

// What CLI11 stores, before it becomes RulesOptions.
struct Raw {
  std::string format = "pretty";
  std::string color = "auto";
};

void describe(CLI::App* app, RulesOptions* options, Raw* raw) {
  const bool looks =
      options->verb == RulesVerb::kList || options->verb == RulesVerb::kShow;
  if (looks) {
    app->add_option("-f,--format", raw->format, "pretty or json. [pretty]")
        ->option_text("FORMAT")
        ->transform(one_of({"pretty", "json"}));
    app->add_option("-c,--config", options->config, "The rules in FILE.")
        ->option_text("FILE");
  } else {
    app->add_flag("--strict", options->strict,
                  "Read FILEs as the default rules are read (below).");
  }
  if (options->verb == RulesVerb::kCheck) {
    app->add_option("--sample", options->sample,
                    "Measure on FILE, not on a made-up text.")
        ->option_text("FILE");
    app->add_flag("--costs", options->costs,
                  "Tell what each rule costs, the dearest first.");
  }
  if (options->verb == RulesVerb::kShow || options->verb == RulesVerb::kTest) {
    app->add_flag("--show-secrets", options->show_secrets,
                  "Print the secrets of examples in the clear.");
  }
  app->add_option("--color", raw->color, "auto, always or never. [auto]")
      ->option_text("WHEN")
      ->transform(one_of({"auto", "always", "never"}));
}

}  // namespace

bool is_rules_command(std::span<const std::string> arguments) {
  return !arguments.empty() && arguments.front() == "rules";
}

Result<std::variant<RulesOptions, PrintAndExit>> parse_rules_options(
    std::span<const std::string> arguments) {
  arguments = arguments.subspan(1);
  if (arguments.empty())
    return fail(ErrorCode::kUsage,
                "rules: list, show, check or test? (see `sluice rules --help`; "
                "to scan what is called so: sluice scan rules)");
  if (asks_for_help(arguments.front()))
    return PrintAndExit{std::string(kHelp), {}};
  const auto* const verb =
      std::ranges::find(kVerbs, arguments.front(), &Verb::name);
  if (verb == kVerbs.end()) {
    std::vector<std::string_view> names;
    for (const Verb& known : kVerbs) names.push_back(known.name);
    const std::string_view near = nearest(arguments.front(), names);
    return fail(ErrorCode::kUsage,
                "rules: there is no `{}`{} (list, show, check and test; see "
                "`sluice rules --help`)",
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
                "rules show: which? (`sluice rules list` names all)");
  options.format = raw.format == "json" ? Format::kJson : Format::kPretty;
  options.color = color_of(raw.color);
  return options;
}

}  // namespace sluice
