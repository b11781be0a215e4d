// The description of a command's options. The help, the completions and (from
// the help) the manual page are made from it, so they always agree.
// Thread-safety: plain values and a pure function.
#pragma once

#include <string>
#include <vector>

namespace sluice {

struct OptionInfo {
  std::vector<std::string> names;    // "-f", "--format"
  std::string value;                 // its value ("FILE"), or empty
  std::vector<std::string> choices;  // the allowed values, if they are few
  std::string help;                  // any length; help_page() breaks it
  std::string group;                 // a heading; empty for the last group
};

struct Help {
  std::string usage;
  std::vector<OptionInfo> options;
  std::string footer;
};

// Returns the page, 80 columns wide, with a line end at its end. Groups are in
// the order of their first options. An option's line begins with two blanks,
// and four more if it has no letter. Its text follows after two blanks, or on
// the next line.
std::string help_page(const Help& help);

}  // namespace sluice
