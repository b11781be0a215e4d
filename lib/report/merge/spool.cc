// A record is its number and its size, eight bytes each in the machine's order,
// and then its text: no other program reads the file.
//
// Why groups: a merge of 10,000 runs at once would need a buffer for each. With
// groups of 256, each record is written once more for any number of runs up to
// 65,536.
#include "report/merge/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>

namespace sluice {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;
// A record that claims more is none of ours.
constexpr std::uint64_t kMaxText = std::uint64_t{1} << 32;

std::string directory() {
  const char* named = std::getenv("TMPDIR");
  return named == nullptr || *named == '\0' ? "/tmp" : named;
}

tl::unexpected<Error> no_room(int why, const std::string& where) {
  return fail_errno(why, "cannot keep findings in " + where +
                             " (set TMPDIR to use another directory)");
}

Result<int> nameless_file() {
  const std::string where = directory();
  int file = ::open(where.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  std::string name = where + "/sluice-XXXXXX";
  file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return no_room(errno, where);
  ::unlink(name.c_str());
  return file;
}

}  // namespace

Spool::~Spool() {
  if (file_ >= 0) ::close(file_);
}

void Spool::begin_run() {
  begins_.push_back(head_.size() + written_ + tail_.size());
}

Result<void> Spool::add(std::uint64_t number, std::string_view text) {
  const std::array<std::uint64_t, 2> head = {number, text.size()};
  char bytes[sizeof head];
  std::memcpy(bytes, head.data(), sizeof head);
  SLUICE_TRY(put({bytes, sizeof bytes}));
  return put(text);
}

Result<void> Spool::put(std::string_view bytes) {
  const std::size_t held = std::min(bytes.size(), kInMemory - head_.size());
  head_.append(bytes.substr(0, held));
  tail_.append(bytes.substr(held));
  return tail_.size() < kBufferBytes ? Result<void>() : write_out();
}

Result<void> Spool::write_out() {
  if (file_ < 0) {
    SLUICE_TRY_ASSIGN(file_, nameless_file());
  }
  for (std::string_view rest = tail_; !rest.empty();) {
    const ssize_t size = ::write(file_, rest.data(), rest.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return no_room(errno, directory());
    rest.remove_prefix(static_cast<std::size_t>(size));
    written_ += static_cast<std::uint64_t>(size);
  }
  tail_.clear();
  return {};
}

Result<std::size_t> Spool::read(std::uint64_t at, char* bytes,
                                std::size_t size) const {
  if (at < head_.size()) return head_.copy(bytes, size, at);
  at -= head_.size();
  if (at >= written_) return tail_.copy(bytes, size, at - written_);
  for (;;) {
    const ssize_t got = ::pread(file_, bytes, size, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_errno(errno, "what was kept in " + directory());
    return static_cast<std::size_t>(got);
  }
}

Spool::Run::Run(const Spool& spool, std::size_t index)
    : spool_(&spool),
      at_(spool.begins_[index]),
      end_(index + 1 < spool.begins_.size()
               ? spool.begins_[index + 1]
               : spool.head_.size() + spool.written_ + spool.tail_.size()) {}

Result<void> Spool::Run::take(char* bytes, std::size_t size) {
  while (size > 0) {
    if (used_ == buffer_.size()) {
      buffer_.resize(std::min<std::uint64_t>(kBufferBytes, end_ - at_));
      used_ = 0;
      SLUICE_TRY_ASSIGN(const std::size_t got,
                        spool_->read(at_, buffer_.data(), buffer_.size()));
      if (got == 0)
        return fail(ErrorCode::kIo, "what was kept in {} is gone", directory());
      buffer_.resize(got);
      at_ += got;
    }
    const std::size_t some = buffer_.copy(bytes, size, used_);
    used_ += some;
    bytes += some;
    size -= some;
  }
  return {};
}

Result<std::optional<Spool::Record>> Spool::Run::next() {
  if (used_ == buffer_.size() && at_ == end_) {
    buffer_ = {};
    used_ = 0;
    return std::nullopt;
  }
  std::array<std::uint64_t, 2> head{};
  char bytes[sizeof head];
  SLUICE_TRY(take(bytes, sizeof bytes));
  std::memcpy(head.data(), bytes, sizeof head);
  if (head[1] > kMaxText)
    return fail(ErrorCode::kIo, "what was kept in {} was changed", directory());
  Record record{head[0], std::string(head[1], '\0')};
  SLUICE_TRY(take(record.text.data(), record.text.size()));
  return record;
}

Result<MergedRuns> MergedRuns::begin(std::unique_ptr<Spool> spool) {
  while (spool->runs() > kRunsAtOnce) {
    auto fewer = std::make_unique<Spool>();
    const std::size_t all = spool->runs();
    MergedRuns groups(std::move(spool));
    for (std::size_t first = 0; first < all; first += kRunsAtOnce) {
      SLUICE_TRY(groups.open(first, std::min(kRunsAtOnce, all - first)));
      fewer->begin_run();
      for (;;) {
        SLUICE_TRY_ASSIGN(const std::optional<Spool::Record> record,
                          groups.next());
        if (!record) break;
        SLUICE_TRY(fewer->add(record->number, record->text));
      }
    }
    spool = std::move(fewer);
  }
  const std::size_t runs = spool->runs();
  MergedRuns merged(std::move(spool));
  SLUICE_TRY(merged.open(0, runs));
  return merged;
}

Result<void> MergedRuns::open(std::size_t first, std::size_t count) {
  runs_.clear();
  heads_.clear();
  runs_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    runs_.emplace_back(*spool_, first + i);
    SLUICE_TRY(advance(i));
  }
  return {};
}

Result<void> MergedRuns::advance(std::size_t run) {
  SLUICE_TRY_ASSIGN(std::optional<Spool::Record> record, runs_[run].next());
  if (!record) return {};
  heads_.push_back({*std::move(record), run});
  std::ranges::push_heap(heads_, std::greater(), &Head::place);
  return {};
}

Result<std::optional<Spool::Record>> MergedRuns::next() {
  if (heads_.empty()) return std::nullopt;
  std::ranges::pop_heap(heads_, std::greater(), &Head::place);
  Head first = std::move(heads_.back());
  heads_.pop_back();
  SLUICE_TRY(advance(first.run));
  return std::move(first.record);
}

}  // namespace sluice
