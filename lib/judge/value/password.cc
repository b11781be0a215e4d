// The look comes first: a value that a generator drew is a password, whatever
// signs it contains. A password that a person made up may be words. So it must
// have something that words and identifiers of programs do not have: digits
// among its letters, signs, the look of a dressed-up word (judge/value/look.h).
// And it must have nothing that interfaces and names of things consist of. A
// value with neither is words.
//
// Rejected: entropy. "Harb0ur-Master" has less of it than "getElementById".

#include "judge/value/password.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "judge/context/foreign_letter.h"
#include "judge/context/joined_words.h"
#include "judge/context/line_kind.h"
#include "judge/context/path_kind.h"
#include "judge/context/place.h"
#include "judge/value/common.h"
#include "judge/value/known_prefix.h"
#include "judge/value/look.h"
#include "judge/value/placeholder.h"
#include "judge/value/reference.h"
#include "judge/value/token.h"
#include "judge/words/words.h"
#include "text/base64.h"
#include "text/caseless.h"

namespace sluice {
namespace {

constexpr std::size_t kPasswordSize = 6;  // shorter ones tell nothing
constexpr std::size_t kPasswordLeast = 4;
constexpr std::size_t kPasswordMost = 80;

struct Made {
  std::size_t letters = 0, digits = 0, spaces = 0, signs = 0, capitals = 0,
              foreign = 0,  // letters beyond ASCII
      marks = 0;            // . _ - / :
  bool readable = true;     // no other byte beyond ASCII, no control character
};

Made made_of(std::string_view value) {
  Made made;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (is_foreign_letter(value, i))
      ++made.foreign, ++i;
    else if (static_cast<unsigned char>(c) >= 0x7f || c < ' ')
      made.readable = false;
    else if (is_letter(c))
      ++made.letters, made.capitals += is_upper(c) ? 1U : 0U;
    else if (is_digit(c))
      ++made.digits;
    else if (c == ' ')
      ++made.spaces;
    else if (c == '.' || c == '_' || c == '-' || c == '/' || c == ':')
      ++made.marks;
    else
      ++made.signs;
  }
  return made;
}

bool has(std::string_view value, char c) {
  return value.find(c) != std::string_view::npos;
}

// "_v2", "-v1", ".v3": the version of a name.
bool has_version(std::string_view value) {
  for (std::size_t i = 1; i + 1 < value.size(); ++i)
    if (lower(value[i]) == 'v' && is_digit(value[i + 1]) &&
        !is_letter(value[i - 1]) && !is_digit(value[i - 1]))
      return true;
  return false;
}

// "on_button_1"
bool is_numbered_name(std::string_view value) {
  while (!value.empty() && is_digit(value.back())) value.remove_suffix(1);
  return value.ends_with('_') && std::ranges::all_of(value, [](char c) {
           return c == '_' || is_lower(c);
         });
}

// "snmpv3_protocol"
bool is_name_with_version(std::string_view value) {
  const auto is_part = [](char c) {
    return c == '_' || is_lower(c) || is_digit(c);
  };
  if (!has(value, '_') || !std::ranges::all_of(value, is_part)) return false;
  for (std::size_t i = 0; i + 1 < value.size(); ++i)
    if (value[i] == 'v' && is_digit(value[i + 1])) return true;
  return false;
}

// "Basic|Digest|NTLM": words to choose from.
bool is_choice(std::string_view value) {
  return has(value, '|') && std::ranges::all_of(value, [](char c) {
           return is_letter(c) || c == '|' || c == '_' || c == '-' || c == ':';
         });
}

// A password that says what it is ("local4pass", "trustPwd12"), as in tests.
bool names_itself(std::string_view value) {
  static constexpr auto kOwnNames =
      std::to_array<std::string_view>({"pass", "pwd", "pword"});
  while (!value.empty() && !is_letter(value.back())) value.remove_suffix(1);
  return ends_caseless(value, kOwnNames) &&
         !ends_caseless(value, words::kNoPassWords);
}

// If such a value has only letters, it is the name of a field or a stand-in for
// a password, however it spells: "mypwd", "dBCSPwd".
bool is_own_name(std::string_view value) {
  return std::ranges::all_of(value, is_letter) && names_itself(value);
}

// "tisch Lampe 7": the capitals of a sentence are at its beginning, and those
// of a name in it begin a separate word.
bool has_capitals_within_alone(std::string_view value) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!is_upper(value[i])) continue;
    const bool begins = i > 0 && value[i - 1] == ' ';
    if (!begins || i + 1 >= value.size() || !is_lower(value[i + 1]))
      return false;
  }
  return true;
}

// A variable of the environment, which contains no text for people:
// MAIL_PASSWORD="Abend kurs 7 Uhr".
bool is_environment(const AssignedAt& at) {
  const bool variable = std::ranges::all_of(
      at.name, [](char c) { return is_upper(c) || is_digit(c) || c == '_'; });
  return !at.name.empty() && variable && !is_source(at.path);
}

// A passphrase may be written as a sentence.
bool asks_for_phrase(const AssignedAt& at, const Made& made) {
  return ends_caseless(at.name, "phrase") && made.spaces >= 2;
}

Assigned sentence(const AssignedAt& at, std::string_view value,
                  const Made& made) {
  constexpr std::size_t kMaxBlanks = 4;
  // "(in the vault)"
  if (is_talk(value) || value.front() == '(') return Assigned::kText;
  // "Seven larch cones" may also be the label of a field.
  const bool begins_sentence = made.capitals == 1 && is_upper(value.front());
  if (is_phrase(value) && made.spaces >= 2 && !begins_sentence)
    return Assigned::kComposed;
  const bool plain = made.signs + made.marks == 0 &&
                     made.spaces <= kMaxBlanks && !has_word_of_programs(value);
  if (is_environment(at) && made.digits > 0 && made.signs <= 1 &&
      made.marks == 0 && made.spaces <= kMaxBlanks &&
      !has_word_of_programs(value))
    return Assigned::kComposed;
  if (plain && made.capitals > 0 &&
      (has_capitals_within_alone(value) || asks_for_phrase(at, made)))
    return Assigned::kComposed;
  if (made.capitals > 0 || made.signs > 2)
    return made.digits > 0 && made.capitals > 1 && made.signs > 0 &&
                   made.spaces < 3
               ? Assigned::kWords
               : Assigned::kText;
  if (made.digits == 0 && made.spaces < 2) return Assigned::kWords;
  return made.digits > 0 || plain || at.name.empty() || is_settings(at.path)
             ? Assigned::kComposed
             : Assigned::kWords;
}

std::string_view without_exclamation(std::string_view value) {
  if (value.ends_with('!')) value.remove_suffix(1);
  return value;
}

bool in_url(const AssignedAt& at) {
  return at.before.ends_with(':') && at.before.find("://") != at.before.npos;
}

// Words with dots between them are a field if they are without quotes in a
// program, and not in a URL in quotes.
bool may_be_field(const AssignedAt& at, std::string_view value) {
  const bool quoted = at.before.ends_with('"') || at.before.ends_with('\'') ||
                      at.before.ends_with('`');
  return has(value, '.') && !quoted && !in_url(at) && is_source(at.path);
}

bool is_joined_by_hand(const AssignedAt& at, std::string_view value) {
  value = without_exclamation(value);
  // In settings, a person may also have chosen two words in small letters.
  const bool small = at.name.empty() || is_settings(at.path);
  return (joins_by_marks(value, small) && !may_be_field(at, value)) ||
         (is_settings(at.path) && joins_by_capitals(value));
}

// For words in another language: alone, they are a label.
Assigned foreign_words(std::string_view value, const Made& made) {
  if (made.spaces > 0 || is_talk(value) || has(value, '/') || has(value, ',') ||
      has(value, ':'))
    return Assigned::kText;
  const std::size_t within =
      without_exclamation(value).find_first_of("_!#$%&*+=@^~");
  const bool dressed = made.digits > 0 || (within != value.npos && within > 0);
  return dressed && value.back() != '?' ? Assigned::kComposed : Assigned::kText;
}

// "Regal/Fach17", "Schicht3:Pause": no path, image or address has a capital, a
// digit and only one of these signs.
bool is_dressed_with_slash(std::string_view value, const Made& made) {
  const auto marks = std::ranges::count_if(
      value, [](char c) { return c == '/' || c == ':' || c == ','; });
  return marks == 1 && made.capitals > 0 && made.digits > 0 &&
         made.letters >= 6 && made.marks <= 1 && is_letter(value.front()) &&
         !has_version(value) && !has_word_of_programs(value);
}

// For a value that spells like words, without a blank.
Assigned words(const AssignedAt& at, std::string_view value, const Made& made) {
  if (is_dressed_with_slash(value, made)) return Assigned::kComposed;
  if (has_version(value) || value.front() == '/' || has(value, '/') ||
      has(value, ':') || has(value, ','))
    return Assigned::kText;
  if (is_joined_by_hand(at, value) ||
      (is_phrase(value) && !may_be_field(at, value)))
    return Assigned::kComposed;
  // "HMACSHA256"
  const bool has_small = made.letters > made.capitals;
  if (made.digits > 0 && value.size() >= 8 && has_small)
    return at.name.empty() && is_numbered_name(value) ? Assigned::kWords
                                                      : Assigned::kComposed;
  if (made.signs > 0 && made.letters >= 6)
    return value.back() == '!' || value.back() == '?' ? Assigned::kText
                                                      : Assigned::kComposed;
  if (made.marks != 0 || made.digits != 0 || value.size() < 8)
    return Assigned::kWords;
  // Only a password can be between a user and a host.
  const bool plain = made.capitals == 0;
  return in_url(at) || (plain && is_settings(at.path)) ? Assigned::kComposed
                                                       : Assigned::kWords;
}

// For a value that is dressed up (Look::kPassword).
Assigned dressed(const AssignedAt& at, std::string_view value,
                 const Made& made) {
  if (value.back() == '!' && made.digits == 0 && made.signs == 1)
    return is_joined_by_hand(at, value) ||
                   joins_by_capitals(without_exclamation(value))
               ? Assigned::kComposed
               : Assigned::kWords;
  if (value.back() == ':' || (value.back() == '?' && made.digits == 0))
    return Assigned::kText;
  return has_version(value) || (at.name.empty() && is_numbered_name(value))
             ? Assigned::kWords
             : Assigned::kTyped;
}

// Short, but with small letters, capitals and digits.
bool is_of_three_kinds(std::size_t size, const Made& made) {
  constexpr std::size_t kMin = 7;
  return size >= kMin && made.digits > 0 && made.capitals > 0 &&
         made.letters > made.capitals;
}

// For a value with is_common(). A server on the network with such a password is
// open to everybody. But a single word there is a stand-in for a password.
Assigned common_value(const AssignedAt& at, std::string_view value,
                      const Made& made) {
  if (!is_known_password(value) || starts_caseless(value, "anonymous"))
    return Assigned::kStandIn;
  const bool in_use = !at.host.empty() && !is_made_up_host(at.host) &&
                      made.letters > 0 && made.digits + made.signs > 0;
  return in_use ? Assigned::kWords : Assigned::kCommon;
}

// After a user whom every server lets in: login("anonymous", "guest@").
bool is_for_everybody(const AssignedAt& at) {
  static constexpr auto kUsers = std::to_array<std::string_view>({"anonymous"});
  static constexpr CaselessWords kWords{kUsers};
  constexpr std::size_t kNear = 24;
  const std::size_t size = at.before.size();
  return kWords.found_in(at.before.substr(size - std::min(size, kNear)));
}

Assigned by_look(const AssignedAt& at, std::string_view value,
                 const Made& made) {
  switch (look_of(value).look) {
    case Look::kRandom:
      return is_of_three_kinds(value.size(), made) ? Assigned::kTyped
                                                   : words(at, value, made);
    case Look::kPassword:
      return dressed(at, value, made);
    case Look::kOrdered:
      return Assigned::kCommon;
    case Look::kWords:
      return words(at, value, made);
    default:
      return Assigned::kForm;
  }
}

// Digits alone are numbers of things, except for WPA keys: eight or more
// digits, often those printed on the box.
bool is_wifi_key(const AssignedAt& at, std::string_view value,
                 const Made& made) {
  static constexpr CaselessWords kWords{words::kWifiWords};
  constexpr std::size_t kMin = 8;
  if (value.size() < kMin || made.digits < value.size()) return false;
  if (!kWords.found_in(at.name) && !kWords.found_in(at.before)) return false;
  const Look look = look_of(value).look;
  return look != Look::kOrdered && look != Look::kDate;
}

// Returns `value` with an ASCII sign for each sign beyond ASCII, which means as
// much. Empty if there is none. With a blank, such a sign means an amount of
// money in a text.
std::string_view with_signs_of_ascii(std::string_view value,
                                     std::span<char> bytes) {
  if (value.size() > bytes.size() || has(value, ' ')) return {};
  std::size_t size = 0;
  for (std::size_t i = 0; i < value.size();) {
    const std::size_t sign = foreign_sign_size(value, i);
    bytes[size++] = sign > 0 ? '#' : value[i];
    i += std::max<std::size_t>(sign, 1);
  }
  return size < value.size() ? std::string_view(bytes.data(), size)
                             : std::string_view();
}

}  // namespace

Assigned password_value(const AssignedAt& at, std::string_view value) {
  if (value.size() < kPasswordLeast) return Assigned::kForm;
  std::array<char, kPasswordMost> bytes{};
  if (const auto plain = with_signs_of_ascii(value, bytes); !plain.empty())
    return password_value(at, plain);
  if (is_public(value)) return Assigned::kPublic;
  if (is_for_everybody(at)) return Assigned::kStandIn;
  const bool drawn =
      value.size() >= kPasswordSize && is_drawn(value) && !is_own_name(value);
  const bool common = drawn ? is_common_by_intent(value) : is_common(value);
  if (drawn && !common) return Assigned::kDrawn;
  if (value.size() > kPasswordMost) return Assigned::kForm;
  const Made made = made_of(value);
  if (!made.readable) return Assigned::kText;
  if (made.letters + made.foreign < 2) {
    if (is_wifi_key(at, value, made)) return Assigned::kTyped;
    return made.digits >= kPasswordSize && !common &&
                   look_of(value).look != Look::kOrdered
               ? Assigned::kWords
               : common_value(at, value, made);
  }
  // A list of ASCII words does not apply to other words.
  if (made.foreign > 0 ? tells_of_nobody(value) : common)
    return common_value(at, value, made);
  if (is_file_name(value)) return Assigned::kReference;
  if (is_code(value) || is_choice(value)) return Assigned::kText;
  if (value.size() < kPasswordSize)
    return is_unspellable(value) && !in_list(at.before) && !is_own_name(value)
               ? Assigned::kDrawn
               : Assigned::kWords;
  const Assigned answer = made.foreign > 0  ? foreign_words(value, made)
                          : made.spaces > 0 ? sentence(at, value, made)
                                            : by_look(at, value, made);
  if (answer != Assigned::kComposed && answer != Assigned::kTyped)
    return answer;
  const bool name_in_list = in_list(at.before) && (is_numbered_name(value) ||
                                                   is_name_with_version(value));
  // Beside a server, a password with a capital and digits is in use.
  const bool in_use = at.name.empty() && made.capitals > 0 && made.digits > 0;
  if ((names_itself(value) && !in_use) || name_in_list) return Assigned::kWords;
  return is_fully_dressed(value) ? Assigned::kTyped : answer;
}

bool is_fully_dressed(std::string_view value) {
  constexpr std::size_t kMin = 8;
  constexpr std::size_t kMax = 24;
  constexpr std::string_view kOfPrograms = "()[]{}<>;,\"'`\\=";
  const Made made = made_of(value);
  return value.size() >= kMin && value.size() <= kMax && made.readable &&
         value.find_first_of(kOfPrograms) == value.npos &&
         made.letters >= made.capitals + 3 && made.capitals > 0 &&
         made.digits > 0 && made.marks + made.signs > 0 && made.spaces == 0 &&
         !has_word_of_programs(value) && !spells_of_nobody(value);
}

bool stands_for_no_password(std::string_view text) {
  return text.empty() || text == "x" || text == "X" ||
         text == "x-oauth-basic" || text == "api_token";
}

Assigned user_info_value(const AssignedAt& at, std::string_view value) {
  std::array<char, 192> bytes{};
  std::string_view text =
      base64_decode(value, Base64::kEither, bytes).value_or("");
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return Assigned::kForm;
  const std::string_view name = text.substr(0, colon);
  const std::string_view secret = text.substr(colon + 1);
  // A password may have letters of any alphabet, in any coding (RFC 7617, 2.1).
  const auto beyond_ascii = std::ranges::count_if(
      secret, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  const auto printable = std::ranges::count_if(text, is_printable);
  if (printable + beyond_ascii != std::ssize(text) ||
      beyond_ascii * 8 > std::ssize(secret))
    return Assigned::kForm;
  if (name.empty())
    return token_value(NameSays::kToken, secret) == Assigned::kDrawn
               ? Assigned::kDrawn
               : Assigned::kForm;
  if (stands_for_no_password(secret))
    return token_value(NameSays::kToken, name) == Assigned::kDrawn
               ? Assigned::kDrawn
               : Assigned::kForm;
  if (is_reference(secret) || is_placeholder(secret))
    return Assigned::kReference;
  if (text == "Aladdin:open sesame") return Assigned::kCommon;  // RFC 7617
  if (token_value(NameSays::kToken, secret) == Assigned::kDrawn)
    return Assigned::kDrawn;
  return password_value(at, secret);
}

}  // namespace sluice
