#include "judge/confidence.h"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "finding/evidence.h"

namespace sluice::confidence_test {

constexpr std::array kConfidences = {Confidence::kLow, Confidence::kMedium,
                                     Confidence::kHigh};

// How a place affects a look: it bears out the rule (x), does not (-), does
// unless there is a salt (s), does in prose (p), or only in an assignment to a
// name that says secret (a). The places are in the order of kPlaceNames:
// credentials, settings, code, traffic, test, vectors, example, foreign, shown.
constexpr std::array<std::string_view, kValueLookNames.size()> kBorneOut = {
    "xxxss-ss-",  // drawn
    "xxxxx-x--",  // typed
    "xpp------",  // composed
    "xa-------",  // words
    "x--------",  // common
};

bool borne_out(const Evidence& evidence) {
  if (evidence.place == ValuePlace::kShown) return false;
  if (evidence.form == Form::kVendor) return true;
  switch (kBorneOut[static_cast<std::size_t>(evidence.look)]
                   [static_cast<std::size_t>(evidence.place)]) {
    case 'x':
      return true;
    case 's':
      return evidence.name != NameEvidence::kSalt;
    case 'p':
      return evidence.form != Form::kProse;
    case 'a':
      return evidence.form == Form::kAssigned &&
             evidence.name == NameEvidence::kSecret;
    default:
      return false;
  }
}

template <typename Do>
void for_all(Do&& what) {
  for (std::size_t form = 0; form < kFormNames.size(); ++form)
    for (std::size_t name = 0; name < kNameEvidenceNames.size(); ++name)
      for (std::size_t look = 0; look < kValueLookNames.size(); ++look)
        for (std::size_t place = 0; place < kPlaceNames.size(); ++place)
          for (std::size_t check = 0; check < kCheckEvidenceNames.size();
               ++check) {
            const Evidence evidence{
                static_cast<Form>(form), static_cast<NameEvidence>(name),
                static_cast<ValueLook>(look), static_cast<ValuePlace>(place),
                static_cast<CheckEvidence>(check)};
            for (const Confidence stated : kConfidences) what(evidence, stated);
          }
}

std::string told(const Evidence& evidence, Confidence stated) {
  std::string text(name_of(stated));
  for (const std::string_view name :
       {name_of(evidence.form), name_of(evidence.name), name_of(evidence.look),
        name_of(evidence.place), name_of(evidence.check)})
    text += ' ' + std::string(name);
  return text;
}

int level(Confidence confidence) { return static_cast<int>(confidence); }

bool is_sure(ValueLook look) {
  return look == ValueLook::kDrawn || look == ValueLook::kTyped;
}

TEST_CASE("confidence: the whole table, without a check") {
  int cases = 0;
  for_all([&](Evidence evidence, Confidence stated) {
    if (evidence.check != CheckEvidence::kNone) return;
    ++cases;
    CAPTURE(told(evidence, stated));
    CHECK(level(confidence_of(evidence, stated)) ==
          level(borne_out(evidence) ? stated : Confidence::kLow));
  });
  CHECK(cases == 4 * 4 * 5 * 9 * 3);
}

TEST_CASE("confidence: what a check adds to the table") {
  for_all([&](Evidence evidence, Confidence stated) {
    CAPTURE(told(evidence, stated));
    const int found = level(confidence_of(evidence, stated));
    const CheckEvidence check = evidence.check;
    evidence.check = CheckEvidence::kNone;
    const int without = level(confidence_of(evidence, stated));
    switch (check) {
      case CheckEvidence::kNone:
        CHECK(found == without);
        break;
      case CheckEvidence::kProves:
        // What is guessable stays so, however well it is written.
        CHECK(found == (borne_out(evidence) && without < 2 &&
                                (evidence.form == Form::kVendor ||
                                 evidence.look < ValueLook::kWords)
                            ? without + 1
                            : without));
        break;
      case CheckEvidence::kDoubts:
        CHECK(found == (without > 0 ? without - 1 : 0));
        break;
      case CheckEvidence::kRefutes:
        CHECK(found == 0);
        break;
    }
  });
}

TEST_CASE("confidence: no finding is surer than its rule states, unproven") {
  for_all([&](const Evidence& evidence, Confidence stated) {
    CAPTURE(told(evidence, stated));
    const int most =
        level(stated) + (evidence.check == CheckEvidence::kProves ? 1 : 0);
    CHECK(level(confidence_of(evidence, stated)) <= most);
  });
}

TEST_CASE("confidence: the place alone hides nothing drawn or typed") {
  for_all([&](const Evidence& evidence, Confidence stated) {
    const bool hides = evidence.place == ValuePlace::kShown ||
                       evidence.place == ValuePlace::kVectors;
    const bool copied = evidence.place == ValuePlace::kForeign &&
                        evidence.look == ValueLook::kTyped;
    if (!is_sure(evidence.look) || hides || copied ||
        evidence.name == NameEvidence::kSalt ||
        evidence.check != CheckEvidence::kNone)
      return;
    CAPTURE(told(evidence, stated));
    CHECK(level(confidence_of(evidence, stated)) == level(stated));
  });
}

TEST_CASE(
    "confidence: what everybody knows is low, but in a credentials file") {
  for_all([&](const Evidence& evidence, Confidence stated) {
    if (evidence.look != ValueLook::kCommon || evidence.form == Form::kVendor)
      return;
    CAPTURE(told(evidence, stated));
    const bool kept = evidence.place == ValuePlace::kCredentials &&
                      evidence.check != CheckEvidence::kRefutes;
    if (!kept) CHECK(level(confidence_of(evidence, stated)) == 0);
    if (kept && evidence.check == CheckEvidence::kNone)
      CHECK(level(confidence_of(evidence, stated)) == level(stated));
  });
}

TEST_CASE("confidence: shown to everybody, or refuted, is low") {
  for_all([&](const Evidence& evidence, Confidence stated) {
    if (evidence.place != ValuePlace::kShown &&
        evidence.check != CheckEvidence::kRefutes)
      return;
    CAPTURE(told(evidence, stated));
    CHECK(level(confidence_of(evidence, stated)) == 0);
  });
}

TEST_CASE("confidence: a surer piece of evidence makes no finding less sure") {
  for_all([&](const Evidence& evidence, Confidence stated) {
    CAPTURE(told(evidence, stated));
    const int found = level(confidence_of(evidence, stated));
    if (stated < Confidence::kHigh) {
      const auto surer = static_cast<Confidence>(level(stated) + 1);
      CHECK(level(confidence_of(evidence, surer)) >= found);
    }
    Evidence better = evidence;
    better.name = NameEvidence::kSecret;
    CHECK(level(confidence_of(better, stated)) >= found);
    better = evidence;
    better.form = Form::kVendor;
    CHECK(level(confidence_of(better, stated)) >= found);
    better = evidence;
    better.place = ValuePlace::kCredentials;
    CHECK(level(confidence_of(better, stated)) >= found);
    better = evidence;
    better.check = CheckEvidence::kProves;
    CHECK(level(confidence_of(better, stated)) >= found);
    // A salt in a test is drawn, and still none's secret.
    if (evidence.look == ValueLook::kDrawn ||
        evidence.name == NameEvidence::kSalt)
      return;
    better = evidence;
    better.look = static_cast<ValueLook>(static_cast<int>(evidence.look) - 1);
    CHECK(level(confidence_of(better, stated)) >= found);
  });
}

}  // namespace sluice::confidence_test
