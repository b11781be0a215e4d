#include "report/json/finding_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "report/json/finding_json.h"
#include "report/json/json_text.h"
#include "text/base64.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// The bytes that need no escape in a string of JSON.
constexpr auto kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < 0x7F; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

void append_escaped(std::string& out, char32_t code) {
  switch (code) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      append_utf16_escape(out, code);
  }
}

// A byte that belongs to no character becomes U+FFFD.
void append_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain < text.size() &&
           kPlain[static_cast<unsigned char>(text[plain])])
      ++plain;
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const Utf8Char c = decode_utf8(text);
    if (c.size == 0)
      out += "\xEF\xBF\xBD";
    else if (is_control(c.code) || c.code < 0x80)
      append_escaped(out, c.code);
    else
      out += text.substr(0, c.size);
    text.remove_prefix(std::max<std::size_t>(c.size, 1));
  }
  out += '"';
}

// Writes the members of one object. The names of members are plain ASCII.
class Members {
 public:
  explicit Members(std::string& out) : out_(out) { out_ += '{'; }

  void text(std::string_view name, std::string_view value) {
    begin(name);
    append_string(out_, value);
  }
  // Any bytes.
  void bytes(std::string_view name, std::string_view value) {
    if (is_utf8(value))
      text(name, value);
    else
      text(name, escape_invalid_utf8(value));
  }
  template <typename Number>
  void number(std::string_view name, Number value) {
    begin(name);
    const fmt::format_int digits(value);
    out_.append(digits.data(), digits.size());
  }
  // With a point or an exponent, so that it stays a fraction for a reader.
  void fraction(std::string_view name, double value) {
    begin(name);
    const std::string digits = fmt::format("{}", value);
    out_ += digits;
    if (digits.find_first_of(".e") == digits.npos) out_ += ".0";
  }
  void json(std::string_view name, std::string_view value) {
    begin(name);
    out_ += value;
  }
  template <typename List>
  void texts(std::string_view name, const List& list) {
    begin(name);
    out_ += '[';
    bool any = false;
    for (const auto& one : list) {
      if (any) out_ += ',';
      any = true;
      if (is_utf8(one))
        append_string(out_, one);
      else
        append_string(out_, escape_invalid_utf8(one));
    }
    out_ += ']';
  }
  template <typename Write>
  void object(std::string_view name, Write write) {
    begin(name);
    Members inner(out_);
    write(inner);
    inner.end();
  }
  void end() { out_ += '}'; }

 private:
  void begin(std::string_view name) {
    std::array<char, kLongestName + 4> text{};
    char* end = text.data();
    if (any_) *end++ = ',';
    any_ = true;
    *end++ = '"';
    end = std::ranges::copy(name, end).out;
    *end++ = '"';
    *end++ = ':';
    out_.append(text.data(), static_cast<std::size_t>(end - text.data()));
  }

  static constexpr std::size_t kLongestName = 24;

  std::string& out_;
  bool any_ = false;
};

void add_location(Members& members, const Location& location) {
  members.bytes("path", location.path);
  if (!is_utf8(location.path))
    members.text("path_bytes", base64_encode(location.path));
  if (!location.members.empty()) members.texts("member", location.members);
}

void add_position(Members& members, std::string_view name, const Position& at) {
  members.object(name, [&](Members& place) {
    place.number("line", at.line);
    place.number("column", at.column);
    place.number("byte", at.byte);
  });
}

void add_match_lines(Members& members, const MatchLines& place) {
  const auto add = [&](std::string_view name, std::int64_t line,
                       std::int64_t column) {
    members.object(name, [&](Members& at) {
      at.number("line", line);
      at.number("column", column);
    });
  };
  add("match_start", place.start_line, place.start_column);
  add("match_end", place.end_line, place.end_column + 1);
}

// Adds the places of the match if it is not just the secret: they cannot be
// computed from masked texts.
void add_match_places(Members& members, const ShownFinding& shown) {
  const FindingFacts& finding = *shown.facts;
  const auto signed_of = [](std::uint64_t number) {
    return static_cast<std::int64_t>(number);
  };
  const MatchLines secret = {.start_line = signed_of(finding.start.line),
                             .start_column = signed_of(finding.start.column),
                             .end_line = signed_of(finding.end.line),
                             .end_column = signed_of(finding.end.column) - 1};
  const MatchPlaces& places = shown.match_places;
  if (places.all == secret && shown.match == shown.secret) return;
  add_match_lines(members, places.all);
  if (places.trimmed != places.all)
    members.object("match_trimmed", [&](Members& trimmed) {
      add_match_lines(trimmed, places.trimmed);
    });
}

void add_rule(Members& members, const Rule& rule) {
  if (!rule.provider.empty()) members.bytes("provider", rule.provider);
  if (rule.revocation == nullptr) return;
  members.object("revoke", [&](Members& revoke) {
    const Revocation& facts = *rule.revocation;
    revoke.bytes("steps", facts.steps);
    if (!facts.url.empty()) revoke.bytes("url", facts.url);
    if (!facts.source.empty()) revoke.bytes("source", facts.source);
  });
}

void add_evidence(Members& members, const Evidence& evidence) {
  members.object("evidence", [&](Members& facts) {
    facts.text("form", name_of(evidence.form));
    facts.text("name", name_of(evidence.name));
    facts.text("look", name_of(evidence.look));
    facts.text("place", name_of(evidence.place));
    facts.text("check", name_of(evidence.check));
  });
}

void add_excerpt(Members& members, const ShownExcerpt& excerpt) {
  members.object("excerpt", [&](Members& parts) {
    parts.number("column", excerpt.column);
    parts.text("before", excerpt.before);
    parts.text("secret", excerpt.secret);
    parts.text("after", excerpt.after);
  });
}

}  // namespace

std::string finding_text(const ShownFile& file, const ShownFinding& shown) {
  const FindingFacts& finding = *shown.facts;
  std::string out;
  constexpr std::size_t kUsual = 2048;  // bytes
  out.reserve(kUsual);
  Members members(out);
  members.text("rule_id", shown.rule_id);
  members.text("description", shown.description);
  add_rule(members, *finding.rule);
  members.text("confidence", name_of(finding.confidence));
  if (finding.evidence) add_evidence(members, *finding.evidence);
  add_location(members, file.location);
  add_position(members, "start", finding.start);
  add_position(members, "end", finding.end);
  add_match_places(members, shown);
  members.text("match", shown.match);
  members.text("secret", shown.secret);
  if (shown.entropy) members.fraction("entropy", *shown.entropy);
  members.text("checksum", name_of(finding.checksum));
  if (!shown.detail.empty()) members.text("detail", shown.detail);
  if (!finding.decoded.empty()) members.texts("decoded", finding.decoded);
  members.texts("tags", finding.rule->tags);
  members.text("fingerprint", shown.fingerprint);
  if (shown.secret_id != 0) members.number("secret_id", shown.secret_id);
  if (!shown.excerpt.empty()) add_excerpt(members, shown.excerpt);
  if (finding.self_allowed) members.json("self_allowed", "true");
  if (file.commit)
    members.json("git",
                 json_text(commit_json(*file.commit, file.where_name())));
  if (file.sequence) members.number("sequence", *file.sequence);
  // For the report for people, which a merge may write.
  if (file.sequence && !is_utf8(shown.line.text))
    members.text("excerpt_bytes", base64_encode(shown.line.text));
  if (file.sequence && !shown.secret_name.empty())
    members.text("secret_name", shown.secret_name);
  members.end();
  return out;
}

}  // namespace sluice
