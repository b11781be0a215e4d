#include "baseline/own_format.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "finding/fingerprint.h"
#include "text/ascii.h"
#include "text/escape.h"

namespace sluice {
namespace {

constexpr std::string_view kHeadMark = "# sluice baseline 1";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kHead =
    "# sluice baseline 1: known findings, one a line. `sluice baseline write` "
    "adds, `prune` removes.";

// Removes the byte-order marks that an editor put before the text.
std::string_view without_marks(std::string_view text) {
  while (text.starts_with(kByteOrderMark))
    text.remove_prefix(kByteOrderMark.size());
  return text;
}

std::string decode_percent(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && is_hex(text[i + 1]) &&
        is_hex(text[i + 2])) {
      out += static_cast<char>(hex_value(text[i + 1]) << 4 |
                               hex_value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

constexpr std::string_view kUntil = "until=";
constexpr std::string_view kReason = "reason=";
constexpr std::string_view kUnreadRule = "incomplete";

// Calls `each` for every field of a note; tabs separate them.
template <typename Each>
void for_each_field(std::string_view note, const Each& each) {
  while (!note.empty()) {
    const std::size_t size = std::min(note.find('\t'), note.size());
    each(note.substr(0, size));
    note.remove_prefix(std::min(size + 1, note.size()));
  }
}

struct Line {
  std::uint32_t number = 0;
  std::string_view comment;  // empty for an entry
  std::string_view fingerprint;
  std::string_view note;
};

// Calls `each` for every line with content, in order, without the head. `each`
// returns nothing. An error ends the reading.
template <typename Each>
Result<void> for_each_line(std::string_view name, std::string_view text,
                           const Each& each) {
  text = without_marks(text);
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    while (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with(kHeadMark)) continue;
    if (line.starts_with('#')) {
      each(Line{number, line, {}, {}});
      continue;
    }
    for (const std::string_view mark : {"<<<<<<<", "=======", ">>>>>>>"})
      if (line.starts_with(mark))
        return fail(ErrorCode::kConfig,
                    "{}:{}: a merge conflict: keep the lines of both sides and "
                    "remove the marks",
                    name, number);
    const std::size_t tab = std::min(line.find('\t'), line.size());
    const std::string_view fingerprint = line.substr(0, tab);
    if (!is_fingerprint(fingerprint))
      return fail(ErrorCode::kConfig,
                  "{}:{}: not a fingerprint of a finding (`rule:path:hash`)",
                  name, number);
    each(Line{
        number, {}, fingerprint, line.substr(std::min(tab + 1, line.size()))});
  }
  return {};
}

// Returns the field `until=` of a note. Error: kConfig, if it is no day, since
// an exception must not last longer than somebody meant.
Result<std::optional<Day>> until_of(std::string_view name, const Line& line) {
  std::optional<std::string_view> text;
  for_each_field(line.note, [&](std::string_view field) {
    if (field.starts_with(kUntil)) text = field.substr(kUntil.size());
  });
  if (!text) return std::nullopt;
  const std::optional<Day> day = read_day(*text);
  if (!day)
    return fail(ErrorCode::kConfig,
                "{}:{}: `until=` needs a day in the form 2027-01-31", name,
                line.number);
  return day;
}

}  // namespace

bool is_fingerprint(std::string_view text) {
  const std::size_t first = text.find(':');
  const std::size_t last = text.rfind(':');
  if (first == 0 || first == std::string_view::npos || first == last)
    return false;
  const std::size_t digits = text.size() - last - 1;
  return (digits == kFingerprintDigits || digits == kShortFingerprintDigits) &&
         std::ranges::all_of(text.substr(last + 1), is_hex);
}

bool is_own_baseline(std::string_view text) {
  text = without_marks(text);
  return text.starts_with(kHeadMark) ||
         text.find("\n" + std::string(kHeadMark)) != std::string_view::npos;
}

std::string path_of_fingerprint(std::string_view text) {
  if (!is_fingerprint(text)) return {};
  const std::size_t begin = text.find(':') + 1;
  return decode_percent(text.substr(begin, text.rfind(':') - begin));
}

Result<ReadBaseline> read_own_baseline(std::string_view name,
                                       std::string_view text) {
  ReadBaseline read;
  Result<void> wrong;
  SLUICE_TRY(for_each_line(name, text, [&](const Line& line) {
    if (!line.comment.empty() || !wrong) return;
    BaselineEntry entry;
    Result<std::optional<Day>> until = until_of(name, line);
    if (!until) {
      wrong = tl::unexpected<Error>(std::move(until).error());
      return;
    }
    entry.until = *until;
    entry.key = BaselineEntry::Key::kFingerprint;
    entry.value = line.fingerprint;
    entry.path = path_of_fingerprint(line.fingerprint);
    entry.line = line.number;
    read.entries.push_back(std::move(entry));
  }));
  SLUICE_TRY(wrong);
  return read;
}

Result<OwnBaseline> OwnBaseline::read(std::string_view name,
                                      std::string_view text) {
  OwnBaseline baseline;
  SLUICE_TRY(for_each_line(name, text, [&](const Line& line) {
    if (!line.comment.empty())
      baseline.comments.emplace_back(line.comment);
    else
      baseline.notes.emplace(line.fingerprint, line.note);
  }));
  return baseline;
}

std::string OwnBaseline::text() const {
  std::string out(kHead);
  out += '\n';
  for (const std::string& comment : comments) out += comment + '\n';
  for (const auto& [fingerprint, note] : notes) {
    out += fingerprint;
    if (!note.empty()) out += '\t' + note;
    out += '\n';
  }
  return out;
}

NoteFields fields_of_note(std::string_view note) {
  NoteFields fields;
  for_each_field(note, [&](std::string_view field) {
    if (field.starts_with(kUntil))
      fields.until = read_day(field.substr(kUntil.size()));
    else if (field.starts_with(kReason))
      fields.reason = field.substr(kReason.size());
    else
      fields.about += (fields.about.empty() ? "" : "\t") + std::string(field);
  });
  return fields;
}

std::string note_of_fields(const NoteFields& fields) {
  std::string note = fields.about;
  const auto add = [&note](std::string_view key, const std::string& value) {
    note += fmt::format("{}{}{}", note.empty() ? "" : "\t", key, value);
  };
  if (fields.until) add(kUntil, day_text(*fields.until));
  if (!fields.reason.empty())
    add(kReason, escape_for_terminal(escape_invalid_utf8(fields.reason)));
  return note;
}

std::string unread_fingerprint(std::string_view path, std::string_view reason) {
  return fingerprint(kUnreadRule, path, reason);
}

bool is_unread_fingerprint(std::string_view fingerprint) {
  return fingerprint.substr(0, fingerprint.find(':')) == kUnreadRule;
}

std::string baseline_note(std::string_view confidence,
                          std::string_view description) {
  return fmt::format("{}\t{}", confidence,
                     escape_for_terminal(escape_invalid_utf8(description)));
}

}  // namespace sluice
