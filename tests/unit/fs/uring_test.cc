// The real ring beside plain calls. If the system refuses rings, there is
// nothing else to test.

#include "fs/uring.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "support/effort.h"
#include "support/temp_tree.h"

namespace sluice::uring_test {

std::string text_of(const FileAhead& file) {
  return {file.head.get(), file.head_size};
}

TEST_CASE("uring: what is there is opened and read, nothing else is opened") {
  const FileSystem& fs = posix_file_system();
  const TempTree tree;
  std::mt19937 random(test::seed(1));
  std::vector<std::string> paths;
  std::map<std::string, std::string> texts;
  for (int i = 0; i < 1000; ++i) {
    const std::string path =
        "d" + std::to_string(i % 9) + "/f" + std::to_string(i);
    std::string text;
    for (auto n = random() % (i % 10 == 0 ? 200'000 : 3000); n > 0; --n)
      text += static_cast<char>(random());
    tree.file(path, text);
    paths.push_back(path);
    texts[path] = text;
  }
  tree.link("link", "d1/f1");
  tree.link("d1/up", "..");
  REQUIRE(::mkfifo(tree.path("pipe").c_str(), 0600) == 0);
  for (const char* none : {"link", "d1/up/d1/f1", "pipe", "d1", "nothing",
                           "d1/f1/x", "../x", "/etc/passwd"})
    paths.emplace_back(none);
  paths.emplace_back(5000, 'x');
  const int root = ::open(tree.path().c_str(), O_RDONLY | O_DIRECTORY);
  REQUIRE(root >= 0);

  Result<std::unique_ptr<ReadAhead>> ring = make_uring(fs);
  if (!ring) {
    MESSAGE("no io_uring here: " << ring.error().message);
    ::close(root);
    return;
  }
  std::size_t begun = 0, taken = 0, opened = 0;
  while (taken < paths.size()) {
    if (begun < paths.size() && (*ring)->has_room() && random() % 4 != 0) {
      (*ring)->begin(begun, root, paths[begun], Links::kRefuse);
      ++begun;
      continue;
    }
    if (begun == taken) continue;
    const FileAhead file = (*ring)->take();
    ++taken;
    const auto text = texts.find(paths[file.tag]);
    CAPTURE(paths[file.tag]);
    REQUIRE(file.opened.has_value() == (text != texts.end()));
    if (!file.opened) continue;
    ++opened;
    CHECK(file.opened->size == text->second.size());
    CHECK(text->second.starts_with(text_of(file)));
    CHECK(file.head_size >= std::min<std::size_t>(text->second.size(), 16'384));
    fs.close(file.opened->descriptor);
  }
  CHECK(opened == 1000);
  // Requests under way leave no descriptor open when the ring is destroyed.
  const int before = ::dup(root);
  ::close(before);
  for (std::size_t i = 0; i < 40; ++i)
    (*ring)->begin(i, root, paths[i], Links::kRefuse);
  ring->reset();
  ring = tl::unexpected<Error>(Error{});
  const int after = ::dup(root);
  ::close(after);
  CHECK(after <= before);
  ::close(root);
}

}  // namespace sluice::uring_test
