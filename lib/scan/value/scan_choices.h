// What a person may choose about a scan. The options of the command line fill it,
// and it is nested unchanged in the options of everything down to the unit of
// work. So a new choice needs a member here, the option, and the place that asks
// for it.
// Thread-safety: a plain value.
#pragma once

#include <optional>

#include "decode/coding.h"
#include "rules/rule.h"

namespace sluice {

struct ScanChoices {
  // Findings below it are counted and not reported.
  Confidence min_confidence = Confidence::kLow;
  // Whether to fill FileReport::dropped. If not, it costs nothing.
  bool explain_drops = false;
  // How much of each secret reports mask, in percent, if that was asked for.
  std::optional<unsigned> redact{};
  // How many encodings deep secrets are looked for (scan/find/decoded_text.h).
  unsigned decode_depth = kDecodeDepth;
};

}  // namespace sluice
