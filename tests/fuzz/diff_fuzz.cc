// Diffs: the texts do not depend on the pieces in which the diff arrives, and
// every byte of a text is at its place in the diff.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scan/text/diff_reader.h"

namespace sluice {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// Gives the text in pieces of `step` bytes.
class Pieces final : public ByteSource {
 public:
  Pieces(std::string_view text, std::size_t step)
      : ByteSource(0, /*may_seek=*/false), text_(text), step_(step) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    const std::size_t got = std::min({step_, size, text_.size()});
    std::memcpy(buffer, text_.data(), got);
    text_.remove_prefix(got);
    return got;
  }

 private:
  mutable std::string_view text_;
  std::size_t step_;
};

void require_places(std::string_view diff, std::string_view text,
                    const DiffReader& reader) {
  std::uint64_t last_line = 0;
  const std::vector<TextPlace>& places = reader.places();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::uint64_t end =
        i + 1 < places.size() ? places[i + 1].text : text.size();
    require(places[i].text <= end && end <= text.size());
    const std::size_t size = static_cast<std::size_t>(end - places[i].text);
    require(places[i].source + size <= diff.size());
    require(diff.substr(static_cast<std::size_t>(places[i].source), size) ==
            text.substr(static_cast<std::size_t>(places[i].text), size));
  }
  for (const DiffReader::Lines& lines : reader.added()) {
    require(lines.first <= lines.last);
    require(last_line == 0 || lines.first != last_line + 1);
    last_line = lines.last;
  }
}

using Texts = std::vector<std::pair<std::string, std::string>>;

Texts read_in_steps(std::string_view diff, std::size_t step, std::size_t head) {
  const Pieces pieces(diff.substr(head), step);
  DiffReader reader(pieces, std::string(diff.substr(0, head)));
  Texts texts;
  for (auto name = reader.next(); name && *name; name = reader.next()) {
    std::string text;
    char buffer[7];
    for (auto got = reader.read(buffer, sizeof buffer); got && *got != 0;
         got = reader.read(buffer, sizeof buffer))
      text.append(buffer, *got);
    require_places(diff, text, reader);
    texts.emplace_back(**name, std::move(text));
  }
  return texts;
}

}  // namespace
}  // namespace sluice

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace sluice;
  const std::string_view diff(reinterpret_cast<const char*>(data), size);
  (void)begins_as_diff(diff);
  const Texts whole = read_in_steps(diff, size + 1, 0);
  require(whole == read_in_steps(diff, 3, size / 2));
  require(whole == read_in_steps(diff, 1, 0));
  return 0;
}
