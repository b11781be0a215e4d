// Options of other secret scanners and of ripgrep that sluice spells in another
// way, so that the message about an unknown option can name ours.
// Thread-safety: immutable.
#pragma once

#include <string_view>

namespace sluice {

struct ForeignOption {
  std::string_view name;
  // Our spelling: an option ("-f json") or a command ("sluice git"). Empty if
  // `why` is the answer.
  std::string_view ours;
  std::string_view why;  // a clause
};

// Returns the row for `word`, a word of a command line, whose value after "="
// is ignored. Null if no other tool has that option.
const ForeignOption* find_foreign_option(std::string_view word);

}  // namespace sluice
