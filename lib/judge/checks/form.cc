// Secrets whose characters contain information without being a checksum.

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "judge/checks/checks.h"
#include "judge/checks/json_object.h"
#include "judge/value/password.h"
#include "judge/value/placeholder.h"
#include "judge/value/randomness.h"
#include "judge/value/token.h"
#include "text/ascii.h"
#include "text/base64.h"

namespace sluice {
namespace {

constexpr std::uint64_t kAccounts = 1'000'000'000'000;  // twelve digits

CheckResult account(std::uint64_t number) {
  return {ChecksumVerdict::kAbsent, CheckEffect::kNone,
          fmt::format("account {:012}", number)};
}

// Whether letters alone spell words, such as ANDPACIFICREGION after ASIA.
bool is_spelled(std::string_view letters) {
  if (std::ranges::any_of(letters, is_digit)) return false;
  std::string small(letters);
  for (char& c : small) c = lower(c);
  constexpr double kSpelled = 0.5;  // random letters have about 2
  return surprise(small) < kSpelled;
}

}  // namespace

// The four letters of the kind are followed by sixteen digits of base 32. In
// ids since about 2019, the first bit is set, and the forty bits from the
// second on are the account's number; forty bits allow slightly larger numbers
// than exist. Older ids, whose first bit is not set, contain no account.
// Source: A. Steele, "AWS Access Key ID formats" (2020).
CheckResult check_aws_key_id(std::string_view secret) {
  constexpr std::size_t kPrefix = 4;
  constexpr std::size_t kUsed = 9;  // digits that hold the first 41 bits
  if (secret.ends_with("EXAMPLE")) return known_example();
  if (secret.size() != 20) return {};
  if (is_spelled(secret.substr(kPrefix))) return refuted();
  std::uint64_t bits = 0;
  for (const char c : secret.substr(kPrefix, kUsed)) {
    const std::size_t value = kBase32Digits.find(c);
    if (value == std::string_view::npos) return doubted();
    bits = bits << 5U | value;
  }
  bits >>= 5 * kUsed - 41;
  constexpr std::uint64_t kNew = std::uint64_t{1} << 40U;
  if ((bits & kNew) == 0) return {};
  const std::uint64_t number = bits - kNew;
  return number < kAccounts ? account(number) : doubted();
}

// After ABSK, base64 of "BedrockAPIKey-<four
// characters>-at-<account>:<secret>".
CheckResult check_aws_bedrock_key(std::string_view secret) {
  constexpr std::string_view kBefore = "-at-";
  if (secret.size() < 4) return impossible();
  const auto text = base64_decode(secret.substr(4), Base64::kStandard);
  if (!text || !text->starts_with("BedrockAPIKey-")) return impossible();
  const std::size_t at = text->find(kBefore);
  if (at == std::string::npos) return doubted();
  const std::string_view number =
      std::string_view(*text).substr(at + kBefore.size(), 12);
  const std::size_t end = at + kBefore.size() + 12;
  if (number.size() != 12 || !std::ranges::all_of(number, is_digit) ||
      end + 1 >= text->size() || (*text)[end] != ':')
    return doubted();
  return proven(fmt::format("account {}", number));
}

// RFC 9562: the third group begins with the version, one of eight, the fourth
// with the variant. Both are right in one random string of eight, so a match
// proves nothing.
CheckResult check_uuid(std::string_view secret) {
  constexpr std::size_t kSize = 36;
  for (std::size_t i = 0; i + kSize <= secret.size(); ++i) {
    const std::string_view uuid = secret.substr(i, kSize);
    bool fits = true;
    for (std::size_t k = 0; k < kSize && fits; ++k)
      fits = k == 8 || k == 13 || k == 18 || k == 23 ? uuid[k] == '-'
                                                     : is_hex(uuid[k]);
    if (!fits) continue;
    const bool version = uuid[14] >= '1' && uuid[14] <= '8';
    const bool variant =
        std::string_view("89abAB").find(uuid[19]) != std::string_view::npos;
    return version && variant ? CheckResult() : doubted("no UUID of RFC 9562");
  }
  return {};
}

// RFC 7617: base64 of a name, a colon and a password; also a line break, if
// `echo` wrote them. The name is not reported: some services accept their
// tokens as the name, without a password; others need no name.
CheckResult check_user_info(std::string_view secret) {
  auto text = base64_decode(secret, Base64::kStandard);
  if (!text) return impossible();
  while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
  const std::size_t colon = text->find(':');
  const bool readable = std::ranges::none_of(
      *text, [](char c) { return (c >= '\0' && c < '\t') || c == '\x7f'; });
  // The head of a JWT is a text with a colon, too.
  if (!readable || colon == std::string::npos || text->starts_with("{\""))
    return impossible();
  const std::string_view name = std::string_view(*text).substr(0, colon);
  const std::string_view password = std::string_view(*text).substr(colon + 1);
  if (name.empty() || stands_for_no_password(password)) {
    const std::string_view alone = name.empty() ? password : name;
    return token_value(NameSays::kToken, ValueTraits(alone)) ==
                   ValueLook::kDrawn
               ? proven("token")
               : impossible();
  }
  // A key file as a password, as in Google's registries, is also in braces.
  if (JsonObject::parse(password)) return proven("name and key file");
  if (is_placeholder(ValueTraits(password)) || password == "password" ||
      password == "pass" || password == "secret")
    return known_example();
  return proven("name and password");
}

}  // namespace sluice
