// One text on its way through a redactor: read, held back, and written.
//
//   source ─► read() ─► scan ─► put(), reached() ─► take
//               └────── held_ ──────────┘
//
// Every byte that the scan reads is held until the scan has decided about it.
// So the result depends only on the bytes of the text, however they arrive.
//
// The scan reads far ahead: half a MiB, so a log that grows slowly would not be
// seen for hours. If the input pauses for kPause, the held text is scanned by
// itself, and its lines are passed on up to the first that something open
// begins in (redact/open_text.h). After kLongPause everything is passed on. The
// scan goes on and later meets the same text. Then it may know better, for
// example because a table's head is far above. A secret of which bytes were
// passed on is counted (Redacted::let_go). Rejected: to end a view of the scan
// where the input pauses. Encoded text is searched for in blocks of 16 KiB, and
// the rest of a block would not be.
//
// Thread-safety: one thread. Ownership: refers to all that it is made of.
// Memory: the held text and its replaced ranges.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "finding/finding.h"
#include "redact/redactor.h"
#include "redact/replacement.h"
#include "redact/secret_numbers.h"
#include "scan/text/encoding.h"
#include "scan/unit/pipeline.h"
#include "scan/value/report_port.h"

namespace sluice {

class Passage final : public ReportPort {
 public:
  // `peek` returns a pipeline other than that of the scan.
  Passage(const TextToRedact& text, std::function<Pipeline&()> peek,
          const RedactChoices& choices, SecretNumbers& numbers,
          const Redactor::Take& take);

  // As ByteSource has them, for the scan.
  Result<std::size_t> read(char* buffer, std::size_t size);
  bool wait(const Interrupt& interrupt);

  bool put(std::unique_ptr<FileReport> part) override;
  bool has_turn() const override { return true; }
  void reached(std::uint64_t byte) override;

  // To be called after the scan. Writes the rest.
  Result<Redacted> finish(const Scanned& scanned);

 private:
  using Clock = std::chrono::steady_clock;

  // A secret that is replaced. Offsets are bytes of the input.
  struct Span {
    std::uint64_t begin, end;
    const Finding* finding;
  };
  // Bytes that were replaced.
  struct Range {
    std::uint64_t begin, end;
    bool of_pause;
  };
  // Who writes: the scan, or a pause before it.
  enum class By : bool { kScan, kPause };

  bool begin();
  void note_pause();
  void pass_on(bool all);
  std::vector<Span> spans_of(const FileReport& report,
                             std::uint64_t base) const;
  void widen_over_escapes(Span* span) const;
  void write_all(std::vector<Span> spans, By by);
  void replace(const Span& span, std::uint64_t number, By by);
  std::string replacement_of(const Span& span, std::uint64_t number) const;
  void copy_to(std::uint64_t end);
  void move_to(std::uint64_t end);
  void note_strings(std::uint64_t end);
  void emit(std::string_view text);
  void flush();
  void forget_before(std::uint64_t byte);
  std::string ascii_of(std::string_view raw) const;
  std::uint64_t raw_place(std::uint64_t text_byte) const;
  std::uint64_t held_end() const { return held_begin_ + held_.size(); }
  std::string_view held(std::uint64_t begin, std::uint64_t end) const;
  // Whether the input is UTF-16. begin() refuses UTF-32.
  bool is_wide() const {
    return head_.encoding == TextEncoding::kUtf16Little ||
           head_.encoding == TextEncoding::kUtf16Big;
  }

  const TextToRedact& text_;
  const std::function<Pipeline&()> peek_;
  RedactChoices choices_;
  SecretNumbers& numbers_;
  const Redactor::Take& take_;

  std::string held_;              // read, and a little that was written
  std::uint64_t held_begin_ = 0;  // its place in the input
  std::uint64_t written_ = 0;     // of the input
  std::uint64_t text_byte_ = 0;   // the same place in the text, for UTF-16
  std::string out_;               // to be taken
  std::vector<Range> replaced_;   // near written_

  bool begun_ = false;  // the head was looked at
  FileHead head_;
  TextFormat format_ = TextFormat::kOther;
  // Whether byte strings_to_ is in a string of JSON.
  bool in_string_ = false;
  std::uint64_t strings_to_ = 0;

  bool waited_ = false;         // wait() was called for the next read()
  Clock::time_point oldest_{};  // when the first held byte came
  Clock::time_point newest_{};  // when the last one came

  Redacted result_;
  std::optional<Error> failure_;
};

}  // namespace sluice
