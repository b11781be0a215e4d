// A name is split into words (at separators, and where a capital follows a
// small letter). The last word decides, after endings without a meaning for the
// kind were removed ("default_password_2", "secret_key_base"). So a password's
// hint, length, label, hash or file is not a password. Then the words before it
// can revoke that ("public key", "reset password").
//
// Rejected: searching for the word anywhere in the name, as patterns do. Of 100
// such names in programs, 60 continue with a word that makes it something else.

#include "judge/context/name.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "judge/context/foreign_letter.h"
#include "judge/context/name_words.h"
#include "judge/context/public_name.h"
#include "judge/words/words.h"
#include "text/caseless.h"

namespace sluice {
namespace {

using Words = std::array<std::string_view, 16>;

bool is_ascii_byte(char c) { return static_cast<unsigned char>(c) < 0x80; }

// Returns the size in bytes of the letter that ends before `end`, or 0.
std::size_t letter_before(std::string_view text, std::size_t end) {
  if (end == 0) return 0;
  if (is_ascii_byte(text[end - 1])) return is_letter(text[end - 1]) ? 1 : 0;
  if (end >= 2 && is_foreign_letter(text, end - 2)) return 2;
  return end >= 3 && is_east_asian_letter(text, end - 3) ? 3 : 0;
}

// The last words of `name`, in its order; digits do not count as words.
std::size_t words_of(std::string_view name, Words* words) {
  std::size_t count = 0;
  std::size_t end = name.size();
  while (end > 0 && count < words->size()) {
    const std::size_t ending = letter_before(name, end);
    if (ending == 0) {
      --end;
      continue;
    }
    std::size_t begin = end - ending;
    while (begin > 0) {
      const std::size_t letter = letter_before(name, begin);
      if (letter == 0 ||
          (letter == 1 && is_upper(name[begin]) && is_joint(name, begin)))
        break;
      begin -= letter;
    }
    (*words)[count++] = name.substr(begin, end - begin);
    end = begin;
  }
  std::reverse(words->begin(),
               words->begin() + static_cast<std::ptrdiff_t>(count));
  return count;
}

// "hash_salt", "hash_secret", "cache_secret": an input of the hash or cache.
bool is_salted(std::string_view word, std::string_view last) {
  static constexpr auto kMade =
      std::to_array<std::string_view>({"cache", "digest", "hash"});
  static constexpr auto kFrom =
      std::to_array<std::string_view>({"pepper", "salt", "secret"});
  return equals_caseless(word, kMade) && equals_caseless(last, kFrom);
}

bool says_secret(std::string_view word) {
  static constexpr auto kSays =
      std::to_array<std::string_view>({"client", "private", "secret"});
  return equals_caseless(word, kSays);
}

// "txtPassword.Text", "passwordController.text": the content of a field of a
// form.
std::string_view without_property(std::string_view name) {
  std::string_view field = name;
  if (field.ends_with(".Text") || field.ends_with(".text"))
    field.remove_suffix(5);
  else if (field.ends_with(".value"))
    field.remove_suffix(6);
  else if (field.ends_with(".setText"))
    field.remove_suffix(8);
  else
    return name;
  std::size_t longest = 0;
  for (const std::string_view one : words::kFormFields)
    if (field.ends_with(one)) longest = std::max(longest, one.size());
  field.remove_suffix(longest);
  return field;
}

// "getPassword()" is the password; "get_password" may ask a person for it.
std::string_view without_get(std::string_view name, std::string_view behind) {
  static constexpr auto kFunctions = std::to_array<std::string_view>(
      {"()", " = ()", ": ()", " = async ()", ": async ()"});
  const bool is_function = std::ranges::any_of(
      kFunctions,
      [&](std::string_view one) { return behind.starts_with(one); });
  if (!is_function || !name.starts_with("get")) return name;
  const std::string_view rest = name.substr(3);
  const bool joint =
      rest.starts_with('_') || (!rest.empty() && is_upper(rest.front()));
  return joint ? rest : name;
}

// Mot de passe, in names that continue: motDePasseAdmin.
bool begins_mot_de_passe(const Words& words, std::size_t count) {
  return count >= 3 && equals_caseless(words[0], "mot") &&
         equals_caseless(words[1], "de") && equals_caseless(words[2], "passe");
}

// --- Clues ---

template <std::size_t kSize>
struct Literal {
  char text[kSize];
  consteval Literal(const char (&from)[kSize]) {
    std::copy_n(from, kSize, text);
  }
};

// An array of words, to refer to.
template <Literal... kWords>
inline constexpr auto kListOf = std::to_array<std::string_view>(
    {std::string_view(kWords.text, sizeof(kWords.text) - 1)...});

// A condition for a word: it is one of `is`, or ends with one of `ends`. If
// both are empty, any word passes, and so does a word that is missing.
struct WordTest {
  std::span<const std::string_view> is, ends;

  bool passes(std::string_view word) const {
    if (is.empty() && ends.empty()) return true;
    return std::ranges::any_of(
               is, [&](auto one) { return equals_caseless(word, one); }) ||
           std::ranges::any_of(
               ends, [&](auto one) { return ends_caseless(word, one); });
  }
};

// The meaning of a name's last words.
struct Clue {
  NameSays says;
  WordTest last, before, third;
};

bool passes(const Clue& clue, std::span<const std::string_view> words) {
  const auto word = [&](std::size_t from_end) {
    return words.size() >= from_end ? words[words.size() - from_end]
                                    : std::string_view();
  };
  return clue.last.passes(word(1)) && clue.before.passes(word(2)) &&
         clue.third.passes(word(3));
}

// These count whatever the words before them say of a key.
constexpr auto kStrongClues = std::to_array<Clue>({
    {NameSays::kPassword,
     {.is = words::kPasswordNames, .ends = words::kPasswordNameEnds}},
    {NameSays::kPassword, {.is = words::kPasswordNouns}},
    {NameSays::kPassword, {.ends = words::kForeignPasswordEnds}},
    {NameSays::kSecret, {.ends = words::kForeignSecretEnds}},
    {NameSays::kPassword,
     {.is = kListOf<"word", "phrase", "wd", "code">},
     {.is = kListOf<"pass">}},
    {NameSays::kSecret,
     {.is = words::kCredentialNames, .ends = words::kSecretNameEnds}},
    // A key that a person may write as words: SECRET_KEY of web frameworks, a
    // pre-shared key.
    {NameSays::kSecret, {.is = kListOf<"presharedkey">}},
    {NameSays::kSecret,
     {.is = kListOf<"key">},
     {.is = kListOf<"secret", "preshared">}},
    {NameSays::kSecret,
     {.is = kListOf<"key">},
     {.is = kListOf<"shared">},
     {.is = kListOf<"pre">}},
    // "clave secreta"
    {NameSays::kSecret,
     {.is = kListOf<"secreta", "secrete", "segreta">},
     {.is = words::kKeyNouns}},
    {NameSays::kToken, {.is = kListOf<"cookie">}, {.is = kListOf<"erlang">}},
    // Vault's "secret_id", which is one.
    {NameSays::kToken, {.is = kListOf<"id">}, {.is = kListOf<"secret">}},
    // Things that are exchanged for a token, and are as good as one:
    // "auth_code", "oauth_verifier", "jsapi_ticket".
    {NameSays::kToken, {.is = kListOf<"authcode">}},
    {NameSays::kToken, {.is = kListOf<"code">}, {.is = words::kGrantWords}},
    {NameSays::kToken,
     {.is = kListOf<"verifier">},
     {.is = kListOf<"code", "oauth">}},
    {NameSays::kToken, {.is = kListOf<"ticket">}, {.is = words::kTicketWords}},
    {NameSays::kSalt, {.is = kListOf<"pepper", "salt">}},
});

constexpr auto kWeakClues = std::to_array<Clue>({
    {NameSays::kToken,
     {.is = words::kTokenNames, .ends = kListOf<"apikey", "token">}},
    // In languages that put the noun first, before a key's name.
    {NameSays::kToken, {.is = kListOf<"api">}, {.is = words::kKeyNouns}},
    {NameSays::kKey, {.ends = kListOf<"schluessel", "schl\xC3\xBCssel">}},
    {NameSays::kToken, {.is = kListOf<"seed">}, {.is = kListOf<"otp", "totp">}},
    {NameSays::kToken,
     {.is = kListOf<"key", "keys">},
     {.is = words::kSecretKeys}},
    {NameSays::kKey, {.is = kListOf<"key", "keys">}},
    {NameSays::kNothing, {.ends = kListOf<"publickey", "sitekey">}},
});

std::optional<NameSays> first_of(std::span<const Clue> clues,
                                 std::span<const std::string_view> words) {
  for (const Clue& clue : clues)
    if (passes(clue, words)) return clue.says;
  return std::nullopt;
}

// Whether the noun comes first, as in some languages: clave_wifi, senha_banco.
bool begins_with_noun(const Words& words, std::size_t count) {
  return (count > 1 && count < 4 &&
          equals_caseless(words[0], words::kPasswordNouns)) ||
         (count < 6 && begins_mot_de_passe(words, count));
}

// Whether one of the two words before the last revokes it: "public key".
bool is_revoked(std::span<const std::string_view> words) {
  const std::size_t last = words.size() - 1;
  for (std::size_t i = last; i-- > 0 && i + 3 > last;)
    if ((equals_caseless(words[i], words::kHarmlessWords) &&
         !(i + 1 == last && is_salted(words[i], words[last]))) ||
        (equals_caseless(words[i], words::kHarmlessUnlessSecret) &&
         !says_secret(words[i + 1])))
      return true;
  return false;
}

// Whether the words before a key or a token make it something else.
bool is_harmless_key(std::span<const std::string_view> words) {
  const std::size_t count = words.size();
  if (count < 2) return false;
  if (equals_caseless(words[count - 2], words::kHarmlessKeys)) return true;
  return count > 2 && equals_caseless(words[count - 3], words::kHarmlessKeys) &&
         !equals_caseless(words[count - 2], words::kSecretKeys);
}

}  // namespace

NameSays name_says(std::string_view name) {
  name = without_property(name);
  Words all{};
  std::size_t count = words_of(name, &all);
  while (count > 1 && equals_caseless(all[count - 1], words::kNeutralEndings))
    --count;
  if (count == 0 || is_public_name(name)) return NameSays::kNothing;
  const std::span<const std::string_view> words(all.data(), count);
  const std::string_view last = words.back();
  if (begins_with_noun(all, count) && !is_tail_word(last))
    return NameSays::kPassword;
  // A key that keeps people signed in: rememberMe.key.
  static constexpr Clue kRememberMe{NameSays::kSecret,
                                    {.is = kListOf<"key">},
                                    {.is = kListOf<"me">},
                                    {.is = kListOf<"remember">}};
  if (passes(kRememberMe, words)) return NameSays::kSecret;
  if (is_revoked(words)) return NameSays::kNothing;
  if (const auto says = first_of(kStrongClues, words)) return *says;
  if (is_harmless_key(words)) return NameSays::kNothing;
  if (const auto says = first_of(kWeakClues, words)) return *says;
  constexpr std::size_t kLongest = 6;  // of a word that ends with "key"
  return ends_caseless(last, "key") && last.size() > kLongest
             ? NameSays::kKey
             : NameSays::kNothing;
}

std::string_view name_around(std::string_view text, std::size_t at) {
  const auto is_part = [](char c) {
    return is_ascii_word(c) || c == '-' || c == '.';
  };
  // How many bytes of a name begin at `i`, or end before it; 0 if none.
  const auto part_at = [&](std::size_t i) -> std::size_t {
    if (i >= text.size()) return 0;
    if (is_ascii_byte(text[i])) return is_part(text[i]) ? 1 : 0;
    if (is_foreign_letter(text, i)) return 2;
    return is_east_asian_letter(text, i) ? 3 : 0;
  };
  const auto part_before = [&](std::size_t i) -> std::size_t {
    if (const std::size_t letter = letter_before(text, i); letter > 0)
      return letter;
    return i > 0 && (is_part(text[i - 1]) || text[i - 1] == '/') ? 1 : 0;
  };
  for (int i = 0; i < 4 && at < text.size() && part_at(at) == 0; ++i) ++at;
  std::size_t begin = at;
  while (at - begin < kNameAround) {
    const std::size_t part = part_before(begin);
    if (part == 0) break;
    begin -= part;
  }
  std::size_t end = at;
  while (end - at < kNameAround) {
    const std::size_t part = part_at(end);
    if (part == 0) break;
    end += part;
  }
  return without_get(text.substr(begin, end - begin), text.substr(end));
}

bool repeats_name(std::string_view name, std::string_view value) {
  static constexpr auto kEnds = std::to_array<std::string_view>(
      {"password", "passwd", "passphrase", "pass", "pwd", "pw", "secret"});
  if (equals_caseless(name, value)) return !value.empty();
  for (const std::string_view end : kEnds)
    if (ends_caseless(name, end)) {
      name.remove_suffix(end.size());
      break;
    }
  while (!name.empty() && !is_alnum(name.back())) name.remove_suffix(1);
  return !value.empty() && equals_caseless(name, value);
}

bool repeats_user(std::string_view text, std::size_t at,
                  std::string_view value) {
  static constexpr auto kUsers =
      std::to_array<std::string_view>({"user", "username", "login"});
  constexpr std::size_t kFar = 240;
  const std::size_t begin = at - std::min(at, kFar);
  const std::string_view near = text.substr(begin, at - begin);
  for (std::size_t found = near.find(value); found != near.npos;
       found = near.find(value, found + 1)) {
    const std::size_t end = found + value.size();
    if (end < near.size() && is_ascii_word(near[end])) continue;
    std::string_view before = near.substr(0, found);
    const std::size_t sign = before.find_last_not_of(" \t\"'");
    if (sign == before.npos || (before[sign] != ':' && before[sign] != '='))
      continue;
    before = before.substr(0, sign);
    before = before.substr(0, before.find_last_not_of(" \t\"'") + 1);
    if (ends_caseless(before, kUsers)) return true;
  }
  return false;
}

}  // namespace sluice
