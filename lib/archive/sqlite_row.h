// How the value of a column is written in the text of a table.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/sqlite_file.h"

namespace sluice {

// Whether the value is a member of its own, not a part of its row's line: a
// text that is long or has several lines, a large blob, and a blob that is an
// archive or a text in UTF-16.
bool is_member(const SqliteRows::Value& value);

// Appends the value as a value of JSON. The bytes of a blob that no text has
// become spaces, one for each run.
void add_json(const SqliteRows::Value& value, std::string* text);

// Appends the text as a string of JSON.
void add_json(std::string_view text, std::string* json);

// Returns the column of names and the column of values, if there is one of
// each.
std::optional<std::pair<std::size_t, std::size_t>> names_and_values(
    const std::vector<std::string>& columns);

}  // namespace sluice
