// The separate checks, for check.cc and their tests. Each has its own file, or
// shares one with similar checks.
// Thread-safety: pure functions.
#pragma once

#include <string_view>

#include "judge/checks/check.h"

namespace sluice {

// The results that they share.
CheckResult proven(std::string_view detail = {});
CheckResult doubted(std::string_view detail = {});
CheckResult refuted();
CheckResult impossible();
CheckResult known_example();

// sum.cc
CheckResult check_crc32_base62(std::string_view secret);
CheckResult check_crc32_hex(std::string_view secret);
CheckResult check_crc32_base36(std::string_view secret);
CheckResult check_nkey(std::string_view secret);

// azure_key.cc
CheckResult check_marvin32(std::string_view secret);

// bech32.cc
CheckResult check_bech32(std::string_view secret);

// jwt.cc
CheckResult check_jwt(std::string_view secret);

// json.cc
CheckResult check_json(std::string_view secret);

// macaroon.cc
CheckResult check_macaroon(std::string_view secret);

// private_key.cc
CheckResult check_private_key(std::string_view secret, std::string_view match);

// form.cc
CheckResult check_aws_key_id(std::string_view secret);
CheckResult check_aws_bedrock_key(std::string_view secret);
CheckResult check_uuid(std::string_view secret);
CheckResult check_user_info(std::string_view secret);

}  // namespace sluice
