// Which finding stands where several rules claim the same bytes.
// Thread-safety: pure functions.
#pragma once

#include "finding/finding.h"
#include "rules/rule_set.h"

namespace sluice {

// Whether any rule has a provider: settle_overlaps() is for such rules.
bool has_providers(const RuleSet& rules);

// Puts the findings of one file in the order of their place, then rule id, and
// moves to `covered` those whose secret shares a byte with that of a finding
// that says more: a provider's own rule says more than a family
// (rules/family.h), and that more than a rule without a provider. Of one
// family's findings on the same bytes, which several rules can lead to, the
// first is kept. Of one that was decoded and others that hold its bytes as they
// are, those that say more stay, or are surer, or else the others. Of those without a provider that share a byte, of
// several rules, the surest stays, or the first; or a drawn value
// (match/assignment/opaque.cc) that the first is a part of.
void settle_overlaps(FileReport* report);

// The same for rules of which none has a provider, as those written for
// gitleaks, and in the way of that: a finding of a rule whose id has "generic"
// in it is covered where another one's match begins on the same line and holds
// its secret in its own. All else stays.
void settle_as_gitleaks(FileReport* report);

// Only what was decoded and stands in the file as it is, too, as above: rules of
// betterleaks' dialect are settled before (judge/components.h).
void settle_decoded(FileReport* report);

}  // namespace sluice
