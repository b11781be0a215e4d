// The name of a finding that stays while the file around it changes: for
// baselines and ignore lists.
// Thread-safety: a pure function, and a class for one thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/digest.h"

namespace sluice {

// Hex digits of the hash; four bits each. A short secret has fewer, so that
// they do not reveal which guess at it is right.
inline constexpr std::size_t kFingerprintDigits = 6;
inline constexpr std::size_t kShortFingerprintDigits = 3;

// "rule:path:hash". It contains no line number, so it survives edits elsewhere
// in the file. Another rule, path or secret gives another fingerprint. If the
// path contains the secret, the fingerprint has the masked secret there
// (kMinInName).
//
// It is one line without blanks at its ends, and can be split again: the first
// colon ends the rule, the last begins the hash. In both parts, '%', control
// characters and bytes that are not UTF-8 are percent-encoded (%NN), and in the
// rule also ' ', '#' and ':' (a line that begins with '#' is a comment in
// ignore files).
std::string fingerprint(std::string_view rule_id, std::string_view path,
                        std::string_view secret);

// Makes the fingerprints of the findings in one file. Those of a rule begin
// alike, so their beginning is made and hashed once.
class Fingerprints {
 public:
  explicit Fingerprints(std::string path) : path_(std::move(path)) {}
  Fingerprints(const Fingerprints&) = delete;
  Fingerprints& operator=(const Fingerprints&) = delete;

  // fingerprint() of the path.
  std::string of(std::string_view rule_id, std::string_view secret);

 private:
  struct OfRule {
    std::string rule;   // "rule:", as it is written
    std::string begin;  // "rule:path"
    Sha256Head hash;    // of what comes before the secret
  };
  using Rules = std::map<std::string, OfRule, std::less<>>;
  const OfRule& of_rule(std::string_view rule_id);

  std::string path_;
  Rules rules_;
  Rules::const_iterator last_ = rules_.end();  // that was asked for
};

}  // namespace sluice
