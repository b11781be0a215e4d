// Lists, in the order of the alphabet. A word belongs into kCommon if it is a
// password by itself, and into kTellTales if no random value and no password in
// use holds it.

#include "judge/value/common.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "judge/context/caseless.h"

namespace sluice {
namespace {

constexpr auto kCommon =
    std::to_array<std::string_view>({"",
                                     "abc",
                                     "abcd",
                                     "abcdef",
                                     "access",
                                     "admin",
                                     "adminadmin",
                                     "administrator",
                                     "aes",
                                     "airflow",
                                     "alice",
                                     "android",
                                     "anonymous",
                                     "ansible",
                                     "any",
                                     "argon",
                                     "asdf",
                                     "asdfgh",
                                     "authenticated",
                                     "azerty",
                                     "bad",
                                     "bar",
                                     "basic",
                                     "batterystaple",
                                     "baz",
                                     "bcrypt",
                                     "bearer",
                                     "bitnami",
                                     "blah",
                                     "bob",
                                     "cafebabe",
                                     "cassandra",
                                     "changeit",
                                     "changeme",
                                     "charlie",
                                     "cisco",
                                     "consul",
                                     "correcthorse",
                                     "correcthorsebatterystaple",
                                     "deadbeef",
                                     "default",
                                     "demo",
                                     "derby",
                                     "digest",
                                     "django",
                                     "docker",
                                     "dragon",
                                     "drupal",
                                     "easy",
                                     "elastic",
                                     "empty",
                                     "example",
                                     "fake",
                                     "false",
                                     "fixture",
                                     "foo",
                                     "foobar",
                                     "foobarbaz",
                                     "foobared",
                                     "football",
                                     "geheim",
                                     "glassfish",
                                     "god",
                                     "good",
                                     "grafana",
                                     "guest",
                                     "hackme",
                                     "hadoop",
                                     "hashed",
                                     "hello",
                                     "helloworld",
                                     "hidden",
                                     "hive",
                                     "hmac",
                                     "homestead",
                                     "hsqldb",
                                     "http",
                                     "https",
                                     "hunter",
                                     "iloveyou",
                                     "insecure",
                                     "integration",
                                     "invalid",
                                     "jane",
                                     "janedoe",
                                     "jboss",
                                     "jenkins",
                                     "john",
                                     "johndoe",
                                     "joomla",
                                     "jwt",
                                     "kafka",
                                     "keycloak",
                                     "laravel",
                                     "localhost",
                                     "login",
                                     "loremipsum",
                                     "magento",
                                     "manager",
                                     "mariadb",
                                     "master",
                                     "md",
                                     "minio",
                                     "minioadmin",
                                     "mock",
                                     "mongo",
                                     "mongodb",
                                     "monkey",
                                     "mssql",
                                     "mypass",
                                     "mysecret",
                                     "mysql",
                                     "neo",
                                     "new",
                                     "nexus",
                                     "nil",
                                     "no",
                                     "none",
                                     "nopass",
                                     "null",
                                     "oauth",
                                     "odoo",
                                     "old",
                                     "omitted",
                                     "opensesame",
                                     "optional",
                                     "oracle",
                                     "pass",
                                     "passw",
                                     "passwd",
                                     "passwird",
                                     "password",
                                     "passwrd",
                                     "pbkdf",
                                     "pgbouncer",
                                     "phrase",
                                     "pi",
                                     "plain",
                                     "plaintext",
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
                                     "rsa",
                                     "sa",
                                     "sample",
                                     "scott",
                                     "scram",
                                     "secure",
                                     "sekret",
                                     "sekrit",
                                     "sesame",
                                     "sha",
                                     "shadow",
                                     "simple",
                                     "somepass",
                                     "something",
                                     "sonar",
                                     "sonarqube",
                                     "sqlserver",
                                     "staging",
                                     "string",
                                     "strong",
                                     "stub",
                                     "sunshine",
                                     "super",
                                     "superman",
                                     "supersecret",
                                     "swordfish",
                                     "symfony",
                                     "sysadmin",
                                     "system",
                                     "temp",
                                     "temporary",
                                     "terces",
                                     "test",
                                     "tester",
                                     "testing",
                                     "testtest",
                                     "text",
                                     "thepass",
                                     "tiger",
                                     "tomcat",
                                     "toor",
                                     "topsecret",
                                     "true",
                                     "trustno",
                                     "ubnt",
                                     "ubuntu",
                                     "undefined",
                                     "unknown",
                                     "unset",
                                     "user",
                                     "username",
                                     "userpass",
                                     "utf",
                                     "vagrant",
                                     "value",
                                     "vault",
                                     "weak",
                                     "weblogic",
                                     "websphere",
                                     "welcome",
                                     "whatever",
                                     "wildfly",
                                     "wordpress",
                                     "wrong",
                                     "yes",
                                     "yourstrong",
                                     "yourstrongpass",
                                     "zabbix",
                                     "zxcvbn"});

constexpr auto kTellTales =
    std::to_array<std::string_view>({"*sensitive",
                                     "-cbc",
                                     "-gcm",
                                     "-test",
                                     "123456",
                                     "127.0.0.1",
                                     "_test",
                                     "abc123",
                                     "admin123",
                                     "aes-",
                                     "aes128",
                                     "aes256",
                                     "anonymous",
                                     "api-key",
                                     "api_key",
                                     "apikey",
                                     "application/",
                                     "base64",
                                     "bcrypt",
                                     "blahblah",
                                     "bogus",
                                     "change-",
                                     "change_",
                                     "changeit",
                                     "changeme",
                                     "contrase",
                                     "correct horse",
                                     "correct-horse",
                                     "credential",
                                     "default",
                                     "do-not",
                                     "do_not",
                                     "dolor",
                                     "donotuse",
                                     "dummy",
                                     "encrypted",
                                     "example",
                                     "fake",
                                     "fixme",
                                     "foo-bar",
                                     "foo_bar",
                                     "foobar",
                                     "generated",
                                     "goes-here",
                                     "goes_here",
                                     "here>",
                                     "hidden",
                                     "hunter2",
                                     "image/",
                                     "insert",
                                     "invalid",
                                     "ipsum",
                                     "kennwort",
                                     "letmein",
                                     "localhost",
                                     "lorem",
                                     "masked",
                                     "mock",
                                     "mot_de_passe",
                                     "motdepasse",
                                     "my-",
                                     "my_",
                                     "mypass",
                                     "nosuch",
                                     "not-a-real",
                                     "notareal",
                                     "openssl",
                                     "p@ssw0rd",
                                     "p@ssword",
                                     "pa$$w",
                                     "pa55w",
                                     "pass123",
                                     "passphrase",
                                     "passw0rd",
                                     "passw1rd",
                                     "passwd",
                                     "password",
                                     "passwort",
                                     "placeholder",
                                     "private_key",
                                     "privatekey",
                                     "qwerty",
                                     "redact",
                                     "redacted",
                                     "removed",
                                     "root123",
                                     "3cret",
                                     "5ecret",
                                     "3cr3t",
                                     "sample",
                                     "secret",
                                     "senha",
                                     "sha1",
                                     "sha256",
                                     "sha512",
                                     "some-",
                                     "some_",
                                     "test-",
                                     "test1",
                                     "test123",
                                     "test2",
                                     "test3",
                                     "test_",
                                     "testing",
                                     "testpass",
                                     "testtest",
                                     "testuser",
                                     "text/",
                                     "token",
                                     "undefined",
                                     "unused",
                                     "user123",
                                     "username",
                                     "utf-8",
                                     "utf8",
                                     "your",
                                     "has\xC5\x82o",
                                     "jelsz\xC3\xB3",
                                     "l\xC3\xB6senord",
                                     "\xD0\xBF\xD0\xB0\xD1\x80\xD0\xBE\xD0\xBB",
                                     "\xD0\x9F\xD0\xB0\xD1\x80\xD0\xBE\xD0\xBB",
                                     "\xC5\x9F"
                                     "ifre"});

// Of the words above, those that people make passwords of.
constexpr auto kChosen = std::to_array<std::string_view>(
    {"123456",   "3cr3t",   "3cret",    "5ecret",   "abc123",   "admin123",
     "changeit", "hunter2", "letmein",  "p@ssw0rd", "p@ssword", "pa$$w",
     "pa55w",    "pass123", "passw0rd", "passw1rd", "password", "passwort",
     "qwerty",   "root123", "secret",   "senha",    "test123",  "user123"});

constexpr auto kTalk = std::to_array<std::string_view>(
    {" and ",      " are ",        " be ",      " can ",    " enter ",
     " for ",      " from ",       " has ",     " if ",     " is ",
     " must ",     " no ",         " not ",     " of ",     " or ",
     " please ",   " that ",       " this ",    " to ",     " was ",
     " will ",     " with ",       " you ",     " your ",   "adipiscing",
     "aliqua",     "cannot",       "character", "click",    "consectetur",
     "cupidatat",  "dolore",       "eiusmod",   "enter ",   "error",
     "esse ",      "exercitation", "expired",   "failed",   "forgot",
     "incididunt", "invalid",      "labor",     "log in",   "login",
     "match",      "min.",         "missing",   "nostrud",  "occaecat",
     "optional",   "phrase",       "please",    "question", "required",
     "reset",      "sign ",        "tempor",    "ullamco",  "unable",
     "unique",     "user ",        "velit",     "veniam",   "wrong"});

static_assert(std::ranges::is_sorted(kCommon));

constexpr auto kPrograms = std::to_array<std::string_view>(
    {"airflow",  "cassandra", "django",  "docker",    "drupal",   "elastic",
     "grafana",  "hadoop",    "jboss",   "jenkins",   "joomla",   "kafka",
     "keycloak", "magento",   "mariadb", "minio",     "mongo",    "mongodb",
     "mysql",    "nexus",     "odoo",    "oracle",    "postgres", "rabbit",
     "rabbitmq", "redis",     "sonar",   "sonarqube", "tomcat",   "vault",
     "weblogic", "wordpress", "zabbix"});

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// The letter that a digit or sign stands for.
constexpr char letter_for(char c) {
  switch (c) {
    case '0':
      return 'o';
    case '1':
      return 'i';
    case '3':
      return 'e';
    case '4':
    case '@':
      return 'a';
    case '5':
    case '$':
      return 's';
    case '7':
      return 't';
    default:
      return lower(c);
  }
}

// `value` in small letters without digits and signs at its end, and with the
// letters that digits stand for; cut to the size of `plain`.
std::string_view stem(std::string_view value, std::span<char> plain) {
  while (!value.empty() && !is_letter(value.back())) value.remove_suffix(1);
  std::size_t size = 0;
  for (const char c : value.substr(0, plain.size())) {
    const char letter = letter_for(c);
    if (is_letter(letter)) plain[size++] = letter;
  }
  return {plain.data(), size};
}

// "GrafAna!2024": the name of a program, dressed up behind its letters by a
// person. Words that stand for a password ("Password!2024") may be either.
bool is_dressed_name(std::string_view value, std::string_view stem) {
  constexpr std::size_t kMinTail = 5;
  const std::size_t tail =
      value.size() - std::min(value.size(), value.find_last_of(kLetters) + 1);
  const bool of_program = equals_caseless(stem, kPrograms);
  const std::string_view behind = value.substr(value.size() - tail);
  return of_program && tail >= kMinTail && !is_digit(behind.front()) &&
         std::ranges::any_of(behind, is_digit);
}

}  // namespace

bool is_common(std::string_view value) {
  std::array<char, 40> plain{};
  const std::string_view letters = stem(value, plain);
  return (std::ranges::binary_search(kCommon, letters) &&
          !is_dressed_name(value, letters)) ||
         tells_of_nobody(value);
}

bool is_common_by_intent(std::string_view value) {
  // Two words of four letters stand in a thousand values of 64 characters.
  constexpr std::size_t kShortWord = 6;
  static constexpr auto kLong = [] {
    std::array<std::string_view, kTellTales.size()> words;
    words.fill(kTellTales.back());
    std::ranges::copy_if(kTellTales, words.begin(), [](std::string_view word) {
      return word.size() >= kShortWord;
    });
    return words;
  }();
  static constexpr CaselessWords kWords{kLong};
  std::array<char, 40> plain{};
  return std::ranges::binary_search(kCommon, stem(value, plain)) ||
         kWords.found_in(value);
}

bool is_known_password(std::string_view value) {
  static constexpr CaselessWords kWords{kChosen};
  constexpr std::size_t kMax = 20;
  constexpr std::string_view kSigns = "!@#$%&*+?0123456789";
  if (value.size() > kMax || value.find(' ') != value.npos) return false;
  std::array<char, 40> plain{};
  const std::string_view letters = stem(value, plain);
  if (letters == "anonymous") return false;  // whoever asks gets in
  if (std::ranges::binary_search(kCommon, letters)) return true;
  return value.find_first_of(kSigns) != value.npos && kWords.found_in(value);
}

bool spells_of_nobody(std::string_view value) {
  std::array<char, 40> plain{};
  return tells_of_nobody(stem(value, plain));
}

bool tells_of_nobody(std::string_view value) {
  static constexpr CaselessWords kWords{kTellTales};
  return kWords.found_in(value);
}

bool is_talk(std::string_view value) {
  static constexpr CaselessWords kWords{kTalk};
  return kWords.found_in(value);
}

}  // namespace sluice
