// The hash is the first 24 bits of SHA-256 over
//
//   "sluice/1"  rule  path  secret        each as its length (8 bytes, big
//                                         endian) and then its bytes
//
// The lengths make the encoding injective, and the tag separates the digests
// from any other use of SHA-256. Rule and path act as a public key, a salt: the
// same password in two files has two hashes, so the hashes do not show that the
// passwords are equal, and a table made for one place does not serve for
// another.
//
// Why so short: a fingerprint is made to be committed and printed, and a full
// hash would let anybody test guesses at a short password until one fits,
// beyond doubt. With 24 bits, N / 2^24 of N wrong guesses fit as well: 60 in a
// thousand million. So a random token (far more than 2^24 values, all equally
// likely) stays as unknown as before, less 24 bits. This does not protect a
// password from a list of the few million commonest ones, of which hardly a
// wrong one fits. Only a secret key could do that, and a baseline must mean the
// same on every machine.
//
// For a secret of fewer than kLongEnough bytes the hash has 12 bits. So 24,000
// of the hundred million passwords of eight digits fit, instead of 6. Baselines
// that were written with 24 bits stay valid: those begin with the 12.
//
// The cost: a secret that replaces a known one at the same rule and path counts
// as the old one with a chance of 1 in 16.7 million, a short one with 1 in
// 4,096. Rejected: a slow hash (scrypt, Argon2), because a report can contain
// hundreds of thousands of findings; a line number, because it changes with
// every edit above.
#include "finding/fingerprint.h"

#include <array>
#include <cstdint>

#include "finding/mask.h"
#include "text/escape.h"

namespace sluice {
namespace {

constexpr std::string_view kDomain = "sluice/1";
constexpr std::size_t kLongEnough = 16;  // bytes

// A field's length, as it is hashed before its bytes.
std::array<char, 8> length_of(std::string_view field) {
  const std::uint64_t size = field.size();
  std::array<char, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>((size >> (56 - 8 * i)) & 0xFF);
  return bytes;
}

void append_field(std::string& out, std::string_view field) {
  const std::array<char, 8> length = length_of(field);
  out.append(length.data(), length.size());
  out += field;
}

Sha256Head hashed_head(std::string_view rule_id, std::string_view path) {
  std::string fields;
  for (const std::string_view field : {kDomain, rule_id, path})
    append_field(fields, field);
  return Sha256Head(fields);
}

}  // namespace

const Fingerprints::OfRule& Fingerprints::of_rule(std::string_view rule_id) {
  if (last_ != rules_.end() && last_->first == rule_id) return last_->second;
  last_ = rules_.find(rule_id);
  if (last_ == rules_.end()) {
    const std::string rule = escape_percent(rule_id, " #:") + ':';
    last_ = rules_
                .emplace(rule_id, OfRule{rule, rule + escape_percent(path_),
                                         hashed_head(rule_id, path_)})
                .first;
  }
  return last_->second;
}

std::string Fingerprints::of(std::string_view rule_id,
                             std::string_view secret) {
  const OfRule& rule = of_rule(rule_id);
  const bool is_short = !secret.empty() && secret.size() < kLongEnough;
  std::string text;
  text.reserve(rule.begin.size() + kFingerprintDigits + 1);
  if (secret.size() >= kMinInName && path_.find(secret) != path_.npos)
    text += rule.rule + escape_percent(masked_name(path_, secret));
  else
    text += rule.begin;
  text += ':';
  const std::array<char, 8> length = length_of(secret);
  const Sha256Digest hash = rule.hash.with(std::array<std::string_view, 2>{
      std::string_view(length.data(), length.size()), secret});
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (std::size_t i = 0;
       i < (is_short ? kShortFingerprintDigits : kFingerprintDigits); ++i)
    text += kDigits[hash[i / 2] >> (i % 2 == 0 ? 4 : 0) & 0xF];
  return text;
}

std::string fingerprint(std::string_view rule_id, std::string_view path,
                        std::string_view secret) {
  return Fingerprints(std::string(path)).of(rule_id, secret);
}

}  // namespace sluice
