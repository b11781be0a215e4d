#include "history/blob_bytes.h"

#include <string_view>

namespace sluice {
namespace {

using namespace std::string_view_literals;

StandIn stand_in_of(std::string_view head) {
  if (head.starts_with("version https://git-lfs.github.com/spec/"sv))
    return StandIn::kLfsPointer;
  return head.starts_with("\0GITCRYPT\0"sv) ? StandIn::kGitCrypt
                                            : StandIn::kNone;
}

}  // namespace

Result<std::size_t> BlobBytes::read(char* buffer, std::size_t size) const {
  Result<std::size_t> got = stream_->read(buffer, size);
  if (!got) facts_->failed = true;
  if (got && !begun_) facts_->stand_in = stand_in_of({buffer, *got});
  begun_ = true;
  return got;
}

PackedBlobBytes::PackedBlobBytes(std::shared_ptr<const Bytes> bytes,
                                 BlobFacts* facts, std::size_t begin)
    : ByteSource(bytes->size - begin, /*may_seek=*/false),
      bytes_(std::move(bytes)),
      begin_(begin) {
  facts->stand_in = stand_in_of(bytes_->view());
}

Result<std::size_t> PackedBlobBytes::read(char* buffer,
                                          std::size_t size) const {
  const std::string_view some = bytes_->view().substr(begin_, size);
  some.copy(buffer, some.size());
  begin_ += some.size();
  return some.size();
}

}  // namespace sluice
