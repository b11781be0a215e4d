// Bech32 (BIP 173): a readable part, "1", data in base 32, of which the last
// six digits are a BCH code's. All of one case; age writes its secret keys in
// capitals (C2SP's specification of age, "X25519 recipient stanza").

#include <array>
#include <cstdint>

#include "judge/checks/checks.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::string_view kBech32Digits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
constexpr std::array<std::uint32_t, 5> kGenerator = {
    0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3};

class Polymod {
 public:
  void add(std::uint32_t value) {
    const std::uint32_t top = rest_ >> 25U;
    rest_ = (rest_ & 0x1FFFFFFU) << 5U ^ value;
    for (std::size_t i = 0; i < kGenerator.size(); ++i)
      if ((top >> i & 1U) != 0) rest_ ^= kGenerator[i];
  }
  std::uint32_t rest() const { return rest_; }

 private:
  std::uint32_t rest_ = 1;
};

}  // namespace

CheckResult check_bech32(std::string_view secret) {
  const std::size_t one = secret.rfind('1');
  constexpr std::size_t kSumDigits = 6;
  if (one == std::string_view::npos || one == 0 ||
      secret.size() - one - 1 < kSumDigits)
    return refuted();
  Polymod sum;
  for (const char c : secret.substr(0, one))
    sum.add(static_cast<unsigned char>(lower(c)) >> 5U);
  sum.add(0);
  for (const char c : secret.substr(0, one))
    sum.add(static_cast<unsigned char>(lower(c)) & 31U);
  for (const char c : secret.substr(one + 1)) {
    const std::size_t value = kBech32Digits.find(lower(c));
    if (value == std::string_view::npos) return refuted();
    sum.add(static_cast<std::uint32_t>(value));
  }
  return sum.rest() == 1 ? proven() : refuted();
}

}  // namespace sluice
