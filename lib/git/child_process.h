// A program that runs beside us and whose output we read once, as a whole or in
// pieces.
// Thread-safety: used by one thread, which must outlive the object: the kernel
// kills the process when the thread that started it is gone, and so also when
// we are killed.
// Ownership: the object owns the process, and kills it if it still runs when
// the object is destroyed.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"

namespace sluice {

class ChildProcess {
 public:
  static constexpr int kNoInput = -1;

  // How long a program may be idle: it writes nothing, uses no processor and
  // waits for no disk. Such a program waits for another process, for instance
  // at a named pipe, and could wait for ever.
  static constexpr std::chrono::milliseconds kMostIdle{20'000};

  struct Plan {
    std::string program;                   // a path
    std::vector<std::string> arguments;    // without the program's name
    std::vector<std::string> environment;  // all that it sees
    int directory;                         // open; where it starts
    // Its standard input, an open file. It stays the caller's and may be closed
    // once the program is started.
    int input = kNoInput;
    // Waiting for the program fails after this is raised. May be null.
    const Interrupt* interrupt = nullptr;
    // Bytes of memory of its own that it may have; mapped files do not count.
    std::uint64_t most_memory = UINT64_MAX;
  };

  // Starts a program, without a shell. SIGINT and SIGTERM are blocked in it:
  // when the user interrupts us, we end it.
  static Result<ChildProcess> start(const Plan& plan);

  // Reads the program's next output into `out` and returns its size, or 0 if
  // the output is closed. Waits as long as necessary. Fails if the program is
  // idle for kMostIdle.
  Result<std::size_t> read(char* out, std::size_t size);

  struct Ended {
    int exit_code;       // 128 and the signal's number, if one ended it
    std::string output;  // the output that was not read before
    std::string errors;  // the head of its standard error
  };

  // Waits until the program has ended; call it once. Fails if that takes longer
  // than `limit`, if the program is idle for kMostIdle, or if it writes more
  // than `most` bytes. The program is then killed.
  Result<Ended> finish(std::chrono::milliseconds limit, std::size_t most);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess();

 private:
  ChildProcess(pid_t pid, int output, int errors, const Interrupt* interrupt)
      : pid_(pid), output_(output), errors_(errors), interrupt_(interrupt) {}

  // The program's work so far, as the system reports it.
  struct Work {
    bool waits = false;       // every thread of it waits, and for no disk
    std::uint64_t ticks = 0;  // of the processor
  };
  enum class Waited { kReady, kLate, kIdle, kInterrupted };

  Work work() const;
  Waited wait_for_output(std::chrono::milliseconds limit) const;

  std::string error_text() const;
  int reap();

  pid_t pid_;   // -1: ended
  int output_;  // the reading end of a pipe; -1: closed
  int errors_;  // a file without a name: it need not be read meanwhile
  const Interrupt* interrupt_;  // may be null
};

}  // namespace sluice
