// Writes a text again with its secrets replaced. The secrets are those that
// scan() finds (scan/unit/file_scan.h): a redactor is a scan whose port writes.
//
//   Redactor redactor(engine, judge, options);
//   redactor.redact({.file = {.path = "app.log"}, .bytes = bytes}, {}, &numbers,
//                   [](std::string_view text) { ... });
//
// Thread-safety: one thread at a time; the engine and the judge are shared.
// Ownership: refers to the engine, the judge and what the options point to.
// Memory: independent of the size of the text. The views of the scan, and as
// much text as it has read and not decided yet: less than 2 MiB.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "fs/byte_source.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "redact/replacement.h"
#include "redact/secret_numbers.h"
#include "scan/unit/pipeline.h"
#include "scan/value/counts.h"
#include "scan/value/file_task.h"

namespace sluice {

struct TextToRedact {
  const FileToScan& file;  // its name
  const ByteSource& bytes;
  // Waits until bytes can be read, or the text ends, for at most this time, and
  // returns whether they can. Text is then passed on while the input pauses
  // (redact/passage.h). Empty if reading never waits for others.
  std::function<bool(std::chrono::milliseconds)> arrives{};
};

struct Redacted {
  Scanned scanned;
  std::uint64_t places = 0;  // that were replaced
  // Secrets of which some bytes were passed on in a pause, before the text that
  // shows what they are.
  std::uint64_t let_go = 0;
  std::string incomplete;  // why not all was read; empty if it was
  bool binary = false;     // only sure rules applied, and lengths were kept
};

class Redactor {
 public:
  // Takes the next bytes of the redacted text. An error ends the redaction, and
  // is its result.
  using Take = std::function<Result<void>(std::string_view)>;

  // Archives and the baseline of `options` do not count: archives are refused,
  // and a known secret is a secret.
  Redactor(const Engine& engine, const Judge& judge,
           const PipelineOptions& options);
  ~Redactor();

  // Errors: kUsage if it is an archive, of which nothing is passed on; those of
  // `take`. If the text cannot be read to its end, only what was scanned is
  // passed on (Redacted::incomplete).
  Result<Redacted> redact(const TextToRedact& text,
                          const RedactChoices& choices, SecretNumbers* numbers,
                          const Take& take);

 private:
  Pipeline& peek();

  const Engine& engine_;
  const Judge& judge_;
  const PipelineOptions options_;
  Pipeline pipeline_;
  std::unique_ptr<Pipeline> peek_;  // made when an input pauses
};

}  // namespace sluice
