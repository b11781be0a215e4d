#include "gitleaks/template/functions.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "gitleaks/go/text.h"

namespace sluice::go_template {
namespace {

constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

tl::unexpected<Error> wanted(std::string_view what, const Value& got) {
  return fail(ErrorCode::kUsage, "{} is wanted, not {}", what, kind_of(got));
}

Result<std::int64_t> whole(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  return wanted("a number", value);
}

Result<std::string> text_of(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return wanted("a text", value);
}

// --- numbers ---

Result<Value> add(Arguments arguments) {
  std::int64_t sum = 0;
  for (const Value& value : arguments) {
    SLUICE_TRY_ASSIGN(const std::int64_t number, whole(value));
    if (__builtin_add_overflow(sum, number, &sum))
      return fail(ErrorCode::kUsage, "the sum is too large");
  }
  return sum;
}

Result<Value> sub(Arguments arguments) {
  SLUICE_TRY_ASSIGN(std::int64_t from, whole(arguments[0]));
  SLUICE_TRY_ASSIGN(const std::int64_t number, whole(arguments[1]));
  if (__builtin_sub_overflow(from, number, &from))
    return fail(ErrorCode::kUsage, "the difference is too large");
  return from;
}

Result<Value> add1(Arguments arguments) {
  const Value both[] = {arguments[0], std::int64_t{1}};
  return add(both);
}

// --- comparisons ---

// Below 0, 0 or above it; of texts, whole numbers and those with a fraction.
Result<int> compared(const Value& a, const Value& b) {
  const auto order = [](const auto& x, const auto& y) {
    return x < y ? -1 : y < x ? 1 : 0;
  };
  const auto fraction = [](const Value& value) -> const float* {
    return std::get_if<float>(&value);
  };
  const auto is_fraction = [&](const Value& value) {
    return fraction(value) != nullptr || std::holds_alternative<double>(value);
  };
  const auto as_double = [&](const Value& value) {
    return fraction(value) != nullptr ? static_cast<double>(*fraction(value))
                                      : std::get<double>(value);
  };
  if (is_fraction(a) && is_fraction(b))
    return order(as_double(a), as_double(b));
  if (a.index() == b.index()) {
    if (const auto* text = std::get_if<std::string>(&a))
      return order(*text, std::get<std::string>(b));
    if (const auto* number = std::get_if<std::int64_t>(&a))
      return order(*number, std::get<std::int64_t>(b));
    if (const auto* on = std::get_if<bool>(&a))
      return order(*on, std::get<bool>(b));
  }
  return fail(ErrorCode::kUsage, "{} and {} cannot be compared", kind_of(a),
              kind_of(b));
}

// The first equals one of the others.
Result<Value> eq(Arguments arguments) {
  for (const Value& other : arguments.subspan(1)) {
    SLUICE_TRY_ASSIGN(const int order, compared(arguments[0], other));
    if (order == 0) return true;
  }
  return false;
}

template <bool (*kHolds)(int order)>
Result<Value> compare(Arguments arguments) {
  SLUICE_TRY_ASSIGN(const int order, compared(arguments[0], arguments[1]));
  return kHolds(order);
}
bool is_not_equal(int order) { return order != 0; }
bool is_less(int order) { return order < 0; }
bool is_at_most(int order) { return order <= 0; }
bool is_greater(int order) { return order > 0; }
bool is_at_least(int order) { return order >= 0; }

Result<Value> negate(Arguments arguments) { return !is_true(arguments[0]); }

// --- lists ---

using Lists = std::shared_ptr<const List>;

Result<Value> len(Arguments arguments) {
  if (const auto* text = std::get_if<std::string>(&arguments[0]))
    return static_cast<std::int64_t>(text->size());
  if (const auto* list = std::get_if<Lists>(&arguments[0]))
    return static_cast<std::int64_t>((*list)->items.size());
  return wanted("a text or a list", arguments[0]);
}

Result<Value> index(Arguments arguments) {
  const auto* list = std::get_if<Lists>(&arguments[0]);
  if (list == nullptr) return wanted("a list", arguments[0]);
  SLUICE_TRY_ASSIGN(const std::int64_t at, whole(arguments[1]));
  if (at < 0 || static_cast<std::uint64_t>(at) >= (*list)->items.size())
    return fail(ErrorCode::kUsage, "there is no item {} in a list of {}", at,
                (*list)->items.size());
  return (*list)->items[static_cast<std::size_t>(at)];
}

Result<Value> join(Arguments arguments) {
  SLUICE_TRY_ASSIGN(const std::string between, text_of(arguments[0]));
  const auto* list = std::get_if<Lists>(&arguments[1]);
  if (list == nullptr) return wanted("a list", arguments[1]);
  std::string out;
  for (const Value& item : (*list)->items) {
    SLUICE_TRY_ASSIGN(const std::string text, printed(item));
    out += (&item == (*list)->items.data() ? "" : between) + text;
  }
  return out;
}

// --- texts ---

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

template <typename Change>
Result<Value> changed(const Value& value, Change change) {
  SLUICE_TRY_ASSIGN(std::string text, text_of(value));
  if (!std::ranges::all_of(text, is_ascii))
    return fail(ErrorCode::kUsage, "letters beyond ASCII are not supported");
  for (char& c : text) c = change(c);
  return text;
}
Result<Value> upper(Arguments arguments) {
  return changed(arguments[0], [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
}
Result<Value> lower(Arguments arguments) {
  return changed(arguments[0], [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
}

Result<Value> trimmed(Arguments arguments) {
  SLUICE_TRY_ASSIGN(const std::string text, text_of(arguments[0]));
  return std::string(go_trim_space(text));
}

Result<Value> replaced(Arguments arguments) {
  SLUICE_TRY_ASSIGN(const std::string from, text_of(arguments[0]));
  SLUICE_TRY_ASSIGN(const std::string to, text_of(arguments[1]));
  SLUICE_TRY_ASSIGN(std::string text, text_of(arguments[2]));
  if (from.empty())
    return fail(ErrorCode::kUsage, "what is to be replaced is empty");
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// The first bytes, or with a negative number the last.
Result<Value> trunc(Arguments arguments) {
  SLUICE_TRY_ASSIGN(const std::int64_t size, whole(arguments[0]));
  SLUICE_TRY_ASSIGN(const std::string text, text_of(arguments[1]));
  const auto all = static_cast<std::int64_t>(text.size());
  if (size >= 0)
    return text.substr(0, static_cast<std::size_t>(std::min(size, all)));
  return size < -all ? text : text.substr(static_cast<std::size_t>(all + size));
}

template <bool (*kHolds)(std::string_view text, std::string_view part)>
Result<Value> ask(Arguments arguments) {
  SLUICE_TRY_ASSIGN(const std::string part, text_of(arguments[0]));
  SLUICE_TRY_ASSIGN(const std::string text, text_of(arguments[1]));
  return kHolds(text, part);
}
bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}
bool begins(std::string_view text, std::string_view part) {
  return text.starts_with(part);
}
bool ends(std::string_view text, std::string_view part) {
  return text.ends_with(part);
}

// Each in quotation marks, with a blank between two.
template <std::string (*kQuoted)(std::string_view)>
Result<Value> quoted(Arguments arguments) {
  std::string out;
  for (const Value& value : arguments) {
    if (std::holds_alternative<std::monostate>(value)) continue;
    SLUICE_TRY_ASSIGN(const std::string text, printed(value));
    out += (out.empty() ? "" : " ") + kQuoted(text);
  }
  return out;
}
std::string in_single(std::string_view text) {
  return fmt::format("'{}'", text);
}

Result<Value> or_default(Arguments arguments) {
  const bool is_given = arguments.size() > 1 && is_true(arguments[1]);
  return arguments[is_given ? 1 : 0];
}

Result<Value> to_json(Arguments arguments) {
  SLUICE_TRY_ASSIGN(std::string text, json_of(arguments[0]));
  return text;
}

// Escapes the characters that have a meaning in HTML, like text/template.
Result<Value> html(Arguments arguments) {
  SLUICE_TRY_ASSIGN(const std::string text, printed(arguments[0]));
  std::string out;
  for (const char c : text) {
    out += c == '<'    ? "&lt;"
           : c == '>'  ? "&gt;"
           : c == '&'  ? "&amp;"
           : c == '"'  ? "&#34;"
           : c == '\'' ? "&#39;"
           : c == '\0' ? "\xEF\xBF\xBD"
                       : std::string(1, c);
  }
  return out;
}

// --- times ---

Result<Value> now(Arguments) { return Moment{std::time(nullptr)}; }

Result<Value> date(Arguments arguments) {
  SLUICE_TRY_ASSIGN(const std::string layout, text_of(arguments[0]));
  const auto* moment = std::get_if<Moment>(&arguments[1]);
  if (moment == nullptr) return wanted("a time", arguments[1]);
  return date_text(layout, *moment);
}

constexpr Function kFunctions[] = {
    {"add", 1, kAny, add},
    {"add1", 1, 1, add1},
    {"and", 1, kAny, nullptr},
    {"contains", 2, 2, ask<contains>},
    {"date", 2, 2, date},
    {"default", 1, 2, or_default},
    {"eq", 2, kAny, eq},
    {"ge", 2, 2, compare<is_at_least>},
    {"gt", 2, 2, compare<is_greater>},
    {"hasPrefix", 2, 2, ask<begins>},
    {"hasSuffix", 2, 2, ask<ends>},
    {"html", 1, 1, html},
    {"index", 2, 2, index},
    {"join", 2, 2, join},
    {"le", 2, 2, compare<is_at_most>},
    {"len", 1, 1, len},
    {"lower", 1, 1, lower},
    {"lt", 2, 2, compare<is_less>},
    {"ne", 2, 2, compare<is_not_equal>},
    {"not", 1, 1, negate},
    {"now", 0, 0, now},
    {"or", 1, kAny, nullptr},
    {"printf", 1, kAny, print_formatted},
    {"quote", 0, kAny, quoted<go_quoted>},
    {"replace", 3, 3, replaced},
    {"squote", 0, kAny, quoted<in_single>},
    {"sub", 2, 2, sub},
    {"toJson", 1, 1, to_json},
    {"trim", 1, 1, trimmed},
    {"trunc", 2, 2, trunc},
    {"upper", 1, 1, upper},
};

}  // namespace

const Function* find_function(std::string_view name) {
  const auto* const found =
      std::ranges::find(kFunctions, name, &Function::name);
  return found == std::end(kFunctions) ? nullptr : found;
}

std::string function_names() {
  std::string names;
  for (const Function& function : kFunctions)
    names += (names.empty() ? "" : ", ") + std::string(function.name);
  return names;
}

// Go's layouts show how one certain time is written: the second of January
// 2006, 15:04:05.
std::string date_text(std::string_view layout, Moment moment) {
  // A longer word comes before a word that it begins with.
  constexpr std::array<std::pair<std::string_view, const char*>, 20> kParts = {{
      {"January", "%B"}, {"Jan", "%b"},  {"Monday", "%A"}, {"Mon", "%a"},
      {"MST", "%Z"},     {"2006", "%Y"}, {"-0700", "%z"},  {"01", "%m"},
      {"02", "%d"},      {"03", "%I"},   {"04", "%M"},     {"05", "%S"},
      {"06", "%y"},      {"15", "%H"},   {"PM", "%p"},     {"_2", "%e"},
      {"1", "%-m"},      {"2", "%-d"},   {"3", "%-I"},     {"pm", "%P"},
  }};
  std::tm local{};
  if (::localtime_r(&moment.seconds, &local) == nullptr) return "";
  std::string out;
  while (!layout.empty()) {
    const auto* const part = std::ranges::find_if(
        kParts, [&](const auto& one) { return layout.starts_with(one.first); });
    if (part == kParts.end()) {
      out += layout.front();
      layout.remove_prefix(1);
      continue;
    }
    char text[64];
    out.append(text, std::strftime(text, sizeof text, part->second, &local));
    layout.remove_prefix(part->first.size());
  }
  return out;
}

}  // namespace sluice::go_template
