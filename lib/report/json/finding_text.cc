#include "report/json/finding_text.h"

#include <cstdint>
#include <string_view>

#include "report/json/finding_json.h"
#include "report/json/json_text.h"
#include "text/base64.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// Any bytes.
void add_bytes(JsonBuffer& out, std::string_view bytes) {
  if (is_utf8(bytes))
    out.add_string(bytes);
  else
    out.add_string(escape_invalid_utf8(bytes));
}

template <typename List>
void add_list(JsonBuffer& out, const List& list) {
  out.add("[");
  bool any = false;
  for (const auto& one : list) {
    if (any) out.add(",");
    any = true;
    add_bytes(out, one);
  }
  out.add("]");
}

// The members of an object that is a place.
template <typename Number>
void add_place(JsonBuffer& out, Number line, Number column) {
  out.add("\"line\":");
  out.add_number(line);
  out.add(",\"column\":");
  out.add_number(column);
}

void add_position(JsonBuffer& out, const Position& at) {
  out.add("{");
  add_place(out, at.line, at.column);
  out.add(",\"byte\":");
  out.add_number(at.byte);
  out.add("}");
}

void add_match_lines(JsonBuffer& out, const MatchLines& place) {
  out.add("\"match_start\":{");
  add_place(out, place.start_line, place.start_column);
  out.add("},\"match_end\":{");
  add_place(out, place.end_line, place.end_column + 1);
  out.add("}");
}

// Adds the places of the match if it is not just the secret: they cannot be
// computed from masked texts.
void add_match_places(JsonBuffer& out, const ShownFinding& shown) {
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
  out.add(",");
  add_match_lines(out, places.all);
  if (places.trimmed == places.all) return;
  out.add(",\"match_trimmed\":{");
  add_match_lines(out, places.trimmed);
  out.add("}");
}

void add_rule(JsonBuffer& out, const ShownFinding& shown) {
  const Rule& rule = *shown.facts->rule;
  out.add("{\"rule_id\":");
  out.add_string(shown.rule_id);
  out.add(",\"description\":");
  out.add_string(shown.description);
  if (!rule.provider.empty()) {
    out.add(",\"provider\":");
    add_bytes(out, rule.provider);
  }
  if (rule.revocation == nullptr) return;
  const Revocation& facts = *rule.revocation;
  out.add(",\"revoke\":{\"steps\":");
  add_bytes(out, facts.steps);
  if (!facts.url.empty()) {
    out.add(",\"url\":");
    add_bytes(out, facts.url);
  }
  if (!facts.source.empty()) {
    out.add(",\"source\":");
    add_bytes(out, facts.source);
  }
  out.add("}");
}

// Names of ours need no escapes.
void add_evidence(JsonBuffer& out, const Evidence& evidence) {
  out.add(",\"evidence\":{\"form\":\"");
  out.add(name_of(evidence.form));
  out.add("\",\"name\":\"");
  out.add(name_of(evidence.name));
  out.add("\",\"look\":\"");
  out.add(name_of(evidence.look));
  out.add("\",\"place\":\"");
  out.add(name_of(evidence.place));
  out.add("\",\"check\":\"");
  out.add(name_of(evidence.check));
  out.add("\"}");
}

void add_location(JsonBuffer& out, const Location& location) {
  out.add(",\"path\":");
  add_bytes(out, location.path);
  if (!is_utf8(location.path)) {
    out.add(",\"path_bytes\":");
    out.add_string(base64_encode(location.path));
  }
  if (!location.members.empty()) {
    out.add(",\"member\":");
    add_list(out, location.members);
  }
}

void add_excerpt(JsonBuffer& out, const ShownExcerpt& excerpt) {
  out.add(",\"excerpt\":{\"column\":");
  out.add_number(excerpt.column);
  out.add(",\"before\":");
  out.add_string(excerpt.before);
  out.add(",\"secret\":");
  out.add_string(excerpt.secret);
  out.add(",\"after\":");
  out.add_string(excerpt.after);
  out.add("}");
}

// Adds the facts of a history and of a shard.
void add_origin(JsonBuffer& out, const ShownFile& file,
                const ShownFinding& shown) {
  if (file.commit) {
    out.add(",\"git\":");
    out.add(json_text(commit_json(*file.commit, file.where_name())));
  }
  if (!file.sequence) return;
  out.add(",\"sequence\":");
  out.add_number(*file.sequence);
  // For the report for people, which a merge may write.
  if (!is_utf8(shown.line.text)) {
    out.add(",\"excerpt_bytes\":");
    out.add_string(base64_encode(shown.line.text));
  }
  if (!shown.secret_name.empty()) {
    out.add(",\"secret_name\":");
    out.add_string(shown.secret_name);
  }
}

}  // namespace

// Keeps the parts that findings share.
void FindingTexts::add_head(const ShownFile& file, const ShownFinding& shown) {
  const FindingFacts& finding = *shown.facts;
  const auto added_since = [&](std::size_t from) {
    return std::string(out_.text().substr(from));
  };
  if (std::string& rule = rules_[finding.rule]; !rule.empty()) {
    out_.add(rule);
  } else {
    add_rule(out_, shown);
    rule = added_since(0);
  }
  out_.add(",\"confidence\":\"");
  out_.add(name_of(finding.confidence));
  out_.add("\"");
  if (finding.evidence) add_evidence(out_, *finding.evidence);
  if (!place_.empty() && file.location == location_) {
    out_.add(place_);
  } else {
    const std::size_t from = out_.text().size();
    add_location(out_, file.location);
    place_ = added_since(from);
    location_ = file.location;
  }
}

std::string_view FindingTexts::next(const ShownFile& file,
                                    const ShownFinding& shown) {
  const FindingFacts& finding = *shown.facts;
  out_.clear();
  add_head(file, shown);
  out_.add(",\"start\":");
  add_position(out_, finding.start);
  out_.add(",\"end\":");
  add_position(out_, finding.end);
  add_match_places(out_, shown);
  out_.add(",\"match\":");
  out_.add_string(shown.match);
  out_.add(",\"secret\":");
  out_.add_string(shown.secret);
  if (shown.entropy) {
    out_.add(",\"entropy\":");
    out_.add_fraction(*shown.entropy);
  }
  out_.add(",\"checksum\":\"");
  out_.add(name_of(finding.checksum));
  out_.add("\"");
  if (!shown.detail.empty()) {
    out_.add(",\"detail\":");
    out_.add_string(shown.detail);
  }
  if (!finding.decoded.empty()) {
    out_.add(",\"decoded\":");
    add_list(out_, finding.decoded);
  }
  out_.add(",\"tags\":");
  add_list(out_, finding.rule->tags);
  out_.add(",\"fingerprint\":");
  out_.add_string(shown.fingerprint);
  if (shown.secret_id != 0) {
    out_.add(",\"secret_id\":");
    out_.add_number(shown.secret_id);
  }
  if (!shown.excerpt.empty()) add_excerpt(out_, shown.excerpt);
  if (finding.self_allowed) out_.add(",\"self_allowed\":true");
  if (finding.found_in != FoundIn::kText) {
    out_.add(",\"found_in\":\"");
    out_.add(name_of(finding.found_in));
    out_.add("\"");
  }
  add_origin(out_, file, shown);
  out_.add("}");
  return out_.text();
}

std::string finding_text(const ShownFile& file, const ShownFinding& shown) {
  return std::string(FindingTexts().next(file, shown));
}

}  // namespace sluice
