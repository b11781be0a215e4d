// The levels are meant as shares of what a reviewer would call a secret: high
// above 95 %, medium above 70 %, low below that. So a combination of evidence
// is medium where most of what has it, in files that people labelled, is a
// secret; docs/PRECISION.md has the figures for each.
//
// Three things follow from them. What was drawn at random beside a name that
// says secret is one nine times of ten, wherever it stands: people test with
// what works. What is words tells nothing by itself, so the place decides: in
// settings it is a password, in a test it is a stand-in. And a well-known value
// is a weak password or a stand-in, and the text does not say which.
//
// Rejected: the place first (a secret in a test is low, whatever it looks
// like). It hid four of five that people had labelled, and nine of ten of those
// hidden were right.

#include "judge/confidence.h"

#include <algorithm>

namespace sluice {
namespace {

// Where stand-ins are written as often as what is in use.
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

// Whether the evidence bears out what the rule states.
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

// Whether the value could be anybody's guess, which a form of its own is not.
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
      // A proof of the form does not outweigh what speaks against the value:
      // that "user:password" is well encoded makes no secret of it.
      return borne_out && !is_weak(evidence) ? shifted(found, 1) : found;
    case CheckEvidence::kDoubts:
      return shifted(found, -1);
    case CheckEvidence::kRefutes:
      return Confidence::kLow;
  }
  return found;
}

}  // namespace sluice
