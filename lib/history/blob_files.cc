#include "history/blob_files.h"

#include <cerrno>
#include <string_view>

#include "fs/read_ahead.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

StandIn stand_in_of(std::string_view head) {
  if (head.starts_with("version https://git-lfs.github.com/spec/"sv))
    return StandIn::kLfsPointer;
  return head.starts_with("\0GITCRYPT\0"sv) ? StandIn::kGitCrypt
                                            : StandIn::kNone;
}

tl::unexpected<Error> no_such() {
  return tl::unexpected<Error>(
      Error{ErrorCode::kIo, errno_text(ENOTSUP), ENOTSUP});
}

}  // namespace

void BlobFiles::begin(BlobStream* stream, std::uint64_t size) {
  stream_ = stream;
  size_ = size;
  begun_ = false;
  failed_ = false;
  stand_in_ = StandIn::kNone;
}

Result<OpenedFile> BlobFiles::open(int, const std::string&, OpenMode) const {
  return OpenedFile{0, size_};
}

Result<std::size_t> BlobFiles::read(int, char* buffer, std::size_t size) const {
  Result<std::size_t> got = stream_->read(buffer, size);
  if (!got) failed_ = true;
  if (got && !begun_) stand_in_ = stand_in_of({buffer, *got});
  begun_ = true;
  return got;
}

Result<std::size_t> BlobFiles::read_at(int, char*, std::size_t,
                                       unsigned long long) const {
  return no_such();
}
Result<std::unique_ptr<ReadAhead>> BlobFiles::read_ahead() const {
  return no_such();
}
Result<FileStatus> BlobFiles::status(int, const std::string&) const {
  return no_such();
}
Result<FileStatus> BlobFiles::link_status(int, const std::string&) const {
  return no_such();
}
Result<std::string> BlobFiles::real_path(const std::string&) const {
  return no_such();
}
Result<int> BlobFiles::open_directory(int, const std::string&, Links) const {
  return no_such();
}
Result<void> BlobFiles::list(int, std::vector<DirEntry>*) const {
  return no_such();
}
Result<OpenedFile> BlobFiles::open_below(int, const std::string&, Links) const {
  return no_such();
}
Result<int> BlobFiles::open_directory_below(int, const std::string&,
                                            Links) const {
  return no_such();
}

}  // namespace sluice
