// The evidence for and against a candidate when its confidence is decided
// (judge/confidence.h), piece by piece, so that a report can explain the
// confidence.
// Thread-safety: plain values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

// How the value was found.
enum class Form : std::uint8_t {
  kVendor,    // a form that says it all: one vendor's, a private key's, that
              // of a rule of the user's own
  kShared,    // a form that others share, with the vendor's name beside it
  kAssigned,  // an assignment, an argument, a header, a URL
  kProse,     // a text for people
};
inline constexpr std::array<std::string_view, 4> kFormNames = {
    "vendor", "shared", "assigned", "prose"};

// The meaning of the name beside the value.
enum class NameEvidence : std::uint8_t {
  kSecret,  // that it is one: password, token, client_secret
  kMaybe,   // that it may be one: key
  kSalt,    // a salt: of use together with the hashes only
  kAbsent,  // nothing: the form suffices
};
inline constexpr std::array<std::string_view, 4> kNameEvidenceNames = {
    "secret", "maybe", "salt", "absent"};

// The look of the value itself.
enum class ValueLook : std::uint8_t {
  kDrawn,     // by a generator, at random
  kTyped,     // by a person, with care: small letters, capitals, digits, signs
  kComposed,  // words that a person put together, or a hash of a password
  kWords,     // a word, or spelt like one; too short to tell
  kCommon,    // on a list of values that everybody knows
};
inline constexpr std::array<std::string_view, 5> kValueLookNames = {
    "drawn", "typed", "composed", "words", "common"};

// The place of the value.
enum class ValuePlace : std::uint8_t {
  kCredentials,  // a file whose purpose is to contain credentials (.netrc)
  kSettings,     // in settings, or in a URL of a host that is a real one
  kCode,         // anywhere else
  kTraffic,      // in recorded traffic: a HAR file, a cassette
  kTest,         // in tests and documents
  kVectors,      // in test vectors of ciphers and of hashes
  kExample,      // a text to be copied, or one that shows a form
  kForeign,      // in a copy of other people's work
  kShown,        // text that a browser or an app shows to everybody
};
inline constexpr std::array<std::string_view, 9> kPlaceNames = {
    "credentials", "settings", "code",    "traffic", "test",
    "vectors",     "example",  "foreign", "shown"};

// The result of an offline check (judge/checks/check.h).
enum class CheckEvidence : std::uint8_t {
  kNone,     // there was no check, or it cannot tell
  kProves,   // chance does not produce it
  kDoubts,   // malformed, or of use with another secret only
  kRefutes,  // made up or mistyped
};
inline constexpr std::array<std::string_view, 4> kCheckEvidenceNames = {
    "none", "proves", "doubts", "refutes"};

struct Evidence {
  Form form = Form::kAssigned;
  NameEvidence name = NameEvidence::kAbsent;
  ValueLook look = ValueLook::kDrawn;
  ValuePlace place = ValuePlace::kCode;
  CheckEvidence check = CheckEvidence::kNone;
  bool operator==(const Evidence&) const = default;
};

constexpr std::string_view name_of(Form form) {
  return kFormNames[static_cast<std::size_t>(form)];
}
constexpr std::string_view name_of(NameEvidence name) {
  return kNameEvidenceNames[static_cast<std::size_t>(name)];
}
constexpr std::string_view name_of(ValueLook look) {
  return kValueLookNames[static_cast<std::size_t>(look)];
}
constexpr std::string_view name_of(ValuePlace place) {
  return kPlaceNames[static_cast<std::size_t>(place)];
}
constexpr std::string_view name_of(CheckEvidence check) {
  return kCheckEvidenceNames[static_cast<std::size_t>(check)];
}

}  // namespace sluice
