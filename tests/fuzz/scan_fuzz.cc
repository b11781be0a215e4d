// A file of any bytes, read, matched and judged with the default rules.
// Findings are at the places that they report, and views of any size find the
// same. The first bytes choose the size of a view and the file's name.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/check.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "rules/embedded.h"
#include "support/fake_fs.h"
#include "support/scan_file.h"

using namespace sluice;

namespace {

constexpr std::array<const char*, 8> kNames = {
    "f.py", "f.yaml", "f.csv", "f.md", "f.sql", ".env", "f.c", "id_rsa"};

std::unique_ptr<FileReport> scan(const FakeFs& fs, const Engine& engine,
                                 const Judge& judge, const char* name,
                                 std::size_t owned) {
  return scan_file(fs, engine, judge, name, {.owned_bytes = owned}).report;
}

// All that must not depend on how the file was cut.
auto facts(const FileReport* report) {
  std::vector<std::tuple<std::string_view, std::uint64_t, std::uint64_t,
                         Confidence, std::string, std::string>>
      all;
  if (report == nullptr) return all;
  for (const Finding& f : report->findings)
    all.emplace_back(f.rule->id, f.start.byte, f.end.byte, f.confidence,
                     f.secret, f.excerpt);
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const std::unique_ptr<Engine> engine = std::move(*Engine::create(
      RuleSet::from_static(embedded_rules(), embedded_rules_sha256()),
      embedded_literals()));
  static const Judge judge(engine->rules());
  if (size < 2) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 2), size - 2);
  const char* const name = kNames[data[1] % kNames.size()];
  FakeFs fs;
  fs.file(name, text);
  const auto whole = scan(fs, *engine, judge, name, 1 << 16);
  const auto cut = scan(fs, *engine, judge, name, 4U + data[0]);
  SLUICE_CHECK(facts(whole.get()) == facts(cut.get()));
  if (whole == nullptr) return 0;
  for (const Finding& finding : whole->findings) {
    SLUICE_CHECK(finding.end.byte <= text.size());
    SLUICE_CHECK(
        finding.decoded_byte.has_value() ||
        text.substr(finding.start.byte,
                    finding.end.byte - finding.start.byte) ==
            (finding.encoded ? finding.encoded->in_clear() : finding.secret));
    SLUICE_CHECK(finding.match.find(finding.secret) != std::string::npos);
  }
  return 0;
}
