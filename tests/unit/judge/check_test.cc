#include "judge/checks/check.h"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <random>
#include <string>

#include "judge/checks/marvin32.h"
#include "rules/rule.h"
#include "support/effort.h"
#include "support/share.h"
#include "unit/judge/made_keys.h"

namespace sluice::check_test {

using namespace std::string_literals;

CheckResult checked(CheckKind kind, const std::string& secret) {
  return check(kind, secret, secret);
}

ChecksumVerdict verdict(CheckKind kind, const std::string& secret) {
  return checked(kind, secret).verdict;
}

CheckEffect weight(CheckKind kind, const std::string& secret) {
  return checked(kind, secret).weight;
}

std::string jwt(const std::string& header, const std::string& payload,
                std::size_t signature) {
  std::mt19937 random(test::seed(1));
  return made::base64_url(header) + "." + made::base64_url(payload) + "." +
         made::base64_url(made::random_bytes(random, signature));
}

constexpr char kHs256[] = R"({"alg":"HS256","typ":"JWT"})";

TEST_CASE("check: CRC-32 in base 62") {
  // The body and its check digits, put together here so that no token stands
  // in the source.
  const std::string body = "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ";
  const auto told = [](const std::string& token) {
    return verdict(CheckKind::kCrc32Base62, token);
  };
  CHECK(told("ghp_" + body + "0mLq17") == ChecksumVerdict::kValid);
  CHECK(told("npm_" + body + "0mLq17") == ChecksumVerdict::kValid);
  CHECK(told("ghp_" + body + "0mLq18") == ChecksumVerdict::kInvalid);
  CHECK(told("ghp" + body + "0mLq17") == ChecksumVerdict::kInvalid);
  CHECK(told("ghp_0mLq") == ChecksumVerdict::kInvalid);
  CHECK(verdict(CheckKind::kNone, "ghp_") == ChecksumVerdict::kAbsent);
  CHECK(weight(CheckKind::kCrc32Base62, "ghp_" + body + "0mLq18") ==
        CheckEffect::kRefuted);
}

// The vectors are those of the vendors' own tests.
TEST_CASE("check: CRC-32 in hexadecimal and in base 36") {
  const std::string grafana = "glsa_yscW25imSKJIuav8zF37RZmnbiDvB05G_";
  CHECK(verdict(CheckKind::kCrc32Hex, grafana + "fcaaf58a") ==
        ChecksumVerdict::kValid);
  CHECK(verdict(CheckKind::kCrc32Hex, grafana + "fcaaf58b") ==
        ChecksumVerdict::kInvalid);
  CHECK(verdict(CheckKind::kCrc32Hex, "fcaaf58a") == ChecksumVerdict::kInvalid);
  const std::string gitlab = "glpat-bzox79Of-KE9FD2LjoXXF4CvyxA.";
  CHECK(verdict(CheckKind::kCrc32Base36, gitlab + "0r03gxo7s") ==
        ChecksumVerdict::kValid);
  CHECK(verdict(CheckKind::kCrc32Base36, gitlab + "01.0r0l8l6ir") ==
        ChecksumVerdict::kValid);
  CHECK(verdict(CheckKind::kCrc32Base36, gitlab + "01.0r03gxo7a") ==
        ChecksumVerdict::kInvalid);
  CHECK(verdict(CheckKind::kCrc32Base36, "abc") == ChecksumVerdict::kInvalid);
}

// A single changed character is detected in any place.
TEST_CASE("check: a checksum sees every changed character") {
  struct Sample {
    CheckKind kind;
    std::string token;
    std::size_t first;  // that is summed
  };
  const Sample samples[] = {
      {CheckKind::kCrc32Base62,
       "npm_" + std::string("zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17"), 4},
      {CheckKind::kCrc32Hex,
       "glsa_" + std::string("yscW25imSKJIuav8zF37RZmnbiDvB05G_fcaaf58a"), 0},
      {CheckKind::kCrc32Base36,
       "glpat-" + std::string("bzox79Of-KE9FD2LjoXXF4CvyxA.0r03gxo7s"), 0}};
  for (const Sample& sample : samples) {
    REQUIRE(verdict(sample.kind, sample.token) == ChecksumVerdict::kValid);
    for (std::size_t i = sample.first; i < sample.token.size(); ++i) {
      std::string other = sample.token;
      other[i] = other[i] == '7' ? '6' : '7';
      CHECK(weight(sample.kind, other) == CheckEffect::kRefuted);
    }
  }
}

TEST_CASE("marvin32: the vectors of .NET") {
  struct Vector {
    std::string bytes;
    std::uint64_t hash;
  };
  const Vector vectors[] = {
      {"", 0x30ED35C100CD3C7D},
      {"\xAF", 0x48E73FC77D75DDC1},
      {"\xE7\x0F", 0xB5F6E1FC485DBFF8},
      {"\x37\xF4\x95", 0xF0B07C789B8CF7E8},
      {"\x86\x42\xDC\x59", 0x7008F2E87E9CF556},
      {"\x15\x3F\xB7\x98\x26", 0xE6C08C6DA2AFA997},
      {"\x09\x32\xE6\x24\x6C\x47", 0x6F04BF1A5EA24060},
      {"\xAB\x42\x7E\xA8\xD1\x0F\xC7", 0xE11847E4F0678C41}};
  for (const Vector& vector : vectors)
    CHECK(marvin32(vector.bytes, 0x004FB61A001BDBCC) ==
          static_cast<std::uint32_t>(vector.hash ^ vector.hash >> 32U));
}

TEST_CASE("check: a key of Azure's storage") {
  std::mt19937 random(test::seed(2));
  for (std::size_t round = 0; round < 50; ++round) {
    // 57 bytes, the three of "+ASt", and the sum of them all.
    std::string bytes = made::random_bytes(random, 57) + "\xF8\x04\xAD";
    const std::uint32_t sum = marvin32(bytes, 0x44656661756c7430);
    for (const unsigned shift : {0U, 8U, 16U, 24U})
      bytes.push_back(static_cast<char>(sum >> shift & 0xFFU));
    const std::string key = made::base64(bytes);
    REQUIRE(key.substr(76, 4) == "+ASt");
    CHECK(verdict(CheckKind::kMarvin32, key) == ChecksumVerdict::kValid);
    std::string other = key;
    other[random() % 76] = '*';
    CHECK(weight(CheckKind::kMarvin32, other) == CheckEffect::kRefuted);
    other = key;
    other[round] = other[round] == 'A' ? 'B' : 'A';
    CHECK(weight(CheckKind::kMarvin32, other) == CheckEffect::kRefuted);
    // For an unknown service there is no verdict.
    other = key;
    other.replace(76, 4, "+AXx");
    CHECK(verdict(CheckKind::kMarvin32, other) == ChecksumVerdict::kAbsent);
  }
  CHECK(verdict(CheckKind::kMarvin32, "") == ChecksumVerdict::kAbsent);
}

TEST_CASE("check: Bech32, the vectors of BIP 173") {
  for (const char* text :
       {"A12UEL5L", "a12uel5l",
        "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcluded"
        "charactersbio1tt5tgs",
        "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw",
        "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w",
        "?1ezyfcl"})
    CHECK_MESSAGE(verdict(CheckKind::kBech32, text) == ChecksumVerdict::kValid,
                  text);
  for (const char* text : {"A1G7SGD8", "x1b4n0q5v", "pzry9x0s0muk", "10a06t8",
                           "split1checkupstagehandshakeupstreamerranterred"
                           "caperred2y9e3x",
                           ""})
    CHECK_MESSAGE(weight(CheckKind::kBech32, text) != CheckEffect::kProof,
                  text);
}

TEST_CASE("check: JSON Web Tokens") {
  const std::string payload =
      R"({"iss":"billing.internal","exp":1893456000,"sub":"7"})";
  const CheckResult whole = checked(CheckKind::kJwt, jwt(kHs256, payload, 32));
  CHECK(whole.verdict == ChecksumVerdict::kValid);
  CHECK(whole.weight == CheckEffect::kProof);
  CHECK(whole.detail ==
        "HS256, issued by billing.internal, expires 2030-01-01");
  // Behind a prefix, and encoded once more.
  CHECK(weight(CheckKind::kJwt, "ghs_12_" + jwt(kHs256, payload, 32)) ==
        CheckEffect::kProof);
  CHECK(weight(CheckKind::kJwt, made::base64(jwt(kHs256, payload, 32))) ==
        CheckEffect::kProof);
  // By `echo`.
  CHECK(weight(CheckKind::kJwt, made::base64(jwt(kHs256, payload, 32) +
                                             "\n")) == CheckEffect::kProof);

  const std::pair<const char*, std::size_t> sizes[] = {
      {"HS384", 48},  {"HS512", 64},   {"RS256", 128}, {"RS512", 512},
      {"PS256", 256}, {"ES256", 64},   {"ES512", 132}, {"EdDSA", 64},
      {"EdDSA", 114}, {"Ed25519", 64}, {"Ed448", 114}};
  for (const auto& [name, size] : sizes) {
    const std::string header = fmt::format(R"({{"alg":"{}"}})", name);
    CHECK(weight(CheckKind::kJwt, jwt(header, payload, size)) ==
          CheckEffect::kProof);
    CHECK(weight(CheckKind::kJwt, jwt(header, payload, size - 1)) ==
          CheckEffect::kDoubt);
  }
  CHECK(weight(CheckKind::kJwt, jwt(R"({"alg":"none"})", payload, 32)) ==
        CheckEffect::kDoubt);
  CHECK(weight(CheckKind::kJwt, jwt(R"({"alg":"mine"})", payload, 32)) ==
        CheckEffect::kDoubt);
}

TEST_CASE("check: what only begins like a JSON Web Token") {
  const std::string payload = R"({"sub":"7"})";
  for (const std::string& token :
       {jwt(R"({"alg":7})", payload, 32), jwt(kHs256, R"({"sub":)", 32),
        jwt(R"({"alg":"HS256")", payload, 16), "eyJhbGciOiJIUzI1NiJ9"s,
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0"s, "eyJ.eyJ.x"s, ""s})
    CHECK(weight(CheckKind::kJwt, token) == CheckEffect::kImpossible);
}

TEST_CASE("check: what has a JSON Web Token's size and cannot be read") {
  const std::string payload = R"({"sub":"7","role":"reader"})";
  for (const std::string& token :
       {jwt(R"({"typ":"JWT"})", payload, 32),
        jwt(kHs256, R"({"sub":"7","role":)", 32),
        jwt(kHs256, R"("a word and more of them")", 32),
        jwt(R"({"alg":"HS256")", payload, 32)})
    CHECK(weight(CheckKind::kJwt, token) == CheckEffect::kRefuted);
}

TEST_CASE("check: tokens of tutorials are known") {
  for (const char* payload :
       {R"({"sub":"1234567890","name":"John Doe","iat":1516239022})",
        R"({"sub":"1234567890","name":"John Doe","admin":true})",
        R"({"iss":"supabase-demo","role":"anon","exp":1983812996})"})
    CHECK(weight(CheckKind::kJwt, jwt(kHs256, payload, 32)) ==
          CheckEffect::kKnown);
}

TEST_CASE("check: dates") {
  const std::pair<const char*, const char*> dates[] = {
      {"0", "1970-01-01"},          {"951782399", "2000-02-28"},
      {"951782400", "2000-02-29"},  {"1709164800", "2024-02-29"},
      {"1735689599", "2024-12-31"}, {"1735689600", "2025-01-01"},
      {"4107542400", "2100-03-01"}, {"253402300799", "9999-12-31"}};
  for (const auto& [seconds, date] : dates)
    CHECK(checked(CheckKind::kJwt,
                  jwt(kHs256, fmt::format(R"({{"exp":{}}})", seconds), 32))
              .detail == fmt::format("HS256, expires {}", date));
  CHECK(checked(CheckKind::kJwt, jwt(kHs256, R"({"exp":253402300800})", 32))
            .detail == "HS256");
}

TEST_CASE("check: an object in base64") {
  const std::string object = R"({"o":"216828","n":"writer","k":"zzz"})";
  const CheckResult whole =
      checked(CheckKind::kJson, "glc_" + made::base64(object));
  CHECK(whole.weight == CheckEffect::kProof);
  CHECK(whole.detail == "organization 216828");
  CHECK(weight(CheckKind::kJson, "sk." + made::base64_url(object) +
                                     ".sig-na_ture") == CheckEffect::kProof);
  CHECK(weight(CheckKind::kJson, "sntrys_" + made::base64(object) +
                                     "_sig/+nature") == CheckEffect::kProof);
  CHECK(weight(CheckKind::kJson, "glc_" + made::base64("{\"o\":\"216828\"")) ==
        CheckEffect::kImpossible);
  CHECK(weight(CheckKind::kJson, "glc_abc") == CheckEffect::kImpossible);
}

TEST_CASE("check: macaroons") {
  const auto field = [](char type, const std::string& content) {
    return std::string{type, static_cast<char>(content.size())} + content;
  };
  const std::string id = field(2, "1fd2a1f1-2f5f-4be7-9b2a-000000000000");
  const std::string head = "\x02" + field(1, "pypi.org") + id + "\0"s;
  const std::string caveat = field(2, "[1,[\"acme\"]]") + "\0"s;
  const std::string tail = "\0"s + field(6, std::string(32, 's'));
  const auto token = [](const std::string& bytes) {
    return weight(CheckKind::kMacaroon, "pypi-" + made::base64_url(bytes));
  };
  CHECK(token(head + tail) == CheckEffect::kProof);
  CHECK(token(head + caveat + caveat + tail) == CheckEffect::kProof);
  const std::string whole = head + caveat + tail;
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK(token(whole.substr(0, size)) == CheckEffect::kRefuted);
  CHECK(token(whole + "x") == CheckEffect::kRefuted);
  CHECK(token(head + "\0"s + field(6, std::string(31, 's'))) ==
        CheckEffect::kRefuted);
  CHECK(token("\x01" + whole.substr(1)) == CheckEffect::kRefuted);
}

TEST_CASE("check: AWS access key ids tell the account") {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const auto id_of = [&](std::uint64_t account, std::uint64_t rest) {
    // 1 bit that is set, 40 of the account, 39 of others.
    std::string digits;
    __extension__ using Wide = unsigned __int128;
    Wide bits = 1;
    bits = (bits << 40U | account) << 39U | rest;
    for (int i = 15; i >= 0; --i)
      digits += kDigits[static_cast<std::size_t>(bits >> (5 * i) & 31U)];
    return "AKIA" + digits;
  };
  const std::uint32_t seed = test::seed(3);
  const int rounds = test::times(500, 5000);
  std::mt19937_64 random(seed);
  int spelled = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t account = random() % 1'000'000'000'000;
    const std::uint64_t rest = random() >> 25U;
    const CheckResult told =
        checked(CheckKind::kAwsKeyId, id_of(account, rest));
    if (told.weight == CheckEffect::kRefuted) {  // letters alone, by chance
      ++spelled;
      continue;
    }
    CHECK(told.detail == fmt::format("account {:012}", account));
    CHECK(told.weight == CheckEffect::kNone);
  }
  test::check_share(test::at_most(spelled, rounds, 0.0006, seed));
  CHECK(weight(CheckKind::kAwsKeyId, id_of(1'000'000'000'000, 5)) ==
        CheckEffect::kDoubt);
  // An older one, which does not tell.
  CHECK(checked(CheckKind::kAwsKeyId, "AKIA" + std::string("IB3CD4EF5GH6IJ7K"))
            .detail.empty());
  CHECK(weight(CheckKind::kAwsKeyId, "AKIAIOSFODNN7EXAMPLE") ==
        CheckEffect::kKnown);
  // Those of A. Steele's and T. Be'ery's articles.
  CHECK(checked(CheckKind::kAwsKeyId, "ASIA" + "Y34FZKBOKMUTVV7A"s).detail ==
        "account 609629065308");
  CHECK(checked(CheckKind::kAwsKeyId, "ASIA" + "QNZGKIQY56JQ7WML"s).detail ==
        "account 029608264753");
}

TEST_CASE("check: Bedrock keys") {
  const auto key = [](const std::string& text) {
    return checked(CheckKind::kAwsBedrockKey, "ABSK" + made::base64(text));
  };
  CHECK(key("BedrockAPIKey-ab1c-at-123456789012:c2VjcmV0").detail ==
        "account 123456789012");
  CHECK(key("BedrockAPIKey-ab1c-at-12345678901:c2VjcmV0").weight ==
        CheckEffect::kDoubt);
  CHECK(key("BedrockAPIKey-ab1c").weight == CheckEffect::kDoubt);
  CHECK(key("Other-ab1c-at-123456789012:x").weight == CheckEffect::kImpossible);
}

TEST_CASE("check: UUIDs") {
  CHECK(weight(CheckKind::kUuid, "1fd2a1f1-2f5f-4be7-9b2a-5d1c6a7e8f90") ==
        CheckEffect::kNone);
  CHECK(weight(CheckKind::kUuid, "x-1FD2A1F1-2F5F-1BE7-BB2A-5D1C6A7E8F90") ==
        CheckEffect::kNone);
  CHECK(weight(CheckKind::kUuid, "1fd2a1f1-2f5f-0be7-9b2a-5d1c6a7e8f90") ==
        CheckEffect::kDoubt);
  CHECK(weight(CheckKind::kUuid, "1fd2a1f1-2f5f-9be7-9b2a-5d1c6a7e8f90") ==
        CheckEffect::kDoubt);
  CHECK(weight(CheckKind::kUuid, "1fd2a1f1-2f5f-4be7-cb2a-5d1c6a7e8f90") ==
        CheckEffect::kDoubt);
  CHECK(weight(CheckKind::kUuid, "none here") == CheckEffect::kNone);
}

TEST_CASE("check: a name and a password in base64") {
  const auto told = [](const std::string& text) {
    return weight(CheckKind::kUserInfo, made::base64(text));
  };
  CHECK(told("builder:Weft-Warp14") == CheckEffect::kProof);
  CHECK(told("_json_key:{\n \"type\": \"service_account\"}") ==
        CheckEffect::kProof);
  CHECK(told("builder") == CheckEffect::kImpossible);
  CHECK(told(R"({"alg":"HS256","typ":"JWT"})") == CheckEffect::kImpossible);
  CHECK(told(":Weft-Warp14") == CheckEffect::kImpossible);
  CHECK(told("builder:") == CheckEffect::kImpossible);
  CHECK(told("build\x01r:Weft-Warp14") == CheckEffect::kImpossible);
  CHECK(told("user:password") == CheckEffect::kKnown);
  CHECK(told("user:<your password>") == CheckEffect::kKnown);
  CHECK(weight(CheckKind::kUserInfo, "a-b_c") == CheckEffect::kImpossible);
  // By `echo`.
  CHECK(told("builder:Weft-Warp14\n") == CheckEffect::kProof);
  CHECK(told("user:password\n") == CheckEffect::kKnown);
  // Where one of the two is a token, the other is of no account.
  const std::string token = "q7vz3kmd52xwp9tfhb4nrs6ycj8lg1ae";  // sluice:allow
  for (const char* none : {"", "X", "x-oauth-basic", "api_token", "\n"})
    CHECK(told(token + ":" + none) == CheckEffect::kProof);
  CHECK(told(":" + token) == CheckEffect::kProof);
  CHECK(told("00000000-0000-0000-0000-000000000000:") ==
        CheckEffect::kImpossible);
}

TEST_CASE("check: private keys") {
  std::mt19937 random(test::seed(4));
  const made::Rsa numbers = made::rsa_numbers(random, 2048);
  const std::string bytes = made::pkcs1(numbers);
  const std::string whole = made::pem("RSA PRIVATE KEY", bytes);
  const CheckResult told = checked(CheckKind::kPrivateKey, whole);
  CHECK(told.verdict == ChecksumVerdict::kValid);
  CHECK(told.weight == CheckEffect::kProof);
  CHECK(told.detail == "RSA 2048 bits");
  CHECK(checked(CheckKind::kPrivateKey, made::base64(whole)).detail ==
        "RSA 2048 bits");

  made::Rsa torn = numbers;
  torn.n.back() = static_cast<char>(torn.n.back() ^ 4);
  CHECK(weight(CheckKind::kPrivateKey,
               made::pem("RSA PRIVATE KEY", made::pkcs1(torn))) ==
        CheckEffect::kDoubt);
  // Half of it, noise, and what is public.
  CHECK(weight(CheckKind::kPrivateKey,
               made::pem("RSA PRIVATE KEY", bytes.substr(0, 600))) ==
        CheckEffect::kDoubt);
  CHECK(weight(CheckKind::kPrivateKey,
               made::pem("PRIVATE KEY", made::random_bytes(random, 600))) ==
        CheckEffect::kDoubt);
  CHECK(weight(CheckKind::kPrivateKey,
               made::pem("PRIVATE KEY",
                         made::der(0x30, made::integer(numbers.n) +
                                             made::integer("\x01\x01")))) ==
        CheckEffect::kRefuted);
  // Half of it, with words in between; a word in a whole one is only odd.
  std::string odd = made::pem("RSA PRIVATE KEY", bytes.substr(0, 600));
  odd.insert(200, "\n your key here \n");
  CHECK(weight(CheckKind::kPrivateKey, odd) == CheckEffect::kDoubt);
  odd.insert(200, "...");
  CHECK(weight(CheckKind::kPrivateKey, odd) == CheckEffect::kRefuted);
  odd = whole;
  odd.insert(200, " seen ");
  CHECK(weight(CheckKind::kPrivateKey, odd) == CheckEffect::kDoubt);

  const CheckResult locked = checked(
      CheckKind::kPrivateKey,
      made::pem("RSA PRIVATE KEY", made::random_bytes(random, 608), "", "\n",
                "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0F0F\n\n"));
  CHECK(locked.weight == CheckEffect::kDoubt);
  CHECK(locked.detail == "RSA, encrypted with AES-256-CBC");
}

TEST_CASE("check: what is too short for a private key") {
  std::mt19937 random(test::seed(14));
  CHECK(weight(CheckKind::kPrivateKey,
               made::pem("PRIVATE KEY", made::random_bytes(random, 30))) ==
        CheckEffect::kImpossible);
}

TEST_CASE("check: private keys without armour") {
  std::mt19937 random(test::seed(15));
  const made::Rsa numbers = made::rsa_numbers(random, 1024);
  const std::string digits = made::base64(made::pkcs1(numbers));
  REQUIRE(digits.front() == 'M');
  const CheckResult told = checked(CheckKind::kPrivateKey, digits);
  CHECK(told.weight == CheckEffect::kProof);
  CHECK(told.detail == "RSA 1024 bits");
  std::string joined = digits;
  for (std::size_t at = 76; at < joined.size(); at += 90)
    joined.insert(at, "\" +\n        \"");
  CHECK(weight(CheckKind::kPrivateKey, joined) == CheckEffect::kProof);
  CHECK(weight(CheckKind::kPrivateKey, digits.substr(0, 200)) ==
        CheckEffect::kRefuted);
}

TEST_CASE("check: the CRC-16 of a seed of NATS") {
  // Seeds of a user, an account and an operator, each around 32 random bytes.
  for (const std::string& seed :
       {"SUAIDJTFPNRDVFPTPFFA" + "DDYO7ZMGDRS5VGSDYLEF6BUHGYREFFTOAJ3IBM"s,
        "SAADG3FIFQYOYKBWRPRT" + "5MY4ZZ7HB4OOI3CAMEI27UKLPXJ4QP5BZ4PFIA"s,
        "SOADAS4YF4EPRNGUAAP7" + "MSQNAR5C33R2Y7ZTIRL2QVVSYUSUJQGBS55GFE"s}) {
    CHECK(weight(CheckKind::kNkey, seed) == CheckEffect::kProof);
    for (std::size_t i = 2; i < seed.size(); ++i) {
      std::string other = seed;
      other[i] = other[i] == 'Q' ? 'R' : 'Q';
      CHECK(weight(CheckKind::kNkey, other) == CheckEffect::kRefuted);
    }
    CHECK(weight(CheckKind::kNkey, seed.substr(1)) == CheckEffect::kRefuted);
  }
}

TEST_CASE("check: what follows a private key is left alone") {
  std::mt19937 random(test::seed(10));
  const std::string bytes = made::pkcs1(made::rsa_numbers(random, 1024));
  for (const std::size_t more : {1U, 2U, 3U, 40U})
    CHECK(weight(CheckKind::kPrivateKey,
                 made::pem("RSA PRIVATE KEY",
                           bytes + made::random_bytes(random, more))) ==
          CheckEffect::kProof);
}

TEST_CASE("check: keys of others in the form of PEM") {
  std::mt19937 random(test::seed(11));
  const std::string bytes = made::random_bytes(random, 64);
  const CheckResult nebula = checked(
      CheckKind::kPrivateKey, made::pem("NEBULA ED25519 PRIVATE KEY", bytes));
  CHECK(nebula.weight == CheckEffect::kNone);
  CHECK(nebula.verdict == ChecksumVerdict::kAbsent);
  const CheckResult cosign =
      checked(CheckKind::kPrivateKey,
              made::pem("ENCRYPTED SIGSTORE PRIVATE KEY", bytes));
  CHECK(cosign.weight == CheckEffect::kDoubt);
  CHECK(cosign.detail == "encrypted");
}

TEST_CASE("check: PuTTY's files and those of ssh.com") {
  const auto putty = [](const std::string& type, const std::string& cipher) {
    return checked(CheckKind::kPrivateKey, "PuTTY-User-Key-File-2: " + type +
                                               "\nEncryption: " + cipher +
                                               "\nComment: x\n");
  };
  CHECK(putty("ssh-ed25519", "none").detail == "PuTTY ssh-ed25519");
  CHECK(putty("ssh-ed25519", "none").weight == CheckEffect::kProof);
  CHECK(putty("ssh-rsa", "aes256-cbc").detail == "PuTTY ssh-rsa, encrypted");
  CHECK(putty("ssh-rsa", "aes256-cbc").weight == CheckEffect::kDoubt);
  CHECK(weight(CheckKind::kPrivateKey, "PuTTY-") == CheckEffect::kNone);
  CHECK(weight(CheckKind::kPrivateKey, "PuTTY-User-Key-File-2: ") ==
        CheckEffect::kNone);

  const auto ssh2 = [](const std::string& bytes) {
    return weight(CheckKind::kPrivateKey,
                  "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n"
                  "Comment: deploy@build\n" +
                      made::base64(bytes) +
                      "\n---- END SSH2 ENCRYPTED PRIVATE KEY ----");
  };
  CHECK(ssh2("\x3F\x6F\xF9\xEB and the rest of it") == CheckEffect::kProof);
  CHECK(ssh2("\x3F\x6F\xF9\xEC and the rest of it") ==
        CheckEffect::kImpossible);
  CHECK(ssh2("\x3F\x6F\xF9\xEC and the rest of it, which goes on for longer") ==
        CheckEffect::kRefuted);
}

TEST_CASE("check: keys that standards publish") {
  // RFC 8410, 10.3: PKCS#8 around the seed.
  const std::string digits =
      "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp"
      "+K06/nwoy/HU++CXqI9EdVhC";
  CHECK(weight(CheckKind::kPrivateKey,
               "-----BEGIN PRIVATE KEY-----\n" + digits +
                   "\n-----END PRIVATE KEY-----") == CheckEffect::kKnown);
  CHECK(weight(CheckKind::kPrivateKey,
               "-----BEGIN PRIVATE KEY-----\n" + digits.substr(0, 60) +
                   "AAAA\n-----END PRIVATE KEY-----") == CheckEffect::kProof);
}

TEST_CASE("check: whose a key file of Google is") {
  std::mt19937 random(test::seed(5));
  const std::string key =
      made::pem("PRIVATE KEY",
                made::pkcs8(made::der(0x06, "\x2B\x65\x70"),
                            made::der(0x04, made::random_bytes(random, 32))),
                "", "\\n");
  const std::string match =
      "\"private_key\": \"" + key +
      "\\n\",\n\"client_email\": \"robot@acme.iam.gserviceaccount.com\"";
  CHECK(check(CheckKind::kPrivateKey, key, match).detail ==
        "Ed25519, robot@acme.iam.gserviceaccount.com");
  for (const char* form : {R"("client_email":"robot@acme","client_id": "17")",
                           R"(\"client_email\": \"robot@acme\",)"})
    CHECK(check(CheckKind::kPrivateKey, key, key + form).detail ==
          "Ed25519, robot@acme");
}

// Were anything quadratic, this would not end.
TEST_CASE("check: a megabyte of one sign") {
  for (const std::string_view sign : {"\\", "&#", "%", "-", "---- ", "A", "=",
                                      "+", "\n", ":", "eyJ", "{", "_", "."}) {
    std::string text;
    while (text.size() < 1'000'000) text += sign;
    for (const std::string& whole :
         {text, "-----BEGIN PRIVATE KEY-----" + text + "-----END PRIVATE KEY",
          "---- BEGIN SSH2 X ----" + text + "---- END SSH2", "LS0t" + text,
          "eyJ" + text, "eyJ." + text})
      for (std::size_t kind = 0; kind < kCheckNames.size(); ++kind)
        check(static_cast<CheckKind>(kind), whole, whole);
  }
}

TEST_CASE("check: random text does no harm to any") {
  std::mt19937 random(test::seed(6));
  constexpr std::string_view kHeads[] = {"",
                                         "eyJ",
                                         "ghp_",
                                         "AKIA",
                                         "ABSK",
                                         "pypi-",
                                         "ZXlK",
                                         "glc_eyJ",
                                         "-----BEGIN PRIVATE KEY-----",
                                         "LS0t",
                                         "PuTTY-User-Key-File-2: ",
                                         "---- BEGIN SSH2 "};
  for (int round = 0; round < test::times(4000, 40'000); ++round) {
    std::string text(kHeads[random() % std::size(kHeads)]);
    text += random() % 2 == 0
                ? made::base64(made::random_bytes(random, random() % 200))
                : made::random_bytes(random, random() % 200);
    if (random() % 3 == 0) text += "-----END PRIVATE KEY-----";
    for (std::size_t kind = 0; kind < kCheckNames.size(); ++kind) {
      const CheckResult told =
          check(static_cast<CheckKind>(kind), text, text + "\"client_email\"");
      CHECK((told.weight != CheckEffect::kProof ||
             told.verdict == ChecksumVerdict::kValid));
    }
  }
}

}  // namespace sluice::check_test
