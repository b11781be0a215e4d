// Puts the findings of one file together again, as a report lists them one by
// one, and brings them to a sink.
// Thread-safety: one thread. Memory: a batch, and the rules that fired. Errors:
// those of the sink; nlohmann's exceptions, as finding_from_json.h has them.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "finding/sink.h"
#include "report/json/finding_from_json.h"

namespace sluice {

class FindingBatches {
 public:
  // With `secret_alone`, what surrounds a secret is left out of its match and
  // its excerpt, so that masking the secret is enough: other secrets may stand
  // there that are not in the report.
  FindingBatches(FindingSink& sink, bool secret_alone)
      : sink_(sink), secret_alone_(secret_alone) {}

  Result<void> add(const nlohmann::ordered_json& json) {
    return add(findings_.read(json));
  }
  // A report of one finding.
  Result<void> add(FileReport own);

  // Reads a finding without passing it to the sink, for callers that decide
  // first.
  FileReport read(const nlohmann::ordered_json& json) {
    return findings_.read(json);
  }

  // Passes the rest to the sink.
  Result<void> flush();

 private:
  static constexpr std::size_t kMost = 256;

  FindingSink& sink_;
  bool secret_alone_;
  FindingsFromJson findings_;
  FileReport batch_;
};

}  // namespace sluice
