// Any bytes as a private key. What is one from first to last byte is one in
// armour as well, whichever way its lines are broken.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "judge/checks/check.h"
#include "judge/keys/private_key.h"
#include "text/base64.h"

using namespace sluice;

namespace {

CheckResult in_pem(std::string_view label, std::string_view bytes,
                   std::string_view line_break) {
  const std::string digits = base64_encode(bytes);
  std::string text = "-----BEGIN ";
  text.append(label).append("-----").append(line_break);
  for (std::size_t i = 0; i < digits.size(); i += 64)
    text.append(digits, i, 64).append(line_break);
  text.append("-----END ").append(label).append("-----");
  return check(CheckKind::kPrivateKey, text, text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto as_der = parse_der_key(bytes);
  const auto as_ssh = parse_openssh_key(bytes);
  const auto as_pgp = parse_openpgp_key(bytes);
  for (const std::string_view line_break : {"\n", "\r\n  ", "\\n", "\\u000a"}) {
    const auto is_kept = [&](std::string_view label) {
      const CheckEffect told = in_pem(label, bytes, line_break).weight;
      return told != CheckEffect::kImpossible && told != CheckEffect::kRefuted;
    };
    SLUICE_CHECK(!as_der || is_kept("PRIVATE KEY"));
    SLUICE_CHECK(!as_ssh || is_kept("OPENSSH PRIVATE KEY"));
    SLUICE_CHECK(!as_pgp || is_kept("PGP PRIVATE KEY BLOCK"));
    is_kept("RSA PRIVATE KEY");
  }
  return 0;
}
