// Takes from this process, and from the processes it starts, all rights that a
// scan does not need, so that the author of a scanned file gains little from a
// bug here. These are the rights to write anywhere except for reports, to run
// anything except git, and to reach a network or other processes. Reading stays
// free, because any file may be scanned. A right is never given back.
// Thread-safety: called once, by the only thread. Threads that start later lose
// the rights too; threads that already run would not. Errors: none. The result
// names the parts that the kernel does not offer, and the rest is in force.
#pragma once

#include <string>
#include <vector>

namespace sluice {

struct SandboxNeeds {
  // Directories, with all below them, or files that may be written.
  std::vector<std::string> writable;
  // The one program that may be run; empty if none may.
  std::string program;
  // Whether other files may be emptied, though not written to. Refusing that
  // makes the kernel look at every directory on the way to each file that is
  // opened, even for reading: 14 % of a scan of the Linux tree.
  bool may_truncate = false;
};

struct Sandbox {
  // Why it is not in force; empty if it is.
  std::string no_landlock;
  std::string no_seccomp;
  // The part that is left open though both are in force; empty if nothing is.
  std::string gap;

  bool is_whole() const {
    return no_landlock.empty() && no_seccomp.empty() && gap.empty();
  }
  // Returns "landlock and seccomp", or the missing part with the reason.
  std::string words() const;
};

Sandbox enter_sandbox(const SandboxNeeds& needs);

}  // namespace sluice
