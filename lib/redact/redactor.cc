#include "redact/redactor.h"

#include <utility>

#include "redact/passage.h"
#include "scan/unit/file_scan.h"

namespace sluice {
namespace {

PipelineOptions at_once(PipelineOptions options) {
  options.archives = nullptr;
  options.report.baseline = nullptr;
  options.report.at_once = true;
  return options;
}

// The bytes that the scan reads pass through here.
class PassingBytes final : public ByteSource {
 public:
  explicit PassingBytes(Passage& passage)
      : ByteSource(0, false), passage_(passage) {}
  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    return passage_.read(buffer, size);
  }
  bool wait(const Interrupt& interrupt) const override {
    return passage_.wait(interrupt);
  }

 private:
  Passage& passage_;
};

}  // namespace

Redactor::Redactor(const Engine& engine, const Judge& judge,
                   const PipelineOptions& options)
    : engine_(engine),
      judge_(judge),
      options_(at_once(options)),
      pipeline_(nullptr, engine, judge, options_) {}

Redactor::~Redactor() = default;

Pipeline& Redactor::peek() {
  if (peek_ == nullptr)
    peek_ = std::make_unique<Pipeline>(nullptr, engine_, judge_, options_);
  return *peek_;
}

Result<Redacted> Redactor::redact(const TextToRedact& text,
                                  const RedactChoices& choices,
                                  SecretNumbers* numbers, const Take& take) {
  Passage passage(
      text, [this]() -> Pipeline& { return peek(); }, choices, *numbers, take);
  const Scanned scanned = scan(
      pipeline_, {text.file, std::make_unique<PassingBytes>(passage)}, passage);
  return passage.finish(scanned);
}

}  // namespace sluice
