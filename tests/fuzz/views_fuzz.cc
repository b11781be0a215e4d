// Text of any bytes, cut at any size: the engine finds what it finds in the
// whole text. The first byte chooses the size.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "match/engine.h"
#include "rules/embedded.h"

using namespace sluice;

namespace {

using Places = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

Places scan(const Engine& engine, MatchScratch& scratch, std::string_view text,
            std::size_t owned) {
  FileMatch file;
  file.begin("file", false);
  Places places;
  for (std::size_t begin = 0;; begin += owned) {
    const std::size_t end = std::min(begin + owned, text.size());
    const bool last = text.size() - end <= engine.right_context();
    const std::size_t origin = begin - std::min(begin, kLeftContext);
    const std::string_view seen =
        text.substr(origin, last ? std::string_view::npos
                                 : end + engine.right_context() - origin);
    std::vector<Candidate> candidates;
    engine.scan(
        {seen, origin, begin - origin, last ? seen.size() : end - origin}, file,
        scratch, &candidates);
    for (const auto& [rule, match] : candidates)
      places.emplace_back(rule, origin + match.begin);
    if (last) break;
  }
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const std::unique_ptr<Engine> engine = std::move(*Engine::create(
      RuleSet::from_static(embedded_rules(), embedded_rules_sha256()),
      embedded_literals()));
  static MatchScratch scratch;
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1,
                              size - 1);
  if (scan(*engine, scratch, text, 1U + data[0]) !=
      scan(*engine, scratch, text, text.size() + 1))
    std::abort();
  return 0;
}
