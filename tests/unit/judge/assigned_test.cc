#include "judge/value/assigned.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <initializer_list>
#include <new>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "fs/file_system.h"
#include "judge/context/name.h"
#include "judge/judge.h"
#include "judge/value/password.h"
#include "support/effort.h"
#include "support/load.h"
#include "support/share.h"
#include "text/base64.h"

namespace sluice::assigned_test {

thread_local std::size_t allocated = 0;

}  // namespace sluice::assigned_test

// ThreadSanitizer brings its own, and allocations are counted without it.
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define SLUICE_OWN_ALLOCATOR 0
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define SLUICE_OWN_ALLOCATOR 0
#elif !defined(SLUICE_OWN_ALLOCATOR)
#define SLUICE_OWN_ALLOCATOR 1
#endif

#if SLUICE_OWN_ALLOCATOR
// For the whole program: what is said of allocations is checked, not believed.
// GCC would inline some of these and take free() for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++sluice::assigned_test::allocated;
  if (void* const bytes = std::malloc(size != 0 ? size : 1)) return bytes;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size,
                                     const std::nothrow_t&) noexcept {
  ++sluice::assigned_test::allocated;
  return std::malloc(size != 0 ? size : 1);
}
[[gnu::noinline]] void operator delete(void* bytes) noexcept {
  std::free(bytes);
}
[[gnu::noinline]] void operator delete(void* bytes, std::size_t) noexcept {
  std::free(bytes);
}
#endif

namespace sluice::assigned_test {

bool may_be_secret(const Assigned& as) { return !as.why_not(); }

constexpr std::string_view kBase62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::array kKinds = {ValueKind::kNamed,    ValueKind::kPassword,
                               ValueKind::kToken,    ValueKind::kSecret,
                               ValueKind::kUserInfo, ValueKind::kHash};

std::string draw(std::mt19937& random, std::string_view from,
                 std::size_t length) {
  std::string s;
  for (std::size_t i = 0; i < length; ++i) s += from[random() % from.size()];
  return s;
}

std::string any_bytes(std::mt19937& random, std::size_t most) {
  std::string s(random() % (most + 1), '\0');
  // Half of them printable, or nothing but the first question would be asked.
  const bool printable = random() % 2 == 0;
  for (char& c : s)
    c = static_cast<char>(printable ? ' ' + random() % 95 : random() % 256);
  return s;
}

Assigned assigned(ValueKind kind, const AssignedAt& at,
                  std::string_view value) {
  return sluice::assigned(kind, at, ValueTraits(value));
}

Assigned password(std::string_view value, std::string_view path = "app.py",
                  std::string_view before = "") {
  return assigned(ValueKind::kNamed, {path, "db_password", before}, value);
}
Assigned token(std::string_view value, std::string_view path = "app.py") {
  return assigned(ValueKind::kNamed, {path, "api_token", ""}, value);
}

// Somebody made it up or drew it: more than words, and nothing that everybody
// knows.
bool likely(const Assigned& as) { return as.is_made(); }

using Values = std::initializer_list<std::string>;

void check_passwords(Assigned as, Values values) {
  for (const std::string& value : values) {
    CAPTURE(value);
    CHECK((password(value) == as));
  }
}
void check_likely_passwords(Values values) {
  for (const std::string& value : values) {
    CAPTURE(value);
    CHECK(likely(password(value)));
  }
}
void check_tokens(Assigned as, Values values) {
  for (const std::string& value : values) {
    CAPTURE(value);
    CHECK((token(value) == as));
  }
}

TEST_CASE("assigned: passwords that somebody made up or drew") {
  check_likely_passwords({
      "Larch&Willow7",       // sluice:allow
      "0^xoNbg2eIZz",        // sluice:allow
      "t4llow_Wicks",        // sluice:allow
      "trellis9Reed",        // sluice:allow
      "drip.line.06",        // sluice:allow
      "Uejtjc0ZL7xt",        // sluice:allow
      "C1der-Crush",         // sluice:allow
      "!Heron42Wading",      // sluice:allow
      "&Heron42Wading",      // sluice:allow
      "Compass-Rose9",       // sluice:allow
      "Old_compass7",        // sluice:allow
      "seven owls 4 moons",  // sluice:allow
  });
}

TEST_CASE("assigned: between a user and a host nothing but a password stands") {
  const auto in_url = [](std::string_view value) {
    return assigned(ValueKind::kPassword,
                    {"app.py", "", R"(connect("amqp://ledger:)"}, value);
  };
  CHECK(likely(in_url("Windmuehle")));  // sluice:allow
  CHECK(likely(in_url("windmuehle")));  // sluice:allow
  CHECK_FALSE(likely(in_url("mill")));
  CHECK(in_url("letmein1") == ValueLook::kCommon);
  CHECK(in_url("deadbeef") == ValueLook::kCommon);
  CHECK(in_url("changeme") == NoSecret::kTemplate);
  CHECK(password("Windmuehle") == ValueLook::kWords);
}

TEST_CASE("assigned: one that says what it is, with a server beside it") {
  const auto beside_server = [](std::string_view value) {
    return assigned(ValueKind::kPassword,
                    {"app.cs", "", "Server=db-7;User Id=ledger;Password="},
                    value);
  };
  CHECK(likely(beside_server("Mole41Pass")));  // sluice:allow
  CHECK(beside_server("mole41pass") == ValueLook::kWords);
  CHECK(password("Mole41Pass") == ValueLook::kWords);
}

TEST_CASE("assigned: passwords in letters beyond ASCII") {
  check_likely_passwords({
      "F\xC3\xB6hre!33",                // sluice:allow
      "Krak\xC3\xB3w#proxy",            // sluice:allow
      "Modr\xC3\xA1_vrba",              // sluice:allow
      "\xD0\x95\xD0\xBB\xD1\x8C-1975",  // sluice:allow
  });
  // A label; a question; with blanks; a sign that is no letter; half a letter.
  check_passwords(
      NoSecret::kText,
      {"Bl\xC3\xA5"
       "b\xC3\xA4rssoppa",
       "Contr\xC3\xA1n:", "\xC3\x84ndern7?", "F\xC3\xB6hre im Wald 7",
       "Larch\xC3\x97Willow7", "Larch\xC3Willow7",
       "\xE5\xAF\x86\xE7\xA0\x81larch7", "M\xC3\xBChle,7"});
  check_passwords(ValueLook::kCommon,
                  {"\xD0\xBF\xD0\xB0\xD1\x80\xD0\xBE\xD0\xBB\xD1\x8C-77"});
}

TEST_CASE("assigned: passwords with signs beyond ASCII") {
  check_likely_passwords({
      "p\xC3\xA4\xC2\xA7"
      "DUg6jEEKIM\xE2\x82\xAC!",          // sluice:allow
      "Zk9xQ\xC2\xA7mK7z\xE2\x82\xACLp",  // sluice:allow
      "Larch\xC2\xA7Willow7",             // sluice:allow
  });
  // An amount of money; the quotes and signs of printers; half a sign.
  check_passwords(
      NoSecret::kText,
      {"50 \xE2\x82\xAC im Monat", "\xC2\xABLarchWillow7\xC2\xBB",
       "Larch\xC2\xAEWillow7", "LarchWillow7\xC2", "LarchWillow7\xE2\x82"});
}

TEST_CASE("assigned: words joined by hand, and names that programs join") {
  check_likely_passwords({
      "larch_Willow",        // sluice:allow
      "Larch-Willow",        // sluice:allow
      "Larch-under-Willow",  // sluice:allow
      "Larch_Willow!",       // sluice:allow
  });
  check_passwords(ValueLook::kWords,
                  {"larch-willow", "LARCH_WILLOW", "String.Empty",
                   "Content-Type", "Larch.Field", "LarchWillow", "larch_Wi"});
  // Without quotes, in a program: a field of a variable.
  CHECK(password("larch.Willow", "a.go", "pwd: ") == ValueLook::kWords);
  CHECK(likely(password("larch.Willow", "a.go", "pwd: \"")));
  CHECK(likely(password("larch.Willow", "a.go", "f('db://app:")));
  // Settings contain no names from programs.
  CHECK(likely(password("LarchWillow", "a.yaml")));
  CHECK(password("larchFieldWillow", "a.yaml") == ValueLook::kWords);
  // The name of a secret, more likely.
  CHECK(assigned(ValueKind::kNamed, {"a.py", "client_secret", ""},
                 "larch_Willow") == ValueLook::kWords);
}

TEST_CASE("assigned: passphrases") {
  check_likely_passwords({
      "larch Willow 7",     // sluice:allow
      "seven larch cones",  // sluice:allow
      "larch Willow",       // sluice:allow
  });
  check_passwords(NoSecret::kText,
                  {"Larch willow table", "larch WILLOW cones",
                   "larch Willow field", "larch willow of the Park"});
  check_passwords(ValueLook::kWords,
                  {"larch willow", "proc macro harness", "larch table cones"});
  check_likely_passwords({
      "one two ten larch willow cones",  // sluice:allow
      "kettle-diesel-valley-violin",     // sluice:allow
      "KettleDieselValleyViolin",        // sluice:allow
  });
}

TEST_CASE("assigned: a passphrase may be a sentence") {
  const auto phrase = [](std::string_view value) {
    return assigned(ValueKind::kNamed, {"a.json", "backupPassPhrase", ""},
                    value);
  };
  CHECK(likely(phrase("Seven larch cones")));    // sluice:allow
  CHECK(likely(phrase("Larch drops 9 cones")));  // sluice:allow
  CHECK(phrase("Repeat the words") == NoSecret::kText);
  CHECK(phrase("Seven larches, cones") == NoSecret::kText);
  CHECK(password("Seven larch cones") == NoSecret::kText);
  CHECK(password("cmd /c cd") == ValueLook::kWords);
  CHECK(assigned(ValueKind::kNamed, {"a.c", "master_secret", ""},
                 "seven larch cones") == ValueLook::kWords);
}

TEST_CASE("assigned: what ends with auth may be a password") {
  const auto named = [](std::string_view name, std::string_view value) {
    return assigned(ValueKind::kNamed, {"a.toml", name, ""}, value);
  };
  CHECK(likely(named("redis_auth", "otterflash2019")));
  CHECK_FALSE(likely(named("vrrpAuth", "l4rch-Gate")));
  for (const std::string_view method :
       {"sha256", "scram-sha-256", "md5", "oauth2", "basic1", "ntlm v2",
        "required"})
    CHECK_FALSE(likely(named("smtp_auth", method)));
  CHECK_FALSE(likely(named("auth", "otterflash2019")));
}

TEST_CASE("assigned: user and password in one") {
  const auto pair = [](std::string_view name, std::string_view value) {
    return assigned(ValueKind::kNamed, {"a.toml", name, ""}, value);
  };
  for (const char* name : {"basic_auth", "FTP_USERPWD", "pro_creds"}) {
    CAPTURE(name);
    CHECK(likely(pair(name, "ferry:Larch-Willow7")));
    CHECK_FALSE(likely(pair(name, "ferry:password")));
    CHECK_FALSE(likely(pair(name, "ferry boat:Larch-Willow7")));
    CHECK_FALSE(likely(pair(name, ":Larch7")));
  }
  CHECK_FALSE(likely(pair("token", "ferry:Larch-Willow7")));
}

TEST_CASE("assigned: passwords of a generator's forms") {
  check_likely_passwords({
      "5b07c9e1-3d86-4fa2-b910-7e64d2f8a35c",    // sluice:allow
      "Xq4-vT7",                                 // sluice:allow
      "kq9RtX2mZ0LwbN8cVj7Ruw==",                // sluice:allow
      "{noop}larch7Willow",                      // sluice:allow
      "{SAS002}291259A42CF344BDFF8D2AD7AA7441",  // sluice:allow
  });
  check_passwords(ValueLook::kCommon,
                  {"{noop}hunter2", "123456", "112233", "147258", "20240131"});
  check_passwords(ValueLook::kWords, {"83915520", "391520"});
  check_passwords(NoSecret::kStandIn, {"dGhpcyBpcyBwYXNzd29yZA=="});
  check_passwords(NoSecret::kForm, {"{noop}", "base64:"});
  check_passwords(NoSecret::kText, {"?missing", "larch\\u00a0Willow7"});
  // Wi-Fi asks for eight digits or more.
  const auto wifi = [](std::string_view value, std::string_view name) {
    return assigned(ValueKind::kNamed, {"a.h", name, ""}, value);
  };
  CHECK(likely(wifi("83915520", "WIFI_PASS")));  // sluice:allow
  CHECK(wifi("8391552", "WIFI_PASS") == ValueLook::kWords);
  CHECK(wifi("12345678", "WIFI_PASS") == NoSecret::kTemplate);
  CHECK(wifi("20240131", "WIFI_PASS") == ValueLook::kCommon);
  CHECK(likely(
      wifi("82660700047751950160151303891695784922", "salt")));  // sluice:allow
  CHECK(wifi("82660700047751950160151303891695784922", "token") ==
        NoSecret::kForm);
}

TEST_CASE("assigned: passwords that everybody knows") {
  check_passwords(ValueLook::kCommon,
                  {"password1", "P@ssw0rd1!", "Admin123", "root", "hunter2",
                   "passw1rd", "qwerty123", "123456", "letmein123", "letmein99",
                   "Welcome2017!", "new3cret"});
  // Stand-ins, which nobody logs in with, and what is too short for one.
  check_passwords(NoSecret::kStandIn,
                  {"my_db_value", "test_user_7", "bogus#77a", "password",
                   "Passwd", "username", "none", "UTF-8", "iso-8859-1"});
  check_passwords(NoSecret::kTemplate,
                  {"changeme", "12345678", "xxxxxxxxxxxx"});
  check_passwords(NoSecret::kForm, {"abc", "123"});
}

TEST_CASE("assigned: a known password at a host that is a real one") {
  const auto at_host = [](std::string_view host, std::string_view value) {
    return assigned(ValueKind::kPassword,
                    {"app.py", "", "connect('amqp://ledger:", host}, value);
  };
  CHECK(at_host("mq7.larch-tools.org", "letmein123") == ValueLook::kWords);
  CHECK(at_host("mq7.larch-tools.org", "welcome") == ValueLook::kCommon);
  CHECK(at_host("localhost", "letmein123") == ValueLook::kCommon);
  CHECK(at_host("", "letmein123") == ValueLook::kCommon);
  CHECK(at_host("mq7.larch-tools.org", "password") == ValueLook::kCommon);
  CHECK(at_host("db.example.com", "password") == NoSecret::kStandIn);
}

TEST_CASE("assigned: fields that name a secret") {
  const auto field = [](std::string_view name, std::string_view value) {
    return assigned(ValueKind::kNamed, {"values.yaml", name, ""}, value);
  };
  CHECK(field("tlsSecret", "larch.tls") == NoSecret::kReference);
  CHECK(field("existingSecret", "larch-db-2") == NoSecret::kReference);
  CHECK(field("secret", "larch-v2-certs") == NoSecret::kReference);
  CHECK(field("nodeSecret", "larch-root") == NoSecret::kReference);
  CHECK(field("tlsSecret", "k7Vq2ZtRw7LmXb49") ==  // sluice:allow
        ValueLook::kDrawn);
  CHECK(likely(field("password", "Larch-Certs7!")));  // sluice:allow
}

TEST_CASE("assigned: names in a sentence") {
  const auto named = [](std::string_view path, std::string_view before,
                        std::string_view value) {
    return assigned(ValueKind::kNamed, {path, "secret", before}, value);
  };
  CHECK(named("a.yaml", "either `keySecret` or `", "keyFile") ==
        NoSecret::kText);
  CHECK(named("a.yaml", "('Secret', '", "ConfigMap") == NoSecret::kText);
  CHECK(named("a.py", "one of 'secret' or '", "publicPath") == NoSecret::kText);
  // An argument of a call, and a drawn value.
  CHECK_FALSE(
      (named("a.py", "set('secret', '", "larch_Beam") == NoSecret::kText));
  CHECK(named("a.yaml", "('secret', '", "k7Vq2ZtRw7LmXb49") ==  // sluice:allow
        ValueLook::kDrawn);
  CHECK(named("a.yml", "lookup('secret', '", "Larch-Fen") == NoSecret::kText);
}

TEST_CASE("assigned: a drawn value with a blank, and sentences") {
  check_passwords(ValueLook::kDrawn,
                  {"pX7 R~Xg9!jmQ]LWX/,?RT",  // sluice:allow
                   "d#95lJ^w T5O~uV0l#P"});   // sluice:allow
  check_passwords(NoSecret::kText,
                  {"Confirm*", "Nieuw Wachtwoord", "Repita su clave"});
  CHECK_FALSE((password("0x{some(R, hEx, 40)}!") == ValueLook::kDrawn));
  CHECK_FALSE((password("aL3rtmE&Now9x# }]") == ValueLook::kDrawn));
  CHECK_FALSE((password("See RFC 2616, part 4.2 (b)!") == ValueLook::kDrawn));
}

TEST_CASE("assigned: placeholders in base64") {
  CHECK(encodes_placeholder(ValueTraits("Y2hhbmdlbWU=")));  // changeme
  CHECK(encodes_placeholder(ValueTraits("cGFzc3dvcmQ=")));  // password
  CHECK_FALSE(encodes_placeholder(ValueTraits("TGFyY2gtRmVuNw==")));
}

TEST_CASE("assigned: letters that spell nothing, beside a password's name") {
  check_passwords(ValueLook::kDrawn,
                  {"wkqrtzp", "hxtvnq", "pwm-8961", "nyycy_szo", "lizrs014",
                   "EzqnIbdlvu", "qksprepshko"});
  // Words, abbreviations of the field, names of things.
  for (const std::string value :
       {"XOAUTH2", "larchwood", "hafen-turm", "rootpw", "smbpasswd", "mysqlpwd",
        "node18", "x86_64", "us-east-1", "keystore", "aes256-gcm"}) {
    CAPTURE(value);
    CHECK_FALSE((password(value) == ValueLook::kDrawn));
  }
  // The user's own name.
  CHECK_FALSE(
      (assigned(ValueKind::kPassword, {"a_test.rb", "", "login('kpetrv', '"},
                ValueTraits("kpetrv")) == ValueLook::kDrawn));
  // Elsewhere, they may be the name of anything.
  CHECK_FALSE(
      assigned(ValueKind::kNamed, {"a.py", "token", ""}, "hxtvnq").is_made());
}

TEST_CASE("assigned: text in base64 is judged as the text") {
  std::mt19937 random(test::seed(14));
  const auto in_base64 = [](std::string_view text) {
    return password(base64_encode(text));
  };
  for (const std::string text :
       {"Larch&Willow7", "letmein123", "larchgate77", "your-password-here",
        "Enter the pass phrase", "larch willow"}) {
    CAPTURE(text);
    CHECK((in_base64(text) == password(text)));
    CHECK((in_base64(text + "\n") == password(text)));
  }
  CHECK_FALSE(may_be_secret(password(base64_encode("${DB_PASSWORD}"))));
  // In hexadecimal, too.
  constexpr std::string_view kHexOfText = "4c617263682657696c6c6f7737";
  CHECK(password(kHexOfText) == ValueLook::kTyped);  // sluice:allow
  // Too short to be sure of.
  CHECK(password(base64_encode("db7x")) == ValueLook::kWords);
  // Bytes that are no text are drawn.
  const int rounds = test::times(1000, 50'000);
  int drawn = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string bytes(24, '\0');
    for (char& c : bytes) c = static_cast<char>(random() % 256);
    drawn += password(base64_encode(bytes)) == ValueLook::kDrawn ? 1 : 0;
  }
  test::check_share(test::at_least(drawn, rounds, 0.997, test::seed(14)));
}

TEST_CASE("assigned: the name of a program, dressed up by a person") {
  check_likely_passwords({"GrafAna!2024", "Jenkins#2023!"});  // sluice:allow
  for (const std::string value : {"grafana", "Grafana1", "grafana2024",
                                  "Password!2024", "changeme#2024"}) {
    CAPTURE(value);
    CHECK_FALSE(likely(password(value)));
  }
}

TEST_CASE("assigned: words with a slash or a colon, and places") {
  check_likely_passwords({"Regal/Fach17", "Schicht3:Pause"});  // sluice:allow
  for (const std::string value : {"regal/fach", "Regal/Fach", "img/Logo2:small",
                                  "registry/Image:v1.2", "/Regal/Fach17"}) {
    CAPTURE(value);
    CHECK_FALSE(likely(password(value)));
  }
}

TEST_CASE("assigned: an environment holds no text for people") {
  const auto sentence = [](std::string_view name, std::string_view path) {
    return assigned(ValueKind::kNamed, {path, name, ""}, "Abend kurs 7 Uhr");
  };
  CHECK(likely(sentence("MAIL_PASSWORD", "prod.env")));
  CHECK(sentence("MAIL_PASSWORD", "app.py") == NoSecret::kText);
  CHECK(sentence("mail_password", "prod.env") == NoSecret::kText);
}

TEST_CASE("assigned: where a value comes from") {
  check_passwords(NoSecret::kReference, {"${DB_PASSWORD}",
                                         "$DB_PASSWORD",
                                         "%DB_PASSWORD%",
                                         "{{ vault.db }}",
                                         "<%= ENV['X'] %>",
                                         "process.env.DB",
                                         "getenv(\"DB\")",
                                         "op://vault/db/x",
                                         "vault:kv/db#pw",
                                         "file:/run/db.pw",
                                         "/etc/db.conf",
                                         "./keys/db.pw7",
                                         "%s:%d",
                                         "config.db.password",
                                         "'.$newpass.'",
                                         "\" + password + \"",
                                         "' . $row['pw'] . '",
                                         "dirname $0",
                                         "{AQAAABAAA}",
                                         "!vault db7",
                                         "deploy.pem",
                                         "arn:aws:secretsmanager:x"});
}

TEST_CASE("assigned: patterns, and paths through data") {
  for (const std::string_view value :
       {"(?:{hex}:{hex}|{ipv4})", "[!#$%&'*+\\-.^_`|~0-9A-Za-z]{1,}",
        "^lt_[A-Za-z0-9]{24,}$", "lt_\\w{24}", "(?i)bearer\\s+(\\S+)"}) {
    CAPTURE(value);
    CHECK(token(value) == NoSecret::kText);
    CHECK(password(value) == NoSecret::kText);
  }
  for (const std::string_view value :
       {"Jobs[-1].JobId", "Items[].Key9", "Reservations[*].Id7", "a.b7[0]"}) {
    CAPTURE(value);
    CHECK(token(value) == NoSecret::kReference);
    CHECK(password(value) == NoSecret::kReference);
  }
  check_likely_passwords({
      "kx#9)Zp!q[Lm",   // sluice:allow
      "Wz[7]k.Q4-x9P",  // sluice:allow
  });
}

TEST_CASE("assigned: what a client tells its requests apart by") {
  constexpr std::string_view kUuid =
      "4752b573-40a6-4eac-a8a4-a72058761219";  // sluice:allow
  const auto named = [](std::string_view name, std::string_view value) {
    return assigned(ValueKind::kNamed, {"app.json", name, ""}, value);
  };
  for (const std::string_view name :
       {"ClientToken", "client_request_token", "LockToken", "requestToken"}) {
    CAPTURE(name);
    CHECK(named(name, kUuid) == NoSecret::kName);
    CHECK(likely(named(name, "8Hq2mZ0a9Kx7Lw3VtR5uNc")));  // sluice:allow
  }
  CHECK(likely(named("AccessToken", kUuid)));
}

TEST_CASE("assigned: text, names of things, pieces of programs") {
  check_passwords(NoSecret::kText,
                  {"Enter it again", "must be longer than 8",
                   "required|string:8", "Basic|Digest|NTLM", "/(yes|true)/",
                   "scheme=", "STRING\\t\\tSet", "ui.field.v2", "kube/tls-2024",
                   "wachtwoord\xC3\xAB", "conf[0a", "jmx[{,up7"});
  check_passwords(ValueLook::kWords,
                  {"getElementById", "local4pass", "trustPwd12", "harbour",
                   "mypwd", "dBCSPwd"});
  CHECK(password("category_level_1", "a.js", "x('_password', '") ==
        ValueLook::kWords);
  CHECK(password("snmpv3_privprotocol", "a.js", "x('_password', '") ==
        ValueLook::kWords);
  CHECK(likely(password("marsh_gate7", "a.php",
                        "define('DB_PASSWORD', '")));  // sluice:allow
  CHECK(likely(password("snmpv3_privprotocol", "a.js", "_password = '")));
}

TEST_CASE("assigned: values of use with another secret alone, and public") {
  check_passwords(NoSecret::kEncrypted,
                  {"ENC(Gh7Kq2mZ0a9)", "$ANSIBLE_VAULT;1.1", "{cipher}9a7c41",
                   "{AQAAABAAAAAQ7Zk}", "vault:v1:8Kqm2"});
  check_tokens(NoSecret::kPublic,
               {"pk_live_8Hq2mZ0a9Kx7Lw3V", "ssh-ed25519 8Hq2mZ0a9Kx7Lw3V",
                "sha256-8Hq2mZ0a9Kx7Lw3VtR5uNc", "eyJ8Hq2mZ0a9Kx7Lw3VtR5uNc",
                "0024000004800000940000000602000000240000525341310004"});
}

TEST_CASE("assigned: tokens") {
  check_tokens(ValueLook::kDrawn,
               {
                   "8Hq2mZ0a9Kx7Lw3VtR5uNc",                    // sluice:allow
                   "07058b26fad2782fc6bb5dea3e2e1a51ce5a38df",  // sluice:allow
                   "b6b0ad3c-2d54-4a5e-9a3f-0c1d6e5f7a82",      // sluice:allow
               });
  check_tokens(NoSecret::kForm, {"8Hq2mZ0", "07058b2", "90417758203391846027",
                                 "larchgate7", "LarchWillow"});
  check_tokens(NoSecret::kText,
               {"authentication_header_name", "i18n.settings.api.label"});
  check_tokens(NoSecret::kStandIn,
               {"dXNlcjpwYXNzd29yZA==", "your8Hq2mZ0a9Kx7Lw3V"});
  check_tokens(NoSecret::kTemplate, {"abcdefghijklmnopqrstuvwxyz"});
  // Shorter than tokens are, and drawn all the same; in hexadecimal it may be
  // the short form of a commit.
  check_tokens(ValueLook::kWords, {"07058b26fad278"});
  check_tokens(ValueLook::kDrawn,
               {"8Hq2mZ0a9", "8Hq2mZ0a9Kx7Lw3", "07058b26fad2782f"});
  CHECK(likely(token("8Hq2mZ0a9Kx7Lw3V")));  // sluice:allow
  // An identifier and its secret in one, but no digest and no image's tag.
  CHECK(likely(token("k4i7zq9v58bn:h9xt3r3cwj95")));   // sluice:allow
  CHECK(likely(token("m3_8yq7wz2pd:h9x-t3r3cwj95")));  // sluice:allow
  check_tokens(NoSecret::kText,
               {"repository:image-tag-12", "service-name-1:8080",
                "k4i7zq9v58bn:production-server"});
  // A word may be a password in a file of settings, but also a secret's name.
  CHECK(likely(password("harbourlight", "a.env")));
  CHECK(assigned(ValueKind::kNamed, {"a.env", "client_secret", ""},
                 "harbourlight") == ValueLook::kWords);
  // A key of unknown purpose must be longer, and no UUID.
  const auto key = [](std::string_view value) {
    return assigned(ValueKind::kNamed, {"a.py", "key", ""}, value);
  };
  CHECK(key("8Hq2mZ0a9Kx7Lw3V") == NoSecret::kForm);
  CHECK(key("b6b0ad3c-2d54-4a5e-9a3f-0c1d6e5f7a82") == NoSecret::kForm);
  CHECK(likely(key("8Hq2mZ0a9Kx7Lw3VtR5uNc")));  // sluice:allow
}

TEST_CASE("assigned: names with digits and capitals are no tokens") {
  for (const std::string_view value :
       {"X509CertSha256ThumbprintV2", "OAuth2ClientCredentials3LeggedV10",
        "Base64UrlSafeEncoder256Bit", "EC2InstanceType3XLargeR5",
        "PKCS12KeyStoreSHA256WithRSA", "IPv6ToIPv4Gateway64Prefix"}) {
    CAPTURE(value);
    CHECK_FALSE(likely(token(value)));
  }
}

TEST_CASE("assigned: the name decides first") {
  const auto named = [](std::string_view name) {
    return assigned(ValueKind::kNamed, {"a.py", name, ""},
                    "8Hq2mZ0a9Kx7Lw3VtR5uNc");
  };
  CHECK(named("password_hint") == NoSecret::kName);
  CHECK(named("public_key") == NoSecret::kName);
  CHECK(named("") == NoSecret::kName);
  CHECK(likely(named("token")));
}

TEST_CASE("assigned: credentials in base64") {
  const auto info = [](std::string_view value) {
    return assigned(ValueKind::kUserInfo, {"a.http", "", ""}, value);
  };
  CHECK(likely(info("c3BydWNlOkJhcmsmUmVzaW43")));  // sluice:allow
  CHECK(info("dXNlcjpwYXNzd29yZA==") == NoSecret::kStandIn);
  CHECK(info("QWxhZGRpbjpvcGVuIHNlc2FtZQ==") == ValueLook::kCommon);
  CHECK(info("OkJhcmsmUmVzaW43") == NoSecret::kForm);  // nobody's
  CHECK(info("c3BydWNl") == NoSecret::kForm);          // no colon
  CHECK(
      likely(info("c3BydWNlOkJhcmsmUmVzaW43Cg==")));  // by `echo`; sluice:allow
  // Where one of the two is a token, the other is of no account.
  const std::string token = "q7vz3kmd52xwp9tfhb4nrs6ycj8lg1ae";  // sluice:allow
  for (const char* none : {"", "X", "x-oauth-basic", "api_token"})
    CHECK(likely(info(base64_encode(token + ":" + none))));
  CHECK(likely(info(base64_encode(":" + token))));
  // With an ä in ISO 8859-1, and what is no text.
  CHECK(likely(
      info(base64_encode("spruce:q7vz3k\xe4Md52xwP9t"))));  // sluice:allow
  const std::string noise = "\xba\xe4\xff\x91q\xc7z";
  CHECK(info(base64_encode("spruce:" + noise)) == NoSecret::kForm);
  CHECK(info(base64_encode("spr\xe4"
                           "ce:BarkResin43")) == NoSecret::kForm);
  CHECK(info(base64_encode("spruce:Bark\x01Resin43")) == NoSecret::kForm);
  CHECK(info(base64_encode("spruce:")) == NoSecret::kForm);
  CHECK(info(base64_encode(R"({"alg":"HS256"})")) == NoSecret::kForm);
  CHECK(info(base64_encode("00000000-0000-0000-0000-000000000000:")) ==
        NoSecret::kForm);
  CHECK(info("c3BydWNl*") == NoSecret::kForm);
}

TEST_CASE("assigned: hashes with a word for a salt are test vectors") {
  const auto hash = [](std::string_view value) {
    return assigned(ValueKind::kHash, {"a.c", "", ""}, value);
  };
  const std::string tail = "$Q0a0n/SFkebdC2aSz3LNgyred0IgUj.dC/wf0XRJVbj";
  CHECK(likely(hash("$5$rUjrHdKXLF/ne9cK" + tail)));
  CHECK(hash("$5$rounds=77777$short" + tail) == ValueLook::kWords);
  CHECK(hash("$5$asaltOF16CHARS.." + tail) == ValueLook::kWords);
  CHECK(
      likely(hash("$2y$10$L67VMXl64njIl5iLZ4SFFfG9hM0M6A1WYRJco1h/q/"
                  "B49.60T1")));  // sluice:allow
}

TEST_CASE("assigned: the place does not change what a value looks like") {
  const std::string_view typed = "Larch&Willow7";   // sluice:allow
  const std::string_view drawn = "Uejtjc0ZL7xt9q";  // sluice:allow
  for (const std::string path :
       {"src/db.py", "tests/db.py", "src/db_test.go", "examples/db.py",
        "vendor/x/db.py", "docs/db.md", "swagger.yaml", "settings.dist"}) {
    CAPTURE(path);
    CHECK(password(typed, path) == ValueLook::kTyped);
    CHECK(password(drawn, path) == ValueLook::kDrawn);
  }
  for (const std::string before : {" * password = \"", "// password = \"",
                                   "![x](https://img.shields.io/x?token="}) {
    CAPTURE(before);
    CHECK(password(typed, "A.java", before) == ValueLook::kTyped);
  }
  // Words for people are none in a file of translations; a token may be.
  CHECK(password(typed, "locale/de.json") == NoSecret::kText);
  CHECK(assigned(ValueKind::kToken, {"locale/de.json", "", "", ""},
                 "8Hq2mZ0a9Kx7Lw3VtR5uNc") == ValueLook::kDrawn);
  // A lock file has digests and versions beside the names of packages.
  CHECK(token("8Hq2mZ0a9Kx7Lw3VtR5uNc", "package-lock.json") ==  // sluice:allow
        ValueLook::kDrawn);
  CHECK(token("sha512-8Hq2mZ0a9Kx7Lw3VtR5uNc",
              "package-lock.json") ==  // sluice:allow
        NoSecret::kPublic);
  constexpr std::string_view kSha1 =
      "4e1243bd22c66e76c2ba9eddc1f91394e57f9f83";  // sluice:allow
  CHECK(token(kSha1, "yarn.lock") == NoSecret::kPublic);
}

// The names of files and directories do not show what a random value is.
TEST_CASE("assigned: no place alone hides a random password") {
  constexpr std::string_view kDigits =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  std::mt19937 random(test::seed(63));
  for (int round = 0; round < test::times(200, 5000); ++round) {
    std::string value;
    for (auto size = 14 + random() % 20; size > 0; --size)
      value += kDigits[random() % kDigits.size()];
    const Assigned elsewhere = password(value, "settings.json");
    if (!(elsewhere == ValueLook::kDrawn)) continue;
    CAPTURE(value);
    for (const std::string path :
         {"db.json", "conf/v1.json", "lang/.env", "src/language/config.py",
          "i18n/a.yml", "locales/de/a.json", "messages_de.properties", "a.resx",
          "a.strings", "a.po", "res/strings.xml", "pdm.lock",
          "package-lock.json", "go.sum"}) {
      CAPTURE(path);
      CHECK(password(value, path) == ValueLook::kDrawn);
      CHECK(assigned(ValueKind::kNamed, {path, "passphrase", "", ""}, value) ==
            ValueLook::kDrawn);
    }
  }
}

TEST_CASE("assigned: typed is what nobody writes to show a password") {
  CHECK(password("Larch&Willow7") == ValueLook::kTyped);  // sluice:allow
  // Without a capital, a digit, or a sign; a word of programs; base64; words
  // that everybody knows.
  for (const char* plain :
       {"larch&willow7", "Larch&Willow", "LarchWillow78", "Larch&Table7",
        "dGhpcyBpcyBsYXJjaA==", "Ch4ng3-m3now"}) {
    CAPTURE(plain);
    CHECK_FALSE(is_fully_dressed(ValueTraits(plain)));
  }
  CHECK(is_fully_dressed(ValueTraits("Larch&Willow7")));  // sluice:allow
  // A secret that is no password may be a name with marks in it.
  CHECK(assigned(ValueKind::kSecret, {"a.java", "", "", ""},
                 "Threelarch-512") == ValueLook::kComposed);
  CHECK(assigned(ValueKind::kSecret, {"a.java", "", "", ""},
                 "Threelarch#512") == ValueLook::kTyped);
}

TEST_CASE("assigned: trials and the rest of a line change no answer") {
  std::mt19937 random(test::seed(20));
  for (int round = 0; round < test::times(4000, 40'000); ++round) {
    std::string value = any_bytes(random, 48);
    if (round % 3 == 0) value = draw(random, kBase62, 8 + random() % 32);
    for (const ValueKind kind : kKinds) {
      const AssignedAt plain{"src/a.py", "my_secret", "", ""};
      const Assigned as = assigned(kind, plain, value);
      AssignedAt commented = plain;
      commented.before = " * my_secret = 'x'; y = '";
      commented.path = "src/a.js";
      AssignedAt tried = plain;
      tried.path = "tests/a.py";
      AssignedAt example = plain;
      example.path = "examples/a.py";
      CAPTURE(value);
      CHECK((assigned(kind, commented, value) == as));
      CHECK((assigned(kind, tried, value) == as));
      CHECK((assigned(kind, example, value) == as));
    }
  }
}

TEST_CASE("assigned: the line and the host decide on no drop") {
  std::mt19937 random(test::seed(21));
  for (int round = 0; round < test::times(4000, 40'000); ++round) {
    std::string value = any_bytes(random, 24);
    if (round % 3 == 0) value = draw(random, kBase62, 4 + random() % 12);
    if (round % 7 == 0) value = "letmein" + std::to_string(random() % 1000);
    for (const ValueKind kind : kKinds) {
      const AssignedAt plain{"src/a.py", "db_password", "", ""};
      const Assigned as = assigned(kind, plain, value);
      AssignedAt in_list = plain;
      in_list.before = "f('password', '";
      AssignedAt in_url = plain;
      in_url.before = "connect('amqp://ledger:";
      in_url.host = "mq7.larch-tools.org";
      CAPTURE(value);
      for (const AssignedAt& at : {in_list, in_url}) {
        const Assigned there = assigned(kind, at, value);
        CHECK(may_be_secret(there) == may_be_secret(as));
        if (!may_be_secret(as)) CHECK((there == as));
      }
    }
  }
}

TEST_CASE("assigned: any bytes are answered, without allocating") {
  std::mt19937 random(test::seed(7));
  for (int round = 0; round < test::times(4000, 40'000); ++round) {
    const std::string path = any_bytes(random, 40);
    const std::string name = any_bytes(random, 40);
    const std::string before = any_bytes(random, 220);
    const std::string value = any_bytes(random, 600);
    const std::size_t so_far = allocated;
    for (const ValueKind kind : kKinds) {
      static_cast<void>(assigned(kind, {path, name, before}, value));
      static_cast<void>(assigned(kind, {path, "pwd", before}, value));
    }
    CHECK(allocated == so_far);
  }
}

TEST_CASE("assigned: random values pass") {
  const std::uint32_t seed = test::seed(3);
  const int rounds = test::times(4000, 40'000);
  std::mt19937 random(seed);
  int passwords = 0;
  int tokens = 0;
  int hex = 0;
  int printable = 0;
  for (int round = 0; round < rounds; ++round) {
    passwords += likely(password(draw(random, kBase62, 14)));
    tokens += likely(token(draw(random, kBase62, 32)));
    hex += likely(token(draw(random, kHex, 40)));
    // As WordPress's keys, in which any pair of signs may stand.
    std::string key;
    for (int i = 0; i < 64; ++i) {
      char c = static_cast<char>('!' + random() % 94);
      key += c == '\'' || c == '\\' || c == '"' ? 'x' : c;
    }
    printable += likely(token(key));
  }
  test::check_share(test::at_least(passwords, rounds, 0.999, seed));
  // With those that is_nearly_drawn() adds.
  test::check_share(test::at_least(tokens, rounds, 0.9978, seed));
  test::check_share(test::at_least(hex, rounds, 0.999, seed));
  test::check_share(test::at_least(printable, rounds, 0.998, seed));
}

// The verdicts of the rules of generic_assigned.toml on `text`, as "drop
// confidence".
std::vector<std::string> verdicts_on(std::string_view text,
                                     std::string_view path) {
  static const RuleSet rules = [] {
    const std::string file =
        std::string(SLUICE_RULES_DIR) + "/generic_assigned.toml";
    return rules_from(read_whole(posix_file_system(), file).value());
  }();
  static const Judge judge(rules);
  static const std::deque<Pattern> patterns = [] {
    std::deque<Pattern> all;
    for (const Rule& rule : rules.rules()) all.emplace_back(rule);
    return all;
  }();
  std::vector<std::string> verdicts;
  for (std::uint32_t i = 0; i < patterns.size(); ++i) {
    Pattern::Match match;
    if (!patterns[i].find(text, 0, text.size(), Pattern::Start::kAnywhere,
                          rules.rules()[i].secret_group, &match))
      continue;
    const Verdict verdict = judge.judge(i, path, text, match);
    verdicts.push_back(std::to_string(static_cast<int>(verdict.drop)) + ' ' +
                       std::string(name_of(verdict.confidence)));
  }
  return verdicts;
}

TEST_CASE("assigned: what a rule of default rules is told of the place") {
  using Verdicts = std::vector<std::string>;
  const std::string line = "password = \"Larch&Willow7\"\n";  // sluice:allow
  CHECK(verdicts_on(line, "a.java") == Verdicts{"0 medium"});
  CHECK(verdicts_on(" * " + line, "a.java") == Verdicts{"0 medium"});
  CHECK(verdicts_on(line, "tests/a.java") == Verdicts{"0 medium"});
  CHECK(verdicts_on(line, "examples/a.java") == Verdicts{"0 medium"});
  CHECK(verdicts_on(line, "vendor/a.java") == Verdicts{"0 low"});
  const std::string composed = "password = \"larchgate77\"\n";  // sluice:allow
  CHECK(verdicts_on(composed, "a.java") == Verdicts{"0 medium"});
  for (const std::string path :
       {"tests/a.java", "examples/a.java", "docs/a.md"})
    CHECK(verdicts_on(composed, path) == Verdicts{"0 low"});
  CHECK(verdicts_on(" * " + composed, "a.java") == Verdicts{"0 low"});
  const std::string common = "password = \"letmein123\"\n";
  CHECK(verdicts_on(common, "a.java") == Verdicts{"0 low"});
}

TEST_CASE("assigned: quotes around a value do not matter") {
  std::mt19937 random(test::seed(11));
  for (const char* name : {"db_password", "clientSecret", "API-TOKEN"})
    for (int round = 0; round < test::times(60, 600); ++round) {
      std::string value = draw(random, kBase62, 6 + random() % 30);
      if (round % 4 == 0) value = "changeme";
      if (round % 4 == 1) value = "Larch&Willow" + value;
      const auto with = [&](std::string_view quote) {
        return verdicts_on(std::string(name) + " = " + std::string(quote) +
                               value + std::string(quote) + "\n",
                           "a.py");
      };
      CAPTURE(value);
      REQUIRE_FALSE(with("\"").empty());
      CHECK(with("\"") == with("'"));
      CHECK(with("\"") == with("`"));
    }
}

}  // namespace sluice::assigned_test
