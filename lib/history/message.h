// The messages of commits and tags. In the text of the object, a message comes
// after the first empty line:
//   tree NAME
//   author WHO <ADDRESS> SECONDS ZONE
//                                     (an empty line)
//   the message
// Thread-safety: pure functions; a source is used by one worker.
// Limits: the message of a tag that git copies into a merge (`mergetag`) is
// part of the head, which is not scanned.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "fs/byte_source.h"
#include "git/blob_stream.h"
#include "history/blob_bytes.h"

namespace sluice {

// The number of bytes before the message; all of them if it is missing.
std::size_t message_begin(std::string_view object);

// The message of the object at which a stream is. Ownership: as BlobBytes.
class StreamedMessage final : public ByteSource {
 public:
  StreamedMessage(BlobStream* stream, std::string head, unsigned long long size,
                  BlobFacts* facts)
      : ByteSource(size, /*may_seek=*/false),
        stream_(stream),
        head_(std::move(head)),
        facts_(facts) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override;

 private:
  BlobStream* const stream_;
  const std::string head_;  // of the message: read already
  BlobFacts* const facts_;
  mutable std::size_t given_ = 0;  // of head_
};

// Reads up to the message. `size` is that of the object. Error: kIo; or the
// head has more than a MiB.
Result<std::unique_ptr<StreamedMessage>> open_message(BlobStream* stream,
                                                      unsigned long long size,
                                                      BlobFacts* facts);

}  // namespace sluice
