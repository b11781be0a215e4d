// The kernel kills the program when we are gone (PR_SET_PDEATHSIG). The new
// process has to request this before it becomes the program. posix_spawn()
// cannot do that, so this does what posix_spawn() does inside: vfork(), only
// system calls in the child, exec. Rejected: fork(), which copies the page
// tables of a process that may have mapped gigabytes. Also rejected: a small
// program that makes the request and then starts git. We would have to find it,
// and the sandbox would have to allow it.
#include "git/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace sluice {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxErrors = 4096;
constexpr int kPipeBytes = 256 * 1024;
constexpr const char* kStandsStill =
    "it waits for another process (is something a named pipe?)";

void close_open(int* fd) {
  if (*fd >= 0) ::close(*fd);
  *fd = -1;
}

struct OwnedFd {
  int fd;
  ~OwnedFd() { close_open(&fd); }
};

// A descriptor above the standard ones, which the child replaces.
int moved_up(int fd) {
  if (fd > STDERR_FILENO || fd < 0) return fd;
  const int moved = ::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(fd);
  return moved;
}

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
    write = moved_up(ends[1]);
    return write >= 0;
  }
};

// All that the child needs, made before there is one.
struct Birth {
  const char* program;
  char* const* words;
  char* const* environment;
  int directory;
  int input;
  int output;
  int errors;
  std::uint64_t most_memory;
  sigset_t signals;  // blocked in the program
  pid_t parent;
  // Set by the child, which shares our memory until exec. 0 means that it has
  // become the program. Where vfork() is emulated by fork() it stays 0.
  volatile int error = 0;
};

bool set_up_descriptors(const Birth& birth) {
  if (::fchdir(birth.directory) != 0) return false;
  // The input first: the others replace it if it is one of theirs.
  int input = birth.input;
  if (input == ChildProcess::kNoInput)
    input = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (input < 0) return false;
  if (input == STDIN_FILENO ? ::fcntl(input, F_SETFD, 0) != 0
                            : ::dup2(input, STDIN_FILENO) < 0)
    return false;
  return ::dup2(birth.output, STDOUT_FILENO) >= 0 &&
         ::dup2(birth.errors, STDERR_FILENO) >= 0;
}

// In the child: nothing that allocates or locks.
[[noreturn]] void become_program(Birth* birth) {
  // Our handlers would run in the child, on our memory, so the child resets its
  // own table of handlers. Exec keeps ignored signals ignored, and we ignore
  // SIGPIPE: the program would go on writing into a pipe that no process reads.
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) != 0) continue;
    const bool is_ignored = action.sa_handler == SIG_IGN && number != SIGPIPE;
    if (is_ignored || action.sa_handler == SIG_DFL) continue;
    action = {};
    action.sa_handler = SIG_DFL;
    ::sigaction(number, &action, nullptr);
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // If we died before that, no signal comes.
  if (::getppid() != birth->parent) ::_exit(127);
  if (birth->most_memory != UINT64_MAX) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_DATA, &limit) == 0 &&
        limit.rlim_cur > birth->most_memory) {
      limit.rlim_cur = birth->most_memory;
      ::setrlimit(RLIMIT_DATA, &limit);
    }
  }
  if (set_up_descriptors(*birth)) {
    ::sigprocmask(SIG_SETMASK, &birth->signals, nullptr);
    ::execve(birth->program, birth->words, birth->environment);
  }
  birth->error = errno;
  ::_exit(127);
}

// The child's number; -1 and errno if there is none.
pid_t give_birth(Birth* birth) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  // A terminal sends these to the program as well. It would end as if the
  // repository were damaged, before we know the reason.
  birth->signals = before;
  ::sigaddset(&birth->signals, SIGINT);
  ::sigaddset(&birth->signals, SIGTERM);
  birth->parent = ::getpid();
  const pid_t pid = ::vfork();
  if (pid == 0) become_program(birth);
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return pid;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> all;
  all.reserve(strings.size() + 1);
  for (const std::string& one : strings)
    all.push_back(const_cast<char*>(one.c_str()));
  all.push_back(nullptr);
  return all;
}

}  // namespace

Result<ChildProcess> ChildProcess::start(const Plan& plan) {
  Pipe output;
  if (!output.open()) return fail_errno(errno, "pipe");
  // Fewer turns between the two of us; the system may refuse.
  ::fcntl(output.read, F_SETPIPE_SZ, kPipeBytes);
  // So that a reader can wait for an interrupt, too.
  ::fcntl(output.read, F_SETFL, O_NONBLOCK);
  OwnedFd errors{moved_up(::memfd_create("errors", MFD_CLOEXEC))};
  if (errors.fd < 0) return fail_errno(errno, "memfd_create");
  std::vector<std::string> words = {plan.program};
  words.insert(words.end(), plan.arguments.begin(), plan.arguments.end());
  const std::vector<char*> argv = pointers(words);
  const std::vector<char*> environment = pointers(plan.environment);
  Birth birth{.program = plan.program.c_str(),
              .words = argv.data(),
              .environment = environment.data(),
              .directory = plan.directory,
              .input = plan.input,
              .output = output.write,
              .errors = errors.fd,
              .most_memory = plan.most_memory,
              .signals = {},
              .parent = -1};
  const pid_t pid = give_birth(&birth);
  if (pid < 0) return fail_errno(errno, plan.program);
  ChildProcess child(pid, std::exchange(output.read, -1),
                     std::exchange(errors.fd, -1), plan.interrupt);
  if (birth.error != 0) return fail_errno(birth.error, plan.program);
  return child;
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

// Reads the state and the times of each thread from /proc/PID/task/N/stat:
//   NUMBER (NAME) STATE ... with the times as fields 14 and 15.
// On a system without /proc the program counts as working.
ChildProcess::Work ChildProcess::work() const {
  Work work;
  std::error_code failed;
  for (const auto& task : std::filesystem::directory_iterator(
           fmt::format("/proc/{}/task", pid_), failed)) {
    std::ifstream file(task.path() / "stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    // The name may contain any bytes.
    std::size_t at = text.rfind(')');
    if (at == std::string::npos || at + 2 >= text.size()) return {};
    at += 2;
    if (text[at] != 'S') return {};
    work.waits = true;
    constexpr int kFieldsToTimes = 11;  // from the state to utime
    for (int i = 0; i < kFieldsToTimes && at != std::string::npos; ++i)
      at = text.find(' ', at + 1);
    if (at == std::string::npos) return {};
    char* end = nullptr;
    work.ticks += std::strtoull(text.c_str() + at, &end, 10);
    work.ticks += std::strtoull(end, nullptr, 10);
  }
  return failed ? Work{} : work;
}

ChildProcess::Waited ChildProcess::wait_for_output(
    std::chrono::milliseconds limit) const {
  using std::chrono::milliseconds;
  constexpr milliseconds kLook{1000};
  std::array<pollfd, 2> waited{
      {{output_, POLLIN, 0},
       {interrupt_ == nullptr ? -1 : interrupt_->descriptor(), POLLIN, 0}}};
  Work before;
  Clock::time_point busy = Clock::now();
  const Clock::time_point begin = busy;
  for (;;) {
    const auto passed =
        std::chrono::duration_cast<milliseconds>(Clock::now() - begin);
    const milliseconds step =
        std::clamp(limit - passed, milliseconds(0), kLook);
    const int n =
        ::poll(waited.data(), waited.size(), static_cast<int>(step.count()));
    if (interrupt_ != nullptr && interrupt_->raised())
      return Waited::kInterrupted;
    if (n != 0) return Waited::kReady;
    const Clock::time_point now = Clock::now();
    if (now - begin >= limit) return Waited::kLate;
    const Work work = this->work();
    if (!work.waits || !before.waits || work.ticks != before.ticks) busy = now;
    if (now - busy >= kMostIdle) return Waited::kIdle;
    before = work;
  }
}

Result<std::size_t> ChildProcess::read(char* out, std::size_t size) {
  while (output_ >= 0) {
    const ssize_t got = ::read(output_, out, size);
    if (got > 0) return static_cast<std::size_t>(got);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) {
      switch (wait_for_output(std::chrono::hours(24 * 365))) {
        case Waited::kInterrupted:
          return fail(ErrorCode::kIo, "interrupted");
        case Waited::kIdle:
          return fail(ErrorCode::kIo, "{}", kStandsStill);
        default:
          continue;
      }
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
    const Waited waited = wait_for_output(left);
    if (waited == Waited::kInterrupted) return give_up("interrupted");
    if (waited == Waited::kIdle) return give_up(kStandsStill);
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
  // The pipe is closed, but the process may still run for any time.
  while (Clock::now() < deadline) {
    if (interrupt_ != nullptr && interrupt_->raised())
      return give_up("interrupted");
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
