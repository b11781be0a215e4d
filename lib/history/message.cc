#include "history/message.h"

#include <algorithm>
#include <memory>

namespace sluice {

std::size_t message_begin(std::string_view object) {
  constexpr std::string_view kEmptyLine = "\n\n";
  const std::size_t at = object.find(kEmptyLine);
  return at == std::string_view::npos ? object.size() : at + kEmptyLine.size();
}

Result<std::size_t> StreamedMessage::read(char* buffer,
                                          std::size_t size) const {
  if (given_ < head_.size()) {
    const std::size_t some = head_.copy(buffer, size, given_);
    given_ += some;
    return some;
  }
  Result<std::size_t> got = stream_->read(buffer, size);
  if (!got) facts_->failed = true;
  return got;
}

Result<std::unique_ptr<StreamedMessage>> open_message(BlobStream* stream,
                                                      unsigned long long size,
                                                      BlobFacts* facts) {
  constexpr std::size_t kAtOnce = 16 * 1024;
  constexpr std::size_t kLongestHead = 1 << 20;
  std::string text;
  for (;;) {
    const std::size_t begin = message_begin(text);
    if (begin < text.size() || text.size() == size) {
      const std::string rest = text.substr(begin);
      return std::make_unique<StreamedMessage>(stream, rest, size - begin,
                                               facts);
    }
    if (text.size() > kLongestHead)
      return fail(ErrorCode::kIo, "what is before its message is too long");
    const std::size_t had = text.size();
    text.resize(static_cast<std::size_t>(
        std::min<unsigned long long>(had + kAtOnce, size)));
    const Result<std::size_t> got =
        stream->read(text.data() + had, text.size() - had);
    if (!got) {
      facts->failed = true;
      return tl::unexpected<Error>(got.error());
    }
  }
}

}  // namespace sluice
