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

namespace sluice {
namespace {

using Words = std::array<std::string_view, 16>;

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }

bool equal(std::string_view word, std::string_view known) {
  return std::ranges::equal(word, known, {}, lower);
}

bool ends_with(std::string_view word, std::string_view known) {
  return word.size() >= known.size() &&
         equal(word.substr(word.size() - known.size()), known);
}

template <std::size_t N>
bool is_one_of(std::string_view word,
               const std::array<std::string_view, N>& list) {
  return std::ranges::any_of(
      list, [&](std::string_view known) { return equal(word, known); });
}

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
    "contrasena", "kennwort", "mdp",        "pass",       "passcode",
    "passphrase", "passwd",   "password",   "passwort",   "passw",
    "pswd",       "pw",       "pwd",        "senha",      "passwords",
    "psw",        "haslo",    "wachtwoord", "masterauth", "psk",
});
constexpr auto kPasswordEnds = std::to_array<std::string_view>({
    "password",  "passwd",   "passphrase",  "userpass", "dbpass",    "sshpass",
    "storepass", "keypass",  "requirepass", "ftppass",  "adminpass", "rootpass",
    "mypass",    "smtppass", "mailpass",    "bindpass", "userpwd",   "dbpwd",
    "authpass",  "bindpw",   "rootpw",      "dbpw",     "adminpw",
});
constexpr auto kSecrets = std::to_array<std::string_view>({
    "secret",
    "secrets",
});
constexpr auto kTokens = std::to_array<std::string_view>({
    "token",     "apikey",     "apitoken",  "accesstoken", "authtoken",
    "secretkey", "accesskey",  "authkey",   "pat",         "jwt",
    "bearer",    "privatekey", "sessionid", "signingkey",  "encryptionkey",
    "pepper",    "sharedkey",  "masterkey", "appkey",      "authorization",
    "sas",
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
    "hash_secret", "logged",
    "nonce",
});

// What makes a key, token or password something else.
constexpr auto kHarmless = std::to_array<std::string_view>({
    "ask",      "change",       "cache",     "checksum",
    "confirm",  "crumb",        "csrf",      "delete",
    "digest",   "encoded_hash", "encrypted", "etag",
    "expected", "expired",      "facebook",  "facebook_client",
    "fetch",    "find",         "forgot",    "forgotten",
    "get",      "has",          "hash",      "hashed",
    "header",   "hide",         "incorrect", "integrity",
    "invalid",  "is",           "label",     "md",
    "missing",  "no",           "parse",     "placeholder",
    "prompt",   "pub",          "public",    "publishable",
    "remember", "reset",        "sealed",    "sha",
    "show",     "strong",       "syntax",    "unexpected",
    "unknown",  "update",       "vapid",     "verify",
    "weak",     "without",      "wrong",     "xsrf",
});

// What makes a key or a token something else.
constexpr auto kHarmlessKeys = std::to_array<std::string_view>({
    "bos",         "cache",    "cls",
    "column",      "config",   "continuation",
    "cursor",      "dict",     "eos",
    "event",       "field",    "fingerprint",
    "foreign",     "group",    "host",
    "hot",         "i18n",     "id",
    "idempotency", "index",    "instrumentation",
    "language",    "lexer",    "lookup",
    "mask",        "message",  "meta",
    "next",        "node",     "object",
    "pad",         "page",     "parser",
    "partition",   "pref",     "preference",
    "primary",     "registry", "row",
    "sentinel",    "sep",      "setting",
    "site",        "sitekey",  "sort",
    "sync",        "text",     "translation",
    "type",        "unique",   "unk",
});

}  // namespace

NameSays name_says(std::string_view name) {
  Words words{};
  std::size_t count = words_of(name, &words);
  while (count > 1 && is_one_of(words[count - 1], kNeutral)) --count;
  if (count == 0) return NameSays::kNothing;
  const std::string_view last = words[count - 1];
  const std::string_view before =
      count > 1 ? words[count - 2] : std::string_view();
  for (std::size_t i = count - 1; i-- > 0 && i + 4 > count;)
    if (is_one_of(words[i], kHarmless)) return NameSays::kNothing;
  const bool harmless_key =
      is_one_of(before, kHarmlessKeys) ||
      (count > 2 && is_one_of(words[count - 3], kHarmlessKeys) &&
       !is_one_of(before, kSecretKeys));
  if (is_one_of(last, kPasswords) ||
      std::ranges::any_of(kPasswordEnds, [&](std::string_view end) {
        return ends_with(last, end);
      }))
    return NameSays::kPassword;
  // "pass word", "pass phrase", "pass wd"
  if (equal(before, "pass") && (equal(last, "word") || equal(last, "phrase") ||
                                equal(last, "wd") || equal(last, "code")))
    return NameSays::kPassword;
  if (is_one_of(last, kSecrets) || ends_with(last, "secret"))
    return NameSays::kSecret;
  if (equal(last, "salt") || equal(last, "pepper")) return NameSays::kSalt;
  if (harmless_key) return NameSays::kNothing;
  if (is_one_of(last, kTokens) || ends_with(last, "token") ||
      ends_with(last, "apikey"))
    return NameSays::kToken;
  if (equal(last, "key") || equal(last, "keys"))
    return is_one_of(before, kSecretKeys) ? NameSays::kToken : NameSays::kKey;
  if (ends_with(last, "key") && last.size() > 6 &&
      !ends_with(last, "sitekey") && !ends_with(last, "publickey"))
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
