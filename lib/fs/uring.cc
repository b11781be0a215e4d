// A file takes two steps. First openat2, through the ring, because a name that
// is not in memory has to be looked up on the disk. Then, for an open file, a
// plain call reads everything that is already in memory, and the ring reads the
// rest. Nothing is submitted separately: requests go to the kernel with the
// next look for completions that finds none.
//
// A plain call for bytes that are not in memory makes the kernel begin to read
// them at once, each file separately. If reads are submitted together, the
// kernel joins those that are neighbours on the disk, and sends one command to
// the disk. Also, an open that certainly needs the disk need not be tried in
// memory before. So after a file that was on the disk, the next ones are
// assumed to be there, too: one at first, and each time that this is true,
// twice as many and one, up to kLongestRun. Measured on Linux 6.1 with a cold
// cache: a sixth less processor time, 3.26 instead of 3.90 s, and 1.88 instead
// of 2.16 s in all.
//
// Rejected: asking for the size through the ring. The size of an open file is
// in memory, so fstat() never waits, and the kernel passes every statx of a
// ring to a thread.
// Rejected: opening files into the ring's own table. Larger files are read in
// other ways, and need a descriptor.
//
// A ring can do more than read files: it can make sockets, and no filter of
// system calls sees that. So each ring is restricted to the two necessary
// requests before it takes its first one. If the process will be sandboxed
// (sandbox/seccomp.cc), rings are made before that, and none after.
//
// The kernel may refuse a single request (EAGAIN, ENOMEM, EINTR), or all. Then
// the file comes back unopened, or unread. After a thousand refusals without
// success, a ring takes no more files.

#include "fs/uring.h"

#include <fcntl.h>
#include <liburing.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <mutex>
#include <utility>
#include <vector>

#include "base/check.h"

namespace sluice {
namespace {

// Files under way: enough to keep a disk busy.
constexpr unsigned kDepth = 64;

// Bytes that are read ahead of one file, and of all files under way: as much as
// a worker can spare. When that is spent, only the heads of files are read.
constexpr std::size_t kMaxOfFile = 512 * 1024;
constexpr std::size_t kMaxOfAll = 4 * 1024 * 1024;
constexpr std::size_t kHead = 16 * 1024;

int make_disabled(io_uring* ring) {
  // Completions wait until the worker looks for them, and do not interrupt it,
  // if the kernel supports that (since 5.19).
  const int result =
      io_uring_queue_init(kDepth, ring,
                          IORING_SETUP_R_DISABLED | IORING_SETUP_COOP_TASKRUN |
                              IORING_SETUP_TASKRUN_FLAG);
  if (result != -EINVAL) return result;
  return io_uring_queue_init(kDepth, ring, IORING_SETUP_R_DISABLED);
}

// 0, or an errno.
int make_ring(io_uring* ring) {
  if (const int result = make_disabled(ring); result != 0) return -result;
  std::array<io_uring_restriction, 3> allowed{};
  allowed[0].opcode = IORING_RESTRICTION_SQE_OP;
  allowed[0].sqe_op = IORING_OP_OPENAT2;
  allowed[1].opcode = IORING_RESTRICTION_SQE_OP;
  allowed[1].sqe_op = IORING_OP_READ;
  allowed[2].opcode = IORING_RESTRICTION_SQE_FLAGS_ALLOWED;
  allowed[2].sqe_flags = IOSQE_ASYNC;
  int result = io_uring_register_restrictions(ring, allowed.data(),
                                              unsigned{allowed.size()});
  if (result == 0) result = io_uring_enable_rings(ring);
  if (result != 0) io_uring_queue_exit(ring);
  return -result;
}

// The rings that stock_rings() made and nobody has taken yet.
struct Stock {
  std::mutex mutex;
  std::vector<io_uring> rings;
};

Stock& stock() {
  static Stock instance;
  return instance;
}

class Uring final : public ReadAhead {
 public:
  explicit Uring(const FileSystem& fs) : fs_(fs) {
    for (unsigned i = 0; i < kDepth; ++i) free_.push_back(i);
  }

  // The kernel may still write into buffers and open files, so it waits for
  // everything.
  ~Uring() override {
    if (!made_) return;
    while (free_.size() != kDepth) {
      FileAhead file = take();
      if (file.opened) fs_.close(file.opened->descriptor);
    }
    io_uring_queue_exit(&ring_);
  }

  // 0, or an errno.
  int make() {
    {
      const std::lock_guard lock(stock().mutex);
      if (!stock().rings.empty()) {
        ring_ = stock().rings.back();
        stock().rings.pop_back();
        made_ = true;
        return 0;
      }
    }
    const int result = make_ring(&ring_);
    made_ = result == 0;
    return result;
  }

  bool works() const override { return !broken_; }
  bool has_room() const override { return !free_.empty(); }

  void begin(std::uint64_t tag, int root, const std::string& path,
             Links links) override {
    const unsigned index = free_.back();
    free_.pop_back();
    File& file = files_[index];
    file = File();
    file.tag = tag;
    io_uring_sqe* const sqe =
        works() && path.size() < PATH_MAX ? next_entry() : nullptr;
    if (sqe == nullptr) {
      ready_.push_back(index);
      return;
    }
    file.how.flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    if (links == Links::kRefuse) {
      file.how.flags |= O_NOFOLLOW;
      file.how.resolve =
          RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    }
    io_uring_prep_openat2(sqe, root, path.c_str(), &file.how);
    if (unasked_ > 0) io_uring_sqe_set_flags(sqe, IOSQE_ASYNC);
    io_uring_sqe_set_data64(sqe, index);
  }

  FileAhead take() override {
    SLUICE_CHECK(free_.size() != kDepth);
    for (;;) {
      if (!ready_.empty()) {
        const unsigned index = ready_.back();
        ready_.pop_back();
        return finish(index);
      }
      if (io_uring_sq_ready(&ring_) >= kBatch) (void)io_uring_submit(&ring_);
      io_uring_cqe* cqe = nullptr;
      if (io_uring_peek_cqe(&ring_, &cqe) != 0 && !wait(&cqe)) {
        abandon();
        continue;
      }
      const auto index = static_cast<unsigned>(io_uring_cqe_get_data64(cqe));
      const int result = cqe->res;
      io_uring_cqe_seen(&ring_, cqe);
      step(index, result);
    }
  }

 private:
  struct File {
    std::uint64_t tag = 0;
    open_how how{};
    int descriptor = -1;
    unsigned long long size = 0;
    ReadBuffer head;
    std::size_t head_room = 0;
    std::size_t head_size = 0;
    bool waited = false;
  };

  io_uring_sqe* next_entry() {
    io_uring_sqe* sqe = io_uring_get_sqe(&ring_);
    if (sqe == nullptr && io_uring_submit(&ring_) >= 0)
      sqe = io_uring_get_sqe(&ring_);
    return sqe;
  }

  // Submits the pending requests, and waits for a completion.
  bool wait(io_uring_cqe** cqe) {
    for (int tries = 0; tries < kTries; ++tries) {
      const int result = io_uring_submit_and_wait(&ring_, 1);
      if (io_uring_peek_cqe(&ring_, cqe) == 0) return true;
      if (result < 0 && result != -EINTR && result != -EAGAIN &&
          result != -EBUSY && result != -ENOMEM)
        return false;
    }
    return false;
  }

  void step(unsigned index, int result) {
    File& file = files_[index];
    if (file.descriptor < 0) {
      if (result < 0 || !opened(&file, result) || !read_head(index))
        ready_.push_back(index);
      return;
    }
    // The wait is over, successfully or not.
    if (result > 0) file.head_size += static_cast<std::size_t>(result);
    ready_.push_back(index);
  }

  // Returns whether it is a regular file. Otherwise, closes it again.
  bool opened(File* file, int descriptor) {
    struct stat st;
    if (::fstat(descriptor, &st) != 0 || !S_ISREG(st.st_mode)) {
      fs_.close(descriptor);
      return false;
    }
    file->descriptor = descriptor;
    file->size = static_cast<unsigned long long>(st.st_size);
    return true;
  }

  // Returns whether the ring reads it.
  bool read_head(unsigned index) {
    File& file = files_[index];
    const std::size_t most = std::clamp(
        kMaxOfAll - std::min(kMaxOfAll, under_way_), kHead, kMaxOfFile);
    file.head_room =
        static_cast<std::size_t>(std::min<unsigned long long>(most, file.size));
    if (file.head_room == 0) return false;
    under_way_ += file.head_room;
    file.head = make_read_buffer(file.head_room);
    if (unasked_ > 0) {
      --unasked_;
    } else {
      file.head_size =
          fs_.read_cached(file.descriptor, file.head.get(), file.head_room, 0)
              .value_or(0);
      const bool in_memory = file.head_size == file.head_room;
      run_ = in_memory ? 0 : std::min(2 * run_ + 1, kLongestRun);
      unasked_ = run_;
      if (in_memory) return false;
    }
    io_uring_sqe* const sqe = next_entry();
    if (sqe == nullptr) return false;
    file.waited = true;
    io_uring_prep_read(sqe, file.descriptor, file.head.get() + file.head_size,
                       static_cast<unsigned>(file.head_room - file.head_size),
                       file.head_size);
    io_uring_sqe_set_data64(sqe, index);
    return true;
  }

  FileAhead finish(unsigned index) {
    File& file = files_[index];
    FileAhead done;
    done.tag = file.tag;
    if (file.descriptor >= 0) done.opened = {file.descriptor, file.size, true};
    done.head = std::move(file.head);
    done.head_size = file.head_size;
    done.waited = file.waited;
    under_way_ -= file.head_room;
    free_.push_back(index);
    return done;
  }

  // The ring does not answer any more. Files under way come back unopened.
  // Their descriptors and buffers stay, because the kernel may still use them.
  void abandon() {
    broken_ = true;
    std::vector<bool> idle(kDepth);
    for (const unsigned index : free_) idle[index] = true;
    for (const unsigned index : ready_) idle[index] = true;
    for (unsigned index = 0; index < kDepth; ++index) {
      if (idle[index]) continue;
      File& file = files_[index];
      (void)file.head.release();
      file.descriptor = -1;
      file.head_size = 0;
      ready_.push_back(index);
    }
  }

  static constexpr int kTries = 1000;
  // Requests that are worth a separate call.
  static constexpr unsigned kBatch = 16;
  static constexpr unsigned kLongestRun = 15;  // files

  const FileSystem& fs_;
  bool made_ = false;
  bool broken_ = false;
  std::size_t under_way_ = 0;  // bytes
  // Files that are assumed to be on the disk: from now on, and since the last
  // one that was tested.
  unsigned unasked_ = 0;
  unsigned run_ = 0;
  io_uring ring_{};
  std::array<File, kDepth> files_;
  std::vector<unsigned> free_;
  std::vector<unsigned> ready_;
};

}  // namespace

void stock_rings(unsigned count) {
  const std::lock_guard lock(stock().mutex);
  for (unsigned i = 0; i < count; ++i) {
    io_uring ring{};
    if (make_ring(&ring) != 0) return;
    stock().rings.push_back(ring);
  }
}

Result<std::unique_ptr<ReadAhead>> make_uring(const FileSystem& fs) {
  auto ring = std::make_unique<Uring>(fs);
  const int error = ring->make();
  if (error != 0)
    return tl::unexpected<Error>(
        Error{ErrorCode::kIo, errno_text(error), error});
  return std::unique_ptr<ReadAhead>(std::move(ring));
}

}  // namespace sluice
