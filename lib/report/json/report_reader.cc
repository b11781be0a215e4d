#include "report/json/report_reader.h"

#include <optional>
#include <utility>

#include "report/json/finding_batches.h"
#include "report/json/foreign_report.h"

namespace sluice {
namespace {

class Converter final : public ReportEvents {
 public:
  Converter(bool secret_alone, const SinkForHead& sink)
      : secret_alone_(secret_alone), make_sink_(sink) {}

  Result<void> head(const ReportHead& head) override {
    SLUICE_TRY_ASSIGN(sink_, make_sink_(head));
    batches_.emplace(*sink_, secret_alone_ && head.shows_secrets);
    return sink_->begin(head.tool());
  }

  Result<void> finding(const nlohmann::ordered_json& json) override {
    ++read_.findings;
    return batches_->add(json);
  }

  void dropped() override { ++read_.dropped; }

  void coverage(Coverage coverage) override { coverage_ = std::move(coverage); }

  Result<ReadReport> end() {
    SLUICE_TRY(batches_->flush());
    SLUICE_TRY(sink_->end(coverage_));
    return read_;
  }

 private:
  bool secret_alone_;
  const SinkForHead& make_sink_;
  FindingSink* sink_ = nullptr;
  std::optional<FindingBatches> batches_;
  Coverage coverage_;
  ReadReport read_;
};

}  // namespace

Result<ReadReport> read_report(const ReadBytes& read, bool secret_alone,
                               const SinkForHead& sink) {
  Converter converter(secret_alone, sink);
  SLUICE_TRY(parse_report(read, converter));
  return converter.end();
}

Result<std::optional<ReadReport>> read_foreign_report(
    std::string_view text, const std::string& version, bool secret_alone,
    const SinkForHead& sink) {
  Converter converter(secret_alone, sink);
  SLUICE_TRY_ASSIGN(const bool is_known,
                    parse_foreign_report(text, version, converter));
  if (!is_known) return std::nullopt;
  SLUICE_TRY_ASSIGN(const ReadReport read, converter.end());
  return read;
}

}  // namespace sluice
