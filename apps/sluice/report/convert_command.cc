#include "sluice/report/convert_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "base/log.h"
#include "report/json/foreign_report.h"
#include "report/json/report_reader.h"
#include "sluice/command_line/command_line.h"
#include "sluice/command_line/option_values.h"
#include "sluice/report/report_input.h"
#include "sluice/report/report_words.h"
#include "sluice/terminal.h"

namespace sluice {
namespace {

constexpr int kConverted = 0;

constexpr const char* kConvertUsage =
    "Usage: sluice report convert IN [OPTIONS]\n\n"
    "Reads IN (- for standard input) and writes it in other formats. IN is a\n"
    "report in the format json or jsonl, or a report of another scanner: JSON\n"
    "of gitleaks, betterleaks, kingfisher or trufflehog, or SARIF. `sluice\n"
    "report merge IN...` joins several reports: see `sluice help report\n"
    "merge`.\n";

constexpr const char* kConvertExamples = R"(
Examples:
  sluice report convert scan.json -o scan.html
  gitleaks dir -f json -r - . | sluice report convert - -o leaks.html
  sluice report convert scan.json -f sarif -o scan.sarif -f markdown

If IN has unmasked secrets, they are masked and the text around them is left
out, unless --show-secrets is given.

Exit codes:
  0  converted
  2  IN is not a report that sluice reads, or the output cannot be written)";

// Adds bytes to `*text`, to `size` bytes or to the end. Returns whether it has
// come to the end.
Result<bool> read_up_to(const ReadBytes& read, std::size_t size,
                        std::string* text) {
  while (text->size() < size) {
    const std::size_t had = text->size();
    text->resize(std::min(size, had + (std::size_t{1} << 20)));
    const Result<std::size_t> got =
        read(text->data() + had, text->size() - had);
    text->resize(had + got.value_or(0));
    if (!got) return tl::unexpected<Error>(got.error());
    if (*got == 0) return true;
  }
  return false;
}

// Gives the bytes of `text`, then those of `rest`.
ReadBytes joined(const std::string& text, const ReadBytes& rest) {
  return [&text, &rest, given = std::size_t{0}](
             char* bytes, std::size_t size) mutable -> Result<std::size_t> {
    if (given == text.size()) return rest(bytes, size);
    const std::size_t some = text.copy(bytes, size, given);
    given += some;
    return some;
  };
}

// Reads a report of sluice as it comes, or all of another scanner's.
Result<ReadReport> read_any_report(const ReadBytes& rest, bool secret_alone,
                                   const SinkForHead& sink) {
  constexpr std::size_t kHead = 4096;
  constexpr std::size_t kMostForeign = std::size_t{1} << 30;
  std::string text;
  SLUICE_TRY(read_up_to(rest, kHead, &text));
  if (!begins_as_own_report(text)) {
    SLUICE_TRY_ASSIGN(const bool is_whole,
                      read_up_to(rest, kMostForeign, &text));
    if (!is_whole)
      return fail(ErrorCode::kConfig,
                  "a report of another scanner may have 1 GiB at most");
    SLUICE_TRY_ASSIGN(
        const std::optional<ReadReport> read,
        read_foreign_report(text, SLUICE_VERSION, secret_alone, sink));
    if (read) return *read;
  }
  // It says what is wrong with a report that is not known.
  return read_report(joined(text, rest), secret_alone, sink);
}

}  // namespace

Result<std::variant<ConvertOptions, PrintAndExit>> parse_convert_options(
    const std::vector<std::string>& arguments) {
  ConvertOptions options;
  std::string color = "auto";
  CLI::App app("Writes a report in other formats.", "sluice report convert");
  prepare(app, kConvertUsage, "Formats:\n" + format_help() + kConvertExamples);
  ReportWords words(&app);
  app.add_flag("--show-secrets", options.show_secrets,
               "Keep secrets unmasked if IN shows them.");
  app.add_option("--color", color, "Use colors: auto, always or never. [auto]")
      ->option_text("WHEN")
      ->transform(one_of({"auto", "always", "never"}));
  SLUICE_TRY_ASSIGN(auto parsed,
                    parse_words(app, {arguments.begin() + 1, arguments.end()},
                                "sluice report convert --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  std::vector<std::string> rest = std::get<Words>(parsed).all();
  if (rest.empty() || rest.front() != "convert")
    return fail(ErrorCode::kUsage,
                "`sluice report` needs a second word: convert or merge (see "
                "`sluice help report convert`)");
  if (rest.size() != 2)
    return fail(ErrorCode::kUsage,
                "name one report to convert (see `sluice help report "
                "convert`)");
  options.input = std::move(rest.back());
  options.color = color_of(color);
  SLUICE_TRY_ASSIGN(options.reports, report_requests(words.in_order()));
  return options;
}

Result<int> run_convert(const ConvertOptions& options) {
  // write() then reports a closed pipe as an error.
  std::signal(SIGPIPE, SIG_IGN);
  SLUICE_TRY_ASSIGN(const ReportInput input, ReportInput::open(options.input));
  std::optional<ReportOutputs> outputs;
  const auto sink_for = [&](const ReportHead& head) -> Result<FindingSink*> {
    ReportOptions report_options;
    report_options.show_secrets = options.show_secrets && head.shows_secrets;
    report_options.masked_before = !head.shows_secrets;
    report_options.color = wants_color(options.color);
    report_options.repository.prefix = head.path_prefix;
    SLUICE_TRY_ASSIGN(outputs,
                      ReportOutputs::open(options.reports, report_options));
    return &outputs->sink();
  };
  const Result<ReadReport> read =
      read_any_report(input.reader(), !options.show_secrets, sink_for);
  if (!read) {
    if (read.error().sys_errno != 0) return tl::unexpected(read.error());
    return fail(read.error().code, "{}: {}", options.input,
                read.error().message);
  }
  SLUICE_TRY(outputs->publish());
  if (read->dropped != 0)
    log_warning(fmt::format(
        "{} candidates that were not reported are not in the new report; they "
        "stay in {}",
        read->dropped, options.input));
  return kConverted;
}

}  // namespace sluice
