// Leaks and their rules for the tests of what becomes of them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gitleaks/detector/finding.h"
#include "rules/rule_set.h"

namespace sluice {

inline RuleSet sample_gitleaks_rules() {
  static constexpr std::array<std::string_view, 2> kTags = {"a", "b"};
  static const std::array<Rule, 2> kRules = [] {
    std::array<Rule, 2> rules;
    rules[0].id = "first-rule";
    rules[0].description = "A <first> rule";
    rules[1].id = "second-rule";
    rules[1].tags = kTags;
    return rules;
  }();
  return RuleSet::from_static(kRules, "");
}

inline GitleaksFinding sample_leak() {
  GitleaksFinding leak;
  leak.rule = 0;
  leak.start_line = leak.end_line = 3;
  leak.start_column = 2;
  leak.end_column = 12;
  leak.line = "\nx key=\"abcde\", y";
  leak.match = "key=\"abcde\"";
  leak.secret = "abcde";
  leak.entropy = 2.321928F;
  leak.file = "d/f.txt";
  leak.fingerprint = "d/f.txt:first-rule:3";
  return leak;
}

// Found by its path, through a link.
inline GitleaksFinding sample_path_leak() {
  GitleaksFinding leak;
  leak.rule = 1;
  leak.match = "file detected: d/g,h";
  leak.file = "d/g,h";
  leak.symlink = "link";
  leak.tags = {"decoded:hex"};
  leak.fingerprint = "d/g,h:second-rule:0";
  return leak;
}

}  // namespace sluice
