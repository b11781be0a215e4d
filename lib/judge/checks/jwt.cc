// JSON Web Tokens (RFC 7515, 7519). Header and payload are JSON objects in
// base64url, and the header names an algorithm, which determines the length of
// the signature. A text that only begins like a token fails the test of the
// objects. It is dropped if its parts are too short for a token. Otherwise, it
// was made up or masked, and is reported as invalid. A token whose signature
// was made up or cut fails the test of the length.
//
// The reader decides whether it has expired. There is no clock here, so that
// equal input has an equal report. The report contains the date.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "judge/checks/checks.h"
#include "judge/checks/json_object.h"
#include "text/base64.h"

namespace sluice {
namespace {

constexpr std::size_t kMaxIssuer = 48;

// Bytes of a signature; 0 means those of an RSA key. (RFC 7518, 8037, 8812,
// 9864.)
struct Algorithm {
  std::string_view name;
  std::size_t signature;
};
constexpr auto kAlgorithms = std::to_array<Algorithm>({
    {"HS256", 32},
    {"HS384", 48},
    {"HS512", 64},
    {"ES256", 64},
    {"ES384", 96},
    {"ES512", 132},
    {"ES256K", 64},
    {"EdDSA", 64},
    {"EdDSA", 114},
    {"Ed25519", 64},
    {"Ed448", 114},
    {"RS256", 0},
    {"RS384", 0},
    {"RS512", 0},
    {"PS256", 0},
    {"PS384", 0},
    {"PS512", 0},
});

// Whether it is a size of 1,024 to 8,192 bits, in whole words.
bool is_rsa_size(std::size_t bytes) {
  return bytes >= 128 && bytes <= 1024 && bytes % 8 == 0;
}

struct Date {
  std::int64_t year;
  unsigned month, day;
};

// H. Hinnant, "chrono-Compatible Low-Level Date Algorithms": civil_from_days,
// for days since 1970.
Date date_of(std::uint64_t days) {
  const std::uint64_t z = days + 719468;
  const std::uint64_t era = z / 146097;
  const std::uint64_t doe = z - era * 146097;
  const std::uint64_t yoe =
      (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  const std::uint64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  const std::uint64_t mp = (5 * doy + 2) / 153;
  const auto day = static_cast<unsigned>(doy - (153 * mp + 2) / 5 + 1);
  const auto month = static_cast<unsigned>(mp < 10 ? mp + 3 : mp - 9);
  return {static_cast<std::int64_t>(yoe + era * 400) + (month <= 2 ? 1 : 0),
          month, day};
}

std::string detail_of(std::string_view algorithm, const JsonObject& payload) {
  std::string detail(algorithm);
  if (const auto issuer = payload.string("iss");
      issuer && !issuer->empty() && issuer->size() <= kMaxIssuer)
    detail += fmt::format(", issued by {}", *issuer);
  constexpr std::uint64_t kDay = 86400;
  constexpr std::uint64_t kYear10000 = 253402300800;
  if (const auto expiry = payload.number("exp");
      expiry && *expiry < kYear10000) {
    const Date date = date_of(*expiry / kDay);
    detail += fmt::format(", expires {:04}-{:02}-{:02}", date.year, date.month,
                          date.day);
  }
  return detail;
}

// Tokens of tutorials and tools: jwt.io's first example, signed with any key,
// and the keys of Supabase's local stack.
bool is_known(const JsonObject& payload) {
  return (payload.string("sub") == "1234567890" &&
          payload.string("name") == "John Doe") ||
         payload.string("iss") == "supabase-demo";
}

// The result for a token that cannot be read: {"alg":"none"} has 18 digits, a
// payload with one member as many, and the shortest signature 43.
CheckResult no_token(std::size_t header, std::size_t payload,
                     std::size_t signature) {
  constexpr std::size_t kMinPart = 16;
  constexpr std::size_t kMinSignature = 32;
  return header < kMinPart || payload < kMinPart || signature < kMinSignature
             ? impossible()
             : refuted();
}

CheckResult check_parts(std::string_view token) {
  const std::size_t first = token.find('.');
  const std::size_t last = token.rfind('.');
  if (first == std::string_view::npos || first == last) return impossible();
  const CheckResult none =
      no_token(first, last - first - 1, token.size() - last - 1);
  const auto header_bytes = base64_decode(token.substr(0, first), Base64::kUrl);
  const auto payload_bytes =
      base64_decode(token.substr(first + 1, last - first - 1), Base64::kUrl);
  if (!header_bytes || !payload_bytes) return none;
  const auto header = JsonObject::parse(*header_bytes);
  const auto payload = JsonObject::parse(*payload_bytes);
  if (!header || !payload) return none;
  const auto name = header->string("alg");
  if (!name) return none;
  if (is_known(*payload)) return known_example();
  if (std::ranges::find(kAlgorithms, *name, &Algorithm::name) ==
      kAlgorithms.end())
    return doubted(*name == "none" ? "not signed" : "");
  const auto signature = base64_decode(token.substr(last + 1), Base64::kUrl);
  const std::size_t size = signature ? signature->size() : 0;
  const bool fits =
      std::ranges::any_of(kAlgorithms, [&](const Algorithm& algorithm) {
        return algorithm.name == *name &&
               (algorithm.signature == 0 ? is_rsa_size(size)
                                         : size == algorithm.signature);
      });
  const std::string detail = detail_of(*name, *payload);
  return fits ? proven(detail) : doubted(detail);
}

}  // namespace

CheckResult check_jwt(std::string_view secret) {
  constexpr std::string_view kBegin = "eyJ";  // of {"
  if (secret.starts_with("ZXlK")) {           // of eyJ
    const auto text = base64_decode(secret, Base64::kStandard);
    if (!text) return impossible();
    // A line break: of `echo TOKEN | base64`.
    const std::string_view token =
        std::string_view(*text).substr(0, text->find_last_not_of("\r\n") + 1);
    return token.starts_with(kBegin) ? check_parts(token) : impossible();
  }
  const std::size_t begin = secret.find(kBegin);
  return begin == std::string_view::npos ? impossible()
                                         : check_parts(secret.substr(begin));
}

}  // namespace sluice
