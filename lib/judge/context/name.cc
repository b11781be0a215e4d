// A name is taken apart into words (at separators, and where a capital follows
// a small letter). The last word decides, once endings that say nothing of the
// kind are left out ("default_password_2", "secret_key_base"): a password's
// hint, length, label, hash or file is no password. Then the words before it
// can take that back ("public key", "reset password").
//
// Rejected: looking for the word anywhere in the name, as patterns do; of 100
// such names in programs, 60 go on with a word that makes it something else.

#include "judge/context/name.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "judge/context/caseless.h"
#include "judge/context/foreign_letter.h"
#include "judge/context/name_words.h"
#include "judge/context/public_name.h"

namespace sluice {
namespace {

using Words = std::array<std::string_view, 16>;

// How many bytes the letter has that ends before `end`; 0 if there is none.
std::size_t letter_before(std::string_view text, std::size_t end) {
  if (end >= 2 && is_foreign_letter(text, end - 2)) return 2;
  return end >= 1 && is_letter(text[end - 1]) ? 1 : 0;
}

// The last words of `name`, in its order; digits count as none.
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
      const char here = name[begin];
      const char before = name[begin - 1];
      const std::size_t letter = letter_before(name, begin);
      if (letter == 0) break;
      if (is_upper(here) && is_lower(before)) break;
      // "APIKey": the last capital begins the next word.
      if (is_upper(here) && is_upper(before) && begin + 1 < end &&
          is_lower(name[begin + 1]))
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

// Endings that leave the kind as it is: a password that is typed once more is
// the password.
constexpr auto kNeutral = std::to_array<std::string_view>({
    "again",    "confirm",     "confirmation", "repeat", "retype",
    "admin",    "bd",          "db",           "root",   "b",
    "padrao",   "standard",    "backup",       "base",   "bytes",
    "const",    "current",     "data",         "def",    "default",
    "dev",      "development", "encoded",      "env",    "eu",
    "fallback", "hex",         "initial",      "legacy", "literal",
    "live",     "local",       "main",         "new",    "old",
    "plain",    "plaintext",   "primary",      "prod",   "production",
    "qa",       "raw",         "secondary",    "stage",  "staging",
    "str",      "string",      "test",         "tmp",    "uat",
    "us",       "v",           "val",          "value",
});

constexpr auto kPasswords = std::to_array<std::string_view>({
    "contrasena",
    "kennwort",
    "mdp",
    "pass",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "passwort",
    "passw",
    "pswd",
    "pw",
    "pwd",
    "senha",
    "passwords",
    "psw",
    "haslo",
    "wachtwoord",
    "masterauth",
    "psk",
    "clave",
    "heslo",
    "parola",
    "passe",
    "motdepasse",
    "salasana",
    "losenord",
    "passord",
    "kodeord",
    "adgangskode",
    "sifre",
    "jelszo",
    "lozinka",
    "parol",
    "parool",
    "contrasenya",
    "community",
    "psword",
    "authtok",
    "kennw",
    "contrase\xC3\xB1"
    "a",
    "has\xC5\x82o",
    "l\xC3\xB6senord",
    "jelsz\xC3\xB3",
    "\xC5\x9F"
    "ifre",
});
constexpr auto kFirstPasswords = std::to_array<std::string_view>({
    "clave",
    "contrasena",
    "contrase\xC3\xB1"
    "a",
    "haslo",
    "has\xC5\x82o",
    "heslo",
    "kennwort",
    "losenord",
    "l\xC3\xB6senord",
    "mdp",
    "motdepasse",
    "parol",
    "parola",
    "passord",
    "passwort",
    "senha",
    "wachtwoord",
});
constexpr auto kPasswordEnds = std::to_array<std::string_view>({
    "password",  "passwd",     "passphrase", "userpass",    "dbpass",
    "sshpass",   "storepass",  "keypass",    "requirepass", "ftppass",
    "adminpass", "rootpass",   "mypass",     "smtppass",    "mailpass",
    "bindpass",  "dbpwd",      "userpwd",    "sqlpwd",      "rootpwd",
    "adminpwd",  "authpass",   "bindpw",     "rootpw",      "dbpw",
    "adminpw",   "remotepass", "diepass",    "restartpass", "mysqlpass",
    "ldappass",  "wifipass",   "sudopass",   "serverpass",
});
constexpr auto kTokens = std::to_array<std::string_view>({
    "tokens",    "apikeys",     "secrets",       "token",     "apikey",
    "apitoken",  "accesstoken", "authtoken",     "secretkey", "accesskey",
    "authkey",   "pat",         "jwt",           "bearer",    "privatekey",
    "sessionid", "signingkey",  "encryptionkey", "pepper",    "sharedkey",
    "masterkey", "appkey",      "authorization", "sas",       "auth",
    "cookie",    "hmac",        "license",       "licence",   "encrypt",
    "tok",
});

constexpr auto kSecretEnds = std::to_array<std::string_view>(
    {"geheimnis", "secret", "segredo", "segreto"});

constexpr auto kCredentials = std::to_array<std::string_view>({
    "credential",
    "credentials",
    "cred",
    "creds",
});

// What makes a `key` one that must not be seen.
constexpr auto kSecretKeys = std::to_array<std::string_view>({
    "access",      "account",
    "activation",  "admin",
    "aes",         "api",
    "app",         "application",
    "auth",        "authentication",
    "cipher",      "client",
    "consumer",    "cookie",
    "crypt",       "crypto",
    "decrypt",     "decryption",
    "deploy",      "enc",
    "encrypt",     "encryption",
    "hmac",        "ingest",
    "integration", "jwt",
    "license",     "licence",
    "machine",     "mac",
    "master",      "private",
    "preshared",   "root",
    "secret",      "secure",
    "security",    "service",
    "session",     "shared",
    "sign",        "signature",
    "signing",     "subscription",
    "symmetric",   "validation",
    "vault",       "webhook",
    "write",       "wrapping",
    "developer",   "rest",
    "bot",         "push",
    "priv",        "verification",
    "nonce",       "payload",
});

// What makes a key, token or password something else.
constexpr auto kHarmless = std::to_array<std::string_view>({
    "ask",       "change",     "cache",       "checksum",    "crumb",
    "delete",    "digest",     "encrypted",   "etag",        "expired",
    "fetch",     "find",       "forgot",      "forgotten",   "get",
    "has",       "hash",       "hashed",      "header",      "hide",
    "incorrect", "integrity",  "invalid",     "is",          "label",
    "md",        "missing",    "no",          "placeholder", "prompt",
    "pub",       "public",     "publishable", "remember",    "reset",
    "sealed",    "select",     "sha",         "show",        "strong",
    "syntax",    "unexpected", "unknown",     "update",      "verify",
    "weak",      "without",    "wrong",
});

// What does so unless the word behind it says that the thing is secret:
// "csrf_token", but "csrf_secret_key". Parse is a service, too.
constexpr auto kHarmlessUnlessSecret =
    std::to_array<std::string_view>({"csrf", "parse", "vapid", "xsrf"});

// What makes a key or a token something else.
constexpr auto kHarmlessKeys = std::to_array<std::string_view>({
    "attachment",
    "avatar",
    "blob",
    "file",
    "icon",
    "image",
    "photo",
    "thumbnail",
    "bos",
    "cache",
    "cls",
    "column",
    "config",
    "continuation",
    "cursor",
    "dict",
    "eos",
    "event",
    "field",
    "fingerprint",
    "foreign",
    "group",
    "host",
    "hot",
    "i18n",
    "id",
    "idempotency",
    "index",
    "instrumentation",
    "language",
    "lexer",
    "lookup",
    "message",
    "meta",
    "next",
    "node",
    "object",
    "pad",
    "page",
    "parser",
    "partition",
    "pref",
    "preference",
    "primary",
    "row",
    "sentinel",
    "sep",
    "setting",
    "site",
    "sitekey",
    "sort",
    "sync",
    "text",
    "translation",
    "type",
    "unique",
    "unk",
});

// "hash_salt", "hash_secret", "cache_secret": what goes into it.
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

// "cle secrete", where the adjective stands last.
constexpr auto kNounsForKey = std::to_array<std::string_view>(
    {"chave", "chiave", "clau", "clave", "cle", "clef", "klucz", "llave"});
constexpr auto kSecretAfterNoun =
    std::to_array<std::string_view>({"secreta", "secrete", "segreta"});

// What is given for a token, and as good as one: "auth_code", "oauth_verifier",
// "jsapi_ticket".
bool is_grant(std::string_view last, std::string_view before) {
  static constexpr auto kAuth = std::to_array<std::string_view>(
      {"auth", "authentication", "authorization", "oauth"});
  static constexpr auto kTickets = std::to_array<std::string_view>(
      {"access", "api", "auth", "jsapi", "login"});
  if (equals_caseless(last, "authcode")) return true;
  if (equals_caseless(last, "code")) return equals_caseless(before, kAuth);
  if (equals_caseless(last, "verifier"))
    return equals_caseless(before, "oauth") || equals_caseless(before, "code");
  return equals_caseless(last, "ticket") && equals_caseless(before, kTickets);
}

// "txtPassword.Text", "passwordController.text": what a field of a form holds.
std::string_view without_property(std::string_view name) {
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"Box", "Controller", "Edit", "EditText", "Field", "Input", "TextBox",
       "TextField"});
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
  for (const std::string_view one : kFields)
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

// Mot de passe, in names that go on: motDePasseAdmin.
bool begins_mot_de_passe(const Words& words, std::size_t count) {
  return count >= 3 && equals_caseless(words[0], "mot") &&
         equals_caseless(words[1], "de") && equals_caseless(words[2], "passe");
}

}  // namespace

NameSays name_says(std::string_view name) {
  name = without_property(name);
  Words words{};
  std::size_t count = words_of(name, &words);
  while (count > 1 && equals_caseless(words[count - 1], kNeutral)) --count;
  if (count == 0 || is_public_name(name)) return NameSays::kNothing;
  const std::string_view last = words[count - 1];
  // In some languages the noun comes first: clave_wifi, senha_banco.
  const bool noun_first =
      (count > 1 && count < 4 && equals_caseless(words[0], kFirstPasswords)) ||
      (count < 6 && begins_mot_de_passe(words, count));
  if (noun_first && !is_tail_word(last)) return NameSays::kPassword;
  const std::string_view before =
      count > 1 ? words[count - 2] : std::string_view();
  // What keeps people signed in: rememberMe.key.
  const bool remembers = count > 2 && equals_caseless(before, "me") &&
                         equals_caseless(words[count - 3], "remember");
  if (remembers && equals_caseless(last, "key")) return NameSays::kSecret;
  for (std::size_t i = count - 1; i-- > 0 && i + 4 > count;)
    if ((equals_caseless(words[i], kHarmless) &&
         !(i + 2 == count && is_salted(words[i], last))) ||
        (equals_caseless(words[i], kHarmlessUnlessSecret) &&
         !says_secret(words[i + 1])))
      return NameSays::kNothing;
  const bool harmless_key =
      equals_caseless(before, kHarmlessKeys) ||
      (count > 2 && equals_caseless(words[count - 3], kHarmlessKeys) &&
       !equals_caseless(before, kSecretKeys));
  if (equals_caseless(last, kPasswords) || ends_caseless(last, kPasswordEnds))
    return NameSays::kPassword;
  // "pass word", "pass phrase", "pass wd"
  if (equals_caseless(before, "pass") &&
      (equals_caseless(last, "word") || equals_caseless(last, "phrase") ||
       equals_caseless(last, "wd") || equals_caseless(last, "code")))
    return NameSays::kPassword;
  if (ends_caseless(last, kSecretEnds) || equals_caseless(last, kCredentials) ||
      is_key_of_words(last, before, count > 2 ? words[count - 3] : "") ||
      (equals_caseless(last, kSecretAfterNoun) &&
       equals_caseless(before, kNounsForKey)))
    return NameSays::kSecret;
  if (equals_caseless(last, "cookie") && equals_caseless(before, "erlang"))
    return NameSays::kToken;
  if (is_grant(last, before)) return NameSays::kToken;
  if (equals_caseless(last, "salt") || equals_caseless(last, "pepper"))
    return NameSays::kSalt;
  if (harmless_key) return NameSays::kNothing;
  if (equals_caseless(last, kTokens) || ends_caseless(last, "token") ||
      ends_caseless(last, "apikey"))
    return NameSays::kToken;
  // Before a key's name in the languages that put the noun first.
  if (equals_caseless(last, "api") && equals_caseless(before, kNounsForKey))
    return NameSays::kToken;
  if (ends_caseless(last, "schluessel") ||
      ends_caseless(last, "schl\xC3\xBCssel"))
    return NameSays::kKey;
  if (equals_caseless(last, "seed") &&
      (equals_caseless(before, "totp") || equals_caseless(before, "otp")))
    return NameSays::kToken;
  if (equals_caseless(last, "key") || equals_caseless(last, "keys"))
    return equals_caseless(before, kSecretKeys) ? NameSays::kToken
                                                : NameSays::kKey;
  if (ends_caseless(last, "key") && last.size() > 6 &&
      !ends_caseless(last, "sitekey") && !ends_caseless(last, "publickey"))
    return NameSays::kKey;
  return NameSays::kNothing;
}

std::string_view name_around(std::string_view text, std::size_t at) {
  const auto is_part = [](char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.';
  };
  // How many bytes of a name begin at `i`, or end before it; 0 if none do.
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
