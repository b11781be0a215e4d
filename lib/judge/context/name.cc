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

#include "judge/context/foreign_letter.h"
#include "judge/context/name_words.h"
#include "judge/context/public_name.h"
#include "judge/words/words.h"
#include "text/caseless.h"

namespace sluice {
namespace {

using Words = std::array<std::string_view, 16>;

// Returns the size in bytes of the letter that ends before `end`, or 0.
std::size_t letter_before(std::string_view text, std::size_t end) {
  if (end >= 2 && is_foreign_letter(text, end - 2)) return 2;
  return end >= 1 && is_letter(text[end - 1]) ? 1 : 0;
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

// A key that a person may write as words: SECRET_KEY of web frameworks, a
// pre-shared key.
bool is_key_of_words(std::string_view last, std::string_view before,
                     std::string_view first) {
  if (equals_caseless(last, "presharedkey")) return true;
  if (!equals_caseless(last, "key")) return false;
  return equals_caseless(before, "secret") ||
         equals_caseless(before, "preshared") ||
         (equals_caseless(before, "shared") && equals_caseless(first, "pre"));
}

constexpr auto kSecretAfterNoun =
    std::to_array<std::string_view>({"secreta", "secrete", "segreta"});

// Things that are exchanged for a token, and are as good as one: "auth_code",
// "oauth_verifier", "jsapi_ticket".
bool is_grant(std::string_view last, std::string_view before) {
  if (equals_caseless(last, "authcode")) return true;
  if (equals_caseless(last, "code"))
    return equals_caseless(before, words::kGrantWords);
  if (equals_caseless(last, "verifier"))
    return equals_caseless(before, "oauth") || equals_caseless(before, "code");
  return equals_caseless(last, "ticket") &&
         equals_caseless(before, words::kTicketWords);
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

}  // namespace

NameSays name_says(std::string_view name) {
  name = without_property(name);
  Words words{};
  std::size_t count = words_of(name, &words);
  while (count > 1 && equals_caseless(words[count - 1], words::kNeutralEndings))
    --count;
  if (count == 0 || is_public_name(name)) return NameSays::kNothing;
  const std::string_view last = words[count - 1];
  // In some languages the noun comes first: clave_wifi, senha_banco.
  const bool noun_first = (count > 1 && count < 4 &&
                           equals_caseless(words[0], words::kPasswordNouns)) ||
                          (count < 6 && begins_mot_de_passe(words, count));
  if (noun_first && !is_tail_word(last)) return NameSays::kPassword;
  const std::string_view before =
      count > 1 ? words[count - 2] : std::string_view();
  // A key that keeps people signed in: rememberMe.key.
  const bool remembers = count > 2 && equals_caseless(before, "me") &&
                         equals_caseless(words[count - 3], "remember");
  if (remembers && equals_caseless(last, "key")) return NameSays::kSecret;
  for (std::size_t i = count - 1; i-- > 0 && i + 4 > count;)
    if ((equals_caseless(words[i], words::kHarmlessWords) &&
         !(i + 2 == count && is_salted(words[i], last))) ||
        (equals_caseless(words[i], words::kHarmlessUnlessSecret) &&
         !says_secret(words[i + 1])))
      return NameSays::kNothing;
  const bool harmless_key =
      equals_caseless(before, words::kHarmlessKeys) ||
      (count > 2 && equals_caseless(words[count - 3], words::kHarmlessKeys) &&
       !equals_caseless(before, words::kSecretKeys));
  if (equals_caseless(last, words::kPasswordNames) ||
      equals_caseless(last, words::kPasswordNouns) ||
      ends_caseless(last, words::kPasswordNameEnds))
    return NameSays::kPassword;
  // "pass word", "pass phrase", "pass wd"
  if (equals_caseless(before, "pass") &&
      (equals_caseless(last, "word") || equals_caseless(last, "phrase") ||
       equals_caseless(last, "wd") || equals_caseless(last, "code")))
    return NameSays::kPassword;
  if (ends_caseless(last, words::kSecretNameEnds) ||
      equals_caseless(last, words::kCredentialNames) ||
      is_key_of_words(last, before, count > 2 ? words[count - 3] : "") ||
      (equals_caseless(last, kSecretAfterNoun) &&
       equals_caseless(before, words::kKeyNouns)))
    return NameSays::kSecret;
  if (equals_caseless(last, "cookie") && equals_caseless(before, "erlang"))
    return NameSays::kToken;
  if (is_grant(last, before)) return NameSays::kToken;
  if (equals_caseless(last, "salt") || equals_caseless(last, "pepper"))
    return NameSays::kSalt;
  if (harmless_key) return NameSays::kNothing;
  if (equals_caseless(last, words::kTokenNames) ||
      ends_caseless(last, "token") || ends_caseless(last, "apikey"))
    return NameSays::kToken;
  // In languages that put the noun first, before a key's name.
  if (equals_caseless(last, "api") && equals_caseless(before, words::kKeyNouns))
    return NameSays::kToken;
  if (ends_caseless(last, "schluessel") ||
      ends_caseless(last, "schl\xC3\xBCssel"))
    return NameSays::kKey;
  if (equals_caseless(last, "seed") &&
      (equals_caseless(before, "totp") || equals_caseless(before, "otp")))
    return NameSays::kToken;
  if (equals_caseless(last, "key") || equals_caseless(last, "keys"))
    return equals_caseless(before, words::kSecretKeys) ? NameSays::kToken
                                                       : NameSays::kKey;
  if (ends_caseless(last, "key") && last.size() > 6 &&
      !ends_caseless(last, "sitekey") && !ends_caseless(last, "publickey"))
    return NameSays::kKey;
  return NameSays::kNothing;
}

std::string_view name_around(std::string_view text, std::size_t at) {
  const auto is_part = [](char c) {
    return is_ascii_word(c) || c == '-' || c == '.';
  };
  // How many bytes of a name begin at `i`, or end before it; 0 if none.
  const auto part_at = [&](std::size_t i) -> std::size_t {
    if (is_foreign_letter(text, i)) return 2;
    return i < text.size() && is_part(text[i]) ? 1 : 0;
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

}  // namespace sluice
