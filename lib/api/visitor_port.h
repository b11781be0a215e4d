// Gives what is found to a visitor (api/sluice.h), masked unless secrets are
// asked for, as soon as a part of the report is there.
// Thread-safety: one thread. Ownership: refers to the visitor and the key.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "api/sluice.h"
#include "report/shown/shown_finding.h"
#include "scan/value/report_port.h"

namespace sluice {

class VisitorPort final : public ReportPort {
 public:
  // `name_key` is that of sluice_options, or empty.
  VisitorPort(const sluice_visitor& visitor, SecretText text, bool json,
              std::string_view name_key)
      : visitor_(visitor), text_(text), json_(json), name_key_(name_key) {}

  bool put(std::unique_ptr<FileReport> part) override;
  bool has_turn() const override { return true; }

  // A remark of a kind for each rule, with its id.
  void remark_rules(const char* kind,
                    const std::vector<std::string_view>& rules) const;

  std::uint64_t findings() const { return findings_; }
  std::uint64_t incomplete() const { return incomplete_; }
  std::uint64_t mistyped() const { return mistyped_.count; }

 private:
  void remark(const FileReport& part);

  const sluice_visitor& visitor_;
  const SecretText text_;
  const bool json_;
  const std::string_view name_key_;
  std::uint64_t findings_ = 0;
  std::uint64_t incomplete_ = 0;
  MistypedTokens mistyped_;
  bool ended_ = false;  // the visitor wants no more findings
};

}  // namespace sluice
