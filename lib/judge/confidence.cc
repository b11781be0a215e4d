// The levels are shares of values that a reviewer would call a secret: high
// above 95 %, medium above 70 %, low below that. So a combination of evidence
// is medium if most values with it, in files that people labelled, are secrets.
// docs/PRECISION.md has the figures for each combination.
//
// Three rules follow from the figures. A value drawn at random beside a name
// that means a secret is a secret nine times of ten, in any place, because
// people test with what works. Words alone prove nothing, so the place decides:
// in settings they are a password, in a test they are a stand-in. A well-known
// value is a weak password or a stand-in, and the text does not say which.
//
// Rejected: the place first (a secret in a test is low, whatever its look). It
// hid four of five of those that people had labelled, and nine of ten of those
// hidden were real.

#include "judge/confidence.h"

#include <algorithm>

namespace sluice {
namespace {

// Places where stand-ins are as frequent as real values.
bool is_quiet(ValuePlace place) {
  switch (place) {
    case ValuePlace::kCredentials:
    case ValuePlace::kSettings:
    case ValuePlace::kCode:
      return false;
    case ValuePlace::kTraffic:
    case ValuePlace::kTest:
    case ValuePlace::kVectors:
    case ValuePlace::kExample:
    case ValuePlace::kForeign:
    case ValuePlace::kShown:
      return true;
  }
  return true;
}

// Whether the evidence supports what the rule states.
bool is_borne_out(const Evidence& evidence) {
  if (evidence.place == ValuePlace::kShown) return false;
  if (evidence.form == Form::kVendor) return true;
  const bool quiet = is_quiet(evidence.place);
  switch (evidence.look) {
    case ValueLook::kDrawn:
      return !quiet || (evidence.name != NameEvidence::kSalt &&
                        evidence.place != ValuePlace::kVectors);
    case ValueLook::kTyped:
      return !quiet || evidence.place == ValuePlace::kTest ||
             evidence.place == ValuePlace::kExample ||
             evidence.place == ValuePlace::kTraffic;
    case ValueLook::kComposed:
      return !quiet && (evidence.form != Form::kProse ||
                        evidence.place == ValuePlace::kCredentials);
    case ValueLook::kWords:
      return evidence.place == ValuePlace::kCredentials ||
             (evidence.place == ValuePlace::kSettings &&
              evidence.form == Form::kAssigned &&
              evidence.name == NameEvidence::kSecret);
    case ValueLook::kCommon:
      return evidence.place == ValuePlace::kCredentials;
  }
  return false;
}

// Whether anybody could guess the value. A value with a form of its own cannot
// be guessed.
bool is_weak(const Evidence& evidence) {
  return evidence.form != Form::kVendor && evidence.look >= ValueLook::kWords;
}

Confidence shifted(Confidence confidence, int by) {
  return static_cast<Confidence>(
      std::clamp(static_cast<int>(confidence) + by, 0, 2));
}

}  // namespace

Confidence confidence_of(const Evidence& evidence, Confidence stated) {
  const bool borne_out = is_borne_out(evidence);
  const Confidence found = borne_out ? stated : Confidence::kLow;
  switch (evidence.check) {
    case CheckEvidence::kNone:
      return found;
    case CheckEvidence::kProves:
      // A proof of the form does not outweigh evidence against the value: a
      // correct encoding of "user:password" does not make it a secret.
      return borne_out && !is_weak(evidence) ? shifted(found, 1) : found;
    case CheckEvidence::kDoubts:
      return shifted(found, -1);
    case CheckEvidence::kRefutes:
      return Confidence::kLow;
  }
  return found;
}

}  // namespace sluice
