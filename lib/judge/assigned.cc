// In the order of what the questions cost: the name, forms of text that say
// where a value comes from, lists of words, and last what the value looks like
// (judge/look.h).
//
// Two kinds of value are asked for in different ways. A token is drawn by a
// generator, so it must look random, and length does the rest: words never
// pass. A password is made up by a person; it may be words. So a password must
// have something that words and identifiers of programs do not have: digits
// among its letters, signs, a look of being dressed up; and it must have
// nothing of what interfaces, examples and defaults are made of. What has
// neither is unsure.

#include "judge/assigned.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "judge/look.h"
#include "judge/name.h"
#include "judge/placeholder.h"
#include "judge/randomness.h"

namespace sluice {
namespace {

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

bool starts_with(std::string_view text, std::string_view word) {
  return text.size() >= word.size() &&
         std::ranges::equal(text.substr(0, word.size()), word, {}, lower);
}

bool ends_with(std::string_view text, std::string_view word) {
  return text.size() >= word.size() &&
         std::ranges::equal(text.substr(text.size() - word.size()), word, {},
                            lower);
}

bool holds(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](char c, char own) { return lower(c) == own; }) !=
         text.end();
}

template <typename List>
bool holds_any(std::string_view text, const List& words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return holds(text, word); });
}

// --- Where a value comes from.

constexpr auto kSchemes = std::to_array<std::string_view>({
    "op://",    "vault:",      "secret:",    "ref:",      "ref+",
    "arn:",     "ssm:",        "env:",       "file:",     "urn:",
    "env.",     "process.env", "os.environ", "getenv",    "secrets.",
    "var.",     "local.",      "data.",      "module.",   "classpath:",
    "keyring:", "param:",      "lookup(",    "base64:",   "$env:",
    "self.",    "this.",       "config.",    "settings.", "options.",
    "opts.",    "args.",       "params.",    "request.",  "req.",
    "sm://",    "gcp:",        "aws:",       "azure:",    "kms:",
    "awskms:",  "data:",       "system.",    "keychain:", "ssm://",
    "resolve:", "{resolve:",   "conf.",      "cfg.",      "!",
    "bearer ",  "basic ",      "exec:",      "*",         "&",
});
constexpr auto kMarks = std::to_array<std::string_view>({
    "${",  "$(",  "{{", "}}", "<%", "%>",  "#{",  "@{", "://",
    "...", "\\(", "%(", "::", "->", "=>",  "=='", "()", "&&",
    "||",  "[%",  "$[", "<?", "?>", "{0}", "{1}",
});
constexpr auto kFileEnds = std::to_array<std::string_view>({
    ".json",     ".yaml", ".yml", ".txt",  ".pem",   ".key",      ".crt",
    ".cer",      ".jks",  ".p12", ".pfx",  ".js",    ".ts",       ".py",
    ".rb",       ".go",   ".php", ".html", ".cfg",   ".conf",     ".ini",
    ".png",      ".svg",  ".gif", ".xml",  ".gpg",   ".asc",      ".pub",
    ".env",      ".sh",   ".md",  ".c",    ".h",     ".java",     ".properties",
    ".css",      ".com",  ".org", ".net",  ".local", ".internal", ".example",
    ".keystore", ".toml", ".age", ".csv",  ".log",   ".cpp",      ".cc",
    ".tpl",      ".erb",
});

// printf's, and Python's old ones: a sign that stands for another text.
bool has_conversion(std::string_view value) {
  for (std::size_t i = 0; i + 1 < value.size(); ++i) {
    if (value[i] != '%') continue;
    const char c = value[i + 1];
    const bool last = i + 2 == value.size() || !is_letter(value[i + 2]);
    if (last && (c == 's' || c == 'd' || c == 'v' || c == 'q' || c == 'x' ||
                 c == '@' || c == 'r' || c == 'u' || c == 'i'))
      return true;
    if (c >= '1' && c <= '9' && i + 2 < value.size() && value[i + 2] == '$')
      return true;
  }
  return false;
}

bool is_variable(std::string_view value) {
  if (value.size() < 2) return false;
  const char first = value[0];
  const char next = value[1];
  if (first == '$') return is_letter(next) || next == '_' || next == ':';
  return (first == '%' && value.back() == '%') ||
         (first == '@' && value.back() == '@') ||
         (first == '<' && value.back() == '>') ||
         (first == ':' && is_letter(next)) || (first == '{' && is_letter(next));
}

bool is_path(std::string_view value) {
  return value.starts_with("./") || value.starts_with("../") ||
         value.starts_with("~/") || value.starts_with("$") ||
         (value.size() > 2 && value[1] == ':' && value[2] == '\\');
}

bool is_call(std::string_view value) {
  const std::size_t open = value.find('(');
  return open != std::string_view::npos && open > 0 && value.ends_with(')') &&
         is_letter(value[0]);
}

bool is_reference(std::string_view value) {
  return is_variable(value) || is_path(value) || is_call(value) ||
         has_conversion(value) ||
         std::ranges::any_of(
             kSchemes,
             [&](std::string_view word) { return starts_with(value, word); }) ||
         std::ranges::any_of(kMarks, [&](std::string_view mark) {
           return value.find(mark) != std::string_view::npos;
         });
}

// Brackets of which one is missing, or what a string of a program that was cut
// at the wrong place begins or ends with.
bool is_code(std::string_view value) {
  const auto count = [&](char c) { return std::ranges::count(value, c); };
  constexpr std::string_view kOpen = "({[";
  constexpr std::string_view kClose = ")}]";
  for (std::size_t i = 0; i < kOpen.size(); ++i)
    if (count(kOpen[i]) != count(kClose[i])) return true;
  const char first = value.front();
  return first == ' ' || first == ',' || first == ')' || first == '+' ||
         first == '.' || first == '<' || first == '>' || first == '|' ||
         value.back() == ' ' || value.back() == '\\' ||
         value.starts_with("\\") || count('%') > 2 || count('{') > 0 ||
         count('<') > 0 || count('>') > 0;
}

bool is_file_name(std::string_view value) {
  return std::ranges::any_of(
      kFileEnds, [&](std::string_view end) { return ends_with(value, end); });
}

// --- What is of no use by itself.

constexpr auto kEncryptedStarts = std::to_array<std::string_view>({
    "enc(",
    "enc[",
    "{cipher}",
    "$ansible_vault",
    "aqicah",
    "{aes",
    "{enc",
    "wcfma",
    "u2fsdgvkx1",
    "gaaaaab",
    "01000000d08c9ddf",
    "ageencryption",
    "pbe(",
    "encrypted:",
    "{des",
    "vault:v1",
    "dec(",
    "cryptedpw",
    "{3des",
});

bool is_encrypted(std::string_view value) {
  if (value.size() > 4 && value.front() == '{' && value.back() == '}')
    return true;
  if (value.size() > 100 && value.starts_with("Ag")) return true;
  return std::ranges::any_of(kEncryptedStarts, [&](std::string_view start) {
    return starts_with(value, start);
  });
}

// --- What is made to be seen, or has a rule of its own.

constexpr auto kPublicStarts = std::to_array<std::string_view>({
    "pk_live_",
    "pk_test_",
    "pk.ey",
    "phc_",
    "appl_",
    "goog_",
    "amzn_",
    "rcb_",
    "ssh-rsa",
    "ssh-ed25519",
    "ssh-dss",
    "ecdsa-sha2",
    "eyJ",
    "-----BEGIN",
    "Eby8vdM02xNOcqFlq",
    "AyM1SysPpbyDfgZld3umj1qz",
    "AAAAB3NzaC1",
    "AAAAC3NzaC1",
    "AAAAE2VjZHNh",
    "LS0tLS1CRUdJTiBD",
    "LS0tLS1CRUdJTiBQVU",
    "sha1-",
    "sha256-",
    "sha384-",
    "sha512-",
    "sha256:",
    "sha1:",
    "sha512:",
    "md5:",
    "MIIB",
    "MIIC",
    "MIID",
    "MIIE",
    "MIIF",
    "MIGf",
    "MFkw",
    "MFww",
    "MCow",
    "age1",
    "RWT",
    "GTM-",
    "UA-",
    "xpub",
    "npub1",
    "data:",
    "iVBOR",
    "R0lGOD",
    "/9j/",
});

bool is_public(std::string_view value) {
  return std::ranges::any_of(kPublicStarts, [&](std::string_view start) {
    return value.starts_with(start);
  });
}

// --- What everybody knows.

// A word that is all of a value, but for case, digits for letters, and digits
// and signs behind it.
constexpr auto kCommon = std::to_array<std::string_view>({
    "",
    "abc",
    "abcd",
    "abcdef",
    "access",
    "admin",
    "administrator",
    "adminadmin",
    "android",
    "anonymous",
    "ansible",
    "any",
    "asdf",
    "asdfgh",
    "authenticated",
    "azerty",
    "bar",
    "baz",
    "bitnami",
    "blah",
    "bob",
    "cassandra",
    "changeit",
    "changeme",
    "cisco",
    "consul",
    "correcthorse",
    "correcthorsebatterystaple",
    "default",
    "demo",
    "django",
    "docker",
    "dragon",
    "drupal",
    "elastic",
    "empty",
    "false",
    "foo",
    "foobar",
    "foobared",
    "football",
    "god",
    "grafana",
    "guest",
    "hadoop",
    "hello",
    "helloworld",
    "hidden",
    "hive",
    "homestead",
    "hunter",
    "iloveyou",
    "insecure",
    "jenkins",
    "joomla",
    "kafka",
    "keycloak",
    "laravel",
    "letmein",
    "login",
    "magento",
    "manager",
    "mariadb",
    "master",
    "minio",
    "minioadmin",
    "mongo",
    "mongodb",
    "monkey",
    "mypass",
    "mysql",
    "neo",
    "nexus",
    "nil",
    "no",
    "none",
    "nopass",
    "null",
    "opensesame",
    "optional",
    "oracle",
    "pass",
    "passw",
    "password",
    "passwd",
    "phrase",
    "pi",
    "portal",
    "postgres",
    "postgresql",
    "princess",
    "prod",
    "public",
    "pw",
    "qwer",
    "qwert",
    "qwerty",
    "qwertyuiop",
    "rabbit",
    "rabbitmq",
    "raspberry",
    "redis",
    "required",
    "root",
    "rootroot",
    "sa",
    "sample",
    "sesame",
    "shadow",
    "sonar",
    "sonarqube",
    "staging",
    "string",
    "sunshine",
    "super",
    "superman",
    "swordfish",
    "symfony",
    "sysadmin",
    "system",
    "temp",
    "temporary",
    "test",
    "tester",
    "testing",
    "testtest",
    "text",
    "tomcat",
    "toor",
    "trustno",
    "true",
    "ubnt",
    "ubuntu",
    "undefined",
    "unknown",
    "unset",
    "user",
    "username",
    "userpass",
    "vagrant",
    "value",
    "vault",
    "welcome",
    "whatever",
    "wordpress",
    "yes",
    "zabbix",
    "zxcvbn",
    "omitted",
    "pgbouncer",
    "odoo",
    "airflow",
    "supersecret",
    "topsecret",
    "mysecret",
    "hashed",
    "plain",
    "wrong",
    "bad",
    "good",
    "invalid",
    "something",
    "somepass",
    "thepass",
    "new",
    "old",
    "secure",
    "strong",
    "weak",
    "easy",
    "simple",
    "utf",
    "sha",
    "md",
    "aes",
    "rsa",
    "hmac",
    "basic",
    "bearer",
    "digest",
    "plaintext",
    "scram",
    "bcrypt",
    "argon",
    "pbkdf",
    "oauth",
    "jwt",
    "http",
    "https",
    "localhost",
    "mock",
    "fake",
    "stub",
    "fixture",
    "example",
    "integration",
    "alice",
    "charlie",
    "john",
    "johndoe",
    "jane",
    "janedoe",
    "foobarbaz",
    "loremipsum",
    "batterystaple",
    "hackme",
    "tiger",
    "scott",
    "weblogic",
    "websphere",
    "glassfish",
    "jboss",
    "wildfly",
    "hsqldb",
    "derby",
    "sqlserver",
    "mssql",
    "yourstrong",
    "yourstrongpass",
});

// In a value anywhere: what examples, interfaces and names of things are made
// of.
constexpr auto kTellTales = std::to_array<std::string_view>({
    "password",     "passwd",     "passwort",      "passphrase",
    "passw0rd",     "p@ssw0rd",   "p@ssword",      "pa55w",
    "pa$$w",        "secret",     "token",         "api_key",
    "api-key",      "apikey",     "example",       "changeme",
    "change_",      "change-",    "changeit",      "placeholder",
    "dummy",        "sample",     "your",          "insert",
    "redacted",     "foobar",     "lorem",         "ipsum",
    "dolor",        "testing",    "test_",         "test-",
    "_test",        "-test",      "testpass",      "test123",
    "qwerty",       "123456",     "abc123",        "username",
    "default",      "undefined",  "credential",    "private_key",
    "privatekey",   "contrase",   "kennwort",      "motdepasse",
    "mot_de_passe", "senha",      "correct-horse", "correct horse",
    "some_",        "some-",      "my_",           "my-",
    "pass123",      "admin123",   "root123",       "user123",
    "hunter2",      "letmein",    "mypass",        "s3cr3t",
    "s3cret",       "generated",  "encrypted",     "fake",
    "mock",         "invalid",    "bcrypt",        "sha256",
    "sha512",       "utf-8",      "utf8",          "base64",
    "text/",        "image/",     "application/",  "localhost",
    "127.0.0.1",    "openssl",    "redact",        "removed",
    "hidden",       "masked",     "goes-here",     "goes_here",
    "here>",        "fixme",      "donotuse",      "do_not",
    "do-not",       "not-a-real", "notareal",      "nosuch",
    "unused",       "testtest",   "foo-bar",       "foo_bar",
    "testuser",     "test1",      "test2",         "test3",
});

// In text for people.
constexpr auto kTalk = std::to_array<std::string_view>({
    " is ",      " are ",    " be ",        " must ",       " not ",
    " for ",     " your ",   " you ",       " to ",         " of ",
    " from ",    " with ",   " this ",      " that ",       " can ",
    " will ",    " please ", " enter ",     " or ",         " and ",
    " if ",      " has ",    " was ",       " no ",         "character",
    "min.",      "please",   "enter ",      "click",        "forgot",
    "required",  "invalid",  "expired",     "velit",        "esse ",
    "dolore",    "aliqua",   "consectetur", "adipiscing",   "tempor",
    "eiusmod",   "veniam",   "nostrud",     "exercitation", "ullamco",
    "cupidatat", "occaecat", "incididunt",  "labor",        "wrong",
    "unique",    "phrase",   "error",       "failed",       "match",
    "question",  "optional", "missing",     "reset",        "login",
    "log in",    "sign ",    "user ",       "unable",       "cannot",
});

// `value` in small letters without digits and signs at its end, and with the
// letters that digits stand for; cut to the size of `plain`.
std::string_view stem(std::string_view value, std::span<char> plain) {
  while (!value.empty() && !is_letter(value.back())) value.remove_suffix(1);
  std::size_t size = 0;
  for (const char c : value.substr(0, plain.size())) {
    char p = lower(c);
    switch (p) {
      case '0':
        p = 'o';
        break;
      case '1':
        p = 'i';
        break;
      case '3':
        p = 'e';
        break;
      case '4':
      case '@':
        p = 'a';
        break;
      case '5':
      case '$':
        p = 's';
        break;
      case '7':
        p = 't';
        break;
      default:
        break;
    }
    if (is_letter(p)) plain[size++] = p;
  }
  return {plain.data(), size};
}

bool is_common(std::string_view value) {
  std::array<char, 40> plain{};
  const std::string_view word = stem(value, plain);
  return std::ranges::find(kCommon, word) != kCommon.end() ||
         holds_any(value, kTellTales);
}

struct Made {
  std::size_t letters = 0, digits = 0, spaces = 0, signs = 0, capitals = 0,
              marks = 0;  // marks: . _ - / :
  bool ascii = true;
};

Made made_of(std::string_view value) {
  Made made;
  for (const char c : value) {
    if (static_cast<unsigned char>(c) >= 0x7f || c < ' ')
      made.ascii = false;
    else if (is_letter(c))
      ++made.letters, made.capitals += c >= 'A' && c <= 'Z' ? 1U : 0U;
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
           return c == '_' || (c >= 'a' && c <= 'z');
         });
}

bool is_settings(std::string_view path) {
  constexpr auto kEnds = std::to_array<std::string_view>({
      ".env",
      ".envrc",
      ".properties",
      ".ini",
      ".cfg",
      ".conf",
      ".cnf",
      ".yml",
      ".yaml",
      ".toml",
      ".tfvars",
      ".pgpass",
      ".netrc",
      ".xml",
      ".config",
  });
  return std::ranges::any_of(
      kEnds, [&](std::string_view end) { return ends_with(path, end); });
}

// --- Where passwords are made up for the occasion.

// Whether a directory of `path` is called `name`.
bool has_directory(std::string_view path, std::string_view name) {
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t slash = path.find('/', at);
    if (slash == std::string_view::npos) return false;
    const std::string_view part = path.substr(at, slash - at);
    if (part.size() == name.size() && starts_with(part, name)) return true;
    at = slash + 1;
  }
  return false;
}

constexpr auto kTrialDirectories = std::to_array<std::string_view>({
    "test",      "tests",     "testdata",   "testing",   "spec",
    "specs",     "__tests__", "__mocks__",  "fixture",   "fixtures",
    "mock",      "mocks",     "t",          "testsuite", "unittest",
    "unittests", "e2e",       "doc",        "docs",      "documentation",
    "guides",    "example",   "examples",   "sample",    "samples",
    "demo",      "demos",     "selftests",  "man",       "manual",
    "test-data", "testcases", "vectors",    "tutorial",  "tutorials",
    "cypress",   "benchmark", "benchmarks", "bench",     "corpus",
    "pod",
});
constexpr auto kTrialEnds = std::to_array<std::string_view>({
    "_test.go",  "_test.py",   "_test.rb",    "_test.cc",   "_test.cpp",
    "_test.js",  "_test.ts",   "_test.dart",  "_test.exs",  "_test.c",
    "_spec.rb",  ".spec.ts",   ".spec.js",    ".spec.tsx",  ".test.ts",
    ".test.js",  ".test.tsx",  ".test.jsx",   ".phpt",      ".t",
    "test.java", "tests.java", "tests.cs",    "test.cs",    "test.kt",
    "test.php",  "test.scala", "spec.scala",  ".example",   ".sample",
    ".template", ".dist",      "example.env", "sample.env", "tests.swift",
    "tests.py",
});

bool is_trial(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view file =
      slash == std::string_view::npos ? path : path.substr(slash + 1);
  return starts_with(file, "test_") ||
         std::ranges::any_of(
             kTrialEnds,
             [&](std::string_view end) { return ends_with(file, end); }) ||
         std::ranges::any_of(kTrialDirectories, [&](std::string_view name) {
           return has_directory(path, name);
         });
}

// Texts of an interface, by language.
bool is_translation(std::string_view path) {
  constexpr auto kDirectories = std::to_array<std::string_view>({
      "i18n",
      "l10n",
      "locale",
      "locales",
      "lang",
      "langs",
      "language",
      "languages",
      "translations",
      "nls",
      "_locales",
      "lproj",
      "values",
  });
  if (ends_with(path, ".po") || ends_with(path, ".pot") ||
      ends_with(path, ".xlf") || ends_with(path, ".strings") ||
      ends_with(path, ".resx") || ends_with(path, ".ftl") ||
      ends_with(path, ".arb") || ends_with(path, ".xliff"))
    return true;
  const std::size_t slash = path.rfind('/');
  const std::string_view file =
      slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (starts_with(file, "messages") && ends_with(file, ".properties"))
    return true;
  const std::size_t dot = file.rfind('.');
  if (dot == 2 && ends_with(file, ".json")) return true;
  return std::ranges::any_of(kDirectories, [&](std::string_view name) {
    return has_directory(path, name);
  });
}

// Lists of what was downloaded, with its hashes.
bool is_lock(std::string_view path) {
  return ends_with(path, ".lock") || ends_with(path, "-lock.json") ||
         ends_with(path, "-lock.yaml") || ends_with(path, ".sum") ||
         ends_with(path, "checksum.json") || ends_with(path, "sums");
}

// --- The two kinds.

constexpr std::size_t kTokenSize = 16;
constexpr std::size_t kKeySize = 20;
constexpr std::size_t kHexSize = 24;
constexpr std::size_t kSaltSize = 8;

Assigned token(NameSays name, std::string_view value) {
  const bool hex = alphabet_of(value).hex;
  const std::size_t least = hex && name != NameSays::kSalt ? kHexSize
                            : name == NameSays::kSalt      ? kSaltSize
                            : name == NameSays::kKey       ? kKeySize
                                                           : kTokenSize;
  if (value.size() < least) return Assigned::kForm;
  if (is_public(value)) return Assigned::kPublic;
  const Made made = made_of(value);
  if (!made.ascii) return Assigned::kText;
  if (made.letters == 0) return Assigned::kForm;
  if (holds_any(value, kTellTales)) return Assigned::kCommon;
  const Appearance appearance = look_of(value);
  switch (appearance.look) {
    case Look::kRandom:
      break;
    case Look::kUuid:
      return name == NameSays::kKey ? Assigned::kForm : Assigned::kLikely;
    case Look::kOrdered:
      return Assigned::kCommon;
    default:
      return Assigned::kText;
  }
  if (is_file_name(value)) return Assigned::kReference;
  const double least_score = made.digits >= 2 ? 0.0 : 12.0;
  return appearance.score >= least_score ? Assigned::kLikely
                                         : Assigned::kUnsure;
}

constexpr std::size_t kPasswordSize = 6;
constexpr std::size_t kPasswordMost = 80;

Assigned sentence(const AssignedAt& at, std::string_view value,
                  const Made& made) {
  if (made.capitals > 0 || holds_any(value, kTalk) || made.signs > 2)
    return made.digits > 0 && made.capitals > 1 && made.signs > 0 &&
                   made.spaces < 3 && !holds_any(value, kTalk)
               ? Assigned::kUnsure
               : Assigned::kText;
  if (made.digits == 0 && made.spaces < 2) return Assigned::kUnsure;
  return made.digits > 0 || at.name.empty() || is_settings(at.path)
             ? Assigned::kLikely
             : Assigned::kUnsure;
}

Assigned password(const AssignedAt& at, std::string_view value) {
  if (value.size() < kPasswordSize) return Assigned::kCommon;
  if (value.size() > kPasswordMost) return Assigned::kForm;
  const Made made = made_of(value);
  if (!made.ascii) return Assigned::kText;
  if (made.letters < 2) return Assigned::kCommon;
  if (is_public(value)) return Assigned::kPublic;
  if (is_common(value)) return Assigned::kCommon;
  if (is_file_name(value)) return Assigned::kReference;
  if (is_code(value)) return Assigned::kText;
  if (made.spaces > 0) return sentence(at, value, made);
  const Appearance appearance = look_of(value);
  switch (appearance.look) {
    case Look::kRandom:
      if (made.digits + made.signs + made.capitals == 0 && value.size() < 12)
        return Assigned::kUnsure;
      return value.size() >= 8 ? Assigned::kLikely : Assigned::kUnsure;
    case Look::kPassword:
      if (value.back() == '!' && made.digits == 0 && made.signs == 1)
        return Assigned::kUnsure;
      if (value.back() == ':' || value.back() == '?') return Assigned::kText;
      return has_version(value) || (at.name.empty() && is_numbered_name(value))
                 ? Assigned::kUnsure
                 : Assigned::kLikely;
    case Look::kOrdered:
      return Assigned::kCommon;
    case Look::kWords:
      break;
    default:
      return Assigned::kForm;
  }
  if (has_version(value) || value.front() == '/') return Assigned::kText;
  if (value.find('/') != std::string_view::npos ||
      value.find(':') != std::string_view::npos ||
      value.find(',') != std::string_view::npos)
    return Assigned::kText;
  if (made.digits > 0 && value.size() >= 8)
    return at.name.empty() && is_numbered_name(value) ? Assigned::kUnsure
                                                      : Assigned::kLikely;
  if (made.signs > 0 && made.letters >= 6)
    return value.back() == '!' || value.back() == '?' ? Assigned::kText
                                                      : Assigned::kLikely;
  if (made.marks == 0 && made.digits == 0 && made.capitals == 0 &&
      value.size() >= 8 && is_settings(at.path))
    return Assigned::kLikely;
  return Assigned::kUnsure;
}

// --- user:password in base64.

constexpr int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

// The bytes that `text` stands for, as many as `bytes` holds; empty if it is
// no base64.
std::string_view decode(std::string_view text, std::span<char> bytes) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::size_t size = 0;
  unsigned held = 0;
  int bits = 0;
  for (const char c : text) {
    const int value = value_of(c);
    if (value < 0) return {};
    held = held << 6U | static_cast<unsigned>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    if (size == bytes.size()) return {};
    bytes[size++] = static_cast<char>(held >> static_cast<unsigned>(bits));
    held &= (1U << static_cast<unsigned>(bits)) - 1;
  }
  return {bytes.data(), size};
}

Assigned user_info(const AssignedAt& at, std::string_view value) {
  std::array<char, 192> bytes{};
  const std::string_view text = decode(value, bytes);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return Assigned::kForm;
  const bool printable =
      std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7f; });
  if (!printable) return Assigned::kForm;
  const std::string_view secret = text.substr(colon + 1);
  if (is_reference(secret) || is_placeholder(secret))
    return Assigned::kReference;
  if (text == "Aladdin:open sesame") return Assigned::kCommon;
  if (token(NameSays::kToken, secret) == Assigned::kLikely)
    return Assigned::kLikely;
  return password(at, secret);
}

Assigned judged(ValueKind kind, const AssignedAt& at, std::string_view value) {
  if (kind == ValueKind::kUserInfo) return user_info(at, value);
  if (kind == ValueKind::kHash)
    return is_placeholder(value) ? Assigned::kCommon : Assigned::kLikely;
  const NameSays name = kind == ValueKind::kNamed      ? name_says(at.name)
                        : kind == ValueKind::kPassword ? NameSays::kPassword
                        : kind == ValueKind::kSecret   ? NameSays::kSecret
                                                       : NameSays::kToken;
  if (name == NameSays::kNothing) return Assigned::kName;
  if (kind == ValueKind::kNamed && is_translation(at.path))
    return Assigned::kText;
  if (kind == ValueKind::kNamed && is_lock(at.path)) return Assigned::kPublic;
  if (is_reference(value)) return Assigned::kReference;
  if (is_encrypted(value)) return Assigned::kEncrypted;
  if (is_placeholder(value)) return Assigned::kCommon;
  if (name == NameSays::kPassword) return password(at, value);
  const Assigned as_token = token(name, value);
  if (as_token == Assigned::kLikely || name != NameSays::kSecret ||
      alphabet_of(value).hex)
    return as_token;
  // A word alone can be the name of a secret, too.
  const bool word = std::ranges::all_of(value, is_letter);
  const Assigned as_password = password(at, value);
  return word && as_password == Assigned::kLikely ? Assigned::kUnsure
                                                  : as_password;
}

}  // namespace

Assigned assigned(ValueKind kind, const AssignedAt& at,
                  std::string_view value) {
  const Assigned answer = judged(kind, at, value);
  return answer == Assigned::kLikely && is_trial(at.path) ? Assigned::kUnsure
                                                          : answer;
}

}  // namespace sluice
