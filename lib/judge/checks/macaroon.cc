// Macaroons in their second binary format, like PyPI's tokens: a version byte,
// then sections of fields. A field has a type, a length and as many bytes, and
// a zero ends a section. The first section contains the place and the
// identifier. Caveats follow, then an empty section, and last a signature of 32
// bytes. Sources: libmacaroons' doc/format.txt; PyPI, "What are API tokens?".

#include <cstdint>
#include <optional>

#include "judge/checks/checks.h"
#include "text/base64.h"

namespace sluice {
namespace {

enum Field : std::uint64_t {
  kEnd = 0,
  kLocation = 1,
  kIdentifier = 2,
  kVerification = 4,
  kSignature = 6
};

class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }

  // Returns the type of the next field; its content goes to `content`.
  std::optional<std::uint64_t> next(std::string_view* content) {
    const auto type = number();
    *content = {};
    if (!type || *type == kEnd) return type;
    const auto size = number();
    if (!size || rest_.size() < *size) return std::nullopt;
    *content = rest_.substr(0, *size);
    rest_.remove_prefix(*size);
    return type;
  }

 private:
  // Seven bits per byte, the least significant ones first.
  std::optional<std::uint64_t> number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 28 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
    return std::nullopt;
  }

  std::string_view rest_;
};

// A section up to its end: whether it is valid, and whether it had any content.
enum class Section : std::uint8_t { kBad, kEmpty, kFull };

Section read_section(FieldReader* reader, bool* identified) {
  Section section = Section::kEmpty;
  std::uint64_t last = 0;
  std::string_view content;
  for (;;) {
    const auto type = reader->next(&content);
    if (!type) return Section::kBad;
    if (*type == kEnd) return section;
    if (*type <= last || *type == kSignature) return Section::kBad;
    if (*type == kIdentifier) *identified = !content.empty();
    last = *type;
    section = Section::kFull;
  }
}

bool is_macaroon(std::string_view bytes) {
  constexpr char kVersion = 2;
  if (!bytes.starts_with(kVersion)) return false;
  FieldReader reader(bytes.substr(1));
  bool identified = false;
  if (read_section(&reader, &identified) != Section::kFull || !identified)
    return false;
  for (;;) {
    identified = false;
    const Section caveat = read_section(&reader, &identified);
    if (caveat == Section::kEmpty) break;
    if (caveat == Section::kBad || !identified) return false;
  }
  std::string_view signature;
  return reader.next(&signature) == kSignature && signature.size() == 32 &&
         reader.at_end();
}

}  // namespace

CheckResult check_macaroon(std::string_view secret) {
  const std::size_t dash = secret.find('-');
  const auto bytes = base64_decode(
      dash == std::string_view::npos ? secret : secret.substr(dash + 1),
      Base64::kEither);
  return bytes && is_macaroon(*bytes) ? proven() : refuted();
}

}  // namespace sluice
