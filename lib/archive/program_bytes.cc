#include "archive/program_bytes.h"

#include <algorithm>

#include "text/ascii.h"

namespace sluice {

void ProgramValues::add(std::string_view name, std::string_view value,
                        std::uint64_t at) {
  if (value.size() < kLeastNamedValue || name.size() < 3 ||
      name.size() > kMostValueName || is_full() || !is_named_value(value) ||
      !is_credential_name(name) || !std::ranges::all_of(name, is_printable) ||
      !known_.emplace(at, name).second)
    return;
  values_.push_back({at, std::string(name), std::string(value)});
}

}  // namespace sluice
