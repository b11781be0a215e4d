// The choices that a person makes for a scan. The options of the command line
// fill ScanChoices, and all layers down to the unit of work hold it unchanged. A
// new choice needs a member here, an option, and the place that uses it.
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
  // How much of each secret reports mask, in percent, if the user chose that.
  std::optional<unsigned> redact{};
  // How many nested encodings are searched for secrets
  // (scan/find/decoded_text.h).
  unsigned decode_depth = kDecodeDepth;
  // Whether a diff on standard input is scanned as the files that it changes
  // (scan/unit/diff_scan.h), and not as a text.
  bool reads_diffs = true;
};

}  // namespace sluice
