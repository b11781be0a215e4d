// A name is taken apart into words (at separators, and where a capital follows
// a small letter). The last word decides, once endings that say nothing of the
// kind are left out ("default_password_2", "secret_key_base"): a password's
// hint, length, label, hash or file is no password. Then the words before it
// can take that back ("public key", "reset password").
//
// Rejected: looking for the word anywhere in the name, as patterns do; of 100
// such names in programs, 60 go on with a word that makes it something else.

#include "judge/name.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "judge/caseless.h"

namespace sluice {
namespace {

using Words = std::array<std::string_view, 16>;

// The last words of `name`, in its order; digits count as none.
std::size_t words_of(std::string_view name, Words* words) {
  std::size_t count = 0;
  std::size_t end = name.size();
  while (end > 0 && count < words->size()) {
    if (!is_letter(name[end - 1])) {
      --end;
      continue;
    }
    std::size_t begin = end - 1;
    while (begin > 0) {
      const char here = name[begin];
      const char before = name[begin - 1];
      if (!is_letter(before)) break;
      if (is_upper(here) && is_lower(before)) break;
      // "APIKey": the last capital begins the next word.
      if (is_upper(here) && is_upper(before) && begin + 1 < end &&
          is_lower(name[begin + 1]))
        break;
      --begin;
    }
    (*words)[count++] = name.substr(begin, end - begin);
    end = begin;
  }
  std::reverse(words->begin(),
               words->begin() + static_cast<std::ptrdiff_t>(count));
  return count;
}

// Endings that leave the kind as it is.
constexpr auto kNeutral = std::to_array<std::string_view>({
    "b",       "backup",    "base",     "bytes",   "const",       "current",
    "data",    "def",       "default",  "dev",     "development", "encoded",
    "env",     "eu",        "fallback", "hex",     "initial",     "legacy",
    "literal", "live",      "local",    "main",    "new",         "old",
    "plain",   "plaintext", "primary",  "prod",    "production",  "qa",
    "raw",     "secondary", "stage",    "staging", "str",         "string",
    "test",    "tmp",       "uat",      "us",      "v",           "val",
    "value",
});

constexpr auto kPasswords = std::to_array<std::string_view>({
    "contrasena", "kennwort", "mdp",       "pass",    "passcode", "passphrase",
    "passwd",     "password", "passwort",  "passw",   "pswd",     "pw",
    "pwd",        "senha",    "passwords", "psw",     "haslo",    "wachtwoord",
    "masterauth", "psk",      "clave",     "heslo",   "parola",   "passe",
    "motdepasse", "salasana", "losenord",  "passord", "kodeord",  "adgangskode",
    "sifre",      "jelszo",   "lozinka",   "parol",   "parool",   "contrasenya",
    "community",  "psword",   "kennw",
});
constexpr auto kFirstPasswords = std::to_array<std::string_view>({
    "clave",
    "contrasena",
    "mdp",
    "senha",
    "wachtwoord",
    "passwort",
    "heslo",
});
constexpr auto kPasswordEnds = std::to_array<std::string_view>({
    "password",  "passwd",   "passphrase",  "userpass", "dbpass",    "sshpass",
    "storepass", "keypass",  "requirepass", "ftppass",  "adminpass", "rootpass",
    "mypass",    "smtppass", "mailpass",    "bindpass", "dbpwd",     "userpwd",
    "sqlpwd",    "rootpwd",  "adminpwd",    "authpass", "bindpw",    "rootpw",
    "dbpw",      "adminpw",
});
constexpr auto kTokens = std::to_array<std::string_view>({
    "secrets",       "token",     "apikey",     "apitoken",  "accesstoken",
    "authtoken",     "secretkey", "accesskey",  "authkey",   "pat",
    "jwt",           "bearer",    "privatekey", "sessionid", "signingkey",
    "encryptionkey", "pepper",    "sharedkey",  "masterkey", "appkey",
    "authorization", "sas",       "auth",       "cookie",    "hmac",
    "license",       "licence",   "encrypt",    "tok",
});

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
    "nonce",
});

// What makes a key, token or password something else.
constexpr auto kHarmless = std::to_array<std::string_view>({
    "ask",     "change",      "cache",       "checksum",  "confirm",
    "crumb",   "csrf",        "delete",      "digest",    "encrypted",
    "etag",    "expected",    "expired",     "fetch",     "find",
    "forgot",  "forgotten",   "get",         "has",       "hash",
    "hashed",  "header",      "hide",        "incorrect", "integrity",
    "invalid", "is",          "label",       "md",        "missing",
    "no",      "parse",       "placeholder", "prompt",    "pub",
    "public",  "publishable", "remember",    "reset",     "sealed",
    "sha",     "show",        "strong",      "syntax",    "unexpected",
    "unknown", "update",      "vapid",       "verify",    "weak",
    "without", "wrong",       "xsrf",
});

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
    "mask",
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
    "registry",
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

}  // namespace

NameSays name_says(std::string_view name) {
  Words words{};
  std::size_t count = words_of(name, &words);
  while (count > 1 && equals_caseless(words[count - 1], kNeutral)) --count;
  if (count == 0) return NameSays::kNothing;
  // In some languages the noun comes first: clave_wifi, senha_banco.
  if (count > 1 && count < 4 && equals_caseless(words[0], kFirstPasswords))
    return NameSays::kPassword;
  const std::string_view last = words[count - 1];
  const std::string_view before =
      count > 1 ? words[count - 2] : std::string_view();
  for (std::size_t i = count - 1; i-- > 0 && i + 4 > count;)
    if (equals_caseless(words[i], kHarmless)) return NameSays::kNothing;
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
  if (ends_caseless(last, "secret") || equals_caseless(last, kCredentials))
    return NameSays::kSecret;
  if (equals_caseless(last, "cookie") && equals_caseless(before, "erlang"))
    return NameSays::kToken;
  if (equals_caseless(last, "salt") || equals_caseless(last, "pepper"))
    return NameSays::kSalt;
  if (harmless_key) return NameSays::kNothing;
  if (equals_caseless(last, kTokens) || ends_caseless(last, "token") ||
      ends_caseless(last, "apikey"))
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
  for (int i = 0; i < 4 && at < text.size() && !is_part(text[at]); ++i) ++at;
  std::size_t begin = at;
  while (begin > 0 && at - begin < kNameAround &&
         (is_part(text[begin - 1]) || text[begin - 1] == '/'))
    --begin;
  std::size_t end = at;
  while (end < text.size() && end - at < kNameAround && is_part(text[end]))
    ++end;
  return text.substr(begin, end - begin);
}

}  // namespace sluice
