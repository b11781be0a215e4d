#include "judge/checks/check.h"

#include "judge/checks/checks.h"

namespace sluice {

CheckResult check(CheckKind kind, std::string_view secret,
                  std::string_view match) {
  switch (kind) {
    case CheckKind::kNone:
      return {};
    case CheckKind::kCrc32Base62:
      return check_crc32_base62(secret);
    case CheckKind::kCrc32Hex:
      return check_crc32_hex(secret);
    case CheckKind::kCrc32Base36:
      return check_crc32_base36(secret);
    case CheckKind::kMarvin32:
      return check_marvin32(secret);
    case CheckKind::kBech32:
      return check_bech32(secret);
    case CheckKind::kJwt:
      return check_jwt(secret);
    case CheckKind::kJson:
      return check_json(secret);
    case CheckKind::kMacaroon:
      return check_macaroon(secret);
    case CheckKind::kPrivateKey:
      return check_private_key(secret, match);
    case CheckKind::kAwsKeyId:
      return check_aws_key_id(secret);
    case CheckKind::kAwsBedrockKey:
      return check_aws_bedrock_key(secret);
    case CheckKind::kUuid:
      return check_uuid(secret);
    case CheckKind::kUserInfo:
      return check_user_info(secret);
    case CheckKind::kNkey:
      return check_nkey(secret);
  }
  return {};
}

CheckResult proven(std::string_view detail) {
  return {ChecksumVerdict::kValid, CheckEffect::kProof, std::string(detail)};
}

CheckResult doubted(std::string_view detail) {
  return {ChecksumVerdict::kInvalid, CheckEffect::kDoubt, std::string(detail)};
}

CheckResult refuted() {
  return {ChecksumVerdict::kInvalid, CheckEffect::kRefuted, {}};
}

CheckResult impossible() {
  return {ChecksumVerdict::kInvalid, CheckEffect::kImpossible, {}};
}

CheckResult known_example() {
  return {ChecksumVerdict::kAbsent, CheckEffect::kKnown, {}};
}

}  // namespace sluice
