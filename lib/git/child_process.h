// A program that runs beside us and whose output we read once, whole or as it
// comes.
// Thread-safety: used by one thread.
// Ownership: the object owns the process: one that still runs when the object
// is destroyed is killed.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"

namespace sluice {

class ChildProcess {
 public:
  static constexpr int kNoInput = -1;

  // Starts `program`, a path, in the open directory `directory`. `environment`
  // is all that it sees. Its standard input is the open file `input`, which
  // stays the caller's and may be closed at once. No shell. SIGINT and SIGTERM
  // are blocked in it: when the user interrupts us, we end it. Waiting for it
  // fails once `interrupt` is raised.
  static Result<ChildProcess> start(const std::string& program,
                                    const std::vector<std::string>& arguments,
                                    const std::vector<std::string>& environment,
                                    int directory, int input = kNoInput,
                                    const Interrupt* interrupt = nullptr);

  // Puts what it writes next into `out`, and says how much that was: 0 once it
  // has closed its output. Waits as long as that takes.
  Result<std::size_t> read(char* out, std::size_t size);

  struct Ended {
    int exit_code;       // 128 and the signal's number, if one ended it
    std::string output;  // what was not read before
    std::string errors;  // what stood on standard error, or the head of it
  };

  // Waits until it has ended; once. Fails if that takes longer than `limit`, or
  // if it writes more than `most` bytes; it is killed then.
  Result<Ended> finish(std::chrono::milliseconds limit, std::size_t most);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess();

 private:
  ChildProcess(pid_t pid, int output, int errors, const Interrupt* interrupt)
      : pid_(pid), output_(output), errors_(errors), interrupt_(interrupt) {}

  enum class Waited { kReady, kLate, kInterrupted };
  Waited wait_for_output(int milliseconds) const;

  std::string error_text() const;
  int reap();

  pid_t pid_;   // -1: ended
  int output_;  // the reading end of a pipe; -1: closed
  int errors_;  // a file without a name: it need not be read meanwhile
  const Interrupt* interrupt_;  // null: nothing ends it early
};

}  // namespace sluice
