#include "judge/keys/private_key.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "support/effort.h"
#include "unit/judge/made_keys.h"

namespace sluice::private_key_test {

using namespace std::string_literals;
using made::der;
using made::integer;

const std::string kRsaAlgorithm =
    der(0x06, "\x2A\x86\x48\x86\xF7\x0D\x01\x01\x01") + "\x05\0"s;
const std::string kP256 = "\x2A\x86\x48\xCE\x3D\x03\x01\x07";
const std::string kEd25519 = der(0x06, "\x2B\x65\x70");

std::string openssh(std::string_view cipher, const std::string& public_key,
                    const std::string& private_part) {
  return "openssh-key-v1\0"s + made::ssh_string(cipher) +
         made::ssh_string("none") + made::ssh_string("") + "\0\0\0\x01"s +
         made::ssh_string(public_key) + made::ssh_string(private_part);
}

TEST_CASE("private key: a product is one modulo a large prime") {
  std::mt19937 random(test::seed(1));
  for (int round = 0; round < test::times(200, 2000); ++round) {
    const std::string a = made::random_number(random, 1 + random() % 130);
    const std::string b = made::random_number(random, 1 + random() % 130);
    std::string n = made::product(a, b);
    CHECK(is_product(n, a, b));
    const std::size_t at = random() % n.size();
    n[at] = static_cast<char>(n[at] ^ (1 << random() % 8));
    CHECK_FALSE(is_product(n, a, b));
  }
}

TEST_CASE("private key: RSA, in PKCS#1 and in PKCS#8") {
  std::mt19937 random(test::seed(2));
  for (const std::size_t bits : {512U, 1024U, 2048U, 4096U}) {
    const made::Rsa numbers = made::rsa_numbers(random, bits);
    const std::string bytes = made::pkcs1(numbers);
    const std::string wrapped = made::pkcs8(kRsaAlgorithm, bytes);
    for (const std::string& form : {bytes, wrapped}) {
      const auto key = parse_der_key(form);
      REQUIRE(key);
      CHECK(key->kind == "RSA " + std::to_string(bits) + " bits");
      CHECK(key->identity == numbers.n);
      CHECK_FALSE(key->torn);
      CHECK_FALSE(key->encrypted);
    }
    made::Rsa torn = numbers;
    torn.q.back() = static_cast<char>(torn.q.back() ^ 2);
    REQUIRE(parse_der_key(made::pkcs1(torn)));
    CHECK(parse_der_key(made::pkcs1(torn))->torn);
  }
  CHECK_FALSE(parse_der_key(made::pkcs1(made::rsa_numbers(random, 256))));
}

// OpenSSL reads all of these.
TEST_CASE("private key: RSA, not as DER demands") {
  std::mt19937 random(test::seed(9));
  const made::Rsa n = made::rsa_numbers(random, 1024);
  const std::string version = integer("");
  const std::string e = integer("\x01\x01");
  const std::string rest =
      integer(n.p) + integer(n.q) + integer(n.p) + integer(n.p) + integer(n.p);
  const auto parsed = [](const std::string& body) {
    const auto key = parse_der_key(der(0x30, body));
    REQUIRE(key);
    CHECK(key->kind == "RSA 1024 bits");
    return key->torn;
  };
  // No zero before a first bit that is set; one before a first bit that is not.
  CHECK_FALSE(parsed(version + der(0x02, n.n) + e + integer(n.d) + rest));
  CHECK_FALSE(
      parsed(version + integer(n.n) + e + der(0x02, "\0"s + n.d) + rest));
  // Primes left out.
  std::string zeros;
  for (int i = 0; i < 5; ++i) zeros += integer("");
  CHECK_FALSE(parsed(version + integer(n.n) + e + integer(n.d) + zeros));
  CHECK_FALSE(parse_der_key(
      der(0x30, version + integer(n.n) + e + integer("") + zeros)));
  // A length in more bytes than it needs.
  std::string wide = made::pkcs1(n);
  wide.insert(1, "\x83\0"s).erase(3, 1);
  CHECK(parse_der_key(wide));
}

TEST_CASE("private key: EC, Ed25519 and DSA") {
  std::mt19937 random(test::seed(3));
  const std::string secret = made::random_number(random, 32);
  const auto named = parse_der_key(made::sec1(secret, kP256));
  REQUIRE(named);
  CHECK(named->kind == "EC P-256");
  CHECK(named->identity == secret);
  const auto bare = parse_der_key(made::sec1(secret, ""));
  REQUIRE(bare);
  CHECK(bare->kind == "EC");
  const std::string algorithm =
      der(0x06, "\x2A\x86\x48\xCE\x3D\x02\x01") + der(0x06, kP256);
  const auto wrapped =
      parse_der_key(made::pkcs8(algorithm, made::sec1(secret, "")));
  REQUIRE(wrapped);
  CHECK(wrapped->kind == "EC P-256");
  // Leading zeros are no part of what a key is known by.
  CHECK(parse_der_key(made::sec1("\0"s + secret.substr(1), kP256))->identity ==
        secret.substr(1));
  CHECK_FALSE(parse_der_key(made::sec1(secret + "x", kP256)));
  // As PuTTY exports them.
  const auto signed_zero = parse_der_key(made::sec1("\0"s + secret, kP256));
  REQUIRE(signed_zero);
  CHECK(signed_zero->kind == "EC P-256");
  CHECK(signed_zero->identity == secret);
  CHECK_FALSE(parse_der_key(made::sec1(std::string(32, '\0'), kP256)));

  const auto ed = parse_der_key(made::pkcs8(kEd25519, der(0x04, secret)));
  REQUIRE(ed);
  CHECK(ed->kind == "Ed25519");
  CHECK_FALSE(
      parse_der_key(made::pkcs8(kEd25519, der(0x04, secret.substr(1)))));

  const std::string p = made::random_number(random, 256);
  const auto dsa = parse_der_key(
      der(0x30, integer("") + integer(p) + integer(secret) + integer(p) +
                    integer(p) + integer(secret.substr(1))));
  REQUIRE(dsa);
  CHECK(dsa->kind == "DSA 2048 bits");
}

TEST_CASE("private key: public keys and certificates are none") {
  std::mt19937 random(test::seed(4));
  const std::string point = made::random_bytes(random, 65);
  const std::string algorithm =
      der(0x06, "\x2A\x86\x48\xCE\x3D\x02\x01") + der(0x06, kP256);
  const std::string spki =
      der(0x30, der(0x30, algorithm) + der(0x03, "\0"s + point));
  CHECK_FALSE(parse_der_key(spki));
  const made::Rsa numbers = made::rsa_numbers(random, 2048);
  const std::string rsa_public =
      der(0x30, integer(numbers.n) + integer("\x01\x01"));
  CHECK_FALSE(parse_der_key(rsa_public));
  const std::string certificate =
      der(0x30, der(0x30, der(0xA0, integer("\x02")) + integer("\x01") +
                              der(0x30, algorithm) + spki) +
                    der(0x30, algorithm) + der(0x03, "\0"s + point));
  CHECK_FALSE(parse_der_key(certificate));
}

TEST_CASE("private key: encrypted PKCS#8") {
  std::mt19937 random(test::seed(5));
  const std::string scheme =
      der(0x06, "\x2A\x86\x48\x86\xF7\x0D\x01\x05\x0D") + der(0x30, "");
  const std::string body = made::random_bytes(random, 144);
  const auto key = parse_der_key(der(0x30, der(0x30, scheme) + der(4, body)));
  REQUIRE(key);
  CHECK(key->encrypted);
  const std::string other =
      der(0x06, "\x60\x86\x48\x01\x65\x03\x04\x02\x01") + "\x05\0"s;
  CHECK_FALSE(parse_der_key(der(0x30, der(0x30, other) + der(4, body))));
}

TEST_CASE("private key: OpenSSH") {
  std::mt19937 random(test::seed(6));
  const std::string point = made::random_bytes(random, 32);
  const std::string seed = made::random_bytes(random, 32);
  const std::string type = made::ssh_string("ssh-ed25519");
  const std::string blob = type + made::ssh_string(point);
  const std::string part = "abcdabcd" + type + made::ssh_string(point) +
                           made::ssh_string(seed + point) +
                           made::ssh_string("me@here") + "\x01\x02\x03";
  const auto key = parse_openssh_key(openssh("none", blob, part));
  REQUIRE(key);
  CHECK(key->kind == "Ed25519");
  CHECK(key->identity == seed);
  CHECK_FALSE(key->encrypted);
  const auto locked = parse_openssh_key(
      openssh("aes256-ctr", blob, made::random_bytes(random, 144)));
  REQUIRE(locked);
  CHECK(locked->encrypted);
  CHECK(locked->kind == "Ed25519");
  // The number that stands twice, and the type that stands twice.
  std::string odd = part;
  odd[5] = 'x';
  CHECK_FALSE(parse_openssh_key(openssh("none", blob, odd)));
  odd = part;
  odd[20] = '8';
  CHECK_FALSE(parse_openssh_key(openssh("none", blob, odd)));

  // A type that is not known here has the form all the same.
  const std::string xmss = made::ssh_string("ssh-xmss@openssh.com");
  const auto other =
      parse_openssh_key(openssh("none", xmss + made::ssh_string(point),
                                "abcdabcd" + xmss + made::ssh_string(point)));
  REQUIRE(other);
  CHECK(other->kind == "OpenSSH key");

  const made::Rsa n = made::rsa_numbers(random, 2048);
  const auto mpint = [](const std::string& number) {
    return made::ssh_string("\0"s + number);
  };
  const std::string rsa = made::ssh_string("ssh-rsa");
  const std::string rsa_blob = rsa + mpint("\x01\x01") + mpint(n.n);
  const auto rsa_part = [&](const std::string& q) {
    return "abcdabcd" + rsa + mpint(n.n) + mpint("\x01\x01") + mpint(n.d) +
           mpint(n.d) + mpint(n.p) + mpint(q);
  };
  const auto whole =
      parse_openssh_key(openssh("none", rsa_blob, rsa_part(n.q)));
  REQUIRE(whole);
  CHECK(whole->kind == "RSA 2048 bits");
  CHECK_FALSE(whole->torn);
  CHECK(parse_openssh_key(openssh("none", rsa_blob, rsa_part(n.p)))->torn);
}

TEST_CASE("private key: OpenPGP") {
  std::mt19937 random(test::seed(7));
  const auto mpi = [](const std::string& number) {
    const std::size_t bits = number.size() * 8;
    return std::string{static_cast<char>(bits >> 8U),
                       static_cast<char>(bits & 0xFFU)} +
           number;
  };
  const std::string n = made::random_number(random, 256);
  const std::string head = "\x04\x65\x00\x00\x01"s;
  const auto packet = [](const std::string& body) {
    return "\x95"s + static_cast<char>(body.size() >> 8U) +
           static_cast<char>(body.size() & 0xFFU) + body;
  };
  const std::string numbers = mpi(n) + mpi("\x80\x01");
  const auto open =
      parse_openpgp_key(packet(head + "\x01" + numbers + "\0"s + mpi(n)));
  REQUIRE(open);
  CHECK(open->kind == "RSA 2048 bits");
  CHECK_FALSE(open->encrypted);
  const auto locked = parse_openpgp_key(
      packet(head + "\x01" + numbers + "\xFE\x09\x03\x0A" + n));
  REQUIRE(locked);
  CHECK(locked->encrypted);
  const auto elsewhere = parse_openpgp_key(
      packet(head + "\x01" + numbers + "\xFF\x00\x65\x00"s + "GNU\x01"));
  REQUIRE(elsewhere);
  CHECK(elsewhere->encrypted);
  CHECK(elsewhere->kind == "RSA 2048 bits, its secret part elsewhere");
  // A public key's packet, and an algorithm that nobody has.
  std::string other = packet(head + "\x01" + numbers + "\0"s + mpi(n));
  other[0] = '\x99';
  CHECK_FALSE(parse_openpgp_key(other));
  CHECK_FALSE(parse_openpgp_key(packet(head + "\x63" + numbers + "\0"s)));
  // An unknown algorithm, whose numbers have known lengths.
  const auto later = parse_openpgp_key(
      packet("\x06\x65\0\0\x01\x1E\0\0\x01\0"s + n + "\0"s + n));
  REQUIRE(later);
  CHECK(later->kind == "OpenPGP key");
  CHECK_FALSE(later->encrypted);
  CHECK_FALSE(parse_openpgp_key(
      packet("\x06\x65\0\0\x01\x1E\0\0\x03\0"s + n + "\0"s + n)));
}

TEST_CASE("private key: a cut key is none, an altered one does no harm") {
  std::mt19937 random(test::seed(8));
  const std::string ed = made::ssh_string("ssh-ed25519");
  const std::string point = made::random_bytes(random, 32);
  const std::string forms[] = {
      made::pkcs1(made::rsa_numbers(random, 1024)),
      made::pkcs8(kEd25519, der(0x04, point)),
      made::sec1(made::random_number(random, 32), kP256),
      openssh("none", ed + made::ssh_string(point),
              "abcdabcd" + ed + made::ssh_string(point) +
                  made::ssh_string(point + point) + made::ssh_string(""))};
  for (const std::string& form : forms) {
    REQUIRE((parse_der_key(form) || parse_openssh_key(form)));
    CHECK_FALSE(parse_der_key(form + "x"));
    for (std::size_t size = 0; size < form.size(); ++size) {
      const std::string_view cut = std::string_view(form).substr(0, size);
      CHECK_FALSE(parse_der_key(cut));
    }
    for (int round = 0; round < test::times(4000, 40'000); ++round) {
      std::string altered = form.substr(0, 1 + random() % form.size());
      for (unsigned i = 0; i <= random() % 4; ++i)
        altered[random() % altered.size()] = static_cast<char>(random());
      parse_der_key(altered);
      parse_openssh_key(altered);
      parse_openpgp_key(altered);
      parse_openpgp_key("\xC5" + altered);
    }
  }
  for (int round = 0; round < test::times(4000, 40'000); ++round) {
    const std::string noise = made::random_bytes(random, random() % 400);
    CHECK_FALSE(parse_der_key(noise));
    parse_openpgp_key("\x95" + noise);
    parse_openssh_key("openssh-key-v1\0"s + noise);
  }
}

}  // namespace sluice::private_key_test
