// A command's options, described once: its help, the completions and, through
// the help, the man page are made of this, so that none can go stale.
// Thread-safety: plain values and a pure function.
#pragma once

#include <string>
#include <vector>

namespace sluice {

struct OptionInfo {
  std::vector<std::string> names;    // "-f", "--format"
  std::string value;                 // what it takes ("FILE"); empty: nothing
  std::vector<std::string> choices;  // the values it takes, if these are few
  std::string help;                  // one line or more; is broken to fit
  std::string group;                 // a heading; empty: the last one
};

struct Help {
  std::string usage;
  std::vector<OptionInfo> options;
  std::string footer;
};

// The page, 80 columns wide, with a line end at its end. A group stands where
// its first option does. An option's line begins with two blanks and, if it has
// no letter, four more; its text stands two blanks behind it, or below.
std::string help_page(const Help& help);

}  // namespace sluice
