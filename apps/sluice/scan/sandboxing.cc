#include "sluice/scan/sandboxing.h"

#include <fmt/core.h>

#include <cstdlib>
#include <utility>

#include "git/git_program.h"
#include "sandbox/sandbox.h"

namespace sluice {

std::optional<SandboxMode> sandbox_mode(std::string_view word) {
  if (word == "auto") return SandboxMode::kAuto;
  if (word == "on") return SandboxMode::kOn;
  if (word == "off") return SandboxMode::kOff;
  return std::nullopt;
}

SandboxMode sandbox_by_variable() {
  const char* const word = std::getenv("SLUICE_SANDBOX");
  return sandbox_mode(word == nullptr ? "auto" : word)
      .value_or(SandboxMode::kAuto);
}

Result<std::string> close_in(SandboxMode mode,
                             std::vector<std::string> writable) {
  if (mode == SandboxMode::kOff) return "off, as requested";
  const Sandbox sandbox =
      enter_sandbox({.writable = std::move(writable),
                     .program = git_program(),
                     .may_truncate = mode != SandboxMode::kOn});
  if (mode == SandboxMode::kOn && !sandbox.is_whole())
    return fail(
        ErrorCode::kUsage,
        "--sandbox on: this system cannot enforce the whole sandbox: {}",
        sandbox.words());
  return sandbox.words();
}

}  // namespace sluice
