// Messages on a stream of bytes: one a line (as MCP has it), or each after a
// header with its length (as LSP has it).
//
// Nothing that comes in is trusted. A message that is too long is skipped, and
// so is a header without a length. Both are errors of next(). The call after
// that returns the next message.
//
// Thread-safety: one thread. Memory: one message.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace sluice {

enum class Framing : bool {
  kLines,          // text, then a line feed
  kContentLength,  // "Content-Length: N\r\n\r\n", then N bytes
};

class MessageReader {
 public:
  // Fills a buffer with at most `size` bytes; 0 means the end. Waits for them.
  using Read =
      std::function<Result<std::size_t>(char* buffer, std::size_t size)>;

  static constexpr std::size_t kMostBytes = std::size_t{16} << 20;

  MessageReader(Framing framing, Read read, std::size_t most = kMostBytes)
      : framing_(framing), read_(std::move(read)), most_(most) {}

  // Returns nothing at the end of the stream. Errors: kUsage for a message that
  // was skipped; those of the stream, which are final.
  Result<std::optional<std::string>> next();

  // Whether bytes that were read are not returned yet.
  bool has_bytes() const { return !bytes_.empty(); }

 private:
  Result<bool> read_more();
  Result<std::optional<std::string>> next_line();
  Result<std::optional<std::string>> next_counted();
  Result<std::optional<std::string>> header();
  Result<bool> skip(std::size_t count);

  const Framing framing_;
  const Read read_;
  const std::size_t most_;
  std::string bytes_;  // read and not returned
};

// Returns the bytes of a message. With kLines, the text has no line feed.
std::string framed(Framing framing, std::string_view text);

}  // namespace sluice
