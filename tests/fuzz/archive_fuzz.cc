// An archive of any bytes, or of any bytes after a valid beginning. The scan
// ends, within bounds, and the places that its members report are right. The
// first byte chooses whether it can be read from any place, and the file's name,
// which some kinds need.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/check.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "rules/embedded.h"
#include "scan/unit/whole_report.h"

using namespace sluice;

namespace {

class Bytes final : public ByteSource {
 public:
  Bytes(const std::string& bytes, bool from_any_place)
      : ByteSource(from_any_place ? bytes.size() : 0, from_any_place),
        bytes_(bytes) {}
  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    const std::size_t some = bytes_.copy(buffer, size, at_);
    at_ += some;
    return some;
  }
  Result<std::size_t> read_at(char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    return offset >= bytes_.size() ? 0 : bytes_.copy(buffer, size, offset);
  }

 private:
  const std::string& bytes_;
  mutable std::size_t at_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const std::unique_ptr<Engine> engine = std::move(*Engine::create(
      RuleSet::from_static(embedded_rules(), embedded_rules_sha256()),
      embedded_literals()));
  static const Judge judge(engine->rules());
  if (size < 1) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string name = data[0] / 2 % 2 == 0 ? "f" : "f.lzma";
  constexpr std::uint64_t kMost = 8 << 20;
  ArchiveTools tools({.bytes = kMost, .members = 1000}, 32 << 20, 1);
  Pipeline pipeline(nullptr, *engine, judge, {.archives = &tools});
  const WholeReports whole = whole_reports(
      pipeline, {name}, std::make_unique<Bytes>(text, data[0] % 2 == 0));
  // The bytes that were read before a bound was met, and a block.
  SLUICE_CHECK(whole.scanned.counts.bytes <=
               kMost + 8 * text.size() + (4 << 20));
  for (const auto& report : whole.reports) {
    SLUICE_CHECK(report->location.path == name);
    SLUICE_CHECK(report->location.members.size() <= tools.bounds.depth);
    for (const Finding& finding : report->findings)
      SLUICE_CHECK(finding.start.byte < finding.end.byte);
  }
  return 0;
}
