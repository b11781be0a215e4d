// sluice: finds leaked credentials in files.

#include <cerrno>
#include <cstdio>
#include <variant>

#include "base/log.h"
#include "options.h"
#include "scan_command.h"
#include "text/escape.h"

namespace {

constexpr int kCannotRun = 2;
// What a shell reports of a process that a closed pipe ended.
constexpr int kPipeClosed = 128 + 13;

int report_failure(const sluice::Error& error) {
  // The reader has seen enough (`sluice ... | head -1`): nothing to tell.
  if (error.sys_errno == EPIPE) return kPipeClosed;
  // It may quote a path, and a path may hold anything.
  sluice::log_error(sluice::escape_for_terminal(error.message));
  return kCannotRun;
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = sluice::parse_options(argc, argv);
  if (!options) return report_failure(options.error());
  if (const auto* text = std::get_if<sluice::PrintAndExit>(&*options)) {
    std::fputs(text->text.c_str(), stdout);
    if (std::fflush(stdout) == 0) return 0;
    sluice::log_error("cannot write to standard output");
    return kCannotRun;
  }
  const sluice::Result<int> exit_code =
      sluice::run_scan(std::get<sluice::ScanOptions>(*options));
  return exit_code ? *exit_code : report_failure(exit_code.error());
}
