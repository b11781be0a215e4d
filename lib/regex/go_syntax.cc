// One pass over the pattern, which understands just enough of the syntax to
// distinguish operators from text: escapes, \Q...\E and classes. It never
// decides whether a pattern is valid. If it misreads a malformed one, RE2
// refuses the result as it would have refused the original, because a rewriting
// only ever happens at a "(?<" or a "\p".
//
// Names of Unicode classes: Go ignores case, spaces, hyphens and underscores
// and has aliases of the general categories. RE2 wants the name as in the
// Unicode Character Database. A category is looked up in the table below; a
// script is put into title case. A name of two words that are written as one
// stays unknown to RE2, which reports it.
//
// Sources: Go's regexp/syntax/doc.go; RE2's doc/syntax.txt; for the categories
// and their aliases, PropertyValueAliases.txt of the Unicode Character Database
// (property gc).

#include "regex/go_syntax.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/ascii.h"

namespace sluice {
namespace {

struct ClassName {
  std::string_view name;
  std::string_view alias;  // loosely spelt, see loose()
};
constexpr auto kClassNames = std::to_array<ClassName>({
    {"C", "other"},
    {"Cc", "control"},
    {"Cc", "cntrl"},
    {"Cf", "format"},
    {"Co", "privateuse"},
    {"Cs", "surrogate"},
    {"L", "letter"},
    {"Ll", "lowercaseletter"},
    {"Lm", "modifierletter"},
    {"Lo", "otherletter"},
    {"Lt", "titlecaseletter"},
    {"Lu", "uppercaseletter"},
    {"M", "mark"},
    {"M", "combiningmark"},
    {"Mc", "spacingmark"},
    {"Me", "enclosingmark"},
    {"Mn", "nonspacingmark"},
    {"N", "number"},
    {"Nd", "decimalnumber"},
    {"Nd", "digit"},
    {"Nl", "letternumber"},
    {"No", "othernumber"},
    {"P", "punctuation"},
    {"P", "punct"},
    {"Pc", "connectorpunctuation"},
    {"Pd", "dashpunctuation"},
    {"Pe", "closepunctuation"},
    {"Pf", "finalpunctuation"},
    {"Pi", "initialpunctuation"},
    {"Po", "otherpunctuation"},
    {"Ps", "openpunctuation"},
    {"S", "symbol"},
    {"Sc", "currencysymbol"},
    {"Sk", "modifiersymbol"},
    {"Sm", "mathsymbol"},
    {"So", "othersymbol"},
    {"Z", "separator"},
    {"Zl", "lineseparator"},
    {"Zp", "paragraphseparator"},
    {"Zs", "spaceseparator"},
    {"Any", "any"},
    // The only script whose name is not in title case.
    {"SignWriting", "signwriting"},
});

char upper(char c) {
  return is_letter(c) && !is_upper(c) ? static_cast<char>(c - 'a' + 'A') : c;
}
bool is_word_joint(char c) { return c == ' ' || c == '-' || c == '_'; }

// In lower case, without separators.
std::string loose(std::string_view name) {
  std::string out;
  for (const char c : name)
    if (!is_word_joint(c)) out.push_back(lower(c));
  return out;
}

std::string class_name(std::string_view name) {
  const std::string wanted = loose(name);
  for (const ClassName& known : kClassNames)
    if (wanted == known.alias || wanted == loose(known.name))
      return std::string(known.name);
  std::string title;
  bool at_word = true;
  for (const char c : name) {
    title.push_back(is_word_joint(c) ? '_' : at_word ? upper(c) : lower(c));
    at_word = is_word_joint(c);
  }
  return title;
}

class Translation {
 public:
  explicit Translation(std::string_view regex) : rest_(regex) {}

  Result<std::string> run() {
    while (!rest_.empty()) {
      if (rest_.starts_with('\\')) {
        SLUICE_TRY(escape());
      } else if (in_class_) {
        class_item();
      } else if (rest_.starts_with("(?<") || rest_.starts_with("(?P<")) {
        SLUICE_TRY(group());
      } else if (rest_.starts_with('[')) {
        open_class();
      } else {
        copy(1);
      }
    }
    return std::move(out_);
  }

 private:
  void copy(std::size_t count) {
    count = std::min(count, rest_.size());
    out_ += rest_.substr(0, count);
    rest_.remove_prefix(count);
  }

  Result<void> escape() {
    if (rest_.starts_with("\\C"))
      return fail(ErrorCode::kConfig, "invalid escape sequence: \\C");
    if (!in_class_ && rest_.starts_with("\\Q")) {
      const std::size_t end = rest_.find("\\E", 2);
      copy(end == std::string_view::npos ? rest_.size() : end + 2);
    } else if (rest_.size() > 2 && (rest_[1] == 'p' || rest_[1] == 'P')) {
      unicode_class();
    } else {
      copy(2);
    }
    return {};
  }

  void unicode_class() {
    if (rest_[2] != '{') {
      copy(2);
      // An ASCII letter; RE2 judges anything else.
      if (is_letter(rest_[0])) {
        out_.push_back(upper(rest_[0]));
        rest_.remove_prefix(1);
      }
      return;
    }
    const std::size_t close = rest_.find('}');
    if (close == std::string_view::npos) return copy(rest_.size());
    std::string_view name = rest_.substr(3, close - 3);
    copy(3);
    if (name.starts_with('^')) {
      copy(1);
      name.remove_prefix(1);
    }
    out_ += class_name(name);
    rest_.remove_prefix(name.size());
    copy(1);
  }

  Result<void> group() {
    const std::size_t before_name = rest_.find('<') + 1;
    const std::size_t close = rest_.find('>');
    // "(?<=" and "(?<!" look behind, which neither language has.
    const bool behind = rest_.starts_with("(?<=") || rest_.starts_with("(?<!");
    if (behind || close == std::string_view::npos) {
      copy(before_name);
      return {};
    }
    const std::string_view name =
        rest_.substr(before_name, close - before_name);
    const bool is_ascii = std::ranges::all_of(
        name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (!is_ascii) {
      return fail(ErrorCode::kConfig, "invalid named capture group: {}",
                  rest_.substr(0, close + 1));
    }
    out_ += "(?P<";
    rest_.remove_prefix(before_name);
    copy(name.size() + 1);
    return {};
  }

  // A "]" that comes first is an ordinary member.
  void open_class() {
    in_class_ = true;
    copy(1);
    if (rest_.starts_with('^')) copy(1);
    if (rest_.starts_with(']')) copy(1);
  }

  void class_item() {
    if (rest_.starts_with("[:")) {
      const std::size_t close = rest_.find(":]", 2);
      copy(close == std::string_view::npos ? 1 : close + 2);
      return;
    }
    if (rest_.starts_with(']')) in_class_ = false;
    copy(1);
  }

  std::string_view rest_;
  std::string out_;
  bool in_class_ = false;
};

}  // namespace

Result<std::string> from_go_syntax(std::string_view regex) {
  return Translation(regex).run();
}

}  // namespace sluice
