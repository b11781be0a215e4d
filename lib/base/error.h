// Errors as values: what went wrong, where and why, in one line for a person.
// Thread-safety: plain values. Ownership: each Error owns its text.
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace sluice {

enum class ErrorCode {
  kUsage,     // the command line demands something impossible
  kConfig,    // a rule file or configuration is wrong
  kNotFound,  // a path does not exist
  kIo,        // the operating system refused
  kCancelled  // another failure stopped this work; not worth reporting
};

// `message` is a sentence without a final stop that names the path or the rule
// it is about. It never contains a secret. `sys_errno` is 0 unless the
// operating system gave one.
struct [[nodiscard]] Error {
  ErrorCode code = ErrorCode::kIo;
  std::string message;
  int sys_errno = 0;
};

template <typename T>
using Result = tl::expected<T, Error>;

// An error whose message is formatted in fmt's syntax.
template <typename... Args>
tl::unexpected<Error> fail(ErrorCode code, fmt::format_string<Args...> format,
                           Args&&... args) {
  return tl::unexpected<Error>(
      Error{code, fmt::format(format, std::forward<Args>(args)...), 0});
}

// The operating system's refusal, as "what: why" (strerror of `sys_errno`).
[[nodiscard]] tl::unexpected<Error> fail_errno(int sys_errno,
                                               std::string_view what);

// Returns the error for the exception that the caller's catch (...) caught, of
// work that ran on workers: kIo, with "out of memory", "no thread can be
// started: why", or the exception's own words.
[[nodiscard]] Error caught_error();

// The system's words for an errno value ("Permission denied").
[[nodiscard]] std::string errno_text(int sys_errno);

}  // namespace sluice

// Returns the error of `expression`, if any, from the enclosing function.
#define SLUICE_TRY(expression)                   \
  do {                                           \
    auto sluice_try_result = (expression);       \
    if (!sluice_try_result)                      \
      return tl::unexpected<::sluice::Error>(    \
          std::move(sluice_try_result).error()); \
  } while (false)

#define SLUICE_JOIN_(a, b) a##b
#define SLUICE_JOIN(a, b) SLUICE_JOIN_(a, b)

// Declares `target` as the value of `expression`, or returns its error.
#define SLUICE_TRY_ASSIGN(target, expression) \
  SLUICE_TRY_ASSIGN_(SLUICE_JOIN(sluice_result_, __LINE__), target, expression)
#define SLUICE_TRY_ASSIGN_(result, target, expression)                 \
  auto result = (expression);                                          \
  if (!result)                                                         \
    return tl::unexpected<::sluice::Error>(std::move(result).error()); \
  target = std::move(*result)
