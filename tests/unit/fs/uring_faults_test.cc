// The real ring. A linker's wrappers in front of it refuse what a kernel may
// refuse: a call (EINTR, EAGAIN, ENOMEM, EBUSY), a request, a part of a read.
// The bytes that are returned must be right, and everything must be closed and
// freed.

#include <doctest/doctest.h>
#include <fcntl.h>
#include <liburing.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "fs/uring.h"
#include "support/effort.h"
#include "support/passing_fs.h"
#include "support/temp_tree.h"

namespace sluice::uring_faults_test {

struct Faults {
  unsigned calls_in = 0;  // one in so many; 0 for none
  unsigned requests_in = 0;
  unsigned short_in = 0;
  bool dead = false;  // no call succeeds
  bool old = false;   // there are no rings with flags
} faults;
std::mt19937 chance(sluice::test::seed(1));
std::map<std::uint64_t, unsigned> opcodes;  // of the requests under way

bool happens(unsigned one_in) { return one_in != 0 && chance() % one_in == 0; }

int some_error() {
  constexpr int kErrors[] = {EINTR, EAGAIN, ENOMEM, EBUSY};
  return -kErrors[chance() % 4];
}

void note_submitted(const io_uring* ring) {
  for (unsigned i = ring->sq.sqe_head; i != ring->sq.sqe_tail; ++i) {
    const io_uring_sqe& sqe = ring->sq.sqes[i & *ring->sq.kring_mask];
    opcodes[sqe.user_data] = sqe.opcode;
  }
}

void spoil_answers(io_uring* ring) {
  unsigned head;
  io_uring_cqe* cqe;
  io_uring_for_each_cqe(ring, head, cqe) {
    const auto opcode = opcodes.find(cqe->user_data);
    if (opcode == opcodes.end()) continue;
    if (happens(faults.requests_in)) {
      if (opcode->second == IORING_OP_OPENAT2 && cqe->res >= 0)
        ::close(cqe->res);
      cqe->res = some_error();
    } else if (opcode->second == IORING_OP_READ && cqe->res > 0 &&
               happens(faults.short_in)) {
      cqe->res = static_cast<int>(chance() % static_cast<unsigned>(cqe->res));
    }
    opcodes.erase(opcode);
  }
}

extern "C" {
int __real_io_uring_queue_init(unsigned, io_uring*, unsigned);
int __real_io_uring_submit(io_uring*);
int __real_io_uring_submit_and_wait(io_uring*, unsigned);

int __wrap_io_uring_queue_init(unsigned entries, io_uring* ring,
                               unsigned flags) {
  if (faults.old && (flags & IORING_SETUP_COOP_TASKRUN) != 0) return -EINVAL;
  return __real_io_uring_queue_init(entries, ring, flags);
}

int __wrap_io_uring_submit(io_uring* ring) {
  if (faults.dead || happens(faults.calls_in)) return some_error();
  note_submitted(ring);
  const int result = __real_io_uring_submit(ring);
  spoil_answers(ring);
  return result;
}

int __wrap_io_uring_submit_and_wait(io_uring* ring, unsigned count) {
  if (faults.dead || happens(faults.calls_in)) return some_error();
  note_submitted(ring);
  const int result = __real_io_uring_submit_and_wait(ring, count);
  spoil_answers(ring);
  return result;
}
}

// Hides that bytes are in memory, so that the ring has to read them.
class Uncached final : public PassingFs {
 public:
  using PassingFs::PassingFs;
  std::optional<std::size_t> read_cached(int, char*, std::size_t,
                                         unsigned long long) const override {
    return std::nullopt;
  }
};

int next_descriptor() {
  const int fd = ::dup(0);
  ::close(fd);
  return fd;
}

TEST_CASE("uring: whatever the kernel refuses, what comes back is right") {
  const Uncached fs(posix_file_system());
  const TempTree tree;
  std::vector<std::string> paths, texts;
  for (int i = 0; i < 400; ++i) {
    paths.push_back("d" + std::to_string(i % 9) + "/f" + std::to_string(i));
    std::string text;
    for (auto n = chance() % (i % 10 == 0 ? 200'000 : 3000); n > 0; --n)
      text += static_cast<char>(chance());
    tree.file(paths.back(), text);
    texts.push_back(std::move(text));
  }
  const int root = ::open(tree.path().c_str(), O_RDONLY | O_DIRECTORY);
  REQUIRE(root >= 0);
  if (!make_uring(fs)) {
    MESSAGE("no io_uring here");
    ::close(root);
    return;
  }
  for (const Faults& round :
       {Faults{}, Faults{.old = true}, Faults{.calls_in = 2},
        Faults{.requests_in = 3}, Faults{.short_in = 2}, Faults{3, 3, 3},
        Faults{3, 3, 3}}) {
    faults = round;
    opcodes.clear();
    const int before = next_descriptor();
    std::size_t begun = 0, taken = 0, opened = 0, whole = 0;
    {
      const auto ring = make_uring(fs).value();
      while (taken < paths.size()) {
        if (begun < paths.size() && ring->has_room() && chance() % 4 != 0) {
          ring->begin(begun, root, paths[begun], Links::kRefuse);
          ++begun;
          continue;
        }
        if (begun == taken) continue;
        const FileAhead file = ring->take();
        ++taken;
        if (!file.opened) continue;
        ++opened;
        const std::string& text = texts[file.tag];
        CHECK(file.opened->size == text.size());
        CHECK(text.starts_with(
            std::string_view(file.head.get(), file.head_size)));
        if (file.head_size == text.size()) ++whole;
        fs.close(file.opened->descriptor);
      }
      // The destructor waits for the requests under way.
      for (std::size_t i = 0; i < 30; ++i)
        ring->begin(i, root, paths[i], Links::kRefuse);
    }
    CHECK(next_descriptor() == before);
    CHECK((opened == 400) == (round.requests_in == 0));
    CHECK(opened > 100);
    CHECK(whole > 50);
  }
  faults = {};
  ::close(root);
}

TEST_CASE("uring: a ring that answers nothing gives up, and takes no more") {
  const Uncached fs(posix_file_system());
  const TempTree tree;
  tree.file("f", "text");
  const int root = ::open(tree.path().c_str(), O_RDONLY | O_DIRECTORY);
  auto ring = make_uring(fs);
  if (!ring) {
    ::close(root);
    return;
  }
  const std::string path = "f";
  faults = {.dead = true};
  for (std::uint64_t i = 0; i < 20; ++i)
    (*ring)->begin(i, root, path, Links::kRefuse);
  for (int i = 0; i < 20; ++i) CHECK_FALSE((*ring)->take().opened);
  CHECK_FALSE((*ring)->works());
  (*ring)->begin(1, root, path, Links::kRefuse);
  CHECK_FALSE((*ring)->take().opened);
  *ring = nullptr;
  faults = {};
  ::close(root);
}

}  // namespace sluice::uring_faults_test
