#include "git/blob_stream.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBufferBytes = 64 * 1024;

// Git passes on larger blobs piece by piece, if they are stored whole.
constexpr std::string_view kStreamed = "core.bigFileThreshold=16m";

}  // namespace

Result<BlobStream> BlobStream::start(const GitWorkdir& place,
                                     std::span<const ObjectId> blobs) {
  SLUICE_TRY_ASSIGN(const int input, text_as_file(as_lines(blobs)));
  Result<ChildProcess> child = start_git(
      place, {"-c", std::string(kStreamed), "cat-file", "--batch", "--buffer"},
      input);
  ::close(input);
  if (!child) return tl::unexpected<Error>(std::move(child.error()));
  return BlobStream(*std::move(child));
}

Result<BlobStream> BlobStream::start_answering(const GitWorkdir& place,
                                               int names) {
  Result<ChildProcess> child = start_git(place, {"cat-file", "--batch"}, names);
  if (!child) return tl::unexpected<Error>(std::move(child.error()));
  return BlobStream(*std::move(child));
}

BlobStream::BlobStream(ChildProcess child)
    : child_(std::move(child)), buffer_(make_read_buffer(kBufferBytes)) {}

// Whether there is more in the buffer than there was.
Result<bool> BlobStream::refill() {
  std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
  end_ -= std::exchange(begin_, 0);
  if (end_ == kBufferBytes) return false;
  SLUICE_TRY_ASSIGN(const std::size_t got,
                    child_.read(buffer_.get() + end_, kBufferBytes - end_));
  end_ += got;
  return got != 0;
}

Result<void> BlobStream::skip(std::uint64_t size) {
  while (size > 0) {
    if (begin_ == end_) {
      SLUICE_TRY_ASSIGN(const bool more, refill());
      if (!more) return fail(ErrorCode::kIo, "git ended early");
    }
    const std::uint64_t some = std::min<std::uint64_t>(size, end_ - begin_);
    begin_ += static_cast<std::size_t>(some);
    size -= some;
  }
  return {};
}

Result<BlobStream::Head> BlobStream::read_head(std::string_view line) {
  if (line.ends_with(" missing")) return Head{Kind::kMissing};
  // NAME KIND SIZE
  const std::size_t kind_at = line.find(' ') + 1;
  const std::size_t size_at = line.find(' ', kind_at) + 1;
  Head head{Kind::kOther};
  const char* const last = line.data() + line.size();
  if (kind_at == 0 || size_at == 0)
    return fail(ErrorCode::kIo, "cannot understand git's answer");
  const auto [end, error] =
      std::from_chars(line.data() + size_at, last, head.size);
  if (end != last || error != std::errc())
    return fail(ErrorCode::kIo, "cannot understand git's answer");
  if (line.substr(kind_at, size_at - kind_at) == "blob ")
    head.kind = Kind::kBlob;
  return head;
}

Result<BlobStream::Head> BlobStream::next() {
  if (std::exchange(in_object_, false))
    SLUICE_TRY(skip(std::exchange(left_, 0) + 1));
  std::size_t line_end;
  for (;;) {
    const std::string_view there(buffer_.get() + begin_, end_ - begin_);
    line_end = there.find('\n');
    if (line_end != std::string_view::npos) break;
    SLUICE_TRY_ASSIGN(const bool more, refill());
    if (!more) return Head{};
  }
  const std::string_view line(buffer_.get() + begin_, line_end);
  begin_ += line_end + 1;
  SLUICE_TRY_ASSIGN(const Head head, read_head(line));
  if (head.kind == Kind::kMissing) return head;
  left_ = head.size;
  in_object_ = true;
  return head;
}

Result<std::size_t> BlobStream::read(char* out, std::size_t size) {
  const auto wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(size, left_));
  std::size_t filled = std::min(wanted, end_ - begin_);
  std::memcpy(out, buffer_.get() + begin_, filled);
  begin_ += filled;
  // Straight into `out`, past the buffer, which is empty.
  while (filled < wanted) {
    SLUICE_TRY_ASSIGN(const std::size_t got,
                      child_.read(out + filled, wanted - filled));
    if (got == 0) {
      left_ = 0;
      in_object_ = false;
      return fail(ErrorCode::kIo, "git ended early");
    }
    filled += got;
  }
  left_ -= filled;
  return filled;
}

std::string BlobStream::complaint() {
  const Result<ChildProcess::Ended> ended = child_.finish(10s, 1 << 20);
  if (!ended) return ended.error().message;
  return ended->exit_code == 0 ? std::string() : git_complaint(*ended);
}

}  // namespace sluice
