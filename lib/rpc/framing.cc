#include "rpc/framing.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace sluice {
namespace {

// A header has two short lines.
constexpr std::size_t kMostHeader = 4096;

tl::unexpected<Error> too_long(std::size_t most) {
  return fail(ErrorCode::kUsage, "the message has more than {} bytes", most);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

// The number after "Content-Length:" in the lines of a header.
std::optional<std::size_t> length_in(std::string_view header) {
  constexpr std::string_view kName = "Content-Length:";
  while (!header.empty()) {
    const std::size_t end = std::min(header.find('\n'), header.size());
    std::string_view line = header.substr(0, end);
    header.remove_prefix(std::min(end + 1, header.size()));
    if (!equal_ignoring_case(line.substr(0, kName.size()), kName)) continue;
    line.remove_prefix(kName.size());
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    std::size_t length = 0;
    const auto [rest, error] =
        std::from_chars(line.data(), line.data() + line.size(), length);
    const std::string_view after =
        line.substr(static_cast<std::size_t>(rest - line.data()));
    if (error != std::errc() ||
        after.find_first_not_of(" \t\r") != std::string_view::npos)
      return std::nullopt;
    return length;
  }
  return std::nullopt;
}

}  // namespace

Result<bool> MessageReader::read_more() {
  char buffer[16 * 1024];
  SLUICE_TRY_ASSIGN(const std::size_t got, read_(buffer, sizeof buffer));
  bytes_.append(buffer, got);
  return got != 0;
}

Result<std::optional<std::string>> MessageReader::next() {
  return framing_ == Framing::kLines ? next_line() : next_counted();
}

Result<std::optional<std::string>> MessageReader::next_line() {
  bool is_long = false;
  std::size_t looked = 0;
  for (;;) {
    const std::size_t end = bytes_.find('\n', looked);
    if (end != std::string::npos) {
      std::string line = bytes_.substr(0, end);
      bytes_.erase(0, end + 1);
      looked = 0;
      if (is_long || line.size() > most_) return too_long(most_);
      if (line.ends_with('\r')) line.pop_back();
      if (!line.empty()) return line;
      continue;
    }
    if (bytes_.size() > most_) {
      is_long = true;
      bytes_.clear();
    }
    looked = bytes_.size();
    SLUICE_TRY_ASSIGN(const bool more, read_more());
    if (more) continue;
    std::string rest = std::exchange(bytes_, {});
    if (is_long) return too_long(most_);
    if (rest.empty()) return std::nullopt;
    return rest;
  }
}

// Returns the lines up to an empty one, without that. An error if there are too
// many bytes of them, which are skipped.
Result<std::optional<std::string>> MessageReader::header() {
  bool is_long = false;
  for (;;) {
    // The empty line ends in "\n\n" or "\n\r\n", or is the first line.
    for (std::size_t at = bytes_.find('\n'); at != std::string::npos;
         at = bytes_.find('\n', at + 1)) {
      const std::string_view before = std::string_view(bytes_).substr(0, at);
      const bool ends = before.empty() || before == "\r" ||
                        before.ends_with('\n') || before.ends_with("\n\r");
      if (!ends) continue;
      std::string lines = bytes_.substr(0, at);
      bytes_.erase(0, at + 1);
      if (is_long || lines.size() > kMostHeader)
        return fail(ErrorCode::kUsage, "the header of a message is too long");
      return lines;
    }
    if (bytes_.size() > kMostHeader) {
      is_long = true;
      bytes_.erase(0, bytes_.size() - 3);  // part of an end may be there
    }
    SLUICE_TRY_ASSIGN(const bool more, read_more());
    if (more) continue;
    if (!std::exchange(bytes_, {}).empty() || is_long)
      return fail(ErrorCode::kUsage, "the input ends in a header");
    return std::nullopt;
  }
}

// Returns false if the stream ends before.
Result<bool> MessageReader::skip(std::size_t count) {
  while (count > bytes_.size()) {
    count -= bytes_.size();
    bytes_.clear();
    SLUICE_TRY_ASSIGN(const bool more, read_more());
    if (!more) return false;
  }
  bytes_.erase(0, count);
  return true;
}

Result<std::optional<std::string>> MessageReader::next_counted() {
  SLUICE_TRY_ASSIGN(const std::optional<std::string> lines, header());
  if (!lines) return std::nullopt;
  const std::optional<std::size_t> length = length_in(*lines);
  if (!length)
    return fail(ErrorCode::kUsage, "the header of a message has no length");
  if (*length > most_) {
    SLUICE_TRY(skip(*length));
    return too_long(most_);
  }
  while (bytes_.size() < *length) {
    SLUICE_TRY_ASSIGN(const bool more, read_more());
    if (more) continue;
    bytes_.clear();
    return fail(ErrorCode::kUsage, "the input ends in a message");
  }
  std::string message = bytes_.substr(0, *length);
  bytes_.erase(0, *length);
  return message;
}

std::string framed(Framing framing, std::string_view text) {
  if (framing == Framing::kLines) return std::string(text) + "\n";
  return fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text);
}

}  // namespace sluice
