#include "history/git_objects.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

namespace sluice {

Result<std::shared_ptr<const Bytes>> GitObjects::read(const ObjectId& id,
                                                      std::uint64_t room) {
  if (std::optional<ObjectReader::Object> packed = packed_.read(id))
    return std::move(packed->bytes);
  Result<std::shared_ptr<const Bytes>> read = ask_git(id, room);
  // The rest of its answer would be taken for the next one.
  if (!read && read.error().code != ErrorCode::kNotFound) end();
  return read;
}

Result<void> GitObjects::start() {
  if (stream_) return {};
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail_errno(errno, "pipe");
  names_ = ends[1];
  Result<BlobStream> stream = BlobStream::start_answering(place_, ends[0]);
  ::close(ends[0]);
  if (!stream) return tl::unexpected<Error>(std::move(stream.error()));
  stream_.emplace(*std::move(stream));
  return {};
}

void GitObjects::end() {
  if (names_ >= 0) ::close(std::exchange(names_, -1));
  stream_.reset();
}

Result<std::shared_ptr<const Bytes>> GitObjects::ask_git(const ObjectId& id,
                                                         std::uint64_t room) {
  SLUICE_TRY(start());
  const std::string line = id.hex() + "\n";
  if (::write(names_, line.data(), line.size()) !=
      static_cast<ssize_t>(line.size()))
    return fail(ErrorCode::kIo, "git has ended");
  SLUICE_TRY_ASSIGN(const BlobStream::Head head, stream_->next());
  if (head.kind == BlobStream::Kind::kEnd)
    return fail(ErrorCode::kIo, "object {}: {}", id.short_hex(),
                stream_->complaint());
  if (head.kind == BlobStream::Kind::kMissing)
    return fail(ErrorCode::kNotFound,
                "object {}: the repository does not have it", id.short_hex());
  if (head.size > room)
    return fail(ErrorCode::kIo, "object {}: there is no room for its {} bytes",
                id.short_hex(), head.size);
  Bytes bytes = Bytes::of_size(static_cast<std::size_t>(head.size));
  SLUICE_TRY_ASSIGN(bytes.size, stream_->read(bytes.data.get(), bytes.size));
  return std::make_shared<const Bytes>(std::move(bytes));
}

}  // namespace sluice
