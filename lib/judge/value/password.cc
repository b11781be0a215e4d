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
#include "judge/context/name_words.h"
#include "judge/context/path_kind.h"
#include "judge/context/place.h"
#include "judge/value/common.h"
#include "judge/value/drawn.h"
#include "judge/value/known_prefix.h"
#include "judge/value/labelled.h"
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

// Beside a name that asks for a password, letters that spell nothing need less
// evidence than elsewhere (judge/value/drawn.cc), where the name of anything may
// be: "wkqrtzp", "pwm-8961". 88 to 99 % of drawn values of 6 to 12 small letters
// have it. One English word in 2,000 and one Italian word in 100 have it, too,
// and of Polish words 40 %, of which half looked drawn before.
// If the value is on its line already, it is the user's name: its letters are
// initials.
bool spells_nothing(const AssignedAt& at, const ValueTraits& value) {
  if (at.before.find(value.text) != at.before.npos) return false;
  constexpr double kBits = 4;
  constexpr double kBitsOfShort = 5;
  constexpr std::size_t kShort = 8;
  constexpr std::size_t kMost = 24;
  constexpr std::string_view kJoints = "-_.";
  const bool plain = std::ranges::all_of(value.text, [&](char c) {
    return is_alnum(c) || kJoints.find(c) != kJoints.npos;
  });
  // "XOAUTH2" is a name.
  const bool numbered = value.smalls == 0 && value.digits > 0;
  return plain && !numbered && value.size() <= kMost && value.letters() >= 3 &&
         value.appearance().form == WrittenForm::kNone &&
         !value.appearance().is(ValueLook::kCommon) &&
         static_cast<double>(value.size()) * value.surprise() >=
             (value.size() < kShort ? kBitsOfShort : kBits) &&
         !has_version(value.text) && !names_itself(value.text) &&
         !ends_caseless(value.text, words::kPasswordNameEnds) &&
         !has_word_of_programs(value.text);
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
bool asks_for_phrase(const AssignedAt& at, const ValueTraits& value) {
  return ends_caseless(at.name, "phrase") && value.blanks >= 2;
}

// "Confirm*": a form marks the fields that it requires.
bool is_label_of_field(const ValueTraits& value) {
  return value.text.back() == '*' && value.digits == 0 && value.signs == 1;
}

// "Repita su contraseña", "Nieuw wachtwoord"
bool names_password(std::string_view text) {
  return any_word(text, [](std::string_view word) {
    return equals_caseless(word, words::kPasswordNouns);
  });
}

Assigned sentence(const AssignedAt& at, const ValueTraits& value) {
  if (names_password(value.text)) return NoSecret::kText;
  constexpr std::size_t kMaxBlanks = 4;
  // "(in the vault)"
  if (is_talk(value.text) || value.text.front() == '(') return NoSecret::kText;
  // "Seven larch cones" may also be the label of a field.
  const bool begins_sentence =
      value.capitals == 1 && is_upper(value.text.front());
  if (is_phrase(value.text) && value.blanks >= 2 && !begins_sentence)
    return ValueLook::kComposed;
  const bool plain = value.signs + value.marks == 0 &&
                     value.blanks <= kMaxBlanks &&
                     !has_word_of_programs(value.text);
  if (is_environment(at) && value.digits > 0 && value.signs <= 1 &&
      value.marks == 0 && value.blanks <= kMaxBlanks &&
      !has_word_of_programs(value.text))
    return ValueLook::kComposed;
  if (plain && value.capitals > 0 &&
      (has_capitals_within_alone(value.text) || asks_for_phrase(at, value)))
    return ValueLook::kComposed;
  if (value.capitals > 0 || value.signs > 2)
    return value.digits > 0 && value.capitals > 1 && value.signs > 0 &&
                   value.blanks < 3
               ? Assigned(ValueLook::kWords)
               : NoSecret::kText;
  if (value.digits == 0 && value.blanks < 2) return ValueLook::kWords;
  return value.digits > 0 || plain || at.name.empty() || is_settings(at.path)
             ? ValueLook::kComposed
             : ValueLook::kWords;
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
Assigned foreign_words(const ValueTraits& value) {
  if (value.blanks > 0 || is_talk(value.text) || has(value.text, '/') ||
      has(value.text, ',') || has(value.text, ':'))
    return NoSecret::kText;
  const std::size_t within =
      without_exclamation(value.text).find_first_of("_!#$%&*+=@^~");
  const bool dressed =
      value.digits > 0 || (within != value.text.npos && within > 0);
  return dressed && value.text.back() != '?' ? Assigned(ValueLook::kComposed)
                                             : NoSecret::kText;
}

// "Regal/Fach17", "Schicht3:Pause": no path, image or address has a capital, a
// digit and only one of these signs.
bool is_dressed_with_slash(const ValueTraits& value) {
  const auto marks = std::ranges::count_if(
      value.text, [](char c) { return c == '/' || c == ':' || c == ','; });
  return marks == 1 && value.capitals > 0 && value.digits > 0 &&
         value.letters() >= 6 && value.marks <= 1 &&
         is_letter(value.text.front()) && !has_version(value.text) &&
         !has_word_of_programs(value.text);
}

// For a value that spells like words, without a blank.
Assigned words(const AssignedAt& at, const ValueTraits& value) {
  if (is_dressed_with_slash(value)) return ValueLook::kComposed;
  if (is_label_of_field(value)) return NoSecret::kText;
  if (has_version(value.text) || value.text.front() == '/' ||
      has(value.text, '/') || has(value.text, ':') || has(value.text, ','))
    return NoSecret::kText;
  if (is_joined_by_hand(at, value.text) ||
      (is_phrase(value.text) && !may_be_field(at, value.text)))
    return ValueLook::kComposed;
  // "HMACSHA256"
  const bool has_small = value.letters() > value.capitals;
  if (value.digits > 0 && value.size() >= 8 && has_small)
    return at.name.empty() && is_numbered_name(value.text)
               ? ValueLook::kWords
               : ValueLook::kComposed;
  if (value.signs > 0 && value.letters() >= 6)
    return value.text.back() == '!' || value.text.back() == '?'
               ? Assigned(NoSecret::kText)
               : ValueLook::kComposed;
  if (value.marks != 0 || value.digits != 0 || value.size() < 8)
    return ValueLook::kWords;
  // Only a password can be between a user and a host.
  const bool plain = value.capitals == 0;
  return in_url(at) || (plain && is_settings(at.path)) ? ValueLook::kComposed
                                                       : ValueLook::kWords;
}

// For a value that is dressed up (ValueLook::kTyped).
Assigned dressed(const AssignedAt& at, const ValueTraits& value) {
  if (value.text.back() == '!' && value.digits == 0 && value.signs == 1)
    return is_joined_by_hand(at, value.text) ||
                   joins_by_capitals(without_exclamation(value.text))
               ? ValueLook::kComposed
               : ValueLook::kWords;
  if (value.text.back() == ':' || is_label_of_field(value) ||
      (value.text.back() == '?' && value.digits == 0))
    return NoSecret::kText;
  return has_version(value.text) ||
                 (at.name.empty() && is_numbered_name(value.text))
             ? ValueLook::kWords
             : ValueLook::kTyped;
}

// Short, but with small letters, capitals and digits.
bool is_of_three_kinds(const ValueTraits& value) {
  constexpr std::size_t kMin = 7;
  return value.size() >= kMin && value.digits > 0 && value.capitals > 0 &&
         value.letters() > value.capitals;
}

// For a value with is_common(). A server on the network with such a password is
// open to everybody. But a single word there is a stand-in for a password.
Assigned common_value(const AssignedAt& at, const ValueTraits& value) {
  if (!is_known_password(value.text) ||
      starts_caseless(value.text, "anonymous"))
    return NoSecret::kStandIn;
  const bool in_use = !at.host.empty() && !is_made_up_host(at.host) &&
                      value.letters() > 0 && value.digits + value.signs > 0;
  return in_use ? ValueLook::kWords : ValueLook::kCommon;
}

// After a user whom every server lets in: login("anonymous", "guest@").
bool is_for_everybody(const AssignedAt& at) {
  static constexpr auto kUsers = std::to_array<std::string_view>({"anonymous"});
  static constexpr CaselessWords kWords{kUsers};
  constexpr std::size_t kNear = 24;
  const std::size_t size = at.before.size();
  return kWords.found_in(at.before.substr(size - std::min(size, kNear)));
}

Assigned by_look(const AssignedAt& at, const ValueTraits& value) {
  const Appearance& appearance = value.appearance();
  if (appearance.form != WrittenForm::kNone) return NoSecret::kForm;
  switch (appearance.look) {
    case ValueLook::kDrawn:
      return is_of_three_kinds(value) ? ValueLook::kTyped : words(at, value);
    case ValueLook::kTyped:
      return dressed(at, value);
    case ValueLook::kCommon:
      return ValueLook::kCommon;
    default:
      return words(at, value);
  }
}

// 123456, 112233, 147258, 700000, 20240131: what many people choose, and dates.
// A tenth of drawn numbers of six digits are easy by this, of eight digits 3 %.
bool is_easy_number(const ValueTraits& value) {
  if (value.appearance().form == WrittenForm::kDate ||
      value.text.starts_with("19") || value.text.starts_with("20"))
    return true;
  std::size_t same_steps = 0;
  std::array<bool, 10> seen{};
  for (std::size_t i = 0; i < value.size(); ++i) {
    seen[static_cast<std::size_t>(value.text[i] - '0')] = true;
    if (i > 1 && value.text[i] - value.text[i - 1] ==
                     value.text[i - 1] - value.text[i - 2])
      ++same_steps;
  }
  return std::ranges::count(seen, true) <= 3 ||
         same_steps * 2 + 2 >= value.size();
}

// Digits alone are numbers of things, except for WPA keys: eight or more
// digits, often those printed on the box.
bool is_wifi_key(const AssignedAt& at, const ValueTraits& value) {
  static constexpr CaselessWords kWords{words::kWifiWords};
  constexpr std::size_t kMin = 8;
  if (value.size() < kMin || value.digits < value.size()) return false;
  if (!kWords.found_in(at.name) && !kWords.found_in(at.before)) return false;
  return !value.appearance().is(ValueLook::kCommon) &&
         value.appearance().form != WrittenForm::kDate;
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

Assigned password_value(const AssignedAt& at, const ValueTraits& value) {
  if (value.size() < kPasswordLeast) return NoSecret::kForm;
  std::array<char, kPasswordMost> bytes{};
  if (const auto plain = with_signs_of_ascii(value.text, bytes); !plain.empty())
    return password_value(at, ValueTraits(plain));
  if (is_public(value.text)) return NoSecret::kPublic;
  if (is_for_everybody(at)) return NoSecret::kStandIn;
  // Beside a server that exists, it lets everybody in.
  if (stands_for_value(value.text) &&
      (at.host.empty() || is_made_up_host(at.host)))
    return NoSecret::kStandIn;
  const bool drawn =
      value.size() >= kPasswordSize &&
      (value.drawn() || has_drawn_groups(value) || spells_nothing(at, value)) &&
      !is_own_name(value.text);
  const bool common = drawn ? is_common_by_intent(value) : is_common(value);
  if (drawn && !common) return ValueLook::kDrawn;
  if (value.size() > kPasswordMost) return NoSecret::kForm;
  if (!value.readable) return NoSecret::kText;
  if (value.letters() + value.foreign < 2) {
    if (is_wifi_key(at, value)) return ValueLook::kTyped;
    const bool easy =
        value.digits == value.size() ? is_easy_number(value) : common;
    return value.digits >= kPasswordSize && !easy ? ValueLook::kWords
                                                  : common_value(at, value);
  }
  // A list of ASCII words does not apply to other words.
  if (value.foreign > 0 ? value.tells_of_nobody() : common)
    return common_value(at, value);
  if (is_file_name(value.text)) return NoSecret::kReference;
  if (is_code(value.text) || is_choice(value.text) ||
      is_cipher_list(value.text))
    return NoSecret::kText;
  if (value.size() < kPasswordSize)
    return is_unspellable(value.text) && !in_list(at.before) &&
                   !is_own_name(value.text)
               ? ValueLook::kDrawn
               : ValueLook::kWords;
  const Assigned answer = value.foreign > 0  ? foreign_words(value)
                          : value.blanks > 0 ? sentence(at, value)
                                             : by_look(at, value);
  if (answer != ValueLook::kComposed && answer != ValueLook::kTyped)
    return answer;
  const bool name_in_list =
      in_list(at.before) &&
      (is_numbered_name(value.text) || is_name_with_version(value.text));
  // Beside a server, a password with a capital and digits is in use.
  const bool in_use = at.name.empty() && value.capitals > 0 && value.digits > 0;
  if ((names_itself(value.text) && !in_use) || name_in_list)
    return ValueLook::kWords;
  return is_fully_dressed(value) ? ValueLook::kTyped : answer;
}

bool is_fully_dressed(const ValueTraits& value) {
  constexpr std::size_t kMin = 8;
  constexpr std::size_t kMax = 24;
  constexpr std::string_view kOfPrograms = "()[]{}<>;,\"'`\\=";
  return value.size() >= kMin && value.size() <= kMax && value.readable &&
         value.text.find_first_of(kOfPrograms) == value.text.npos &&
         value.letters() >= value.capitals + 3 && value.capitals > 0 &&
         value.digits > 0 && value.marks + value.signs > 0 &&
         value.blanks == 0 && !has_word_of_programs(value.text) &&
         !spells_of_nobody(value.text);
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
  // The head of a JWT is a text with a colon, too.
  if (colon == std::string_view::npos || text.starts_with("{\""))
    return NoSecret::kForm;
  const std::string_view name = text.substr(0, colon);
  const std::string_view secret = text.substr(colon + 1);
  // A password may have letters of any alphabet, in any coding (RFC 7617, 2.1).
  const auto beyond_ascii = std::ranges::count_if(
      secret, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  const auto printable = std::ranges::count_if(text, is_printable);
  if (printable + beyond_ascii != std::ssize(text) ||
      beyond_ascii * 8 > std::ssize(secret))
    return NoSecret::kForm;
  const ValueTraits password(secret);
  if (name.empty())
    return token_value(NameSays::kToken, password) == ValueLook::kDrawn
               ? Assigned(ValueLook::kDrawn)
               : NoSecret::kForm;
  if (stands_for_no_password(secret))
    return token_value(NameSays::kToken, ValueTraits(name)) == ValueLook::kDrawn
               ? Assigned(ValueLook::kDrawn)
               : NoSecret::kForm;
  if (is_reference(secret) || is_placeholder(password))
    return NoSecret::kReference;
  if (text == "Aladdin:open sesame") return ValueLook::kCommon;  // RFC 7617
  if (token_value(NameSays::kToken, password) == ValueLook::kDrawn)
    return ValueLook::kDrawn;
  return password_value(at, password);
}

}  // namespace sluice
