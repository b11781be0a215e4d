// Languages write an assignment in a hundred ways. Most of them consist of the
// same few parts: a name, the characters that close it (`"]`), a type, an
// operator, a wrapper of the value (`Some(b"`), and quotes. A small
// hand-written parser reads these parts. It is lenient, because it need not
// distinguish valid text of a language from invalid text: the judge decides
// whether the value is a secret.
//
// The ways are tried in turn, and the first that leads to a value counts. Each
// part has a bound on its bytes, and so has the whole (longest()).
//
// Rejected: one regular expression for everything, as it was once. It had 1,200
// characters and was repeated in each rule. With eight such rules, compiling
// took a tenth of a scan of Linux, and each new way multiplied its states.

#include "match/assignment/assignment.h"

#include <algorithm>

#include "match/assignment/assignment_reader.h"

namespace sluice {
namespace {

// Takes the rest of a name. `->` and wide operators are not part of a name.
void take_name(AssignmentReader* in) {
  const AssignmentReader start = *in;
  in->many(kMaxName, is_name_char);
  const std::string_view name = in->since(start.at());
  if (name.find(kWideColon.front()) != name.npos)
    if (const std::size_t end =
            std::min(name.find(kWideColon), name.find(kWideEquals));
        end != name.npos) {
      *in = start;
      in->skip(end);
    }
  if (in->before() == '-' && in->peek() == '>') in->back();
}

// `name` is at the end of the name that begins at `begin`.
std::optional<AssignedValue> value_behind(Assignment form, std::size_t begin,
                                          AssignmentReader name) {
  switch (form) {
    case Assignment::kNone:
    case Assignment::kColumn:
    case Assignment::kTable:
    case Assignment::kInsert:
    case Assignment::kLast:
    case Assignment::kRun:
    case Assignment::kManifest:
      break;
    case Assignment::kQuoted:
      return quoted_assignment(name);
    case Assignment::kBlank:
      return blank_assignment(name);
    case Assignment::kBare:
      return bare_assignment(name);
    case Assignment::kToken:
      return token_assignment(name);
    case Assignment::kLongToken: {
      const auto value = token_assignment(name);
      return value && value->end - value->begin >= kMaxBareValue ? value
                                                                 : std::nullopt;
    }
    case Assignment::kMember1:
    case Assignment::kMember2:
    case Assignment::kMember3:
    case Assignment::kMember4:
      return member_assignment(
          name, begin,
          static_cast<std::size_t>(form) -
              static_cast<std::size_t>(Assignment::kMember1) + 1);
  }
  return std::nullopt;
}

// Cookie: session=v. The name of a cookie is not part of its value. If there
// are several cookies, it is unknown which one is secret.
void take_name_of_cookie(std::string_view name, std::string_view text,
                         AssignedValue* value) {
  AssignmentReader in(text.substr(0, value->end), value->begin);
  if (!AssignmentReader(name, 0).take("cookie") ||
      in.rest().find(';') != std::string_view::npos)
    return;
  if (in.many(kMaxBlanks, is_name_char) == 0 || !in.take('=')) return;
  if (in.rest().size() >= kMinValue && in.peek() != '=') value->begin = in.at();
}

}  // namespace

AssignmentPattern::AssignmentPattern(Assignment form,
                                     std::span<const std::string_view> names)
    : form_(form), names_(names) {
  for (const std::string_view name : names) {
    if (name.empty()) continue;
    const auto head = static_cast<unsigned char>(name.front());
    heads_.set(head);
    if (is_letter(name.front())) heads_.set(head ^ 0x20U);
  }
}

std::optional<AssignedValue> AssignmentPattern::find_at(std::string_view text,
                                                        std::size_t at,
                                                        std::size_t to) const {
  text = text.substr(0, std::min(to, at + longest(form_)));
  if (at >= text.size() || !heads_[static_cast<unsigned char>(text[at])])
    return std::nullopt;
  AssignmentReader in(text, at);
  take_name(&in);
  auto value = value_behind(form_, at, in);
  // This comes last, because few of the names have a value, and there are many
  // names.
  const auto stands_here = [&](std::string_view name) {
    return !name.empty() && AssignmentReader(text, at).take(name);
  };
  if (!value || !std::ranges::any_of(names_, stands_here)) return std::nullopt;
  take_name_of_cookie(text.substr(at), text, &*value);
  const std::string_view written =
      text.substr(value->begin, value->end - value->begin);
  if (written.empty() ||
      !(is_beyond_text(written.front()) || is_beyond_text(written.back()) ||
        written.back() == 'm' || written.back() == 'K'))
    return value;
  const std::string_view plain = without_pasted(written);
  if (plain.size() < kMinValue) return std::nullopt;
  value->begin = static_cast<std::size_t>(plain.data() - text.data());
  value->end = value->begin + plain.size();
  return value;
}

}  // namespace sluice
