// Values of one TOML type read as another, as gitleaks' reader of
// configurations does (see Reading in rules/table_reader.h).
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rules/toml_read.h"

namespace sluice {

// Nothing where the value cannot be read so.
std::optional<std::string> weak_string(const TomlValue& value);
std::optional<std::int64_t> weak_integer(const TomlValue& value);
std::optional<double> weak_number(const TomlValue& value);
std::optional<bool> weak_boolean(const TomlValue& value);

}  // namespace sluice
