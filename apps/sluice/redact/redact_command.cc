#include "sluice/redact/redact_command.h"

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "fs/file_system.h"
#include "fs/open_file.h"
#include "redact/redactor.h"
#include "report/output/report_file.h"
#include "sluice/exit_code.h"
#include "sluice/scan/scan_setup.h"
#include "sluice/signals.h"
#include "text/escape.h"

namespace sluice {
namespace {

namespace stdfs = std::filesystem;

constexpr int kRefused = 2;

// An open file, or standard input. An interrupt ends standard input, so that
// what came before is still redacted; it is an error in a file.
class Input final : public ByteSource {
 public:
  Input(const OpenedFile& file, bool is_standard, const Interrupt& interrupt)
      : ByteSource(file.size, file.may_seek && !is_standard),
        file_(file),
        is_standard_(is_standard),
        interrupt_(interrupt),
        closes_(posix_file_system(), file.descriptor, !is_standard) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    const bool came = file_.may_wait
                          ? wait_for_input(file_.descriptor, interrupt_)
                          : !interrupt_.raised();
    if (!came) return at_interrupt();
    return posix_file_system().read(file_.descriptor, buffer, size);
  }
  Result<std::size_t> read_at(char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    if (interrupt_.raised()) return at_interrupt();
    return posix_file_system().read_at(file_.descriptor, buffer, size, offset);
  }

  bool may_wait() const { return file_.may_wait; }

  // As TextToRedact::arrives.
  bool arrives(std::chrono::milliseconds most) const {
    pollfd ready[2] = {{file_.descriptor, POLLIN, 0},
                       {interrupt_.descriptor(), POLLIN, 0}};
    return ::poll(ready, 2, static_cast<int>(most.count())) != 0;
  }

 private:
  Result<std::size_t> at_interrupt() const {
    if (is_standard_) return 0;
    return fail(ErrorCode::kCancelled, "interrupted");
  }

  const OpenedFile file_;
  const bool is_standard_;
  const Interrupt& interrupt_;
  const OpenFile closes_;
};

// The results of a run.
struct Totals {
  SecretNumbers numbers;
  bool refused = false;
  bool incomplete = false;
};

struct Run {
  const RedactOptions& options;
  const Interrupt& interrupt;
  Redactor& redactor;
  Totals& totals;
};

void complain(const std::string& path, std::string_view why) {
  log_error(escape_for_terminal(
      fmt::format("{}: {}", path == "-" ? "standard input" : path, why)));
}

// Returns whether the whole text was redacted.
bool note_result(const Redacted& redacted, const std::string& path,
                 Totals* totals) {
  if (redacted.binary && path != "-")
    log_warning(escape_for_terminal(fmt::format(
        "{} is binary: only rules of high confidence apply, and every secret "
        "keeps its length",
        path)));
  if (redacted.let_go != 0)
    complain(path, fmt::format("{} secret{} passed on in part while the input "
                               "paused, before the rest of {} came",
                               redacted.let_go,
                               redacted.let_go == 1 ? " was" : "s were",
                               redacted.let_go == 1 ? "it" : "them"));
  if (!redacted.incomplete.empty())
    complain(path,
             fmt::format("not redacted to its end: {}", redacted.incomplete));
  totals->incomplete |= redacted.let_go != 0 || !redacted.incomplete.empty();
  return redacted.incomplete.empty();
}

Result<std::unique_ptr<Input>> open_input(const std::string& path,
                                          const Interrupt& interrupt) {
  const FileSystem& fs = posix_file_system();
  if (path == "-")
    return std::make_unique<Input>(
        OpenedFile{.descriptor = STDIN_FILENO, .size = 0, .may_wait = true},
        true, interrupt);
  SLUICE_TRY_ASSIGN(const FileStatus status, fs.status(path));
  if (status.kind == FileKind::kDirectory)
    return fail(ErrorCode::kUsage, "it is a directory: name its files");
  SLUICE_TRY_ASSIGN(const OpenedFile file, fs.open(path, OpenMode::kWait));
  return std::make_unique<Input>(file, false, interrupt);
}

Result<Redacted> redact_into(const Run& run, const std::string& path,
                             const Input& input, const Redactor::Take& take) {
  const FileToScan file{.path = path};
  TextToRedact text{.file = file, .bytes = input};
  if (input.may_wait())
    text.arrives = [&](std::chrono::milliseconds most) {
      return input.arrives(most);
    };
  return run.redactor.redact(text, run.options.choices, &run.totals.numbers,
                             take);
}

Redactor::Take writer_to(Output& output) {
  return [&output](std::string_view text) -> Result<void> {
    SLUICE_TRY(output.write(text));
    return output.flush();
  };
}

// Where -o or --in-place writes the text of `path`. Error: kUsage.
Result<std::string> target_of(const RedactOptions& options,
                              const std::string& path) {
  if (options.in_place) return path;
  const stdfs::path target =
      stdfs::path(options.folder) / stdfs::path(path).filename();
  std::error_code error;
  if (stdfs::equivalent(target, path, error))
    return fail(ErrorCode::kUsage,
                "{} would replace it: choose another folder, or --in-place",
                target.string());
  return target.string();
}

// Who may read what is written from `path`: nobody but the owner if that holds
// for `path` itself.
Readers readers_of(const std::string& path) {
  constexpr stdfs::perms kOthers =
      stdfs::perms::group_all | stdfs::perms::others_all;
  std::error_code error;
  const stdfs::perms mode = stdfs::status(path, error).permissions();
  return !error && (mode & kOthers) == stdfs::perms::none ? Readers::kOwner
                                                          : Readers::kByUmask;
}

// Errors: those that only concern this text.
Result<void> redact_file(const Run& run, const std::string& path) {
  SLUICE_TRY_ASSIGN(const std::unique_ptr<Input> input,
                    open_input(path, run.interrupt));
  SLUICE_TRY_ASSIGN(const std::string target, target_of(run.options, path));
  SLUICE_TRY_ASSIGN(const std::unique_ptr<ReportFile> file,
                    ReportFile::create(target, Unfinished::kNamelessIfPossible,
                                       "the text", readers_of(path)));
  SLUICE_TRY_ASSIGN(const Redacted redacted,
                    redact_into(run, path, *input, writer_to(file->output())));
  if (!note_result(redacted, path, &run.totals)) return {};
  // A file without secrets stays as it is, with its time.
  if (run.options.in_place && redacted.places == 0) return {};
  return file->publish();
}

// To standard output, or nowhere with --check.
Result<void> redact_stream(const Run& run, const std::string& path,
                           Output& output) {
  SLUICE_TRY_ASSIGN(const std::unique_ptr<Input> input,
                    open_input(path, run.interrupt));
  const Redactor::Take nowhere = [](std::string_view) -> Result<void> {
    return {};
  };
  SLUICE_TRY_ASSIGN(
      const Redacted redacted,
      redact_into(run, path, *input,
                  run.options.check ? nowhere : writer_to(output)));
  note_result(redacted, path, &run.totals);
  return {};
}

void print_counts(const RedactOptions& options, const Totals& totals) {
  if (options.scan.quiet) return;
  const SecretNumbers& numbers = totals.numbers;
  const char* const done = options.check ? "to redact" : "redacted";
  if (numbers.places() == 0) {
    // After a refusal it would sound as if the text were clean.
    if (!totals.refused) fmt::print(stderr, "no secrets {}\n", done);
    return;
  }
  fmt::print(stderr, "{} secret{} {} ({} different):\n", numbers.places(),
             numbers.places() == 1 ? "" : "s", done, numbers.different());
  for (const auto& [rule, count] : numbers.by_rule())
    fmt::print(stderr, "{:>7}  {}\n", count, escape_for_terminal(rule));
}

// The directories in which files are written.
std::vector<std::string> folders_of(const RedactOptions& options) {
  if (!options.in_place)
    return options.folder.empty() ? std::vector<std::string>()
                                  : std::vector{options.folder};
  std::vector<std::string> folders;
  for (const std::string& path : options.scan.paths) {
    std::error_code error;
    const stdfs::path real = stdfs::canonical(path, error);
    if (!error) folders.push_back(real.parent_path());
  }
  return folders;
}

}  // namespace

Result<int> run_redact(const RedactOptions& options) {
  // write() then reports a closed pipe as an error.
  std::signal(SIGPIPE, SIG_IGN);
  if (!options.folder.empty()) {
    std::error_code error;
    stdfs::create_directories(options.folder, error);
    if (error) return fail_errno(error.value(), options.folder);
  }
  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options.scan));
  const Interrupt& interrupt = interrupt_on_signals();
  SLUICE_TRY(close_in(sandbox_by_variable(), folders_of(options)));
  Redactor redactor(*setup->engine, *setup->judge,
                    pipeline_options(*setup, options.scan));
  FdOutput output(STDOUT_FILENO, "standard output");
  Totals totals;
  const Run run{options, interrupt, redactor, totals};
  const bool to_files = options.in_place || !options.folder.empty();
  for (const std::string& path : options.scan.paths) {
    Result<void> done =
        to_files ? redact_file(run, path) : redact_stream(run, path, output);
    if (!done && !to_files && done.error().sys_errno == EPIPE)
      return tl::unexpected<Error>(std::move(done).error());
    if (!done) complain(path, done.error().message);
    if (!done) totals.refused = true;
    if (interrupt.raised()) return kSignalled + caught_signal();
  }
  print_counts(options, totals);
  if (totals.refused) return kRefused;
  if (options.check && totals.numbers.places() != 0) return kFound;
  return totals.incomplete ? kIncomplete : kClean;
}

}  // namespace sluice
