// A comment can be a line of a program that was disabled, with a password that
// is still right. So a comment counts as documentation only if the tools for
// documentation read it (Javadoc, Doxygen, rustdoc, godoc, RDoc, doctest), and
// only in forms that editors do not use to comment out lines: godoc and RDoc
// take indented text for an example.

#include "judge/context/line_kind.h"

#include <algorithm>
#include <array>

#include "judge/context/assigned_name.h"
#include "judge/context/path_kind.h"
#include "judge/words/words.h"
#include "text/caseless.h"
#include "text/line_cursor.h"

namespace sluice {
namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(kBlanks), line.size()));
}

bool is_indented(std::string_view text) {
  return text.starts_with('\t') || text.starts_with("  ") ||
         text.starts_with(" \t");
}

}  // namespace

std::string_view line_before(std::string_view text, std::size_t at) {
  const std::size_t floor = at - std::min(at, kLineReach);
  const std::string_view near = text.substr(floor, at - floor);
  // npos + 1 is 0
  const std::string_view line = near.substr(last_place(near, '\n') + 1);
  return line.substr(last_place(line, '\r') + 1);
}

bool in_documentation(std::string_view path, std::string_view before) {
  if (before.size() >= kLineReach) return false;  // its beginning is not seen
  const std::string_view line = without_indent(before);
  if (line.starts_with(">>> ")) return true;
  if (!is_source(path)) return false;
  if (line.starts_with("* ") || line.starts_with("*\t") ||
      line.starts_with("///") || line.starts_with("//!"))
    return true;
  if (ends_caseless(path, ".go"))
    return line.starts_with("//") && is_indented(line.substr(2));
  if (ends_caseless(path, ".rb"))
    return line.starts_with('#') && is_indented(line.substr(1));
  return false;
}

bool is_to_be_shown(std::string_view before, std::string_view behind) {
  static constexpr auto kKeys =
      std::to_array<std::string_view>({"public key", "publickey"});
  static constexpr CaselessWords kBehind{kKeys};
  static constexpr CaselessWords kBefore{
      joined(kKeys, words::kBadges, words::kClientSetups)};
  return kBefore.found_in(before) || kBehind.found_in(behind);
}

bool in_list(std::string_view before) {
  while (!before.empty() && (before.back() == '"' || before.back() == '\'' ||
                             before.back() == '`' || before.back() == '\\'))
    before.remove_suffix(1);
  while (!before.empty() && (before.back() == ' ' || before.back() == '\t'))
    before.remove_suffix(1);
  return before.ends_with(',');
}

bool in_enumeration(std::string_view path, std::string_view before) {
  constexpr std::string_view kQuotes = "\"'`";
  const auto without = [&](std::string_view set) {
    while (!before.empty() && set.find(before.back()) != set.npos)
      before.remove_suffix(1);
  };
  const std::size_t whole = before.size();
  without(kQuotes);
  if (before.size() == whole) return false;
  without(kBlanks);
  bool joined = false;
  for (const std::string_view word : {" or", " and", "/"})
    if (before.ends_with(word)) {
      before.remove_suffix(word.size());
      joined = true;
    }
  without(kBlanks);
  if (before.ends_with(',')) {
    joined = joined || !is_source(path);
    before.remove_suffix(1);
  }
  return joined && !before.empty() &&
         kQuotes.find(before.back()) != kQuotes.npos;
}

bool in_lookup(std::string_view before) {
  constexpr std::string_view kCall = "lookup(";
  const std::size_t call = before.rfind(kCall);
  if (call == before.npos) return false;
  const std::string_view arguments = before.substr(call + kCall.size());
  return arguments.find_first_of("=)") == arguments.npos;
}

}  // namespace sluice
