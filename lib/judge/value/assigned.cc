// The tests are in the order of their cost: the name, forms of text that say
// where a value comes from, lists of words, and last the look of the value. But
// a value that was drawn at random is neither code nor a reference. Two kinds
// of value have different tests: judge/value/token.cc and
// judge/value/password.cc explain them.

#include "judge/value/assigned.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "judge/context/joined_words.h"
#include "judge/context/line_kind.h"
#include "judge/context/name.h"
#include "judge/context/path_kind.h"
#include "judge/context/public_name.h"
#include "judge/value/common.h"
#include "judge/value/drawn.h"
#include "judge/value/known_prefix.h"
#include "judge/value/password.h"
#include "judge/value/pattern.h"
#include "judge/value/placeholder.h"
#include "judge/value/reference.h"
#include "judge/value/token.h"
#include "judge/words/words.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/caseless.h"

namespace sluice {
namespace {

// A hash of crypt(3): $5$rounds=5000$salt$hash. The salts of test vectors are
// words. A drawn salt of eight characters has only small letters once in 1,400.
bool has_word_as_salt(std::string_view hash) {
  const std::size_t end = hash.rfind('$');
  if (end == hash.npos || end == 0) return false;
  const std::size_t begin = hash.rfind('$', end - 1) + 1;
  const std::string_view salt = hash.substr(begin, end - begin);
  if (salt.find("salt") != salt.npos) return true;
  const auto small = std::ranges::count_if(salt, is_lower);
  return salt.size() >= 5 && small * 5 >= std::ssize(salt) * 4;
}

Assigned hash_value(const ValueTraits& value) {
  if (value.placeholder()) return NoSecret::kTemplate;
  return has_word_as_salt(value.text) ? ValueLook::kWords : ValueLook::kDrawn;
}

// The password of user:password, if the name means both; otherwise empty.
std::string_view password_of_pair(std::string_view name,
                                  std::string_view value) {
  if (!ends_caseless(name, words::kPairNameEnds)) return {};
  const std::size_t colon = value.find(':');
  if (colon == value.npos || colon == 0) return {};
  const bool user = std::ranges::all_of(value.substr(0, colon), [](char c) {
    return is_ascii_word(c) || c == '-' || c == '.' || c == '@';
  });
  return user ? value.substr(colon + 1) : std::string_view();
}

// "redis_auth", "vrrpAuth": may be a password or a token. Alone, and with a
// value of plain words, it is the name of a method.
bool may_be_password(std::string_view name, const ValueTraits& value) {
  constexpr std::string_view kAuth = "auth";
  const bool longer = name.size() > kAuth.size();
  return longer && ends_caseless(name, kAuth) && value.digits > 0 &&
         value.letters() > 0 &&
         value.text.find_first_of(" /-") == value.text.npos &&
         !has_word_of_programs(value.text);
}

constexpr std::size_t kMaxEncoded = 96;

std::string_view decode_hex(std::string_view value, std::span<char> bytes) {
  const std::size_t size = std::min(value.size() / 2, bytes.size());
  for (std::size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<char>(hex_value(value[2 * i]) << 4 |
                                 hex_value(value[2 * i + 1]));
  return {bytes.data(), size};
}

// Returns the text that `value` contains in base64 or in hexadecimal, if it is
// readable. Kubernetes' secrets are written in this way. Empty if there is
// none, or if the value is too short to be sure: a drawn value of 12 characters
// decodes to readable text once in ten thousand.
std::string_view text_encoded(const ValueTraits& value, std::span<char> bytes) {
  constexpr std::size_t kMinPadded = 8;
  constexpr std::size_t kMin = 12;
  constexpr std::size_t kMinHex = 20;
  std::string_view text;
  if (value.alphabet.hex()) {
    if (value.size() >= kMinHex && value.size() % 2 == 0)
      text = decode_hex(value.text, bytes);
  } else if (value.size() >= (value.text.ends_with('=') ? kMinPadded : kMin)) {
    text = base64_decode(value.text, Base64::kEither, bytes).value_or("");
  }
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  return std::ranges::all_of(text, is_printable) ? text : std::string_view();
}

Assigned encoded_value(const AssignedAt& at, const ValueTraits& value) {
  const std::string_view text = value.text;
  if (value.placeholder()) return NoSecret::kTemplate;
  // Some services write the purpose of a token into it:
  // "user:{confirmed:true..".
  constexpr std::size_t kLong = 40;
  const bool structured = text.find_first_of(":{=|") != text.npos;
  if (text.size() >= kLong && structured) return ValueLook::kDrawn;
  if (stands_for_value(text)) return NoSecret::kStandIn;
  if (text.size() < 6) return ValueLook::kWords;
  if (value.reference() && !value.drawn()) return NoSecret::kReference;
  return password_value(at, value);
}

// The fingerprint of an OpenPGP key, as its programs write it. Keys of other
// kinds have small letters.
bool is_fingerprint(const ValueTraits& value) {
  constexpr std::size_t kSize = 40;
  return value.size() == kSize && value.alphabet.hex() && value.smalls == 0;
}

// Whether it may be a digest as lock files have them: in hexadecimal digits or
// base64, maybe with the name of its kind before it.
bool may_be_digest(const ValueTraits& value) {
  constexpr std::size_t kSha224 = 38;  // digits of base64
  return value.alphabet.hex() || value.size() >= kSha224 ||
         value.text.find_first_of(":=-/+") != value.text.npos;
}

// Whether the name says that the value is no secret. In a lock file, a name is one of
// a package, with a version or a digest. A random value is neither.
std::optional<NoSecret> not_by_name(ValueKind kind, NameSays name,
                                    const AssignedAt& at,
                                    const ValueTraits& value) {
  if (name == NameSays::kNothing) return NoSecret::kName;
  if (kind == ValueKind::kNamed && name != NameSays::kPassword &&
      is_lock(at.path) && (!value.drawn() || may_be_digest(value)))
    return NoSecret::kPublic;
  if (name == NameSays::kToken && is_request_name(at.name) &&
      value.appearance().form == WrittenForm::kUuid)
    return NoSecret::kName;
  return std::nullopt;
}

// Whether the kind of the file shows that a password in it is text for people, or
// public. A random one (ValueLook::kDrawn) is neither.
std::optional<NoSecret> not_by_file(ValueKind kind, const AssignedAt& at) {
  if (is_translation(at.path)) return NoSecret::kText;
  if (kind == ValueKind::kNamed && is_lock(at.path)) return NoSecret::kPublic;
  return std::nullopt;
}

// Whether the value leads to a secret, or is a placeholder for one.
std::optional<NoSecret> not_by_form(const ValueTraits& value) {
  if (is_path_in_data(value.text) || (value.reference() && !value.drawn()))
    return NoSecret::kReference;
  if (is_regular_expression(value.text)) return NoSecret::kText;
  if (value.placeholder()) return NoSecret::kTemplate;
  return std::nullopt;
}

// For a name that says "secret", which may be a token or a password.
Assigned token_or_password(ValueKind kind, const AssignedAt& at,
                           const ValueTraits& value, Assigned as_token) {
  if (as_token == ValueLook::kDrawn || value.alphabet.hex()) return as_token;
  if (kind == ValueKind::kNamed && !value.drawn() &&
      is_name_of_object(at.name, value.text))
    return NoSecret::kReference;
  if (!value.drawn() && is_translation(at.path)) return NoSecret::kText;
  // Words alone can also be the name of a secret.
  const bool word = std::ranges::all_of(value.text, [&](char c) {
    constexpr std::string_view kJoints = " ._-";
    return is_letter(c) ||
           (kind == ValueKind::kNamed && kJoints.find(c) != kJoints.npos);
  });
  const Assigned as_password = password_value(at, value);
  return word && !value.drawn() && as_password.is_made()
             ? Assigned(ValueLook::kWords)
             : as_password;
}

Assigned by_name(ValueKind kind, NameSays name, const AssignedAt& at,
                 const ValueTraits& value) {
  if (const std::string_view of_pair = password_of_pair(at.name, value.text);
      !of_pair.empty()) {
    const Assigned as_pair = password_value(at, ValueTraits(of_pair));
    if (as_pair.is_made()) return as_pair;
  }
  if (name == NameSays::kPassword) return password_value(at, value);
  const Assigned as_token = token_value(name, value);
  if (as_token == NoSecret::kForm && name == NameSays::kToken &&
      may_be_password(at.name, value))
    return password_value(at, value);
  if (as_token == NoSecret::kText && kind == ValueKind::kNamed &&
      is_nearly_drawn(value))
    return ValueLook::kDrawn;
  return name == NameSays::kSecret
             ? token_or_password(kind, at, value, as_token)
             : as_token;
}

NameSays said_by_name(ValueKind kind, const AssignedAt& at) {
  return at.says ? *at.says : says(kind, at.name);
}

// The value, judged without regard to the kind of its file.
Assigned anywhere(ValueKind kind, NameSays name, const AssignedAt& at,
                  const ValueTraits& value) {
  if (is_encrypted(value.text)) return NoSecret::kEncrypted;
  if (is_password_hash(value.text)) return hash_value(value);
  if (const auto why = not_by_form(value)) return *why;
  std::array<char, kMaxEncoded> plain{};
  if (const std::string_view text = text_encoded(value, plain); !text.empty())
    return encoded_value(at, ValueTraits(text));
  if (name == NameSays::kKey && is_fingerprint(value)) return NoSecret::kPublic;
  if (kind == ValueKind::kNamed && value.digits == 0 && !value.drawn() &&
      (in_enumeration(at.path, at.before) || in_lookup(at.before)))
    return NoSecret::kText;
  return by_name(kind, name, at, value);
}

Assigned of_scheme(ValueKind kind, const AssignedAt& at,
                   const ValueTraits& value) {
  if (value.text.empty()) return NoSecret::kForm;
  const NameSays name = said_by_name(kind, at);
  if (const auto why = not_by_name(kind, name, at, value)) return *why;
  const Assigned alone = anywhere(kind, name, at, value);
  if (name == NameSays::kPassword && !(alone == ValueLook::kDrawn)) {
    if (const auto why = not_by_file(kind, at)) return *why;
  }
  return alone;
}

Assigned by_value(ValueKind kind, const AssignedAt& at,
                  const ValueTraits& value) {
  if (kind == ValueKind::kUserInfo) return user_info_value(at, value.text);
  if (kind == ValueKind::kHash) return hash_value(value);
  const std::string_view alone = without_scheme(value.text);
  return alone.size() == value.size() ? of_scheme(kind, at, value)
                                      : of_scheme(kind, at, ValueTraits(alone));
}

// A secret that is not a password may be a name with marks in it:
// "Threefish-512".
bool may_be_typed(NameSays name, std::string_view value) {
  constexpr std::string_view kSigns = "!#$%&*+?@^~";
  return name == NameSays::kPassword ||
         (name == NameSays::kSecret &&
          value.find_first_of(kSigns) != value.npos);
}

// "app-a-1234" is the name of something, with digits that people type to fill a
// field. Somebody may still use it as a password.
bool is_name_with_row(std::string_view value) {
  constexpr std::string_view kRow = "123456789";
  constexpr std::size_t kLeast = 3;
  const std::size_t sign = value.find_last_of("-_");
  if (sign == value.npos) return false;
  const std::string_view row = value.substr(sign + 1);
  return row.size() >= kLeast && kRow.starts_with(row) &&
         std::ranges::all_of(value.substr(0, sign), [](char c) {
           return is_lower(c) || c == '-' || c == '_';
         });
}

}  // namespace

bool encodes_placeholder(const ValueTraits& value) {
  std::array<char, kMaxEncoded> bytes{};
  const std::string_view text = text_encoded(value, bytes);
  if (text.empty()) return false;
  const ValueTraits plain(text);
  return plain.placeholder() || stands_for_value(text) ||
         (is_common(plain) && !is_known_password(text));
}

NameSays says(ValueKind kind, std::string_view name) {
  switch (kind) {
    case ValueKind::kNamed:
      return name_says(name);
    case ValueKind::kPassword:
      return NameSays::kPassword;
    case ValueKind::kSecret:
      return NameSays::kSecret;
    default:
      return NameSays::kToken;
  }
}

Assigned assigned(ValueKind kind, const AssignedAt& at,
                  const ValueTraits& value) {
  if (value.text.empty()) return NoSecret::kForm;
  const Assigned answer = by_value(kind, at, value);
  if (answer == ValueLook::kComposed &&
      said_by_name(kind, at) == NameSays::kSecret &&
      is_name_with_row(value.text))
    return ValueLook::kWords;
  return answer == ValueLook::kTyped &&
                 !may_be_typed(said_by_name(kind, at), value.text)
             ? Assigned(ValueLook::kComposed)
             : answer;
}

}  // namespace sluice
