#include "sandbox/sandbox.h"

#include <sys/prctl.h>

#include <cerrno>

#include "base/error.h"
#include "sandbox/restrictions.h"

namespace sluice {

std::string Sandbox::words() const {
  std::string text;
  if (no_landlock.empty() && no_seccomp.empty())
    text = "landlock and seccomp";
  else if (no_landlock.empty())
    text = "landlock; no seccomp: " + no_seccomp;
  else if (no_seccomp.empty())
    text = "seccomp; no landlock: " + no_landlock;
  else
    text = "none; no landlock: " + no_landlock + "; no seccomp: " + no_seccomp;
  return gap.empty() ? text : text + "; " + gap;
}

Sandbox enter_sandbox(const SandboxNeeds& needs) {
  Sandbox sandbox;
  // The kernel demands this. Otherwise a program with more rights than ours
  // could be started in a sandbox that it does not expect.
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    sandbox.no_landlock = sandbox.no_seccomp = errno_text(errno);
    return sandbox;
  }
  sandbox.no_landlock = restrict_files(needs, &sandbox.gap);
  sandbox.no_seccomp = restrict_calls();
  return sandbox;
}

}  // namespace sluice
