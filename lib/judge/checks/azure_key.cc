// Keys of Azure's services contain four characters that name the service. They
// end in a Marvin32 checksum of all the bytes before it, seeded with a text of
// the service. Marvin32 is the hash of .NET's strings: words of 32 bits are
// added and mixed, and the rest of the bytes and 0x80 make the last word.
//
// Sources: microsoft/security-utilities (MIT), for signatures and seeds; the
// test vectors of .NET's Marvin, in the test beside this.
//
// Redis keys may have had characters replaced after they were summed, and the
// common annotated keys ("JQQJ9") contain only a part of the sum. Neither is
// checked, because a wrong verdict would hide a key.

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "judge/checks/checks.h"
#include "judge/checks/marvin32.h"
#include "text/base64.h"

namespace sluice {
namespace {

// A seed is eight letters of ASCII, as one number.
constexpr std::uint64_t seed(std::string_view letters) {
  std::uint64_t value = 0;
  for (const char c : letters)
    value = value << 8U | static_cast<unsigned char>(c);
  return value;
}

struct Service {
  std::string_view signature;
  std::string_view seed;
};
constexpr auto kServices = std::to_array<Service>({
    {"+ASt", "Default0"}, {"+ABa", "AbAcct00"}, {"ACDb", "MastRO00"},
    {"ACDb", "MastRW00"}, {"ACDb", "SystRO00"}, {"ACDb", "SystRW00"},
    {"ACDb", "SysAll00"}, {"ACDb", "Resour00"}, {"ACDb", "Encryp00"},
    {"+ASb", "System00"}, {"+ASb", "Unknown0"}, {"+ASb", "Send0000"},
    {"+ASb", "Manage00"}, {"+ASb", "Listen00"}, {"+AEh", "System00"},
    {"+AEh", "Unknown0"}, {"+AEh", "Send0000"}, {"+AEh", "Manage00"},
    {"+AEh", "Listen00"}, {"+ARm", "System00"}, {"+ARm", "Unknown0"},
    {"+ARm", "Send0000"}, {"+ARm", "Manage00"}, {"+ARm", "Listen00"},
    {"AIoT", "IoTHub00"}, {"AIoT", "DpsKey00"}, {"AIoT", "Device00"},
    {"AzFu", "Master00"}, {"AzFu", "System00"}, {"AzFu", "Functi00"},
    {"AzSe", "Query000"}, {"AzSe", "PAdmin00"}, {"+ACR", "ACRDflt0"},
});

constexpr std::size_t kSignatureSize = 4;
// In base64, after the signature: four bytes.
constexpr std::size_t kSumDigits = 6;
constexpr std::size_t kSumBytes = 4;

std::uint32_t sum_at_end(std::string_view bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < kSumBytes; ++i)
    sum |= std::uint32_t{static_cast<unsigned char>(
               bytes[bytes.size() - kSumBytes + i])}
           << (8 * i);
  return sum;
}

}  // namespace

CheckResult check_marvin32(std::string_view secret) {
  // In a URL, the padding is escaped.
  while (secret.ends_with("%3D") || secret.ends_with("%3d"))
    secret.remove_suffix(3);
  while (secret.ends_with('=')) secret.remove_suffix(1);
  if (secret.size() < kSignatureSize + kSumDigits) return {};
  const std::string_view signature = secret.substr(
      secret.size() - kSignatureSize - kSumDigits, kSignatureSize);
  const auto bytes = base64_decode(secret, Base64::kEither);
  if (!bytes || bytes->size() < kSumBytes) return refuted();
  const std::string_view summed =
      std::string_view(*bytes).substr(0, bytes->size() - kSumBytes);
  bool known = false;
  for (const Service& service : kServices) {
    if (service.signature != signature) continue;
    known = true;
    if (marvin32(summed, seed(service.seed)) == sum_at_end(*bytes))
      return proven();
  }
  return known ? refuted() : CheckResult();
}

}  // namespace sluice
