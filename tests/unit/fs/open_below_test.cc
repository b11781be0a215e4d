#include "fs/open_below.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <string>

#include "support/temp_tree.h"

namespace sluice::open_below_test {

constexpr int kFile = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW;

struct Opened {
  int fd;
  int error;
  std::string text;
};

Opened open_it(const std::string& root, const std::string& path,
               Resolve resolve, Links links = Links::kRefuse) {
  const int at = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  REQUIRE(at >= 0);
  const int flags = links == Links::kRefuse ? kFile : kFile & ~O_NOFOLLOW;
  const int fd = open_below_root(at, path, flags, links, resolve);
  Opened opened{fd, fd < 0 ? errno : 0, ""};
  if (fd >= 0) {
    char buffer[100];
    const ssize_t n = ::read(fd, buffer, sizeof buffer);
    opened.text.assign(buffer, n > 0 ? static_cast<std::size_t>(n) : 0);
    ::close(fd);
  }
  ::close(at);
  return opened;
}

int descriptors_in_use() {
  const int fd = ::open("/dev/null", O_RDONLY);
  ::close(fd);
  return fd;  // the lowest that is free
}

TEST_CASE("open below: both ways see the same") {
  const TempTree tree;
  tree.file("root/a", "a");
  tree.file("root/d/e/f", "f");
  tree.file("outside/f", "outside");
  tree.link("root/out", "../outside");
  tree.link("root/d/absolute", tree.path("outside"));
  tree.link("root/link", "a");
  tree.link("root/inside", "d/e");
  const int before = descriptors_in_use();
  for (const Resolve resolve : {Resolve::kKernel, Resolve::kSteps}) {
    CAPTURE(static_cast<int>(resolve));
    const auto at = [&](const std::string& path) {
      return open_it(tree.path("root"), path, resolve);
    };
    CHECK(at("a").text == "a");
    CHECK(at("d/e/f").text == "f");
    CHECK(at("nope").error == ENOENT);
    CHECK(at("d/nope/f").error == ENOENT);
    CHECK(at("a/b").error == ENOTDIR);
    for (const char* path : {"out/f", "d/absolute/f", "link", "inside/f"}) {
      CAPTURE(path);
      const Opened opened = at(path);
      CHECK(opened.fd < 0);
      CHECK(opened.error == ELOOP);
    }
  }
  CHECK(open_it(tree.path("root"), "out/f", Resolve::kKernel, Links::kFollow)
            .text == "outside");
  CHECK(open_it(tree.path("root"), "link", Resolve::kKernel, Links::kFollow)
            .text == "a");
  CHECK(descriptors_in_use() == before);
}

TEST_CASE("open below: a path longer than the kernel takes") {
  const TempTree tree;
  const std::string name(200, 'd');
  std::string path;
  int at = ::open(tree.path().c_str(), O_RDONLY | O_DIRECTORY);
  while (path.size() < 3 * PATH_MAX) {
    REQUIRE(::mkdirat(at, name.c_str(), 0755) == 0);
    const int next = ::openat(at, name.c_str(), O_RDONLY | O_DIRECTORY);
    REQUIRE(next >= 0);
    ::close(at);
    at = next;
    path += name + "/";
  }
  const int fd = ::openat(at, "f", O_WRONLY | O_CREAT, 0644);
  REQUIRE(::write(fd, "deep", 4) == 4);
  ::close(fd);
  ::close(at);
  const int before = descriptors_in_use();
  for (const Resolve resolve : {Resolve::kKernel, Resolve::kSteps})
    CHECK(open_it(tree.path(), path + "f", resolve).text == "deep");
  CHECK(
      open_it(tree.path(), path + "f", Resolve::kKernel, Links::kFollow).text ==
      "deep");
  CHECK(open_it(tree.path(), path + "g", Resolve::kKernel).error == ENOENT);
  CHECK(open_it(tree.path(), path + std::string(300, 'x'), Resolve::kKernel)
            .error == ENAMETOOLONG);
  CHECK(descriptors_in_use() == before);
}

}  // namespace sluice::open_below_test
