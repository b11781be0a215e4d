// A rule: a pattern for one kind of credential, with the data that the stages
// need.
// Thread-safety: immutable once loaded. Ownership: a Rule only points. The text
// lives in the RuleSet it came from: on the heap, or for the embedded set in
// the binary's constant data, which therefore costs nothing at start.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "regex/width.h"

namespace sluice {

class Expression;
// How surely a finding of this rule is a credential.
enum class Confidence : std::uint8_t { kLow, kMedium, kHigh };
inline constexpr std::array<std::string_view, 3> kConfidenceNames = {
    "low", "medium", "high"};
constexpr std::string_view name_of(Confidence confidence) {
  return kConfidenceNames[static_cast<std::size_t>(confidence)];
}

// The checks that need only the secret itself (judge/checks/check.h): a
// checksum that it carries, or the structure that it must have.
enum class CheckKind : std::uint8_t {
  kNone,
  kCrc32Base62,    // GitHub, npm
  kCrc32Hex,       // Grafana
  kCrc32Base36,    // GitLab
  kMarvin32,       // keys of Azure's services with a signature
  kBech32,         // age
  kJwt,            // header and payload decode, the signature has its size
  kJson,           // base64 of an object after a prefix
  kMacaroon,       // PyPI
  kPrivateKey,     // PEM, OpenSSH, OpenPGP, PuTTY
  kAwsKeyId,       // reveals the account
  kAwsBedrockKey,  // reveals the account
  kUuid,           // version and variant
  kUserInfo,       // base64 of user:password
  kNkey,           // NATS
};
inline constexpr std::array<std::string_view, 15> kCheckNames = {
    "",         "crc32-base62", "crc32-hex",  "crc32-base36",
    "marvin32", "bech32",       "jwt",        "json",
    "macaroon", "private-key",  "aws-key-id", "aws-bedrock-key",
    "uuid",     "user-info",    "nkey"};
// Whether it is a sum over the token's other characters, which a made-up token
// gets wrong.
constexpr bool is_sum(CheckKind check) {
  return check == CheckKind::kCrc32Base62 || check == CheckKind::kCrc32Hex ||
         check == CheckKind::kCrc32Base36 || check == CheckKind::kMarvin32 ||
         check == CheckKind::kBech32 || check == CheckKind::kNkey;
}
constexpr std::string_view name_of(CheckKind check) {
  return kCheckNames[static_cast<std::size_t>(check)];
}

// The expected look of a secret, beyond what the pattern demands
// (judge/value/assigned.h).
enum class ValueKind : std::uint8_t {
  kAny,       // whatever the pattern takes
  kNamed,     // depends on the name that it is assigned to
  kPassword,  // made up by a person or a generator
  kToken,     // random
  kSecret,    // a password or a token
  kUserInfo,  // user:password in base64
  kHash,      // of a password
};
inline constexpr std::array<std::string_view, 7> kValueKindNames = {
    "any", "named", "password", "token", "secret", "user-info", "hash"};
constexpr std::string_view name_of(ValueKind kind) {
  return kValueKindNames[static_cast<std::size_t>(kind)];
}

// For rules that look for the value that is assigned to a name, and have the
// names instead of a pattern (match/assignment/assignment.h).
enum class Assignment : std::uint8_t {
  kNone,
  kQuoted,  // as programs write it: the value in quotes
  kBlank,   // in quotes, too, with nothing but blanks before: #define NAME "v"
  kBare,    // as settings write it: name=value, name: value
  kToken,   // a run of the characters that tokens are made of, in any way
  kLongToken,  // the same, longer than kBare reads
  // The first, second ... member of a table or object that the name is the name
  // of (match/assignment/assignment_member.cc).
  kMember1,
  kMember2,
  kMember3,
  kMember4,
  kColumn,  // the cells below a name at the head of a file
            // (match/tables/columns.h)
  kTable,   // the same of Markdown's tables (match/tables/tables.h)
  kInsert,  // the same of the rows of SQL (match/tables/tables.h)
  kLast,  // the last field of each line, where the file's name says what it is
  kRun,  // any long run of the characters of tokens (match/tables/token_runs.h)
  kManifest,  // the values of a Kubernetes Secret
              // (match/tables/secret_manifest.h)
};
inline constexpr std::array<std::string_view, 16> kAssignmentNames = {
    "",         "quoted",   "blank",    "bare",     "token",  "long-token",
    "member-1", "member-2", "member-3", "member-4", "column", "table",
    "insert",   "last",     "run",      "manifest"};
// Whether lines are read field by field, so that no literal leads there.
constexpr bool reads_rows(Assignment form) {
  return form >= Assignment::kColumn;
}
// Whether the keywords of a rule of this form are no names: the text must contain
// one of them.
constexpr bool wants_text(Assignment form) {
  return form == Assignment::kRun || form == Assignment::kManifest;
}
// Whether rules of this form have names.
constexpr bool has_names(Assignment form) {
  return form != Assignment::kNone && form < Assignment::kLast;
}
constexpr std::string_view name_of(Assignment form) {
  return kAssignmentNames[static_cast<std::size_t>(form)];
}

// Files that are credentials as a whole, told by their content
// (judge/key_files/key_file.h).
enum class KeyFileKind : std::uint8_t {
  kNone,
  kJavaKeystore,  // JKS and JCEKS
  kPkcs12,
  kDerKey,    // a private key in DER
  kGnupgKey,  // a secret keyring, or a key of gpg-agent
  kKeytab,    // of Kerberos
  kKeepass,
  kNssKeys,        // the keys of Firefox, and of others that use NSS
  kBrowserLogins,  // of Chromium and its kin
  kWallet,         // of Bitcoin Core and its kin
};
inline constexpr std::array<std::string_view, 10> kKeyFileKindNames = {
    "",       "java-keystore", "pkcs12",   "der-key",        "gnupg-key",
    "keytab", "keepass",       "nss-keys", "browser-logins", "wallet"};
constexpr std::string_view name_of(KeyFileKind kind) {
  return kKeyFileKindNames[static_cast<std::size_t>(kind)];
}

// The longest one, in bytes from the name's begin.
constexpr std::uint32_t longest(Assignment form) {
  if (reads_rows(form)) return 16 * 1024;  // a row
  if (form >= Assignment::kMember1) return 1200;
  if (form == Assignment::kBare) return 640;
  return form == Assignment::kToken || form == Assignment::kLongToken ? 2200
                                                                      : 2400;
}

// The text to which an allowlist's patterns are applied.
enum class AllowTarget : std::uint8_t { kSecret, kMatch, kLine };
inline constexpr std::array<std::string_view, 3> kAllowTargetNames = {
    "secret", "match", "line"};
constexpr std::string_view name_of(AllowTarget target) {
  return kAllowTargetNames[static_cast<std::size_t>(target)];
}

// An allowlist: a candidate that fits it is dropped.
struct Allowlist {
  std::string_view description;
  // If true, every kind of entry in the list must match ("AND").
  bool all = false;
  AllowTarget target = AllowTarget::kSecret;
  std::span<const std::string_view> paths;    // patterns, searched in the path
  std::span<const std::string_view> regexes;  // patterns, searched in target
  std::span<const std::string_view> stopwords;  // in the secret, any case
  std::span<const std::string_view> commits;    // whole ids, in lower case
  // True for one from a configuration, false for one of the default rules.
  bool configured = false;
};

// The first steps after such a credential has leaked. Unknown fields are empty.
struct Revocation {
  std::string_view url;     // where it is revoked, or the page about that
  std::string_view steps;   // one or two sentences
  std::string_view source;  // the document with this advice
};
inline constexpr std::size_t kMaxRevocationSteps = 160;  // bytes

// The window around a match in which betterleaks searches for a component
// (rules/window.h).
struct Window {
  enum class Shape : std::uint8_t {
    kNone,     // the component has no window
    kFile,     // anywhere in the file
    kColumns,  // bytes before the match and after it
    kLines,    // lines before and after, and bytes if there are any
  };
  Shape shape = Shape::kNone;
  std::uint32_t lines_before = 0, lines_after = 0;
  std::uint32_t columns_before = 0, columns_after = 0;
};

// A rule that must have a finding near, or a match is no finding. Distances
// are between the places where the two begin; they are inclusive.
inline constexpr std::uint32_t kAnyDistance =
    std::numeric_limits<std::uint32_t>::max();
struct RequiredRule {
  std::uint32_t rule = 0;  // index in the RuleSet
  std::uint32_t within_lines = kAnyDistance;
  std::uint32_t within_columns = kAnyDistance;
  // For betterleaks' components, this replaces the distances.
  Window window = {};
  bool optional = false;  // it need not be there, but is one if it is
};

// Bytes that the literal index searches for, and how far into a match they are.
// Every match of a pattern contains these bytes, or one of several such
// anchors.
struct Anchor {
  std::string_view text;
  bool caseless = false;
  // The most bytes that a match can hold before the anchor.
  std::uint32_t max_lead = 0;
};

struct Family;

// A rule with a `family` (rules/family.h) has no pattern: it matches nothing,
// and its RuleSet keeps it apart. A finding of a rule with `families` becomes a
// finding of a family's rule if the words around it name the family's provider
// (judge/family_finder.h).
struct Rule {
  std::string_view id;
  std::string_view description;
  std::string_view provider;  // empty if there is no one vendor
  Confidence confidence = Confidence::kMedium;
  std::string_view regex;  // RE2 syntax
  // Not kNone: there is no `regex`, and `keywords` are the names, in lower
  // case.
  Assignment assignment = Assignment::kNone;
  // Not kNone: there is neither a `regex` nor an `assignment`, and each file of
  // the kind is a finding.
  KeyFileKind file = KeyFileKind::kNone;
  // RE2 syntax, searched in the path; empty for any path
  std::string_view path;
  // The capture that is the secret. 0 means the first group that took part, or
  // else the whole match.
  std::uint32_t secret_group = 0;
  // The least Shannon entropy of the secret, in bits; 0 means no bound. A
  // secret exactly on the bound is accepted if `plausible`, and dropped if not,
  // as in gitleaks.
  double entropy = 0;
  std::uint32_t min_digits = 0;  // least number of decimal digits in the secret
  CheckKind check = CheckKind::kNone;  // `checksum` in rule files
  ValueKind value = ValueKind::kAny;
  // Whether a secret must look like one (judge/value/placeholder.h).
  bool plausible = true;
  // It reports nothing: it only serves the rules that require it, and the
  // families.
  bool skip_report = false;
  // Its findings may belong to a family. If the rule reports nothing itself,
  // all other findings are dropped.
  bool families = false;
  // It searches for secrets in texts for people, between words.
  bool prose = false;
  const Family* family = nullptr;  // not null: see above
  // Each must have a finding near, whatever its own keywords and required ones.
  std::span<const RequiredRule> required;
  // The file must contain one of these, in any case.
  std::span<const std::string_view> keywords;
  std::span<const std::string_view> tags;
  std::span<const std::string_view> references;
  const Revocation* revocation = nullptr;  // null if unknown
  std::span<const Allowlist> allowlists;
  std::span<const std::string_view> examples;           // must be found
  std::span<const std::string_view> negative_examples;  // must not be
  // The file of the examples, for a rule with a path.
  std::string_view example_path;
  // A finding for which one of these is true is dropped.
  std::span<const Expression* const> filters;
  // If two rules find the same in betterleaks' dialect, the higher one stays.
  std::int32_t specificity = 0;

  // Derived from `regex` (regex/shape.h) or the names by the loader.
  std::uint32_t max_width = kUnboundedWidth;  // bytes of the longest match
  // Every match holds one of these; for Assignment::kLast, every path does.
  // Empty if there is no usable literal.
  std::span<const Anchor> anchors;
  // The result of Lookahead::make_table() (match/filters/lookahead.h) for
  // `regex`, if the build made it. Empty if it was not made, or there is
  // nothing to make.
  std::string_view lookahead;

  // If this is false, a file is the finding: by its path, or by its kind.
  bool looks_at_text() const {
    return !regex.empty() || assignment != Assignment::kNone;
  }
};

}  // namespace sluice
