// The offline checks that a secret can carry.
// Thread-safety: pure functions.
#pragma once

#include <string_view>

#include "finding/finding.h"
#include "rules/rule.h"

namespace sluice {

ChecksumVerdict check(Checksum kind, std::string_view secret);

}  // namespace sluice
