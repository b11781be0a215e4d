#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "sluice/command_line/option_values.h"
#include "sluice/command_line/shared_options.h"
#include "sluice/redact/redact_command.h"

namespace sluice {
namespace {

constexpr const char* kUsage =
    "Usage: sluice redact [OPTIONS] [FILE...]\n\n"
    "Writes a text again with every secret replaced that `sluice scan` would "
    "find.\n"
    "Without FILE, or with -, it reads standard input. It writes to standard "
    "output,\n"
    "or to files with -o or --in-place. The number of replaced secrets goes "
    "to\n"
    "standard error.\n";

constexpr const char* kRedactFooter = R"(
Exit codes:
  0  done; with --check: no secret found
  1  with --check: secrets found
  2  sluice could not run, or refused a file: an archive, a missing file
  3  a text was not read to its end, or a part of a secret was passed on while
     the input paused (standard error names it)

Examples:
  kubectl logs -f web | sluice redact          show a log without secrets
  sluice redact build.log > clean.log          write a clean copy
  sluice redact -o clean build.log trace.har   write clean/build.log and so on
  sluice redact --in-place export.json         replace the file
  sluice redact --check build.log              only look

A secret becomes [RULE:N]. N is the same for equal secrets of one run. Encoded
text that contains a secret is replaced as a whole. docs/REDACT.md has more.)";

// The values that CLI11 stores before they become RedactOptions.
struct RawRedact {
  RawOptions scan;
  std::string style = "label";
};

void describe(CLI::App* app, RedactOptions* options, RawRedact* raw) {
  begin_group(*app, "Output");
  app->add_option("-o,--output", options->folder,
                  "Write each FILE to DIR, under its own name.")
      ->option_text("DIR");
  app->add_flag("--in-place", options->in_place,
                "Replace each FILE that contains a secret. It keeps its mode.");
  app->add_flag("--check", options->check,
                "Write nothing; exit with 1 if there is a secret.");
  app->add_option("--style", raw->style,
                  "Replace a secret by: label, stars or empty. [label]")
      ->option_text("STYLE")
      ->transform(one_of({"label", "stars", "empty"}));
  app->add_flag("--keep-length", options->choices.keep_length,
                "Replace each secret by as many bytes as it has.");
  app->add_flag("-q,--quiet", options->scan.quiet,
                "Do not print how many secrets were replaced.");
  describe_text_search(app, &options->scan, &raw->scan);
}

// Refuses options that contradict each other, and two files of one name.
Result<void> check(const RedactOptions& options) {
  const std::vector<std::string>& paths = options.scan.paths;
  const int outputs = (options.folder.empty() ? 0 : 1) +
                      (options.in_place ? 1 : 0) + (options.check ? 1 : 0);
  if (outputs > 1)
    return fail(ErrorCode::kUsage,
                "choose one of --output, --in-place and --check");
  if (outputs == 0 && paths.size() > 1)
    return fail(ErrorCode::kUsage, "several files need -o DIR or --in-place");
  if (options.check) return {};
  std::set<std::string> names;
  for (const std::string& path : paths) {
    if (outputs != 0 && path == "-")
      return fail(ErrorCode::kUsage,
                  "standard input is written to standard output: leave out "
                  "--output and --in-place");
    const std::string name = std::filesystem::path(path).filename();
    if (!options.folder.empty() && !names.insert(name).second)
      return fail(ErrorCode::kUsage, "two files would be written to {}/{}",
                  options.folder, name);
  }
  return {};
}

}  // namespace

Result<std::variant<RedactOptions, PrintAndExit>> parse_redact_options(
    std::vector<std::string> arguments) {
  arguments.erase(arguments.begin());
  RedactOptions options;
  RawRedact raw;
  CLI::App app("", "sluice redact");
  prepare(app, kUsage, kRedactFooter);
  app.option_defaults()->always_capture_default();
  describe(&app, &options, &raw);
  Settings settings(app);
  SLUICE_TRY_ASSIGN(auto parsed, parse_words(app, std::move(arguments),
                                             "sluice redact --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  options.scan.paths = std::get<Words>(parsed).all();
  if (options.scan.paths.empty()) options.scan.paths = {"-"};
  SLUICE_TRY(check(options));
  SLUICE_TRY(settle_text_search(settings, raw.scan, &options.scan));
  options.choices.style = raw.style == "stars"   ? RedactStyle::kStars
                          : raw.style == "empty" ? RedactStyle::kEmpty
                                                 : RedactStyle::kLabel;
  return options;
}

}  // namespace sluice
