#include "sluice/compat/gitleaks_command.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.h"
#include "baseline/baseline.h"
#include "fs/foreign_file.h"
#include "gitleaks/detector/rules.h"
#include "gitleaks/go/path.h"
#include "gitleaks/report/baseline.h"
#include "gitleaks/report/filter.h"
#include "gitleaks/report/formats.h"
#include "gitleaks/report/template.h"
#include "gitleaks/scan/history.h"
#include "gitleaks/scan/scan.h"
#include "gitleaks/template/parser.h"
#include "report/output/output.h"
#include "rules/embedded.h"
#include "sluice/report/report_place.h"
#include "sluice/scan/sandboxing.h"
#include "sluice/settings/configuration.h"
#include "sluice/settings/organisation.h"
#include "sluice/settings/settings.h"
#include "text/escape.h"

namespace sluice {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPartial = 1;

class Log {
 public:
  explicit Log(LogLevel least) : least_(least) {}
  void say(LogLevel level, std::string_view message) const {
    if (level >= least_) log_error(escape_for_terminal(message));
  }

 private:
  LogLevel least_;
};

Result<std::string> read_text_file(const std::string& path) {
  return read_whole(posix_file_system(), path);
}

struct Rules {
  std::unique_ptr<GitleaksRules> rules;
  // Files that are not scanned, by their names in the walk.
  std::vector<std::string> own_files;
};

// Returns the rules of --enable-rule and, if there are any, the required ones.
std::vector<std::string> enabled_rules(const GitleaksOptions& options,
                                       const OrganisationPolicy& organisation,
                                       const Log& log) {
  std::vector<std::string> enabled = options.enabled_rules;
  if (enabled.empty()) return enabled;
  for (const OrganisationPolicy::Item& item : organisation.required_rules) {
    if (std::ranges::count(enabled, item.text) != 0) continue;
    if (enabled.size() == options.enabled_rules.size())
      log.say(LogLevel::kWarn,
              not_allowed("--enable-rule without " + item.text, item.place));
    enabled.push_back(item.text);
  }
  return enabled;
}

Result<Rules> load_gitleaks_rules(const GitleaksOptions& options,
                                  const Log& log) {
  SLUICE_TRY_ASSIGN(const OrganisationPolicy organisation,
                    read_organisation_policy(""));
  SLUICE_TRY_ASSIGN(
      Configuration configuration,
      load_configuration(options.config, options.target, organisation));
  if (configuration.rules.dialect() == Dialect::kBetterleaks) {
    return fail(ErrorCode::kConfig,
                "{}: this is a configuration of betterleaks, which gitleaks "
                "cannot read; use `sluice scan`, or `sluice git` without "
                "gitleaks' flags",
                configuration.name);
  }
  Rules loaded;
  loaded.own_files.push_back(
      options.config.empty() ? join_go_path(options.target, ".gitleaks.toml")
                             : options.config);
  if (configuration.in_target) loaded.own_files.push_back(configuration.name);
  log.say(LogLevel::kDebug,
          configuration.is_default()
              ? std::string("using sluice's own rules")
              : fmt::format("using the configuration {}", configuration.name));
  for (const std::string& warning : configuration.warnings)
    log.say(LogLevel::kWarn, warning);
  for (const std::string& sentence : configuration.refused)
    log.say(LogLevel::kWarn, sentence);
  SLUICE_TRY_ASSIGN(loaded.rules,
                    GitleaksRules::create(
                        std::move(configuration.rules),
                        enabled_rules(options, organisation, log),
                        configuration.is_default() ? embedded_text_literals()
                                                   : std::string_view()));
  return loaded;
}

Result<GitleaksBaseline> load_baseline(const std::string& path) {
  if (path.empty()) return GitleaksBaseline();
  const Result<std::string> text = read_text_file(path);
  if (!text)
    return fail(ErrorCode::kConfig, "cannot read the baseline {}: {}", path,
                text.error().message);
  Result<GitleaksBaseline> baseline = GitleaksBaseline::read(*text);
  if (!baseline)
    return fail(ErrorCode::kConfig,
                "the baseline {} is not a report in gitleaks' JSON: {}", path,
                baseline.error().message);
  return baseline;
}

Result<GitleaksIgnores> load_ignores(const GitleaksOptions& options,
                                     const Log& log) {
  GitleaksIgnores ignores;
  const std::string name = ".gitleaksignore";
  const FileSystem& fs = posix_file_system();
  const Result<FileStatus> status = fs.status(options.ignore_path);
  const bool is_file = status && status->kind != FileKind::kDirectory;
  // The named path is a file, or a directory whose file comes with the scanned
  // tree.
  for (const std::string* place : {&options.ignore_path, &options.target}) {
    const bool named = is_file && place == &options.ignore_path;
    const std::string path = named ? *place : join_go_path(*place, name);
    const Result<std::string> text =
        named ? read_text_file(path)
              : read_foreign_file(fs, *place, name, kMaxBaselineBytes);
    if (!text && is_absent(text.error())) continue;
    if (!text)
      return fail(ErrorCode::kConfig, "cannot read {}: {}", path,
                  text.error().message);
    std::vector<std::string> odd;
    ignores.add(*text, &odd);
    for (const std::string& line : odd)
      log.say(LogLevel::kWarn,
              fmt::format("Invalid .gitleaksignore entry: {}", line));
  }
  return ignores;
}

Result<int> create_report(const std::string& path) {
  const int fd =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd >= 0) return fd;
  return fail_errno(errno,
                    fmt::format("Report path is not writable: {}", path));
}

// Removes an earlier report, so that it is not scanned and does not survive a
// scan that fails. Keeps a path that is not a regular file (a pipe, a device, a
// link to one).
Result<void> clear_report(const std::string& path) {
  if (path.empty() || path == "-") return {};
  const Result<FileStatus> there = posix_file_system().link_status(path);
  if (there && there->kind != FileKind::kRegular) return {};
  SLUICE_TRY_ASSIGN(const int fd, create_report(path));
  ::close(fd);
  ::unlink(path.c_str());
  return {};
}

// gitleaks has no flag for the sandbox, so the variable of the other commands
// is used. The place of the report stays writable.
Result<void> enter_sandbox_for(const std::string& report) {
  const char* const word = std::getenv("SLUICE_SANDBOX");
  const std::optional<SandboxMode> mode =
      sandbox_mode(word == nullptr || *word == '\0' ? "auto" : word);
  if (!mode)
    return fail(ErrorCode::kUsage, "SLUICE_SANDBOX is auto, on or off, not {}",
                word);
  std::vector<std::string> writable;
  if (!report.empty() && report != "-") {
    const std::size_t slash = report.rfind('/');
    writable.push_back(slash == std::string::npos
                           ? "."
                           : report.substr(0, std::max<std::size_t>(slash, 1)));
    // A device, or the target of a link.
    if (posix_file_system().status(report)) writable.push_back(report);
  }
  const Result<std::string> closed = close_in(*mode, std::move(writable));
  if (!closed) return tl::unexpected<Error>(closed.error());
  return {};
}

using Template = std::optional<go_template::Template>;

Result<Template> load_template(const GitleaksOptions& options) {
  if (options.template_path.empty()) return std::nullopt;
  const Result<std::string> text = read_text_file(options.template_path);
  if (!text)
    return fail(ErrorCode::kConfig, "cannot read the report template {}: {}",
                options.template_path, text.error().message);
  return go_template::parse_template(options.template_path, *text);
}

Result<void> write_report(const GitleaksOptions& options, Leaks leaks,
                          const RuleSet& rules, const Template& by_template) {
  if (options.report_path.empty()) return {};
  const auto write = [&](Leaks all, const RuleSet& of, Output& output) {
    switch (options.report_format) {
      case GitleaksFormat::kJson:
        return write_leaks_json(all, of, output);
      case GitleaksFormat::kCsv:
        return write_leaks_csv(all, of, output);
      case GitleaksFormat::kJunit:
        return write_leaks_junit(all, of, output);
      case GitleaksFormat::kSarif:
        return write_leaks_sarif(all, of, output);
      case GitleaksFormat::kTemplate:
        break;
    }
    return write_leaks_by_template(by_template.value(), all, of, output);
  };
  if (options.report_path == "-") {
    FdOutput output(STDOUT_FILENO);
    SLUICE_TRY(write(leaks, rules, output));
    return output.flush();
  }
  SLUICE_TRY_ASSIGN(const int fd, create_report(options.report_path));
  FdOutput output(fd);
  Result<void> written = write(leaks, rules, output);
  if (written) written = output.flush();
  if (::close(fd) != 0 && written)
    written = fail_errno(errno, options.report_path);
  return written;
}

Result<void> print_leaks(const GitleaksOptions& options, Leaks leaks,
                         const RuleSet& rules) {
  if (!options.verbose) return {};
  const char* no_color = std::getenv("NO_COLOR");
  const bool colored = ::isatty(STDOUT_FILENO) != 0 &&
                       (no_color == nullptr || *no_color == '\0');
  FdOutput output(STDOUT_FILENO);
  SLUICE_TRY(write_leaks_text(leaks, rules,
                              options.no_color ? GitleaksColor::kMatchAlone
                              : colored        ? GitleaksColor::kContextInColor
                                               : GitleaksColor::kContext,
                              output));
  return output.flush();
}

unsigned workers() {
  return std::clamp(std::thread::hardware_concurrency(), 1U, kMaxWorkers);
}

std::string shown_size(std::uint64_t bytes) {
  constexpr std::pair<double, std::string_view> kUnits[] = {
      {1e9, "GB"}, {1e6, "MB"}, {1e3, "KB"}, {1, "bytes"}};
  const auto size = static_cast<double>(bytes);
  for (const auto& [unit, name] : kUnits) {
    if (size < unit) continue;
    std::string text = fmt::format("{:.2f}", size / unit);
    if (text.ends_with(".00")) text.resize(text.size() - 3);
    return fmt::format("{} {}", text, name);
  }
  return "0";
}

std::string time_text(Clock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  return seconds < 1 ? fmt::format("{:.3g}ms", seconds * 1e3)
                     : fmt::format("{:.3g}s", seconds);
}

Result<GitleaksScanOutcome> scan_files(const GitleaksOptions& options,
                                       const GitleaksRules& rules,
                                       const DetectorOptions& detector,
                                       GitleaksLimits limits) {
  GitleaksScanRequest request;
  request.target = options.standard_input ? "" : options.target;
  request.workers = workers();
  request.walk.follow_symlinks = options.follow_symlinks;
  request.detector = detector;
  request.limits = std::move(limits);
  request.limits.max_bytes = options.max_megabytes * 1'000'000;
  return scan_leaks(posix_file_system(), rules, request);
}

Result<GitleaksScanOutcome> scan_git(const GitleaksOptions& options,
                                     const GitleaksRules& rules,
                                     const DetectorOptions& detector,
                                     GitleaksLimits limits, const Log& log) {
  const GitleaksGitOptions& git = *options.git;
  if (git.changes && !git.log_options.empty())
    log.say(LogLevel::kWarn,
            "--log-opts has no effect with --pre-commit or --staged");
  GitleaksHistoryRequest request;
  request.target = options.target;
  request.changes = git.changes;
  request.staged = git.staged;
  request.log_words = git.log_words;
  request.platform = git.platform;
  request.workers = workers();
  request.detector = detector;
  request.detector.max_megabytes = options.max_megabytes;
  request.limits = std::move(limits);
  return scan_gitleaks_history(rules, request);
}

void tell(const GitleaksScanOutcome& outcome, bool partial,
          Clock::duration time, const Log& log) {
  const LogLevel level = partial ? LogLevel::kWarn : LogLevel::kInfo;
  const std::string suffix = partial ? " in partial scan" : "";
  for (const std::string& problem : outcome.coverage.problems)
    log.say(LogLevel::kError, fmt::format("could not read {}", problem));
  if (outcome.expired)
    log.say(LogLevel::kError,
            "the time limit (--timeout) ended the scan before it was complete");
  if (outcome.commits)
    log.say(LogLevel::kInfo,
            fmt::format("{} commits scanned.", *outcome.commits));
  if (const std::string line = skipped_line(outcome.coverage); !line.empty())
    log.say(LogLevel::kInfo, line);
  log.say(level,
          fmt::format("scanned ~{} bytes ({}) in {}", outcome.coverage.bytes,
                      shown_size(outcome.coverage.bytes), time_text(time)));
  if (outcome.leaks.empty())
    log.say(level, "no leaks found" + suffix);
  else
    log.say(LogLevel::kWarn,
            fmt::format("leaks found: {}{}", outcome.leaks.size(), suffix));
}

}  // namespace

Result<int> run_gitleaks_command(const GitleaksOptions& options) {
  // write() then reports a closed pipe as an error.
  std::signal(SIGPIPE, SIG_IGN);
  const Log log(options.log_level);
  if (!options.unknown_log_level.empty())
    log.say(LogLevel::kWarn,
            fmt::format("unknown log level: {}", options.unknown_log_level));
  if (!options.unread_word.empty())
    log.say(LogLevel::kWarn,
            fmt::format("{} is not scanned; name it with --source",
                        options.unread_word));
  const Clock::time_point start = Clock::now();
  SLUICE_TRY_ASSIGN(Rules loaded, load_gitleaks_rules(options, log));
  SLUICE_TRY_ASSIGN(const GitleaksIgnores ignores, load_ignores(options, log));
  SLUICE_TRY_ASSIGN(const GitleaksBaseline baseline,
                    load_baseline(options.baseline_path));
  SLUICE_TRY_ASSIGN(const Template by_template, load_template(options));
  SLUICE_TRY(refuse_scanned_links(options.report_path, {options.target}));
  SLUICE_TRY(clear_report(options.report_path));
  SLUICE_TRY(enter_sandbox_for(options.report_path));
  if (!options.baseline_path.empty()) {
    SLUICE_TRY_ASSIGN(std::string path,
                      relative_go_path(options.target, options.baseline_path));
    loaded.own_files.push_back(std::move(path));
  }

  const DetectorOptions detector{
      .max_decode_depth = options.max_decode_depth,
      .ignore_allow_comments = options.ignore_allow_comments,
      .keep_lines = by_template || (options.verbose && !options.no_color)};
  GitleaksLimits limits;
  limits.own_files = loaded.own_files;
  limits.archive_depth = options.max_archive_depth;
  if (options.timeout_s > 0)
    limits.deadline = start + std::chrono::seconds(options.timeout_s);
  SLUICE_TRY_ASSIGN(
      GitleaksScanOutcome outcome,
      options.git
          ? scan_git(options, *loaded.rules, detector, std::move(limits), log)
          : scan_files(options, *loaded.rules, detector, std::move(limits)));
  const RuleSet& rules = loaded.rules->rules();
  settle_leaks(rules, options.redact, ignores, baseline, &outcome.leaks);
  SLUICE_TRY(print_leaks(options, outcome.leaks, rules));
  const bool partial = outcome.expired || !outcome.coverage.problems.empty();
  tell(outcome, partial, Clock::now() - start, log);
  SLUICE_TRY(write_report(options, outcome.leaks, rules, by_template));
  if (partial) return kPartial;
  return outcome.leaks.empty() ? 0 : options.exit_code;
}

}  // namespace sluice
