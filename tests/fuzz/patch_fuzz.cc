// Patches: the result does not depend on the pieces in which they arrive, and
// every hunk lies in the text.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "gitleaks/patch/log_options.h"
#include "gitleaks/patch/patch_reader.h"

namespace sluice {
namespace {

struct Read {
  PatchBatch batch;
  bool failed = false;
  std::uint64_t unmerged = 0;
};

Read read_in_steps(std::string_view text, std::size_t step) {
  Read read;
  PatchReader reader(
      [&](char* out, std::size_t size) -> Result<std::size_t> {
        const std::size_t got = std::min({step, size, text.size()});
        std::memcpy(out, text.data(), got);
        text.remove_prefix(got);
        return got;
      },
      nullptr);
  Result<bool> more = true;
  while ((more = reader.next(&read.batch)) && *more) {
  }
  read.failed = !more;
  read.unmerged = reader.unmerged();
  return read;
}

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace
}  // namespace sluice

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace sluice;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Read whole = read_in_steps(text, size + 1);
  const Read parts = read_in_steps(text, 3);
  require(whole.failed == parts.failed);
  require(whole.unmerged == parts.unmerged);
  require(whole.batch.text == parts.batch.text);
  require(whole.batch.files.size() == parts.batch.files.size());
  for (std::size_t i = 0; i < whole.batch.files.size(); ++i) {
    require(whole.batch.files[i].name == parts.batch.files[i].name);
    for (const PatchHunk& hunk : whole.batch.files[i].hunks)
      require(hunk.begin + hunk.size <= whole.batch.text.size());
  }
  const auto words = read_log_options(text);
  bool paths = false;
  if (words)
    for (const std::string& word : *words) {
      paths = paths || word == "--";
      require(paths || !word.starts_with("--output"));
    }
  return 0;
}
