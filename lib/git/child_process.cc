#include "git/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <memory>
#include <utility>

namespace sluice {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxErrors = 4096;
constexpr int kPipeBytes = 256 * 1024;

void close_open(int* fd) {
  if (*fd >= 0) ::close(*fd);
  *fd = -1;
}

struct OwnedFd {
  int fd;
  ~OwnedFd() { close_open(&fd); }
};

struct Pipe {
  int read = -1;
  int write = -1;
  ~Pipe() {
    close_open(&read);
    close_open(&write);
  }
  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
};

// What posix_spawn is to do in the child before the program begins.
class SpawnPlan {
 public:
  SpawnPlan() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int make(int directory, int input, int output, int errors) {
    // We ignore SIGPIPE, and what is ignored stays so in a child: it would
    // write on into a pipe that no process reads.
    sigset_t defaults;
    ::sigemptyset(&defaults);
    ::sigaddset(&defaults, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes_, &defaults);
    // A terminal sends them to the child as well, which would end as if the
    // repository were damaged, before we know why.
    sigset_t blocked;
    ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    ::sigaddset(&blocked, SIGINT);
    ::sigaddset(&blocked, SIGTERM);
    ::posix_spawnattr_setsigmask(&attributes_, &blocked);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    // The directory first: its descriptor may be one that a dup2 replaces.
    if (const int error =
            ::posix_spawn_file_actions_addfchdir_np(&actions_, directory);
        error != 0)
      return error;
    if (const int error = ::posix_spawn_file_actions_adddup2(&actions_, output,
                                                             STDOUT_FILENO);
        error != 0)
      return error;
    if (const int error = ::posix_spawn_file_actions_adddup2(&actions_, errors,
                                                             STDERR_FILENO);
        error != 0)
      return error;
    if (input != ChildProcess::kNoInput)
      return ::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    return ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO,
                                              "/dev/null", O_RDONLY, 0);
  }

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> all;
  all.reserve(strings.size() + 1);
  for (const std::string& one : strings)
    all.push_back(const_cast<char*>(one.c_str()));
  all.push_back(nullptr);
  return all;
}

}  // namespace

Result<ChildProcess> ChildProcess::start(
    const std::string& program, const std::vector<std::string>& arguments,
    const std::vector<std::string>& environment, int directory, int input,
    const Interrupt* interrupt) {
  Pipe output;
  if (!output.open()) return fail_errno(errno, "pipe");
  // Fewer turns between the two of us; the system may refuse.
  ::fcntl(output.read, F_SETPIPE_SZ, kPipeBytes);
  // So that a reader can wait for an interrupt, too.
  ::fcntl(output.read, F_SETFL, O_NONBLOCK);
  OwnedFd errors{::memfd_create("errors", MFD_CLOEXEC)};
  if (errors.fd < 0) return fail_errno(errno, "memfd_create");
  SpawnPlan plan;
  if (const int error = plan.make(directory, input, output.write, errors.fd);
      error != 0)
    return fail_errno(error, program);
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  pid_t pid = -1;
  const int error =
      ::posix_spawn(&pid, program.c_str(), plan.actions(), plan.attributes(),
                    pointers(words).data(), pointers(environment).data());
  if (error != 0) return fail_errno(error, program);
  return ChildProcess(pid, std::exchange(output.read, -1),
                      std::exchange(errors.fd, -1), interrupt);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      output_(std::exchange(other.output_, -1)),
      errors_(std::exchange(other.errors_, -1)),
      interrupt_(other.interrupt_) {}

ChildProcess::~ChildProcess() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  reap();
}

int ChildProcess::reap() {
  close_open(&output_);
  close_open(&errors_);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string ChildProcess::error_text() const {
  std::string text(kMaxErrors, '\0');
  const ssize_t size = ::pread(errors_, text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

// Late after `milliseconds`; -1: never.
ChildProcess::Waited ChildProcess::wait_for_output(int milliseconds) const {
  std::array<pollfd, 2> waited{
      {{output_, POLLIN, 0},
       {interrupt_ == nullptr ? -1 : interrupt_->descriptor(), POLLIN, 0}}};
  const int n = ::poll(waited.data(), waited.size(), milliseconds);
  if (interrupt_ != nullptr && interrupt_->raised())
    return Waited::kInterrupted;
  return n == 0 ? Waited::kLate : Waited::kReady;
}

Result<std::size_t> ChildProcess::read(char* out, std::size_t size) {
  while (output_ >= 0) {
    const ssize_t got = ::read(output_, out, size);
    if (got > 0) return static_cast<std::size_t>(got);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) {
      if (wait_for_output(-1) == Waited::kInterrupted)
        return fail(ErrorCode::kIo, "interrupted");
      continue;
    }
    if (got < 0) return fail_errno(errno, "read");
    close_open(&output_);
  }
  return std::size_t{0};
}

Result<ChildProcess::Ended> ChildProcess::finish(
    std::chrono::milliseconds limit, std::size_t most) {
  const Clock::time_point deadline = Clock::now() + limit;
  const auto give_up = [&](std::string_view why) {
    ::kill(pid_, SIGKILL);
    reap();
    return fail(ErrorCode::kIo, "{}", why);
  };
  Ended ended{0, "", ""};
  std::array<char, 64 * 1024> buffer;
  while (output_ >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - Clock::now());
    if (left.count() <= 0) return give_up("it took too long");
    const Waited waited = wait_for_output(static_cast<int>(left.count()));
    if (waited == Waited::kInterrupted) return give_up("interrupted");
    if (waited == Waited::kLate) continue;
    const ssize_t size = ::read(output_, buffer.data(), buffer.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (size <= 0) {
      close_open(&output_);
      continue;
    }
    const auto bytes = static_cast<std::size_t>(size);
    if (ended.output.size() + bytes > most) return give_up("it wrote too much");
    ended.output.append(buffer.data(), bytes);
  }
  // The pipe is closed, but the process may go on for as long as it likes.
  while (Clock::now() < deadline) {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(pid_), &info,
                 WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid != 0) {
      ended.errors = error_text();
      ended.exit_code = reap();
      return ended;
    }
    ::poll(nullptr, 0, 1);
  }
  return give_up("it took too long");
}

}  // namespace sluice
