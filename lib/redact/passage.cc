#include "redact/passage.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "archive/archive_end.h"
#include "archive/packing.h"
#include "fs/memory_bytes.h"
#include "redact/open_text.h"
#include "scan/unit/archive_scan.h"
#include "scan/unit/whole_report.h"

namespace sluice {
namespace {

using std::chrono::milliseconds;

// A person waits for a line no longer than this, and the time of its scan.
constexpr milliseconds kPause{50};
// Something that is open waits so long for its rest.
constexpr milliseconds kLongPause{1000};
// More of it than this does not wait.
constexpr std::size_t kMostOpen = 64 * 1024;

// How much written text is kept, for the text around a secret.
constexpr std::size_t kKept = 8 * 1024;
// How much more may be kept, so that moving the text costs little.
constexpr std::size_t kSlack = 256 * 1024;
constexpr std::size_t kOutBytes = 64 * 1024;

// An encoded text may begin before the block in which its escapes are decoded
// (scan/find/decoded_text.cc).
constexpr std::uint64_t kBefore = 2 * 1024;

struct Utf16Character {
  std::size_t raw, text;  // its bytes in UTF-16, and in UTF-8
};

std::uint16_t unit_at(std::string_view raw, std::size_t at, bool little) {
  const auto first = static_cast<unsigned char>(raw[at]);
  const auto second = static_cast<unsigned char>(raw[at + 1]);
  return static_cast<std::uint16_t>(little ? first | second << 8
                                           : first << 8 | second);
}

// Returns the character that decode_utf16() reads there.
Utf16Character character_at(std::string_view raw, std::size_t at, bool little) {
  if (raw.size() - at < 2) return {raw.size() - at, 3};
  const std::uint16_t unit = unit_at(raw, at, little);
  if (unit < 0x80) return {2, 1};
  if (unit < 0x800) return {2, 2};
  if (unit >= 0xD800 && unit < 0xDC00 && raw.size() - at >= 4) {
    const std::uint16_t next = unit_at(raw, at + 2, little);
    if (next >= 0xDC00 && next < 0xE000) return {4, 4};
  }
  return {2, 3};
}

// Whether an odd number of backslashes ends `text`.
bool ends_in_escape(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && text[text.size() - 1 - count] == '\\') ++count;
  return count % 2 != 0;
}

}  // namespace

Passage::Passage(const TextToRedact& text, std::function<Pipeline&()> peek,
                 const RedactChoices& choices, SecretNumbers& numbers,
                 const Redactor::Take& take)
    : text_(text),
      peek_(std::move(peek)),
      choices_(choices),
      numbers_(numbers),
      take_(take) {}

std::string_view Passage::held(std::uint64_t begin, std::uint64_t end) const {
  begin = std::clamp(begin, held_begin_, held_end());
  end = std::clamp(end, begin, held_end());
  return std::string_view(held_).substr(begin - held_begin_, end - begin);
}

// --- what comes in ---

Result<std::size_t> Passage::read(char* buffer, std::size_t size) {
  if (!waited_) note_pause();
  waited_ = false;
  if (failure_) return tl::unexpected<Error>(*failure_);
  const Result<std::size_t> got =
      text_.bytes.may_seek() ? text_.bytes.read_at(buffer, size, held_end())
                             : text_.bytes.read(buffer, size);
  if (!got || *got == 0) return got;
  if (text_.arrives) {
    newest_ = Clock::now();
    if (written_ == held_end()) oldest_ = newest_;
  }
  held_.append(buffer, *got);
  return got;
}

bool Passage::wait(const Interrupt& interrupt) {
  note_pause();
  waited_ = true;
  return text_.bytes.wait(interrupt);
}

void Passage::note_pause() {
  if (!text_.arrives || failure_) return;
  for (const bool is_long : {false, true}) {
    if (written_ == held_end()) return;
    const Clock::time_point due =
        is_long ? newest_ + kLongPause : oldest_ + kPause;
    const auto left = std::chrono::ceil<milliseconds>(due - Clock::now());
    if (text_.arrives(std::max(left, milliseconds(0)))) return;
    pass_on(is_long || held_end() - written_ > kMostOpen);
  }
}

// Passes on what is held, `all` of it or what nothing open begins in.
void Passage::pass_on(bool all) {
  const std::string_view text = held(written_, held_end());
  // The scan may later take it for UTF-16, or for binary.
  if (text.find('\0') != text.npos || !begin()) return;
  const std::size_t size = all ? text.size() : closed_size(text);
  if (size == 0) return;
  const std::string_view before = held(
      written_ - std::min<std::uint64_t>(written_, kLeftContext), written_);
  const std::size_t line =
      before.size() < kLeftContext ? 0 : before.find('\n') + 1;
  const std::uint64_t context = written_ - before.size() + line;
  const WholeReports found =
      whole_reports(peek_(), text_.file,
                    std::make_unique<MemoryBytes>(held(context, held_end())));
  std::uint64_t end = written_ + size;
  std::vector<Span> spans;
  for (const auto& report : found.reports) {
    const std::vector<Span> more = spans_of(*report, context);
    spans.insert(spans.end(), more.begin(), more.end());
  }
  for (const Span& span : spans)
    if (span.begin < end && span.end > end)
      end = all ? span.end : std::max(span.begin, written_);
  std::erase_if(spans, [&](const Span& span) {
    return span.end <= written_ || span.begin >= end;
  });
  write_all(std::move(spans), By::kPause);
  copy_to(end);
  flush();
  forget_before(0);
  oldest_ = Clock::now();
}

// --- what the scan finds ---

bool Passage::put(std::unique_ptr<FileReport> part) {
  if (!part->incomplete.empty()) result_.incomplete = part->incomplete;
  if (begin()) write_all(spans_of(*part, 0), By::kScan);
  return true;
}

void Passage::reached(std::uint64_t byte) {
  if (!begin()) return;
  const std::uint64_t place = raw_place(byte - std::min(byte, kBefore));
  copy_to(place);
  forget_before(place);
}

Result<Redacted> Passage::finish(const Scanned& scanned) {
  result_.scanned = scanned;
  const bool is_whole = scanned.whole || scanned.counts.prefiltered != 0;
  if (scanned.counts.prefiltered != 0) {
    // The scan has read nothing, since the configuration leaves the file out.
    std::vector<char> buffer(kOutBytes);
    for (;;) {
      SLUICE_TRY_ASSIGN(const std::size_t got,
                        read(buffer.data(), buffer.size()));
      if (got == 0) break;
      copy_to(held_end());
      forget_before(0);
    }
  }
  if (begin() && is_whole) copy_to(held_end());
  flush();
  if (failure_) return tl::unexpected<Error>(std::move(*failure_));
  if (!is_whole && result_.incomplete.empty())
    result_.incomplete = "it was not read to its end";
  result_.binary = head_.binary;
  return std::move(result_);
}

// Looks at the head, before anything is written. Returns false if nothing may
// be.
bool Passage::begin() {
  if (begun_ || failure_) return !failure_;
  begun_ = true;
  head_ = sniff_head(held_);
  format_ = text_format(text_.file.path, held_);
  if (head_.mark == 0 && head_.encoding == TextEncoding::kBytes) {
    std::optional<Packing> packing = packing_of(
        std::string_view(held_).substr(0, kPackingHead), text_.file.path);
    if (packing && looks_like_text(held_)) packing.reset();
    if (!packing && text_.bytes.may_seek() && ends_as_zip(text_.bytes, held_))
      packing = Packing::kZip;
    if (packing) {
      failure_ =
          Error{ErrorCode::kUsage,
                fmt::format("it is a {}: unpack it, and redact its members",
                            name_of(*packing)),
                0};
      return false;
    }
  }
  if (is_decoded(head_.encoding) && !is_wide()) {
    failure_ = Error{ErrorCode::kUsage,
                     "it is UTF-32: convert it to UTF-8, and redact that", 0};
    return false;
  }
  if (head_.binary) choices_.keep_length = true;
  if (is_wide()) {
    emit(held(0, head_.mark));
    written_ = head_.mark;
  }
  return true;
}

// The places of a report's secrets. `base`: where the text that was scanned
// begins in the input.
std::vector<Passage::Span> Passage::spans_of(const FileReport& report,
                                             std::uint64_t base) const {
  std::vector<Span> spans;
  for (const Finding& finding : report.findings) {
    Span span{base + finding.start.byte, base + finding.end.byte, &finding};
    if (finding.encoded) {
      span.begin =
          std::min(span.begin, raw_place(base + finding.encoded->begin));
      span.end = std::max(span.end, raw_place(base + finding.encoded->end));
    }
    // A rule that reports a file by its path has nothing to replace.
    if (span.begin == span.end) continue;
    if (format_ == TextFormat::kJson) widen_over_escapes(&span);
    spans.push_back(span);
  }
  return spans;
}

// A label after half an escape would make the string of JSON invalid.
void Passage::widen_over_escapes(Span* span) const {
  if (ends_in_escape(
          held(span->begin - std::min<std::uint64_t>(span->begin, kSpotBytes),
               span->begin)))
    --span->begin;
  if (ends_in_escape(held(span->begin, span->end)) && span->end < held_end())
    ++span->end;
}

// --- what goes out ---

// Writes the input up to the end of the last span. Those that overlap are
// replaced by one label.
void Passage::write_all(std::vector<Span> spans, By by) {
  std::ranges::sort(spans, {}, [](const Span& span) {
    return std::pair(span.begin, span.end);
  });
  for (std::size_t i = 0; i < spans.size();) {
    Span all = spans[i];
    for (; i < spans.size() && spans[i].begin < all.end; ++i) {
      const Span& span = spans[i];
      all.end = std::max(all.end, span.end);
      const bool is_known =
          by == By::kScan &&
          std::ranges::any_of(replaced_, [&](const Range& range) {
            return range.of_pause && range.begin <= span.begin &&
                   range.end >= span.end;
          });
      if (is_known) continue;
      numbers_.note(span.finding->rule->id, span.finding->secret);
      ++result_.places;
    }
    replace(all, numbers_.number_of(all.finding->secret), by);
  }
}

void Passage::replace(const Span& span, std::uint64_t number, By by) {
  // What was written of it was either replaced, or is let go.
  std::uint64_t known_to = span.begin;
  for (const Range& range : replaced_)
    if (range.begin <= known_to) known_to = std::max(known_to, range.end);
  if (known_to < std::min(span.end, written_)) ++result_.let_go;
  if (span.end <= written_) return;
  copy_to(span.begin);
  const Span rest{std::max(span.begin, written_), span.end, span.finding};
  emit(replacement_of(rest, number));
  move_to(rest.end);
  replaced_.push_back({span.begin, rest.end, by == By::kPause});
}

std::string Passage::replacement_of(const Span& span,
                                    std::uint64_t number) const {
  const std::string before = ascii_of(
      held(span.begin - std::min<std::uint64_t>(span.begin, kSpotBytes),
           span.begin));
  const std::string secret = ascii_of(held(span.begin, span.end));
  const std::string after = ascii_of(held(span.end, span.end + kSpotBytes));
  const std::string text = replacement({.rule = span.finding->rule->id,
                                        .number = number,
                                        .format = format_,
                                        .in_string = in_string_,
                                        .before = before,
                                        .secret = secret,
                                        .after = after},
                                       choices_);
  if (!is_wide()) return text;
  std::string wide;
  for (const char c : text) {
    const bool little = head_.encoding == TextEncoding::kUtf16Little;
    wide += little ? c : '\0';
    wide += little ? '\0' : c;
  }
  return wide;
}

// Returns a character for each byte, or for each unit of UTF-16.
std::string Passage::ascii_of(std::string_view raw) const {
  if (!is_wide()) return std::string(raw);
  const bool little = head_.encoding == TextEncoding::kUtf16Little;
  std::string text;
  for (std::size_t at = 0; at + 1 < raw.size(); at += 2) {
    const std::uint16_t unit = unit_at(raw, at, little);
    text += unit < 0x80 ? static_cast<char>(unit) : 'x';
  }
  return text;
}

void Passage::copy_to(std::uint64_t end) {
  end = std::min(end, held_end());
  if (end <= written_) return;
  emit(held(written_, end));
  move_to(end);
}

// Counts the input up to byte `end` as written.
void Passage::move_to(std::uint64_t end) {
  const std::string_view raw = held(written_, end);
  if (format_ == TextFormat::kJson) note_strings(end);
  const bool little = head_.encoding == TextEncoding::kUtf16Little;
  if (is_wide())
    for (std::size_t at = 0; at < raw.size();) {
      const Utf16Character character = character_at(raw, at, little);
      at += character.raw;
      text_byte_ += character.text;
    }
  written_ = end;
}

// A string of JSON contains no line end. So a line that is not JSON spoils no
// other.
void Passage::note_strings(std::uint64_t end) {
  const std::string_view text = held(strings_to_, end);
  std::size_t from = 0;
  const auto pass = [&](std::size_t to) {
    if (text.substr(from, to - from).find('\n') != text.npos)
      in_string_ = false;
    from = to;
  };
  for (std::size_t at = text.find('"'); at != text.npos;
       at = text.find('"', at + 1)) {
    pass(at);
    const std::uint64_t place = strings_to_ + at;
    if (!in_string_ ||
        !ends_in_escape(
            held(place - std::min<std::uint64_t>(place, kSpotBytes), place)))
      in_string_ = !in_string_;
  }
  pass(text.size());
  strings_to_ = end;
}

void Passage::emit(std::string_view text) {
  out_ += text;
  if (out_.size() >= kOutBytes) flush();
}

void Passage::flush() {
  if (!out_.empty() && !failure_)
    if (Result<void> taken = take_(out_); !taken)
      failure_ = std::move(taken).error();
  out_.clear();
}

// Drops written text, and replaced ranges before the place that the scan has
// reached.
void Passage::forget_before(std::uint64_t byte) {
  std::erase_if(replaced_, [&](const Range& range) {
    return range.end + kMostOpen < byte;
  });
  const std::uint64_t old = written_ - std::min<std::uint64_t>(written_, kKept);
  if (old < held_begin_ + kSlack) return;
  held_.erase(0, old - held_begin_);
  held_begin_ = old;
}

// Returns the place in the input of a byte of the text that is not written yet.
std::uint64_t Passage::raw_place(std::uint64_t text_byte) const {
  if (!is_wide()) return text_byte;
  const std::string_view raw = held(written_, held_end());
  const bool little = head_.encoding == TextEncoding::kUtf16Little;
  std::size_t at = 0;
  for (std::uint64_t text = text_byte_; text < text_byte && at < raw.size();) {
    const Utf16Character character = character_at(raw, at, little);
    at += character.raw;
    text += character.text;
  }
  return written_ + at;
}

}  // namespace sluice
