// Any bytes in which names may have values. Each value is found where it is, the
// same ones for any parts that the bytes are searched in, and no more than
// allowed. The places of raw deflate lie in the bytes or are never read.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "archive/named_values.h"
#include "archive/program_values.h"
#include "archive/stated_streams.h"
#include "base/check.h"

using namespace sluice;

namespace {

constexpr std::size_t kMost = 1000;

// Whether the text is at the place, in ASCII or in UTF-16.
bool is_at(std::string_view bytes, std::uint64_t at, std::string_view text) {
  const std::string_view there = bytes.substr(at);
  if (there.starts_with(text)) return true;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (there.substr(2 * i, 2) != std::string{text[i], '\0'}) return false;
  return true;
}

void check(std::string_view bytes, const std::vector<NamedValue>& values) {
  SLUICE_CHECK(values.size() <= kMost);
  for (const NamedValue& value : values) {
    SLUICE_CHECK(value.at <= bytes.size());
    SLUICE_CHECK(is_at(bytes, value.at, value.value));
    SLUICE_CHECK(is_credential_name(value.name));
    SLUICE_CHECK(is_named_value(value.value));
    SLUICE_CHECK(as_assignment(value).find('\n') ==
                 as_assignment(value).size() - 1);
  }
}

std::vector<std::uint64_t> places_of(const std::vector<NamedValue>& values) {
  std::vector<std::uint64_t> places;
  for (const NamedValue& value : values) places.push_back(value.at);
  return places;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::vector<NamedValue> values;
  find_program_values(bytes, kMost, &values);
  check(bytes, values);
  values.clear();
  find_cbor_values(bytes, kMost, &values);
  check(bytes, values);
  values.clear();
  find_named_values(bytes, 0, size, 0, kMost, &values);
  check(bytes, values);

  const std::size_t half = size / 2;
  std::vector<NamedValue> parts;
  find_named_values(bytes.substr(0, half + kNamedReach), 0, half, 0, kMost,
                    &parts);
  const std::size_t from = half - std::min(half, kNamedReach);
  find_named_values(bytes.substr(from), half - from, size - from, from, kMost,
                    &parts);
  SLUICE_CHECK(places_of(parts) == places_of(values));

  const ArchiveBounds bounds;
  UnpackMemory memory(32 << 20, 0);
  UnpackedCounts file;
  UnpackedCounts all;
  Unpacking unpacking(bounds, memory, {file, all}, size,
                      std::chrono::steady_clock::now());
  const TextBytes source(bytes);
  const auto places = stated_streams(source, bytes, unpacking);
  SLUICE_CHECK(!places || places->size() <= kMostStated);
  return 0;
}
