// The last lines of a simulation's actions, as text. It contains no addresses,
// so two runs of one seed have the same bytes.
// Thread-safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <type_traits>

namespace sluice {

class TraceLog {
 public:
  // Keeps the last `lines`.
  explicit TraceLog(std::size_t lines) : limit_(lines) {}

  void add(std::uint64_t step, std::string_view strand, std::string_view what);

  // Line by line, each with its end; first, if some are gone, how many.
  [[nodiscard]] std::string text() const;

 private:
  std::size_t limit_;
  std::uint64_t dropped_ = 0;
  std::deque<std::string> lines_;
};

namespace trace_detail {
std::string hex(std::uint64_t value);
std::string decimal(std::int64_t value);
}  // namespace trace_detail

// Shows an atomic's value. Pointers only show whether they are null.
template <typename T>
std::string show_value(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_pointer_v<T>) {
    return value == nullptr ? "null" : "pointer";
  } else if constexpr (std::is_enum_v<T>) {
    return show_value(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_signed_v<T>) {
    return trace_detail::decimal(value);
  } else {
    return trace_detail::hex(value);
  }
}

}  // namespace sluice
