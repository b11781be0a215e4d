#include "judge/value/traits.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>

#include "judge/value/drawn.h"
#include "support/effort.h"
#include "support/share.h"

namespace sluice::look_test {

constexpr std::string_view kBase62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

std::string draw(std::mt19937& random, std::string_view from,
                 std::size_t length) {
  std::string s;
  for (std::size_t i = 0; i < length; ++i) s += from[random() % from.size()];
  return s;
}

Appearance look_of(std::string_view value) {
  return ValueTraits(value).appearance();
}
bool is_drawn(std::string_view value) { return ValueTraits(value).drawn(); }

void check_all(ValueLook look, std::initializer_list<const char*> values) {
  for (const char* value : values) {
    CAPTURE(value);
    CHECK(look_of(value).is(look));
  }
}
void check_all(WrittenForm form, std::initializer_list<const char*> values) {
  for (const char* value : values) {
    CAPTURE(value);
    CHECK((look_of(value).form == form));
  }
}

TEST_CASE("look: forms") {
  check_all(WrittenForm::kUuid, {"5b07c9e1-3d86-4fa2-b910-7e64d2f8a35c",
                                 "{5B07C9E1-3D86-4FA2-B910-7E64D2F8A35C}"});
  check_all(WrittenForm::kDate,
            {"2024-02-29", "2024/12/01", "20240131", "31.12.2024", "12/31/2024",
             "2024-01-31T12:30:00Z", "2024-01-31 12:30:00.123+01:00",
             "20240131T123000Z", "20240131123000"});
  check_all(WrittenForm::kVersion,
            {"v1", "1.2.3", "v2.10", "1.2.3-rc.1", "2.40-2", "1.10.0+build5",
             "V1.0", "10.0.0.1"});
  check_all(WrittenForm::kNumber,
            {"42", "-3.14", "847102938475", "1e-9", "3600s", "50%", "0x1F",
             "1,000,000", "8683452581122892189L", "2024-13-01"});
}

TEST_CASE("look: nearly a form is none") {
  for (const char* value : {"5b07c9e1-3d86-4fa2-b910-7e64d2f8a35",
                            "5b07c9e13d864fa2b9107e64d2f8a35g",
                            "{5b07c9e1-3d86-4fa2-b910-7e64d2f8a35c"})
    CHECK((look_of(value).form != WrittenForm::kUuid));
  for (const char* value :
       {"2024-13-01", "2024-01-32", "1024-01-01", "2024-01-311", "2024-01-31x"})
    CHECK((look_of(value).form != WrittenForm::kDate));
  for (const char* value : {"v", "1", "1.2", "1.2.", "12345.1.1", "1.2.3-"})
    CHECK((look_of(value).form != WrittenForm::kVersion));
}

TEST_CASE("look: ordered") {
  check_all(ValueLook::kCommon,
            {"abcdef", "zyxwvuts", "123456789", "0987654321", "qwertyuiop",
             "asdfghjkl", "1qaz2wsx3edc", "aaaaaaaa", "abcabcabcabc",
             "00112233445566778899aabbccddeeff", "0123456789abcdef",
             "c0ffeebabec0ffeebabe", "808182838485868788898a8b8c8d8e8f",
             "AbCdEfGhIjKl", "********", "xxxxxxxxxxxxxxxx"});
}

TEST_CASE("look: an order outside does not make a random token ordered") {
  check_all(ValueLook::kDrawn, {"abcdefkZ7pQ2xT9mV4bN8cR1fW6hJ3sL",
                                "111111kZ7pQ2xT9mV4bN8cR1fW6"});
}

TEST_CASE("look: words and paths") {
  check_all(
      ValueLook::kWords,
      {"getUserAccessToken", "my-secret-key-name", "com.example.service.Token",
       "/etc/ssl/private", "MAX_RETRY_COUNT", "Choose a strong password",
       "SimpleTokenizerV2", "sha256sum_of_archive", "base64EncodedValue",
       "AuthToken?", "https://login.example.org/oauth2/token",
       "пароль пользователя", ""});
}

TEST_CASE("look: passwords") {
  check_all(ValueLook::kTyped,
            {"Summer2024!", "Harvest_2031", "m4rmalade", "Lantern-Moss7",
             "Copper&Fern8", "Teapot77River"});
}

TEST_CASE("look: names with digits and signs are no passwords") {
  for (const char* value :
       {"$Password12", "Bearer $Token12", "Utf8_Encoder2", "Sha256_Digest1",
        "extractFunction1", "DatabaseConnectionV2"}) {
    CAPTURE(value);
    CHECK_FALSE(look_of(value).is(ValueLook::kTyped));
  }
}

TEST_CASE("look: a random part in a longer value") {
  check_all(ValueLook::kDrawn,
            {"service-key-93b61e07d4f82c5ae01947bd6cf3285a",
             "https://hooks.example.org/in/4c0d97e2b81f63a5f7e02d486b9c15fa/go",
             "tokd61f08b3c7295ea4801fe36d9b57c204",
             "tokd61f08b3c7295ea4801fe36d9b57c204version"});
}

TEST_CASE("look: random tokens are seldom taken for anything else") {
  const std::uint32_t seed = sluice::test::seed(29);
  const int draws = sluice::test::times(5000, 50'000);
  std::mt19937 random(seed);
  for (const std::size_t length : {16u, 20u, 32u, 64u}) {
    int kept = 0;
    int ordered = 0;
    for (int i = 0; i < draws; ++i) {
      const auto appearance = look_of(draw(random, kBase62, length));
      kept += appearance.is(ValueLook::kDrawn) ? 1 : 0;
      ordered += appearance.is(ValueLook::kCommon) ? 1 : 0;
      REQUIRE(appearance.score >= 0);
    }
    CAPTURE(length);
    sluice::test::check_share(
        sluice::test::at_least(kept, draws, 0.9935, seed));
    sluice::test::check_share(
        sluice::test::at_most(ordered, draws, 0.00002, seed));
  }
}

TEST_CASE("look: random hexadecimal is neither ordered nor a number") {
  std::mt19937 random(sluice::test::seed(31));
  for (int i = 0; i < 20'000; ++i) {
    const std::string s = draw(random, kBase62.substr(0, 10), 1) + "f" +
                          draw(random, "0123456789abcdef", 30);
    CAPTURE(s);
    REQUIRE(look_of(s).is(ValueLook::kDrawn));
  }
}

TEST_CASE("look: any bytes give a finite score") {
  std::mt19937 random(sluice::test::seed(37));
  for (int i = 0; i < 20'000; ++i) {
    std::string s(random() % 80, '\0');
    for (char& c : s) c = static_cast<char>(random() % (i % 2 != 0 ? 256 : 64));
    const auto appearance = look_of(s);
    REQUIRE(std::isfinite(appearance.score));
    REQUIRE(appearance.score >= 0);
  }
}

// At least this share of the values of `length` is drawn.
void check_drawn(std::string_view alphabet, std::size_t length, double share) {
  const std::uint32_t seed =
      sluice::test::seed(static_cast<std::uint32_t>(41 + length));
  const int draws = sluice::test::times(2000, 50'000);
  std::mt19937 random(seed);
  int drawn = 0;
  for (int i = 0; i < draws; ++i)
    drawn += is_drawn(draw(random, alphabet, length)) ? 1 : 0;
  sluice::test::check_share(sluice::test::at_least(drawn, draws, share, seed));
}

TEST_CASE("look: drawn values are, by alphabet and length") {
  const std::string printable = [] {
    std::string all;
    for (char c = '!'; c <= '~'; ++c) all += c;
    return all;
  }();
  const std::string base64 = std::string(kBase62) + "+/";
  const std::string base64_url = std::string(kBase62) + "-_";
  struct Share {
    std::string_view alphabet;
    std::size_t length;
    double least;
  };
  for (const Share& share : std::initializer_list<Share>{
           {kBase62, 8, 0.9822},
           {kBase62, 12, 0.9934},
           {kBase62, 16, 0.9935},
           {kBase62, 32, 0.9946},
           {kBase62.substr(0, 36), 16, 0.9936},
           {kBase62.substr(0, 36), 32, 0.9890},
           {kBase62.substr(10), 16, 0.9949},
           {kBase62.substr(10), 32, 0.9979},
           {kBase62.substr(36), 12, 0.9761},
           {kBase62.substr(36), 16, 0.9801},
           {kBase62.substr(36), 24, 0.9851},
           {"0123456789abcdef", 16, 0.9978},
           {"0123456789abcdef", 32, 0.9998},
           {base64, 24, 0.9950},
           {base64, 44, 0.9979},
           {base64_url, 24, 0.9936},
           {base64_url, 43, 0.9973},
           {printable, 8, 0.7277},
           {printable, 12, 0.9306},
           {printable, 16, 0.9819},
           {printable, 32, 0.9918},
           {printable, 64, 0.9882},
       }) {
    CAPTURE(share.alphabet);
    CAPTURE(share.length);
    check_drawn(share.alphabet, share.length, share.least);
  }
}

TEST_CASE("look: names, words and files are not drawn") {
  for (const char* value : {"getElementById",
                            "authentication_header_name",
                            "snake_case_name_2",
                            "com.example.service.Token",
                            "MAX_RETRY_COUNT",
                            "camelCaseName2",
                            "HTTPServerError",
                            "my-secret-key-name",
                            "sha256sum_of_archive",
                            "HMACSHA256",
                            "utf8mb4_general_ci",
                            "AES-256-GCM",
                            "x509_v3",
                            "gpio24",
                            "larchgate7",
                            "Larch&Willow7",
                            "Grzegorz",
                            "strncpy",
                            "Choose a strong password",
                            "Contrase\xC3\xB1"
                            "a",
                            "libfoo-1.2.3.tar.gz",
                            "IMG_20240131.jpg",
                            "deploy-key.pem",
                            "report-2024-Q3.final.pdf",
                            "Chart2.yaml",
                            "src/lib/Foo.hpp",
                            "https://login.example.org/oauth2/token",
                            "user@example.com",
                            "application/x-www-form-urlencoded",
                            ""}) {
    CAPTURE(value);
    CHECK_FALSE(is_drawn(value));
  }
}

TEST_CASE("look: expressions, literals and regular expressions are not drawn") {
  for (const char* value : {"getenv(\"DB\")",
                            "config.get('Pw1')",
                            "os.Getenv(\"DB_PW2\")",
                            "process.env[\"Pw7\"]",
                            "conf[\"Pw7\"]",
                            "parts[i][0]",
                            "$Row['Pw1']",
                            "this.state.Password1",
                            "a->Pw2",
                            "x == Y2 && z",
                            "!Rails.env.test?",
                            "Foo::Bar.baz(1)",
                            "${DB_PASSWORD}",
                            "{{ .Values.dbPass1 }}",
                            "<%= ENV['X'] %>",
                            "new Buffer(32)",
                            "(x)=>x+1",
                            "@Url(key)",
                            "@RawJS(key)",
                            "a:2:{i:0;O:1:\"0\":2:{s:1:\"0\";i:0;}}",
                            "s:7:\"K2m#q9Z\";",
                            "rgba(0,0,0,.5)",
                            "value&name=Ada",
                            "grant_type=client_credentials&scope=a",
                            "0xDEADBEEFul",
                            "00000000deadbeef",
                            "0x8f3a91c7",
                            "\\u4e00\\u9fa5",
                            "%s:%d",
                            "%H:%M:%S",
                            "$1-$2-$3",
                            "required|string:8",
                            "[a-zA-Z0-9]{32}",
                            "^\\d{4}-\\d{2}$",
                            "^[A-Z]+[0-9]*$",
                            "/(yes|true)/",
                            "(?i)pass(word)?",
                            "^(?=.*[A-Z])(?=.*\\d).{8,}$"}) {
    CAPTURE(value);
    CHECK_FALSE(is_drawn(value));
  }
}

TEST_CASE("look: what a generator drew is, whatever signs are in it") {
  for (const char* value :
       {"kx#9)Zp!q[Lm", "qV7(tR2)xK9w", "T4)k%wQ9[z", "p%3K%9x%Lq2%Z",
        "b6b0ad3c-2d54-4a5e-9a3f-0c1d6e5f7a82",      // sluice:allow
        "kq9RtX2mZ0LwbN8cVj7Ruw==", "Uejtjc0ZL7xt",  // sluice:allow
        "93b61e07d4f82c5ae01947bd6cf3285a", "qvxzkjtq",
        "bc2058eA3685ac7c3eeb95BcB62e1820",              // sluice:allow
        "lk_a9fb5D8d0Be60a26b518cc8ABb8846ac96ed060F",   // sluice:allow
        "xk3561ju-jfxn-kpoy-fbc9-1jcybxeeen9j",          // sluice:allow
        "lf-s-tz5uf51i-x2pd-arqz-amsx-x1z1w9z9d0ab"}) {  // sluice:allow
    CAPTURE(value);
    CHECK(is_drawn(value));
  }
}

TEST_CASE("look: what is too short to be sure of spells like nothing") {
  for (const char* value : {"qvxz", "zxqj9", "xkqz", "jqxv77"}) {
    CAPTURE(value);
    CHECK(is_unspellable(value));
  }
  for (const char* value : {"mill", "gpio24", "larch", "root", "test7", "Qvxz",
                            "q-vx", "42", "a7", "", "strong"}) {
    CAPTURE(value);
    CHECK_FALSE(is_unspellable(value));
  }
  const std::uint32_t seed = sluice::test::seed(43);
  const int draws = sluice::test::times(2000, 50'000);
  std::mt19937 random(seed);
  int drawn = 0;
  for (int i = 0; i < draws; ++i)
    drawn += is_unspellable(draw(random, kBase62.substr(36), 5)) ? 1 : 0;
  sluice::test::check_share(sluice::test::at_least(drawn, draws, 0.797, seed));
}

TEST_CASE("look: any bytes are drawn or not, and padding proves nothing") {
  std::mt19937 random(sluice::test::seed(47));
  for (int i = 0; i < 20'000; ++i) {
    std::string s(random() % 80, '\0');
    for (char& c : s) c = static_cast<char>(random() % 256);
    static_cast<void>(is_drawn(s));
    static_cast<void>(is_unspellable(s));
    REQUIRE_FALSE(is_drawn(std::string(s.size(), '=')));
  }
}

TEST_CASE("look: signs of keyboards beyond ASCII are signs") {
  // Those of paragraphs and of pounds.
  CHECK(
      is_drawn("7T3vRz$*4QK\xc2\xa7"
               "05-!Bx"));
  CHECK(
      is_drawn("kW9#\xc2\xa3"
               "mZ2!qLv7"));
  // A letter of another script is none.
  CHECK_FALSE(is_drawn("Pa\xc3\x9fwort!1"));
}

}  // namespace sluice::look_test
