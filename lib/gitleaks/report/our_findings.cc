#include "gitleaks/report/our_findings.h"

#include <fmt/core.h>

#include <algorithm>

#include "gitleaks/detector/finding.h"
#include "gitleaks/report/formats.h"
#include "report/json/json_text.h"
#include "report/shown/shown_finding.h"

namespace sluice {
namespace {

GitleaksFinding leak_of(const ShownFile& file, const ShownFinding& shown) {
  GitleaksFinding leak;
  leak.start_line = shown.match_places.all.start_line;
  leak.start_column = shown.match_places.all.start_column;
  leak.end_line = shown.match_places.all.end_line;
  leak.end_column = shown.match_places.all.end_column;
  leak.match = shown.match;
  leak.secret = shown.secret;
  leak.entropy = static_cast<float>(shown.entropy.value_or(0));
  leak.file = file.path;
  leak.commit = file.commit;
  leak.fingerprint =
      fmt::format("{}{}:{}:{}", file.commit ? file.commit->id + ":" : "",
                  file.path, shown->rule->id, leak.start_line);
  return leak;
}

}  // namespace

Result<void> GitleaksReport::begin(const ToolInfo&) {
  return output_.write("[");
}

Result<void> GitleaksReport::finding(const ShownFile& file,
                                     const ShownFinding& shown) {
  SLUICE_TRY(output_.write(any_ ? ",\n " : "\n "));
  any_ = true;
  return output_.write(
      inert_json(leak_json(leak_of(file, shown), *shown->rule, " ", " ")));
}

Result<void> GitleaksReport::end(const Coverage&) {
  SLUICE_TRY(output_.write(any_ ? "\n]\n" : "]\n"));
  return output_.flush();
}

}  // namespace sluice
