// Decides which finding stays if several rules claim the same bytes.
// Thread-safety: pure functions.
#pragma once

#include "finding/finding.h"
#include "rules/rule_set.h"

namespace sluice {

// Whether any rule has a provider: settle_overlaps() is for such rules.
bool has_providers(const RuleSet& rules);

// Whether settle_overlaps() covers a finding of rule `other`, whatever it says,
// by a finding of rule `one` of the same secret that has this confidence and
// look and belongs to no family.
bool covers_surely(const Rule& one, Confidence confidence, ValueLook look,
                   const Rule& other);

// Puts the findings of one file in the order of their place, then rule id.
// Moves to `covered` those whose secret shares a byte with the secret of a
// better finding:
// - A finding of a provider's own rule is better than one of a family
//   (rules/family.h), and that is better than one of a rule without a provider.
// - But a finding of low confidence is not better than a surer one, unless a check
//   refuted it.
// - If several rules of one provider find the same bytes, the surest finding is
//   kept. If several are equally sure, the first is kept.
// - If one family has several findings on the same bytes (several rules can
//   lead to it), the first is kept.
// - If a decoded finding and others have some of the same bytes, the better
//   rule decides, then the confidence. If both are equal, the others are kept,
//   with the exceptions in overlap.cc.
// - If findings of several rules without a provider share a byte, the surest is
//   kept. If several are equally sure, the first is kept, or a drawn value
//   (match/assignment/opaque.cc) of which the first is a part.
void settle_overlaps(FileReport* report);

// Does the same for rules without any provider, like those written for
// gitleaks, and like gitleaks: a finding of a rule whose id contains "generic"
// is covered if another match begins on the same line and its secret contains
// the secret of the first. All others stay.
void settle_as_gitleaks(FileReport* report);

// Only settles decoded findings against those of the plain text, as above: the
// others were settled before, by the rules of betterleaks' dialect
// (judge/components.h).
void settle_decoded(FileReport* report);

}  // namespace sluice
