// Values as bytes for the same build of this program, and back.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sluice {

// For a type without padding, because the bytes of padding would be arbitrary.
template <typename T>
void append_bytes(const T* values, std::size_t count, std::string* bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  static_assert(std::has_unique_object_representations_v<T>);
  bytes->append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

// Returns false if there are not enough bytes.
template <typename T>
bool take_bytes(std::string_view* bytes, std::size_t count, T* values) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (bytes->size() / sizeof(T) < count) return false;
  if (count != 0) std::memcpy(values, bytes->data(), count * sizeof(T));
  bytes->remove_prefix(count * sizeof(T));
  return true;
}

// With their number before them.
template <typename T>
void append_list(const std::vector<T>& values, std::string* bytes) {
  const std::uint64_t count = values.size();
  append_bytes(&count, 1, bytes);
  append_bytes(values.data(), values.size(), bytes);
}

template <typename T>
bool take_list(std::string_view* bytes, std::vector<T>* values) {
  std::uint64_t count = 0;
  if (!take_bytes(bytes, 1, &count) || bytes->size() / sizeof(T) < count)
    return false;
  values->resize(count);
  return take_bytes(bytes, count, values->data());
}

}  // namespace sluice
