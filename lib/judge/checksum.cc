#include "judge/checksum.h"

#include <zlib.h>

#include <cstdint>
#include <string>

namespace sluice {
namespace {

constexpr std::size_t kCheckDigits = 6;

// `value` in base 62 (digits, upper case, lower case), most significant digit
// first, padded with zeros.
std::string base62(std::uint32_t value) {
  constexpr std::string_view kDigits =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string text(kCheckDigits, '0');
  for (std::size_t i = kCheckDigits; i-- > 0 && value != 0; value /= 62)
    text[i] = kDigits[value % 62];
  return text;
}

// The token format that GitHub made public in April 2021 ("Behind GitHub's new
// authentication token formats"), taken up by npm: prefix, underscore, random
// characters, and their CRC-32 in six.
bool crc32_base62_holds(std::string_view secret) {
  const std::size_t underscore = secret.find('_');
  if (underscore == std::string_view::npos ||
      secret.size() < underscore + 1 + kCheckDigits)
    return false;
  const std::string_view body = secret.substr(underscore + 1);
  const std::string_view random = body.substr(0, body.size() - kCheckDigits);
  const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(random.data()),
                          static_cast<uInt>(random.size()));
  return body.substr(random.size()) == base62(static_cast<std::uint32_t>(crc));
}

}  // namespace

ChecksumVerdict check(Checksum kind, std::string_view secret) {
  switch (kind) {
    case Checksum::kNone:
      return ChecksumVerdict::kAbsent;
    case Checksum::kCrc32Base62:
      return crc32_base62_holds(secret) ? ChecksumVerdict::kValid
                                        : ChecksumVerdict::kInvalid;
  }
  return ChecksumVerdict::kAbsent;
}

}  // namespace sluice
