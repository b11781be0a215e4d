#include "sluice/rules/rules_command.h"

#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>

namespace sluice {
namespace {

Result<int> run(const RulesOptions& options, Output& output) {
  switch (options.verb) {
    case RulesVerb::kList:
      return list_rules(options, output);
    case RulesVerb::kShow:
      return show_rules(options, output);
    case RulesVerb::kCheck:
      return check_rules(options, output);
    case RulesVerb::kTest:
      return test_rules(options, output);
  }
  return kRulesGood;
}

}  // namespace

Result<int> run_rules(const RulesOptions& options) {
  // A closed pipe comes back from write() as an error.
  std::signal(SIGPIPE, SIG_IGN);
  FdOutput output(STDOUT_FILENO);
  try {
    SLUICE_TRY_ASSIGN(const int exit_code, run(options, output));
    SLUICE_TRY(output.flush());
    return exit_code;
  } catch (const std::bad_alloc&) {
    throw;  // main() handles it
  } catch (const std::exception& error) {
    // A pattern that RE2 takes and then cannot compile (match/pattern.h).
    return fail(ErrorCode::kConfig, "{}", error.what());
  }
}

}  // namespace sluice
