// Private keys made from random numbers, so that the source contains none. They
// have the form of keys and are of no use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::made {

inline std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8U |
              (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k])
                                    : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63U];
  }
  return text;
}

inline std::string base64_url(std::string_view bytes) {
  std::string text = base64(bytes);
  while (text.ends_with('=')) text.pop_back();
  for (char& c : text) c = c == '+' ? '-' : c == '/' ? '_' : c;
  return text;
}

inline std::string random_bytes(std::mt19937& random, std::size_t size) {
  std::string bytes(size, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  return bytes;
}

// Odd, with the two highest bits set, as primes of a key have them.
inline std::string random_number(std::mt19937& random, std::size_t size) {
  std::string bytes = random_bytes(random, size);
  bytes.front() = static_cast<char>(bytes.front() | 0xC0);
  bytes.back() = static_cast<char>(bytes.back() | 1);
  return bytes;
}

// Schoolbook, the most significant byte first.
inline std::string product(std::string_view a, std::string_view b) {
  std::vector<std::uint32_t> digits(a.size() + b.size(), 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    std::uint32_t carry = 0;
    for (std::size_t k = b.size(); k-- > 0;) {
      std::uint32_t& digit = digits[i + k + 1];
      const std::uint32_t sum =
          digit + carry +
          static_cast<unsigned char>(a[i]) * static_cast<unsigned char>(b[k]);
      digit = sum & 0xFFU;
      carry = sum >> 8U;
    }
    digits[i] += carry;
  }
  std::string bytes;
  for (const std::uint32_t digit : digits)
    bytes.push_back(static_cast<char>(digit));
  bytes.erase(0, bytes.find_first_not_of('\0'));
  return bytes;
}

// X.690, 8.1.3: the shortest form of the length.
inline std::string der(unsigned tag, std::string_view content) {
  std::string out(1, static_cast<char>(tag));
  if (content.size() >= 0x100) {
    out += '\x82';
    out += static_cast<char>(content.size() >> 8U);
  } else if (content.size() >= 0x80) {
    out += '\x81';
  }
  out += static_cast<char>(content.size() & 0xFFU);
  return out.append(content);
}

inline std::string integer(std::string_view number) {
  const bool high =
      !number.empty() && static_cast<unsigned char>(number.front()) >= 0x80;
  return der(0x02, std::string(high || number.empty() ? 1 : 0, '\0') +
                       std::string(number));
}

struct Rsa {
  std::string n, d, p, q;
};
inline Rsa rsa_numbers(std::mt19937& random, std::size_t bits) {
  Rsa key;
  key.p = random_number(random, bits / 16);
  key.q = random_number(random, bits / 16);
  key.n = product(key.p, key.q);
  key.d = random_number(random, bits / 8 - 1);
  return key;
}

inline std::string pkcs1(const Rsa& key) {
  const std::string half = key.d.substr(0, key.p.size() - 1);
  return der(0x30, integer("") + integer(key.n) + integer("\x01\x01") +
                       integer(key.d) + integer(key.p) + integer(key.q) +
                       integer(half) + integer(half) + integer(half));
}

inline std::string sec1(std::string_view secret, std::string_view curve) {
  return der(0x30, integer("\x01") + der(0x04, secret) +
                       (curve.empty() ? "" : der(0xA0, der(0x06, curve))));
}

inline std::string pkcs8(std::string_view algorithm, std::string_view key) {
  return der(0x30, integer("") + der(0x30, algorithm) + der(0x04, key));
}

// Lines of 64 digits, between `lead` and `end`.
inline std::string pem(std::string_view label, std::string_view bytes,
                       std::string_view lead = "", std::string_view end = "\n",
                       std::string_view headers = "") {
  const std::string digits = base64(bytes);
  std::string out = "-----BEGIN ";
  out.append(label).append("-----").append(end).append(headers);
  for (std::size_t i = 0; i < digits.size(); i += 64)
    out.append(lead).append(digits.substr(i, 64)).append(end);
  return out.append(lead).append("-----END ").append(label).append("-----");
}

inline std::string ssh_string(std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  std::string out;
  for (const unsigned shift : {24U, 16U, 8U, 0U})
    out.push_back(static_cast<char>(size >> shift & 0xFFU));
  return out.append(text);
}

}  // namespace sluice::made
