// sluice: finds leaked credentials in files.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <new>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/log.h"
#include "git_command.h"
#include "go_flags.h"
#include "hook_command.h"
#include "leak_command.h"
#include "leak_options.h"
#include "options.h"
#include "rules_command.h"
#include "rules_options.h"
#include "scan_command.h"
#include "text/escape.h"
#include "walk_command.h"

namespace {

constexpr int kCannotRun = 2;
// What a shell reports of a process that a closed pipe ended.
constexpr int kPipeClosed = 128 + 13;

int report_failure(const sluice::Error& error, int code = kCannotRun) {
  // The reader has seen enough (`sluice ... | head -1`): nothing to tell.
  if (error.sys_errno == EPIPE) return kPipeClosed;
  // It may quote a path, and a path may hold anything.
  sluice::log_error(sluice::escape_for_terminal(error.message));
  return code;
}

int print(const sluice::PrintAndExit& text) {
  std::fputs(text.text.c_str(), stdout);
  if (std::fflush(stdout) == 0) return 0;
  sluice::log_error("cannot write to standard output");
  return kCannotRun;
}

// Opens what the caller left closed of the standard descriptors, so that no
// file of ours takes its number; the wrong way round, so that using it still
// fails.
void occupy_standard_descriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    if (::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
      return;
  }
}

// The commands that gitleaks has, with its exit codes.
int run_as_gitleaks(const std::vector<std::string>& arguments) {
  constexpr int kFailed = 1;
  const auto options = sluice::parse_leak_options(arguments);
  if (!options)
    return report_failure(options.error(), options.error().sys_errno == 0
                                               ? kFailed
                                               : sluice::GoFlags::kUnknownFlag);
  if (const auto* text = std::get_if<sluice::PrintAndExit>(&*options))
    return print(*text);
  const sluice::Result<int> exit_code =
      sluice::run_leak_command(std::get<sluice::LeakOptions>(*options));
  return exit_code ? *exit_code : report_failure(exit_code.error(), kFailed);
}

// A command of which `parse` reads the options and `run` does the work.
template <typename Options, typename Parse, typename Run>
int run_with(const Parse& parse, const Run& run,
             std::vector<std::string> arguments) {
  const auto options = parse(std::move(arguments));
  if (!options) return report_failure(options.error());
  if (const auto* text = std::get_if<sluice::PrintAndExit>(&*options))
    return print(*text);
  const sluice::Result<int> exit_code = run(std::get<Options>(*options));
  return exit_code ? *exit_code : report_failure(exit_code.error());
}

int run(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1),
                                           argv + argc);
  if (sluice::is_leak_command(arguments)) return run_as_gitleaks(arguments);
  if (sluice::is_rules_command(arguments))
    return run_with<sluice::RulesOptions>(sluice::parse_rules_options,
                                          sluice::run_rules, arguments);
  const std::string first = arguments.empty() ? "" : arguments.front();
  if (first == "git")
    return run_with<sluice::GitOptions>(
        sluice::parse_git_options, sluice::run_git,
        {arguments.begin() + 1, arguments.end()});
  if (first == "hook")
    return run_with<sluice::HookOptions>(
        sluice::parse_hook_options, sluice::run_hook,
        {arguments.begin() + 1, arguments.end()});
  const auto options = sluice::parse_options(argc, argv);
  if (!options) return report_failure(options.error());
  if (const auto* text = std::get_if<sluice::PrintAndExit>(&*options))
    return print(*text);
  const auto& scan = std::get<sluice::ScanOptions>(*options);
  const sluice::Result<int> exit_code =
      scan.list_files              ? sluice::run_list_files(scan)
      : !scan.explain_skip.empty() ? sluice::run_explain_skip(scan)
                                   : sluice::run_scan(scan);
  return exit_code ? *exit_code : report_failure(exit_code.error());
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_descriptors();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    sluice::log_error("out of memory");
    return kCannotRun;
  }
}
