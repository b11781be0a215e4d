// A text of any bytes, redacted with the default rules: any pieces give the
// same text, and only an archive is refused. The first bytes choose the size of
// a piece, the file's name and the style. Allow comments do not count, so that
// the corpus can have some.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "fs/byte_source.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "redact/redactor.h"
#include "rules/embedded.h"

using namespace sluice;

namespace {

constexpr std::array<const char*, 8> kNames = {
    "-", "f.json", "f.yaml", "f.csv", "f.toml", "f.log", ".env", "f.py"};

class Pieces final : public ByteSource {
 public:
  Pieces(std::string_view bytes, std::size_t most)
      : ByteSource(0, false), bytes_(bytes), most_(most) {}
  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    const std::size_t some = std::min({size, most_, bytes_.size() - at_});
    bytes_.copy(buffer, some, at_);
    at_ += some;
    return some;
  }

 private:
  const std::string_view bytes_;
  const std::size_t most_;
  mutable std::size_t at_ = 0;
};

// Returns nothing for an archive.
std::optional<std::string> redacted(Redactor& redactor, const char* name,
                                    std::string_view text, std::size_t piece,
                                    const RedactChoices& choices) {
  const FileToScan file{.path = name};
  const Pieces bytes(text, piece);
  SecretNumbers numbers;
  std::string out;
  const Result<Redacted> result =
      redactor.redact({.file = file, .bytes = bytes}, choices, &numbers,
                      [&](std::string_view more) -> Result<void> {
                        out += more;
                        return {};
                      });
  if (!result) {
    SLUICE_CHECK(out.empty() && result.error().code == ErrorCode::kUsage);
    return std::nullopt;
  }
  SLUICE_CHECK(result->incomplete.empty() && result->let_go == 0);
  SLUICE_CHECK(result->places == numbers.places());
  SLUICE_CHECK(result->places != 0 || out == text);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const std::unique_ptr<Engine> engine = std::move(*Engine::create(
      RuleSet::from_static(embedded_rules(), embedded_rules_sha256()),
      embedded_literals()));
  static const Judge judge(engine->rules(), {.allow_comments = false});
  static Redactor redactor(*engine, judge, {});
  if (size < 3) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 3),
                              size - 3);
  const char* const name = kNames[data[1] % kNames.size()];
  const RedactChoices choices{
      .style = data[2] % 2 == 0 ? RedactStyle::kLabel : RedactStyle::kStars,
      .keep_length = data[2] / 2 % 2 != 0};
  const auto whole = redacted(redactor, name, text, size, choices);
  SLUICE_CHECK(redacted(redactor, name, text, 1U + data[0], choices) == whole);
  return 0;
}
