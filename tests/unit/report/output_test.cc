#include "report/output/output.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "report/formats/formats.h"
#include "support/effort.h"
#include "unit/report/sample.h"

namespace sluice::output_test {

struct Pipe {
  Pipe() { REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0); }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  void close_end(std::size_t i) {
    if (ends[i] >= 0) ::close(ends[i]);
    ends[i] = -1;
  }
  std::array<int, 2> ends{-1, -1};
};

std::string read_all(int fd, std::size_t piece) {
  std::string out;
  std::string buffer(piece, '\0');
  for (;;) {
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return out;
    out.append(buffer, 0, static_cast<std::size_t>(count));
  }
}

// Returns when `done` returns true, or after ten seconds: a test that fails
// must not hang.
template <typename Condition>
void wait_until(Condition done) {
  for (int i = 0; i < 10'000 && !done(); ++i) ::usleep(1000);
}

// Whether the writer at the other end can write no more.
bool is_full(int fd) {
  int held = 0;
  return ::ioctl(fd, FIONREAD, &held) == 0 && held >= ::fcntl(fd, F_GETPIPE_SZ);
}

TEST_CASE("output hands on large pieces, and the rest when flushed") {
  MemoryOutput output;
  REQUIRE(output.write("abc"));
  CHECK(output.puts() == 0);
  REQUIRE(output.write(std::string(Output::kFlushBytes - 4, 'x')));
  CHECK(output.puts() == 0);
  REQUIRE(output.write("y"));
  CHECK(output.puts() == 1);
  CHECK(output.text().size() == Output::kFlushBytes);
  REQUIRE(output.flush());
  CHECK(output.puts() == 1);
  REQUIRE(output.write("end"));
  REQUIRE(output.flush());
  CHECK(output.text().ends_with("xyend"));
}

TEST_CASE("a full disk is told, and stays told") {
  const int fd = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(fd >= 0);
  FdOutput output(fd);
  REQUIRE(output.write("x"));
  const Result<void> result = output.flush();
  REQUIRE_FALSE(result);
  CHECK(result.error().sys_errno == ENOSPC);
  CHECK(result.error().message ==
        "cannot write the report: No space left on device");
  CHECK_FALSE(output.write("y"));
  const Result<void> again = output.flush();
  REQUIRE_FALSE(again);
  CHECK(again.error().sys_errno == ENOSPC);
  ::close(fd);
}

TEST_CASE("a closed pipe is told by both reports") {
  const auto old = std::signal(SIGPIPE, SIG_IGN);
  const Rule rule = test::sample_rule();
  test::SampleFile file("a", "key = abcdefghijklmnopqrst\n");
  file.add(rule, "abcdefghijklmnopqrst");
  Pipe pipe;
  pipe.close_end(0);
  FdOutput json_output(pipe.ends[1]);
  const auto made_json = json_report(json_output, {});
  FindingSink& json = *made_json;
  REQUIRE(json.begin({}));
  const Result<void> in_json = json.file(file.report());
  REQUIRE_FALSE(in_json);
  CHECK(in_json.error().sys_errno == EPIPE);
  CHECK_FALSE(json.end({}));

  FdOutput pretty_output(pipe.ends[1]);
  const auto made_pretty = pretty_report(pretty_output, {});
  FindingSink& pretty = *made_pretty;
  REQUIRE(pretty.begin({}));
  const Result<void> in_pretty = pretty.end({});
  REQUIRE_FALSE(in_pretty);
  CHECK(in_pretty.error().sys_errno == EPIPE);
  std::signal(SIGPIPE, old);
}

TEST_CASE("a slow reader of a non-blocking pipe loses nothing") {
  Pipe pipe;
  REQUIRE(::fcntl(pipe.ends[1], F_SETFL, O_NONBLOCK) == 0);
  test::Random random(test::seed(1));
  const std::string sent = random.letters(1'000'000);
  std::string got;
  std::thread reader([&] {
    wait_until([&] { return is_full(pipe.ends[0]); });
    ::usleep(20'000);  // the writer meets EAGAIN meanwhile
    got = read_all(pipe.ends[0], 997);
  });
  FdOutput output(pipe.ends[1]);
  CHECK(output.write(sent));
  CHECK(output.flush());
  pipe.close_end(1);
  reader.join();
  CHECK(got == sent);
}

TEST_CASE("signals that interrupt a write lose nothing") {
  static std::atomic<int> signals;
  signals = 0;
  struct sigaction action {};
  struct sigaction old_action {};
  action.sa_handler = [](int) { ++signals; };  // no SA_RESTART
  REQUIRE(::sigaction(SIGALRM, &action, &old_action) == 0);
  Pipe pipe;
  test::Random random(test::seed(2));
  const std::string sent = random.letters(600'000);
  std::string got;
  std::thread reader([&] {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    wait_until([&] { return is_full(pipe.ends[0]); });
    // The first signal ends the write that filled the pipe; those after it
    // meet one that has written nothing.
    const int before = signals;
    wait_until([&] { return signals >= before + 5; });
    got = read_all(pipe.ends[0], 5000);
  });
  const itimerval every{{0, 2000}, {0, 2000}};
  REQUIRE(::setitimer(ITIMER_REAL, &every, nullptr) == 0);
  FdOutput output(pipe.ends[1]);
  CHECK(output.write(sent));
  CHECK(output.flush());
  const itimerval never{};
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &old_action, nullptr);
  pipe.close_end(1);
  reader.join();
  CHECK(got == sent);
}

TEST_CASE("reports hand on each file's findings, not each finding") {
  const Rule rule = test::sample_rule();
  test::SampleFile file("a", "k = abcdefghijklmnopqrst, ABCDEFGHIJKLMNOPQRST");
  file.add(rule, "abcdefghijklmnopqrst");
  file.add(rule, "ABCDEFGHIJKLMNOPQRST");
  MemoryOutput json_output;
  const auto made_json = json_report(json_output, {});
  FindingSink& json = *made_json;
  MemoryOutput pretty_output;
  const auto made_pretty = pretty_report(pretty_output, {});
  FindingSink& pretty = *made_pretty;
  for (FindingSink* sink : {&json, &pretty}) {
    REQUIRE(sink->begin({}));
    REQUIRE(sink->file(file.report()));
    REQUIRE(sink->file(file.report()));
  }
  CHECK(json_output.puts() == 2);
  CHECK(pretty_output.puts() == 2);
}

}  // namespace sluice::output_test
