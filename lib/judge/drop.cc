#include "judge/drop.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// Rounded down, so that an entropy below its bound is also printed below it.
std::string entropy_text(const Finding& finding) {
  const double entropy = finding.entropy.value_or(0);
  return fmt::format("entropy {:.2f}, {} {:.2f}",
                     std::floor(entropy * 100) / 100,
                     entropy < finding.rule->entropy ? "below" : "not above",
                     finding.rule->entropy);
}

std::string digits_text(const Finding& finding) {
  const auto digits = std::ranges::count_if(finding.secret, is_digit);
  return fmt::format("{} {}, fewer than {}", digits,
                     digits == 1 ? "digit" : "digits",
                     finding.rule->min_digits);
}

std::string_view form_text(ValueKind kind) {
  switch (kind) {
    case ValueKind::kAny:
    case ValueKind::kNamed:
      return "does not look like the kind of value that its name promises";
    case ValueKind::kPassword:
      return "does not look like a password";
    case ValueKind::kToken:
      return "does not look random";
    case ValueKind::kSecret:
      return "looks neither like a password nor random";
    case ValueKind::kUserInfo:
      return "is not a user and password in base64";
    case ValueKind::kHash:
      return "does not look like the hash of a password";
  }
  SLUICE_CHECK(false);
}

std::string allowlist_text(const Allowlist* allowlist) {
  const std::string text = "an exception in the rules";
  if (allowlist == nullptr || allowlist->description.empty()) return text;
  return fmt::format("{}: {}", text, allowlist->description);
}

}  // namespace

std::string_view name_of(Drop drop) {
  switch (drop) {
    case Drop::kNone:
      return "none";
    case Drop::kEntropy:
      return "entropy";
    case Drop::kDigits:
      return "digits";
    case Drop::kPlaceholder:
      return "placeholder";
    case Drop::kAllowlist:
      return "allowlist";
    case Drop::kFilter:
      return "filter";
    case Drop::kDirective:
      return "allow_comment";
    case Drop::kNoFamily:
      return "no_family";
    case Drop::kName:
      return "name";
    case Drop::kReference:
      return "reference";
    case Drop::kEncrypted:
      return "encrypted";
    case Drop::kPublic:
      return "public";
    case Drop::kCommon:
      return "common";
    case Drop::kText:
      return "text";
    case Drop::kForm:
      return "form";
    case Drop::kStructure:
      return "structure";
    case Drop::kKnownExample:
      return "known_example";
    case Drop::kSilent:
      return "silent";
    case Drop::kRequired:
      return "required";
    case Drop::kKeyword:
      return "keyword";
    case Drop::kCovered:
      return "covered";
    case Drop::kDisabled:
      return "disabled";
    case Drop::kBaseline:
      return "baseline";
    case Drop::kConfidence:
      return "confidence";
  }
  SLUICE_CHECK(false);
}

std::string explain(Drop drop, const Finding& finding, const DropFacts& facts) {
  switch (drop) {
    case Drop::kNone:
      return "not dropped";
    case Drop::kEntropy:
      return entropy_text(finding);
    case Drop::kDigits:
      return digits_text(finding);
    case Drop::kPlaceholder:
      return "a placeholder for a secret";
    case Drop::kAllowlist:
      return allowlist_text(facts.allowlist);
    case Drop::kFilter:
      return "excluded by a filter of the configuration";
    case Drop::kDirective:
      return "allowed by a comment";
    case Drop::kNoFamily:
      return "no word nearby names a provider";
    case Drop::kName:
      return "its name says that it is not a secret";
    case Drop::kReference:
      return "names where the value comes from";
    case Drop::kEncrypted:
      return "encrypted, useless without another secret";
    case Drop::kPublic:
      return "public by design";
    case Drop::kCommon:
      return "a default, an example or common words";
    case Drop::kText:
      return "text for people, or the name of something";
    case Drop::kForm:
      return std::string(form_text(finding.rule->value));
    case Drop::kStructure:
      return "begins like such a secret, but has another structure";
    case Drop::kKnownExample:
      return "published as an example";
    case Drop::kSilent:
      return "the rule only serves other rules";
    case Drop::kRequired:
      return fmt::format("no finding of {} is near", facts.other);
    case Drop::kKeyword:
      return "the file contains none of the rule's keywords";
    case Drop::kCovered:
      return fmt::format("{} is reported instead",
                         facts.other.empty() ? "another finding" : facts.other);
    case Drop::kDisabled:
      return "the rule is turned off";
    case Drop::kBaseline:
      return fmt::format("known by {}",
                         facts.other.empty() ? "a baseline" : facts.other);
    case Drop::kConfidence:
      return fmt::format("confidence {}, below {}", name_of(finding.confidence),
                         name_of(facts.least));
  }
  SLUICE_CHECK(false);
}

Dropped dropped_for(Drop drop, Finding finding, const DropFacts& facts) {
  Dropped dropped{std::move(finding), name_of(drop), {}};
  dropped.why = explain(drop, dropped.finding, facts);
  dropped.finding.match = {};
  dropped.finding.excerpt = {};
  dropped.finding.fingerprint = {};
  return dropped;
}

}  // namespace sluice
