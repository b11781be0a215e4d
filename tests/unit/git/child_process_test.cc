#include "git/child_process.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <utility>

namespace sluice::child_process_test {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

ChildProcess shell(const std::string& script) {
  const int here = ::open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  Result<ChildProcess> child =
      ChildProcess::start({.program = "/bin/sh",
                           .arguments = {"-c", script},
                           .environment = {"WORD=given"},
                           .directory = here});
  ::close(here);
  REQUIRE(child.has_value());
  return *std::move(child);
}

TEST_CASE("child process: output, errors and exit code") {
  auto ended = shell("echo $WORD; echo bad >&2; exit 7").finish(10s, 1000);
  REQUIRE(ended.has_value());
  CHECK(ended->output == "given\n");
  CHECK(ended->errors == "bad\n");
  CHECK(ended->exit_code == 7);
  ended = shell("kill -9 $$").finish(10s, 1000);
  REQUIRE(ended.has_value());
  CHECK(ended->exit_code == 128 + 9);
  ended = shell("cat; pwd").finish(10s, 1000);
  REQUIRE(ended.has_value());
  CHECK(ended->output.starts_with('/'));
}

TEST_CASE("child process: more than a pipe holds, on both ends") {
  const auto ended =
      shell(
          "i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567; "
          "echo 0123456789012345678901234567 >&2; i=$((i+1)); done")
          .finish(60s, 1 << 20);
  REQUIRE(ended.has_value());
  CHECK(ended->output.size() == 3000 * 29);
  CHECK(ended->errors.size() == 4096);
}

TEST_CASE("child process: one that does not end is stopped") {
  for (const char* script :
       {"sleep 100", "exec >&- 2>&-; sleep 100", "trap '' TERM; sleep 100"}) {
    CAPTURE(script);
    const Clock::time_point start = Clock::now();
    CHECK_FALSE(shell(script).finish(100ms, 1000).has_value());
    CHECK(Clock::now() - start < 20s);
  }
  const Clock::time_point start = Clock::now();
  { const ChildProcess left_alone = shell("sleep 100"); }
  CHECK(Clock::now() - start < 20s);
}

TEST_CASE("child process: one that writes too much is stopped") {
  const auto endless = shell("while echo x; do :; done").finish(30s, 5000);
  REQUIRE_FALSE(endless.has_value());
  CHECK(endless.error().message == "it wrote too much");
  const auto exactly = shell("printf 12345").finish(30s, 5);
  REQUIRE(exactly.has_value());
  CHECK(exactly->output == "12345");
  CHECK_FALSE(shell("printf 123456").finish(30s, 5).has_value());
}

TEST_CASE("child process: a program that is not there") {
  const int here = ::open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  auto child = ChildProcess::start({.program = "/nonexistent/git",
                                    .arguments = {},
                                    .environment = {},
                                    .directory = here});
  ::close(here);
  if (!child) return;
  // POSIX lets posix_spawn() report the failure by this exit code alone. It
  // does so where fork() emulates vfork(), for example under qemu-user.
  const auto ended = child->finish(10s, 1000);
  REQUIRE(ended.has_value());
  CHECK(ended->exit_code == 127);
}

}  // namespace sluice::child_process_test
