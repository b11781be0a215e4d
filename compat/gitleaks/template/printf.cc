#include <charconv>
#include <optional>

#include "gitleaks/go/text.h"
#include "gitleaks/template/functions.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice::go_template {
namespace {

// "%-05.2f": how one value is to be written.
struct Form {
  bool left = false;
  bool zeros = false;
  std::size_t width = 0;
  std::optional<std::size_t> precision;
  char verb = '\0';
};

constexpr std::size_t kMostDigits = 3;  // of a width

std::size_t take_number(std::string_view* text) {
  std::size_t digits = 0;
  while (digits < text->size() && digits < kMostDigits &&
         is_digit((*text)[digits]))
    ++digits;
  std::size_t number = 0;
  std::from_chars(text->data(), text->data() + digits, number);
  text->remove_prefix(digits);
  return number;
}

// Reads the form after the %, and removes it from `text`.
Result<Form> take_form(std::string_view* text) {
  Form form;
  while (text->starts_with('-') || text->starts_with('0')) {
    (text->front() == '-' ? form.left : form.zeros) = true;
    text->remove_prefix(1);
  }
  form.width = take_number(text);
  if (text->starts_with('.')) {
    text->remove_prefix(1);
    form.precision = take_number(text);
  }
  if (text->empty() ||
      std::string_view("sqvdft").find(text->front()) == std::string_view::npos)
    return fail(ErrorCode::kUsage,
                "a form that is none of %s, %q, %v, %d, %f and %t");
  form.verb = text->front();
  text->remove_prefix(1);
  return form;
}

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count)
    text.remove_prefix(std::max<std::size_t>(decode_utf8(text).size, 1));
  return count;
}

std::string cut(std::string_view text, std::size_t most) {
  std::string_view rest = text;
  for (; most != 0 && !rest.empty(); --most)
    rest.remove_prefix(std::max<std::size_t>(decode_utf8(rest).size, 1));
  return std::string(text.substr(0, text.size() - rest.size()));
}

bool fits(char verb, const Value& value) {
  const bool is_fraction = std::holds_alternative<float>(value) ||
                           std::holds_alternative<double>(value);
  switch (verb) {
    case 'd':
      return std::holds_alternative<std::int64_t>(value);
    case 'f':
      return is_fraction;
    case 't':
      return std::holds_alternative<bool>(value);
    case 'v':
      return true;
    default:
      return std::holds_alternative<std::string>(value);
  }
}

Result<std::string> written(const Form& form, const Value& value) {
  if (!fits(form.verb, value))
    return fail(ErrorCode::kUsage, "%{} does not take {}", form.verb,
                kind_of(value));
  if (form.verb == 'f') {
    const auto* single = std::get_if<float>(&value);
    return fmt::format("{:.{}f}",
                       single != nullptr ? static_cast<double>(*single)
                                         : std::get<double>(value),
                       form.precision.value_or(6));
  }
  SLUICE_TRY_ASSIGN(std::string text, printed(value));
  if (form.precision && std::holds_alternative<std::string>(value))
    text = cut(text, *form.precision);
  return form.verb == 'q' ? go_quoted(text) : text;
}

std::string padded(const Form& form, std::string text, bool is_number) {
  const std::size_t size = characters(text);
  if (size >= form.width) return text;
  const std::size_t more = form.width - size;
  if (form.left) return text + std::string(more, ' ');
  if (!form.zeros) return std::string(more, ' ') + text;
  const std::size_t sign = is_number && text.starts_with('-') ? 1 : 0;
  return text.insert(sign, more, '0');
}

}  // namespace

Result<Value> print_formatted(Arguments arguments) {
  const auto* format = std::get_if<std::string>(&arguments[0]);
  if (format == nullptr)
    return fail(ErrorCode::kUsage, "its first argument is a text");
  std::string_view rest = *format;
  std::size_t next = 1;
  std::string out;
  while (!rest.empty()) {
    const std::size_t percent = rest.find('%');
    out += rest.substr(0, percent);
    if (percent == std::string_view::npos) break;
    rest.remove_prefix(percent + 1);
    if (rest.starts_with('%')) {
      out += '%';
      rest.remove_prefix(1);
      continue;
    }
    SLUICE_TRY_ASSIGN(const Form form, take_form(&rest));
    if (next == arguments.size())
      return fail(ErrorCode::kUsage, "it has too few arguments");
    const Value& value = arguments[next++];
    SLUICE_TRY_ASSIGN(std::string text, written(form, value));
    out += padded(form, std::move(text), form.verb == 'd' || form.verb == 'f');
  }
  if (next != arguments.size())
    return fail(ErrorCode::kUsage, "it has too many arguments");
  return out;
}

}  // namespace sluice::go_template
