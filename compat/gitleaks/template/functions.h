// The functions of a template: those of Go's text/template and of Sprig that
// reports use.
// Thread-safety: pure functions, except for the clock and the time zone.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "gitleaks/template/value.h"

namespace sluice::go_template {

using Arguments = std::span<const Value>;

struct Function {
  std::string_view name;
  std::size_t least;  // arguments
  std::size_t most;
  // Called with as many. Errors: kUsage, without the name. Null for `and` and
  // `or`, which end at the first argument that decides.
  Result<Value> (*call)(Arguments);
};

// Null if there is none.
const Function* find_function(std::string_view name);

// "add, and, ...", for messages.
std::string function_names();

// Formats like fmt.Sprintf: %s, %q, %v, %d, %f and %t, with `-`, `0`, width and
// precision. Mistakes that Go writes into the text (%!d(string=x)) are errors.
Result<Value> print_formatted(Arguments arguments);

// A time in the machine's zone, by a layout of Go's: "Jan 02, 2006".
std::string date_text(std::string_view layout, Moment moment);

}  // namespace sluice::go_template
