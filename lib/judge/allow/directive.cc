#include "judge/allow/directive.h"

#include <algorithm>
#include <array>
#include <optional>

#include "text/ascii.h"
#include "text/line_cursor.h"

namespace sluice {
namespace {

using Reach = Directive::Reach;

struct Word {
  std::string_view text;
  Reach reach = Reach::kLine;
  bool takes_rules = false;
  bool also_next = false;

  constexpr bool has_colon() const {
    return text.find(':') != std::string_view::npos;
  }
};

// All spellings of detect-secrets' begin with this; read_pragma() has the rest.
constexpr std::string_view kPragma = "pragma:";

constexpr auto kWords = std::to_array<Word>({
    {"sluice:allow", Reach::kLine, true},
    {"sluice:allow-next-line", Reach::kNextLine, true},
    {"sluice:allow-start", Reach::kBlockBegin, true},
    {"sluice:allow-end", Reach::kBlockEnd, true},
    {"gitleaks:allow"},
    {"betterleaks:allow"},
    {"trufflehog:ignore"},
    {"ggignore"},
    {"kingfisher:ignore", Reach::kLine, false, true},
    {"kingfisher:allow", Reach::kLine, false, true},
    {"secretlint-disable-line"},
    {"secretlint-disable-next-line", Reach::kNextLine},
    {"secretlint-disable", Reach::kBlockBegin},
    {"secretlint-enable", Reach::kBlockEnd},
    {kPragma},
});

// The spellings of the name at the beginning of a comment that is meant to
// allow something.
constexpr auto kNames =
    std::to_array<std::string_view>({"sluice", "Sluice", "SLUICE"});

// Each of the words contains one of these, and so does a misspelt name.
constexpr auto kStems = std::to_array<std::string_view>(
    {":allow", ":ignore", "ggignore", "secretlint-", kPragma, kNames[0],
     kNames[1], kNames[2]});
static_assert(std::ranges::all_of(kWords, [](const Word& word) {
  return std::ranges::any_of(kStems, [&](std::string_view stem) {
    return word.text.find(stem) != word.text.npos;
  });
}));

// Rule names follow the word within this many bytes, or not at all.
constexpr std::size_t kRulesReach = 256;

bool is_word_character(char c) { return is_alnum(c) || c == '_' || c == '-'; }

// Returns the ids of "[a, b]" or "=a,b" at the beginning of `text`.
std::vector<std::string_view> read_rules(std::string_view text) {
  std::string_view list = text.substr(0, kRulesReach);
  list = list.substr(0, list.find('\n'));
  if (list.starts_with('[')) {
    const std::size_t close = list.find(']');
    if (close == std::string_view::npos) return {};
    list = list.substr(1, close - 1);
  } else if (list.starts_with('=')) {
    list.remove_prefix(1);
    const auto last = std::ranges::find_if_not(list, [](char c) {
      return is_word_character(c) || c == '.' || c == ',';
    });
    list = list.substr(0, static_cast<std::size_t>(last - list.begin()));
  } else {
    return {};
  }
  std::vector<std::string_view> rules;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (const std::string_view id = trim(list.substr(0, comma)); !id.empty())
      rules.push_back(id);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return rules;
}

bool take(std::string_view* text, std::string_view word) {
  if (!text->starts_with(word)) return false;
  text->remove_prefix(word.size());
  return true;
}

bool take_gap(std::string_view* text) {
  return take(text, " ") || take(text, "-");
}

// Reads the text after "pragma:", in the form of detect-secrets: "
// ?(allow|white)list[ -](nextline[ -])?secret".
bool read_pragma(std::string_view text, Directive* directive) {
  take(&text, " ");
  if (!take(&text, "allowlist") && !take(&text, "whitelist")) return false;
  if (!take_gap(&text)) return false;
  if (take(&text, "nextline")) {
    if (!take_gap(&text)) return false;
    directive->reach = Reach::kNextLine;
    directive->alone = true;
  }
  return take(&text, "secret") &&
         (text.empty() || !is_word_character(text.front()));
}

std::optional<Directive> read_directive(std::string_view text, std::size_t at,
                                        const Word& word) {
  if (at != 0 && is_word_character(text[at - 1])) return std::nullopt;
  const std::string_view behind = text.substr(at + word.text.size());
  Directive directive{
      .reach = word.reach, .also_next = word.also_next, .begin = at};
  if (word.text == kPragma) {
    if (!read_pragma(behind, &directive)) return std::nullopt;
    return directive;
  }
  if (!behind.empty() && is_word_character(behind.front())) return std::nullopt;
  if (word.takes_rules) directive.rules = read_rules(behind);
  return directive;
}

void skip_blanks(std::string_view* text) {
  while (take(text, " ")) continue;
}

bool begins_caseless(std::string_view text, std::string_view word) {
  return text.size() >= word.size() &&
         std::ranges::equal(text.substr(0, word.size()), word, {}, lower);
}

// Whether the text after the name is nearly, but not quite, a directive.
bool is_nearly_directive(std::string_view behind) {
  skip_blanks(&behind);
  if (!take(&behind, ":") && !take(&behind, "=") && !take(&behind, "-"))
    return false;
  skip_blanks(&behind);
  return begins_caseless(behind, "allow") ||
         begins_caseless(behind, "ignore") ||
         begins_caseless(behind, "disable") || begins_caseless(behind, "skip");
}

// Whether a line contains a comment that somebody wrote to allow a secret, but
// that is not a directive.
bool is_misspelt(std::string_view line,
                 const std::vector<Directive>& directives) {
  return std::ranges::any_of(kNames, [&](std::string_view name) {
    for (std::size_t at = line.find(name); at != line.npos;
         at = line.find(name, at + 1))
      if ((at == 0 || !is_word_character(line[at - 1])) &&
          is_nearly_directive(line.substr(at + name.size())) &&
          !std::ranges::count(directives, at, &Directive::begin))
        return true;
    return false;
  });
}

// A stretch of a text: lines of it, without the last line's end.
struct Lines {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The surroundings of a value that are read, and its lines.
class Surroundings {
 public:
  Surroundings(std::string_view text, std::size_t begin, std::size_t end)
      : text_(text),
        floor_(begin - std::min(begin, kDirectiveReach)),
        ceiling_(std::min(text.size(), end + kDirectiveReach)) {
    const std::size_t newline =
        last_place(text.substr(floor_, begin - floor_), '\n');
    value_.begin =
        newline == std::string_view::npos ? floor_ : floor_ + newline + 1;
    const std::string_view rest = text.substr(end, ceiling_ - end);
    value_.end = end + std::min(rest.find('\n'), rest.size());
    of_several_ =
        text.substr(begin, end - begin).find('\n') != std::string_view::npos;
  }

  // Everything that may be read.
  Lines reach() const { return {floor_, ceiling_}; }
  const Lines& value() const { return value_; }
  bool of_several() const { return of_several_; }

  std::string_view text(const Lines& lines) const {
    return text_.substr(lines.begin, lines.end - lines.begin);
  }

  std::optional<Lines> before(const Lines& lines) const {
    if (lines.begin <= floor_ || text_[lines.begin - 1] != '\n')
      return std::nullopt;
    const std::size_t end = lines.begin - 1;
    const std::size_t newline =
        last_place(text_.substr(floor_, end - floor_), '\n');
    return Lines{
        newline == std::string_view::npos ? floor_ : floor_ + newline + 1, end};
  }

  std::optional<Lines> behind(const Lines& lines) const {
    if (lines.end >= ceiling_) return std::nullopt;  // not at a line's end
    const std::size_t begin = lines.end + 1;
    const std::string_view rest = text_.substr(begin, ceiling_ - begin);
    return Lines{begin, begin + std::min(rest.find('\n'), rest.size())};
  }

 private:
  std::string_view text_;
  std::size_t floor_;
  std::size_t ceiling_;
  Lines value_;
  bool of_several_ = false;
};

// `key = """` opens a value on the next line.
bool opens_quotes(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r'))
    line.remove_suffix(1);
  if (line.ends_with('`')) return true;
  return line.size() >= 3 && is_quote(line.back()) &&
         line[line.size() - 2] == line.back() &&
         line[line.size() - 3] == line.back();
}

bool closes_quotes(std::string_view line) {
  const std::string_view rest = trim(line);
  return !rest.empty() && is_quote(rest.front());
}

// Whether there are only comment signs before line[at].
bool stands_alone(std::string_view line, std::size_t at) {
  return std::ranges::all_of(line.substr(0, at), [](char c) {
    return !is_alnum(c) && c != '=' && c != '"' && c != '`';
  });
}

// Collects the directives on the lines beside a value.
class Answer {
 public:
  Answer(const Surroundings& around, std::string_view rule_id)
      : around_(around), rule_id_(rule_id) {}

  // `counts(directive, alone)` returns whether a directive on these lines
  // applies to the value.
  template <typename Counts>
  void look_at(const Lines& lines, const Counts& counts) {
    const std::string_view text = around_.text(lines);
    const std::vector<Directive> directives =
        directives_in(text, 0, text.size());
    answer_.doubts.misspelt |= is_misspelt(text, directives);
    for (const Directive& directive : directives) {
      const bool alone = stands_alone(text, directive.begin);
      if ((directive.alone && !alone) || !counts(directive, alone)) continue;
      if (directive.allows(rule_id_)) {
        answer_.allowed = true;
      } else {
        std::vector<std::string_view>& named = answer_.doubts.named;
        named.insert(named.end(), directive.rules.begin(),
                     directive.rules.end());
      }
    }
  }

  Allowance take() {
    if (answer_.allowed) answer_.doubts = {};
    return std::move(answer_);
  }

 private:
  const Surroundings& around_;
  std::string_view rule_id_;
  Allowance answer_;
};

// Whether a directive may be in these bytes. If none can, `*searched` becomes
// the stretch from their beginning on that contains none.
bool may_hold_directive(std::string_view text, const Lines& lines,
                        Searched* searched) {
  if (searched == nullptr) return true;
  if (searched->covers(lines.begin, lines.end)) return false;
  const std::string_view ahead =
      text.substr(lines.begin, std::max(lines.end - lines.begin, kSearchAhead));
  std::size_t first = ahead.size();
  for (const std::string_view stem : kStems) {
    const std::size_t at = ahead.substr(0, first).find(stem);
    if (at != ahead.npos) first = at + stem.size() - 1;  // cut, it is none
  }
  *searched = {lines.begin, lines.begin + first};
  return !searched->covers(lines.begin, lines.end);
}

}  // namespace

bool Directive::allows(std::string_view rule_id) const {
  return rules.empty() || std::ranges::count(rules, rule_id) != 0;
}

std::vector<Directive> directives_in(std::string_view text, std::size_t begin,
                                     std::size_t end) {
  std::vector<Directive> found;
  // Most words have a colon, and many lines of code have none.
  const bool has_colon = text.find(':', begin) != std::string_view::npos;
  for (const Word& word : kWords) {
    if (!has_colon && word.has_colon()) continue;
    const std::string_view searched =
        text.substr(0, std::min(text.size(), end + word.text.size() - 1));
    for (std::size_t at = searched.find(word.text, begin);
         at != std::string_view::npos; at = searched.find(word.text, at + 1))
      if (auto directive = read_directive(text, at, word))
        found.push_back(*std::move(directive));
  }
  std::ranges::sort(found, {}, &Directive::begin);
  return found;
}

std::string_view lines_around(std::string_view text, std::size_t begin,
                              std::size_t end) {
  const Surroundings around(text, begin, end);
  return around.text(around.value());
}

Allowance allowance(std::string_view text, std::size_t begin, std::size_t end,
                    std::string_view rule_id, Searched* searched) {
  const Surroundings around(text, begin, end);
  if (!may_hold_directive(text, around.reach(), searched)) return {};
  Answer answer(around, rule_id);
  const auto same_line = [](const Directive& directive, bool) {
    return directive.reach == Reach::kLine;
  };
  Lines lines = around.value();
  answer.look_at(lines, same_line);
  std::optional<Lines> before = around.before(lines);
  bool of_several = around.of_several();
  // A key may be found without the lines of PEM around it.
  const auto holds = [&](const Lines& line, std::string_view mark) {
    return around.text(line).find(mark) != std::string_view::npos;
  };
  if (const auto behind = around.behind(lines); before && behind &&
                                                holds(*before, "-----BEGIN ") &&
                                                holds(*behind, "-----END ")) {
    answer.look_at(*before, same_line);
    answer.look_at(*behind, same_line);
    lines = {before->begin, behind->end};
    before = around.before(lines);
    of_several = true;
  }
  if (of_several) {
    if (before && opens_quotes(around.text(*before))) {
      answer.look_at(*before, same_line);
      lines.begin = before->begin;
      before = around.before(lines);
    }
    if (auto behind = around.behind(lines)) {
      if (closes_quotes(around.text(*behind))) {
        answer.look_at(*behind, same_line);
        behind = around.behind(*behind);
      }
      if (behind)
        answer.look_at(*behind, [](const Directive& directive, bool alone) {
          return directive.also_next && alone;
        });
    }
  }
  if (before)
    answer.look_at(*before, [](const Directive& directive, bool alone) {
      return directive.reach == Reach::kNextLine ||
             (directive.also_next && alone);
    });
  return answer.take();
}

}  // namespace sluice
