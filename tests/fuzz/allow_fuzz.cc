// Allow comments and blocks in a text of any bytes. Marks that are noted in
// stretches allow the same as those of the whole text, and a comment needs no
// more than kDirectiveReach bytes around the value. The first bytes choose the
// stretch and the value.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "judge/allow/allow_blocks.h"
#include "judge/allow/directive.h"

using namespace sluice;

namespace {

AllowBlocks noted_in_stretches(std::string_view text, std::size_t size) {
  AllowBlocks joined;
  for (std::size_t at = 0; at < text.size(); at += size) {
    const std::size_t end = std::min(text.size(), at + size);
    // The text around a stretch is seen, but its marks are not taken.
    const std::size_t from = at - std::min<std::size_t>(at, 30);
    const std::size_t to = std::min(text.size(), end + kDirectiveReach);
    AllowBlocks part;
    part.note(text.substr(from, to - from), at - from, end - from, from);
    joined.append(std::move(part));
  }
  return joined;
}

void check_blocks(std::string_view text, std::size_t stretch) {
  AllowBlocks whole;
  whole.note(text, 0, text.size(), 0);
  AllowBlocks joined = noted_in_stretches(text, stretch);
  const std::size_t step = 1 + text.size() / 64;
  for (std::size_t at = 0; at < text.size(); at += step)
    for (const std::string_view rule : {"a", "b"})
      SLUICE_CHECK(whole.allows(at, rule) == joined.allows(at, rule));
  SLUICE_CHECK(whole.named_rules() == joined.named_rules());
}

void check_directives(std::string_view text) {
  std::size_t last = 0;
  for (const Directive& one : directives_in(text, 0, text.size())) {
    SLUICE_CHECK(last <= one.begin && one.begin < text.size());
    last = one.begin;
    for (const std::string_view rule : one.rules)
      SLUICE_CHECK(rule.data() >= text.data() + one.begin &&
                   rule.data() + rule.size() <= text.data() + text.size());
  }
}

void check_allowance(std::string_view text, std::size_t begin,
                     std::size_t size) {
  begin = std::min(begin, text.size());
  const std::size_t end = std::min(begin + size, text.size());
  const std::string_view lines = lines_around(text, begin, end);
  SLUICE_CHECK(lines.data() <= text.data() + begin);
  SLUICE_CHECK(lines.data() + lines.size() <= text.data() + text.size());
  const std::size_t from = begin - std::min(begin, kDirectiveReach);
  const std::size_t to = std::min(text.size(), end + kDirectiveReach);
  const Allowance whole = allowance(text, begin, end, "a");
  const Allowance near =
      allowance(text.substr(from, to - from), begin - from, end - from, "a");
  SLUICE_CHECK(whole.allowed == near.allowed &&
               whole.doubts.named == near.doubts.named &&
               whole.doubts.misspelt == near.doubts.misspelt);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size < 3) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 3),
                              size - 3);
  check_blocks(text, 1U + data[0]);
  check_directives(text);
  check_allowance(text, data[1] * text.size() / 256, data[2]);
  return 0;
}
