// Any bytes as a file that is a credential. What is read of a whole file states
// its kind, and a cut one is read as well.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "judge/key_files/key_file.h"

using namespace sluice;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const bool whole : {false, true}) {
    const auto file = read_key_file(bytes, whole);
    if (!file) continue;
    SLUICE_CHECK(file->kind != KeyFileKind::kNone);
    SLUICE_CHECK(!file->result.detail.empty());
    SLUICE_CHECK(!is_dropped(file->result.weight));
  }
  return 0;
}
