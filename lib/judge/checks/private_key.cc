// A private key is extracted from its text and read. A text that cannot be a
// key is called invalid only if it is understood (Pem::even); a key in an
// unknown quotation is doubted. It is dropped only if the text is smaller than
// any key: a line that begins a key and one that ends it, and a few words
// between them.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "judge/checks/checks.h"
#include "judge/keys/der.h"
#include "judge/keys/known_keys.h"
#include "judge/keys/pem.h"
#include "judge/keys/private_key.h"
#include "text/base64.h"
#include "text/entropy.h"

namespace sluice {
namespace {

CheckResult told(const PrivateKey& key) {
  if (is_known_key(key.identity)) return known_example();
  if (key.torn) return doubted(key.kind + ", its numbers at odds");
  if (!key.encrypted) return proven(key.kind);
  return {ChecksumVerdict::kValid, CheckEffect::kDoubt,
          key.kind + ", encrypted"};
}

// The result for `digits`, base64 in which no key can be read. A body of full
// size was made up, damaged or masked, and is worth a look.
constexpr std::size_t kMinDigits = 64;
CheckResult no_key(std::string_view digits) {
  return digits.size() < kMinDigits ? impossible() : refuted();
}

// Labels whose contents can be read here. Others use the form for their own
// contents: Nebula, cosign, Tendermint.
constexpr auto kLabels = std::to_array<std::string_view>(
    {"PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY",
     "EC PRIVATE KEY", "DSA PRIVATE KEY", "OPENSSH PRIVATE KEY"});

// RFC 9580, 6.1.
std::uint32_t crc24(std::string_view bytes) {
  std::uint32_t crc = 0xB704CE;
  for (const char c : bytes) {
    crc ^= std::uint32_t{static_cast<unsigned char>(c)} << 16U;
    for (int i = 0; i < 8; ++i) {
      crc <<= 1U;
      if ((crc & 0x1000000U) != 0) crc ^= 0x1864CFBU;
    }
  }
  return crc & 0xFFFFFFU;
}

// The key that `digits` are, of a block with this label.
std::optional<PrivateKey> key_of(std::string_view label,
                                 std::string_view digits) {
  const auto bytes = base64_decode(digits, Base64::kStandard);
  if (!bytes) return std::nullopt;
  if (label.starts_with("PGP ")) return parse_openpgp_key(*bytes);
  if (label == "OPENSSH PRIVATE KEY") return parse_openssh_key(*bytes);
  // Bytes after the first value are ignored, as in OpenSSL.
  const std::size_t size = der_size(*bytes).value_or(bytes->size());
  return parse_der_key(std::string_view(*bytes).substr(0, size));
}

// Whether the sum after the digits of an OpenPGP key is wrong.
bool has_wrong_sum(const Pem& pem) {
  if (!pem.label.starts_with("PGP ") || pem.crc.empty()) return false;
  const auto bytes = base64_decode(pem.digits, Base64::kStandard);
  const auto sum = base64_decode(pem.crc, Base64::kStandard);
  const std::uint32_t crc = crc24(bytes.value_or(""));
  const std::string wanted = {static_cast<char>(crc >> 16U),
                              static_cast<char>(crc >> 8U & 0xFFU),
                              static_cast<char>(crc & 0xFFU)};
  return sum != wanted;
}

// Whether only quotes, blanks and signs of comments and of concatenation stand
// between the digits. Code and prose contain other signs.
bool is_bare(std::string_view body) {
  return std::ranges::all_of(body, [](char c) {
    return is_base64_digit(c, Base64::kStandard) ||
           std::string_view("= \t\r\n\\\"'`,;#*|&%>-.").find(c) !=
               std::string_view::npos;
  });
}

// Whether `digits` are a whole value of DER: a public key or a certificate with
// a wrong label.
bool is_other_der(std::string_view digits) {
  const auto bytes = base64_decode(digits, Base64::kStandard);
  return bytes && bytes->starts_with('\x30') &&
         der_size(*bytes) == bytes->size();
}

// Two full lines, which a text about keys seldom has.
constexpr std::size_t kMinFramed = 96;
// Random base64 has 5.5 bits a digit, if there are this many.
constexpr double kMinEntropy = 5.0;

// Whether `digits` begin as those of a key of this kind do. Without an END line,
// nothing else tells a key that was cut from a text after a BEGIN line.
bool begins_as_key(std::string_view label, std::string_view digits) {
  if (label == "OPENSSH PRIVATE KEY") return digits.starts_with("b3BlbnNzaC");
  if (label.starts_with("PGP "))
    return digits.starts_with('l') || digits.starts_with('x');
  return digits.starts_with('M');
}

// Returns the result for a body without a valid key: made up, damaged, masked,
// cut or missing. `digits` are the longest that can be read of it.
CheckResult no_key_in(const Pem& pem, std::string_view digits) {
  if (is_other_der(pem.digits)) return refuted();
  if (!pem.has_end && !pem.encrypted && !begins_as_key(pem.label, digits))
    return impossible();
  const bool is_full =
      digits.size() >= kMinFramed && shannon_entropy(digits) >= kMinEntropy;
  // A manual writes "..." for the lines that it leaves out.
  if (is_full)
    return pem.body.find("...") != std::string::npos ? refuted() : doubted();
  if (!pem.has_end) return impossible();
  if (pem.even) return no_key(pem.digits);
  return is_bare(pem.body) ? doubted() : impossible();
}

CheckResult check_pem(std::string_view text) {
  const auto pem = read_pem(text);
  if (!pem) return {};
  const std::vector<std::string> framed = framed_digits(pem->body);
  if (pem->encrypted && pem->has_end &&
      !(pem->digits.empty() && framed.empty())) {
    const std::string_view kind =
        pem->label.substr(0, pem->label.find(" PRIVATE"));
    return {ChecksumVerdict::kAbsent, CheckEffect::kDoubt,
            fmt::format("{}, encrypted{}{}", kind,
                        pem->cipher.empty() ? "" : " with ", pem->cipher)};
  }
  if (const auto key = key_of(pem->label, pem->digits))
    return has_wrong_sum(*pem) ? doubted(key->kind) : told(*key);
  for (const std::string& digits : framed)
    if (const auto key = key_of(pem->label, digits)) return told(*key);
  const bool is_known = std::ranges::find(kLabels, pem->label) != kLabels.end();
  if (!is_known && !pem->label.starts_with("PGP ") && pem->has_end &&
      is_bare(pem->body)) {
    const bool locked = pem->label.starts_with("ENCRYPTED ");
    return {ChecksumVerdict::kAbsent,
            locked ? CheckEffect::kDoubt : CheckEffect::kNone,
            locked ? "encrypted" : ""};
  }
  return no_key_in(*pem, long_runs(pem->body));
}

// The value of a "Name: " line of a PuTTY file.
std::string_view field(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + name.size());
  return text.substr(0, text.find_first_of("\r\n\\\""));
}

// PuTTY's manual, appendix C: the text states its own contents, and the pattern
// has checked its form.
CheckResult check_putty(std::string_view text) {
  const std::string_view type = field(text, ": ");
  const std::string_view cipher = field(text, "Encryption: ");
  if (type.empty() || type.size() > 40 || cipher.empty()) return {};
  if (cipher == "none") return proven(fmt::format("PuTTY {}", type));
  return {ChecksumVerdict::kAbsent, CheckEffect::kDoubt,
          fmt::format("PuTTY {}, encrypted", type)};
}

// ssh.com: four dashes and a blank instead of five, a magic number, and a name
// of the kind.
CheckResult check_ssh2(std::string_view text) {
  constexpr std::string_view kDashes = " ----";
  const std::size_t begin = text.find(kDashes);
  const std::size_t end = text.rfind("---- END ");
  if (begin == std::string_view::npos || end == std::string_view::npos ||
      end < begin + kDashes.size())
    return {};
  const std::size_t body = begin + kDashes.size();
  const std::string with_five =
      fmt::format("-----BEGIN PRIVATE KEY-----{}-----END PRIVATE KEY-----",
                  text.substr(body, end - body));
  const auto pem = read_pem(with_five);
  if (!pem) return {};
  constexpr std::string_view kMagic = "P2/56";  // 0x3F6FF9EB begins so
  const std::vector<std::string> framed = framed_digits(pem->body);
  if (pem->digits.starts_with(kMagic) ||
      (!framed.empty() && framed.front().starts_with(kMagic)))
    return proven("ssh.com");
  return pem->even ? no_key(pem->digits) : doubted();
}

}  // namespace

CheckResult check_private_key(std::string_view secret, std::string_view match) {
  if (secret.starts_with('M')) {  // DER without PEM
    const auto result = check_pem(fmt::format(
        "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----", secret));
    // Without the lines of PEM, only what can be read is a key.
    const bool is_read = result.verdict == ChecksumVerdict::kValid;
    return is_read || result.weight == CheckEffect::kKnown ? result : refuted();
  }
  if (secret.starts_with("PuTTY-")) return check_putty(secret);
  if (secret.find("BEGIN SSH2 ") != std::string_view::npos)
    return check_ssh2(secret);
  if (secret.starts_with("LS0t")) {  // "---" in base64, maybe in lines
    std::string digits;
    std::ranges::copy_if(secret, std::back_inserter(digits), [](char c) {
      return is_base64_digit(c, Base64::kStandard);
    });
    while (digits.size() % 4 == 1) digits.pop_back();
    const auto text = base64_decode(digits, Base64::kStandard);
    return text ? check_pem(*text) : CheckResult();
  }
  CheckResult result = check_pem(secret);
  // A key file of Google names its owner.
  const std::string_view email = "client_email";
  const std::size_t at = match.find(email);
  if (!result.detail.empty() && at != std::string_view::npos) {
    std::string_view owner = match.substr(at + email.size());
    owner = field(owner, owner.substr(0, owner.find_first_not_of("\\\": \t")))
                .substr(0, 80);
    if (!owner.empty()) result.detail += fmt::format(", {}", owner);
  }
  return result;
}

}  // namespace sluice
