// A finding as a text of JSON, with the members of the schema "sluice/1"
// (docs/sluice-1.schema.json) in their order. A log with a token in each line
// has a finding a line, so the text is written directly. To make a document of
// nlohmann's first took a fifth of the time of the whole scan, since it allocates
// two hundred times for a finding. tests/unit/report/finding_text_test.cc
// compares the text with such a document.
// Thread-safety: one thread. Memory: the texts of a file's rules that fired.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "report/json/json_buffer.h"
#include "report/shown/shown_finding.h"

namespace sluice {

// Makes the texts of findings. The text of a rule and that of a location are
// made once for a file, since many findings share them.
class FindingTexts {
 public:
  // Returns an object on one line, without a character that a terminal would
  // obey, as json_text() does (report/json/json_text.h). It stays until the next
  // call.
  std::string_view next(const ShownFile& file, const ShownFinding& shown);

  // Forgets the rules, which need not outlive the findings of a file.
  void end_file() { rules_.clear(); }

 private:
  void add_head(const ShownFile& file, const ShownFinding& shown);

  JsonBuffer out_;
  std::unordered_map<const Rule*, std::string> rules_;
  Location location_;  // of the finding before
  std::string place_;  // the text of it
};

// Returns the text of a single finding.
std::string finding_text(const ShownFile& file, const ShownFinding& shown);

}  // namespace sluice
