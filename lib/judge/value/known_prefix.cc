#include "judge/value/known_prefix.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "judge/words/words.h"
#include "text/caseless.h"

namespace sluice {
namespace {

// {AQAAABAAAAAQ...}: Jenkins, Maven.
bool is_base64_in_braces(std::string_view value) {
  constexpr std::size_t kMin = 16;
  return value.size() >= kMin && value.front() == '{' && value.back() == '}' &&
         std::ranges::all_of(value.substr(1, value.size() - 2), [](char c) {
           return is_alnum(c) || c == '+' || c == '/' || c == '=';
         });
}

bool is_lower_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }
bool is_lower_word(char c) { return is_digit(c) || is_lower(c); }

// Whether `value` is `start`, followed by `size` characters of a kind.
template <typename Is>
bool is_of(std::string_view value, std::string_view start, std::size_t size,
           Is is) {
  return value.size() == start.size() + size && value.starts_with(start) &&
         std::ranges::all_of(value.substr(start.size()), is);
}

// Keys for browsers: Datadog, Adyen, Paddle, Braintree.
bool is_client_key(std::string_view value) {
  if (is_of(value, "pub", 32, is_lower_hex)) return true;
  for (const std::string_view start : {"live_", "test_"}) {
    if (is_of(value, start, 27, is_lower_word)) return true;
    if (is_of(value, start, 32,
              [](char c) { return is_digit(c) || is_upper(c); }))
      return true;
  }
  for (const std::string_view start : {"production_", "sandbox_"})
    if (is_of(value, start, 25,
              [](char c) { return is_lower_word(c) || c == '_'; }))
      return value[start.size() + 8] == '_';
  return false;
}

// A public key of Minisign: "Ed", a number and 32 bytes, in base64.
bool is_minisign_key(std::string_view value) {
  return is_of(value, "RW", 54, [](char c) {
    return is_alnum(c) || c == '+' || c == '/' || c == '=';
  });
}

}  // namespace

bool is_password_hash(std::string_view value) {
  return starts_caseless(value, words::kHashStarts);
}

std::string_view without_scheme(std::string_view value) {
  for (const std::string_view scheme : words::kOpenSchemes)
    if (starts_caseless(value, scheme)) return value.substr(scheme.size());
  return value;
}

bool is_encrypted(std::string_view value) {
  if (is_base64_in_braces(value)) return true;
  // A sealed secret: "Ag" and the length of an RSA block, in base64.
  if (value.size() > 100 && value.starts_with("Ag")) return true;
  return starts_caseless(value, words::kEncryptedStarts);
}

bool is_public(std::string_view value) {
  if (value.empty()) return false;
  if (is_client_key(value) || is_minisign_key(value)) return true;
  return std::ranges::any_of(words::kPublicStarts, [&](std::string_view start) {
    return value.front() == start.front() && value.starts_with(start);
  });
}

}  // namespace sluice
