// Takes the bytes of a report, for a file or for standard output.
// Thread-safety: one thread at a time. Errors: the first is final; every later
// call returns it again and writes nothing. Its `sys_errno` distinguishes a
// closed pipe (EPIPE) from a full disk (ENOSPC).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace sluice {

// Collects text and hands it on in large pieces.
class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  virtual ~Output() = default;

  // Passes on the buffered text once it has kFlushBytes.
  Result<void> write(std::string_view text);

  // Passes on all buffered text. Text that is not flushed before the end is
  // lost.
  Result<void> flush();

  static constexpr std::size_t kFlushBytes = 64 * 1024;

 private:
  // Takes all of `bytes`, or fails.
  virtual Result<void> put(std::string_view bytes) = 0;

  std::string held_;
  std::optional<Error> failure_;
};

// Ownership: does not close `fd`; for a file, the caller does, and checks that
// close() succeeds. The caller also ignores SIGPIPE, or a closed pipe ends the
// process before it can be reported.
class FdOutput : public Output {
 public:
  // `name` is how messages call it.
  explicit FdOutput(int fd, std::string name = "the report")
      : fd_(fd), name_(std::move(name)) {}

 private:
  Result<void> put(std::string_view bytes) override;

  int fd_;
  std::string name_;
};

class MemoryOutput : public Output {
 public:
  // The flushed text.
  const std::string& text() const { return text_; }
  // The number of times that text was passed on.
  std::size_t puts() const { return puts_; }

 private:
  Result<void> put(std::string_view bytes) override;

  std::string text_;
  std::size_t puts_ = 0;
};

}  // namespace sluice
