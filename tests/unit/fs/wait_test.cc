#include "fs/open_file.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "fs/file_system.h"
#include "support/temp_tree.h"

namespace sluice::wait_test {

TEST_CASE("input and interrupt are both waited for") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  Interrupt interrupt;
  std::thread writer([&] { CHECK(::write(ends[1], "x", 1) == 1); });
  CHECK(wait_for_input(ends[0], interrupt));
  writer.join();
  char byte;
  CHECK(::read(ends[0], &byte, 1) == 1);
  std::thread raiser([&] { interrupt.raise(); });
  CHECK_FALSE(wait_for_input(ends[0], interrupt));
  raiser.join();
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("the end of a pipe is something to read") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[1]);
  CHECK(wait_for_input(ends[0], Interrupt()));
  ::close(ends[0]);
}

TEST_CASE("a named pipe is opened at once, and waited for by who reads it") {
  const TempTree tree;
  const std::string path = tree.path("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const FileSystem& fs = posix_file_system();
  const Result<OpenedFile> opened = fs.open(path, OpenMode::kWait);
  REQUIRE(opened);
  CHECK(opened->may_wait);
  std::thread writer([&] {
    const int end = ::open(path.c_str(), O_WRONLY);
    CHECK(::write(end, "text", 4) == 4);
    ::close(end);
  });
  char buffer[16];
  CHECK(wait_for_input(opened->descriptor, Interrupt()));
  const Result<std::size_t> got =
      fs.read(opened->descriptor, buffer, sizeof buffer);
  REQUIRE(got);
  CHECK(std::string(buffer, *got) == "text");
  writer.join();
  CHECK(wait_for_input(opened->descriptor, Interrupt()));
  CHECK(*fs.read(opened->descriptor, buffer, sizeof buffer) == 0);
  fs.close(opened->descriptor);
}

TEST_CASE("a named pipe is read whole, whenever its writer comes") {
  const TempTree tree;
  const std::string path = tree.path("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::thread writer([&] {
    ::usleep(20'000);
    const int end = ::open(path.c_str(), O_WRONLY);
    CHECK(::write(end, "te", 2) == 2);
    ::usleep(20'000);
    CHECK(::write(end, "xt", 2) == 2);
    ::close(end);
  });
  const Result<std::string> text = read_whole(posix_file_system(), path);
  REQUIRE(text);
  CHECK(*text == "text");
  writer.join();
}

}  // namespace sluice::wait_test
