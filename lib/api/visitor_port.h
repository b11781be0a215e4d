// Gives what is found to a visitor (api/sluice.h), masked unless secrets are
// asked for, as soon as a part of the report is there.
// Thread-safety: one thread. Ownership: refers to the visitor.
#pragma once

#include <cstdint>
#include <memory>

#include "api/sluice.h"
#include "report/shown/shown_finding.h"
#include "scan/report_port.h"

namespace sluice {

class VisitorPort final : public ReportPort {
 public:
  VisitorPort(const sluice_visitor& visitor, SecretText text)
      : visitor_(visitor), text_(text) {}

  bool put(std::unique_ptr<FileReport> part) override;
  bool has_turn() const override { return true; }

  std::uint64_t findings() const { return findings_; }
  std::uint64_t incomplete() const { return incomplete_; }

 private:
  const sluice_visitor& visitor_;
  const SecretText text_;
  std::uint64_t findings_ = 0;
  std::uint64_t incomplete_ = 0;
  bool ended_ = false;  // the visitor wants no more findings
};

}  // namespace sluice
