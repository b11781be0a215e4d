// Adds values to a JSON text, and removes them, without touching its other
// bytes: a person wrote the file, with an order and blanks of their own.
//
// It does not parse the file and write it again: that would keep the values and
// lose the layout, and a small change would look like a large one under version
// control.
//
// Thread-safety: pure functions. Precondition of all: the text is valid JSON
// without comments (text/bounded_json.h parses it). A span is one of that text,
// and is void once the text has changed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// The bytes [begin, end) of a value; of a member, from its key on.
struct JsonSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view of(std::string_view text) const {
    return text.substr(begin, end - begin);
  }
};

// Returns the span of the whole value, without the blanks around it.
JsonSpan whole_json(std::string_view text);

// Returns the items of an array, or the members of an object.
std::vector<JsonSpan> items_of(std::string_view text, JsonSpan container);

// Returns the value of a member of an object, the last one of that name.
std::optional<JsonSpan> member_of(std::string_view text, JsonSpan object,
                                  std::string_view key);

// Returns the text with `item` as the last of the container's items, on a line
// of its own unless the others are not. `item` is one line.
std::string with_item(std::string_view text, JsonSpan container,
                      std::string_view item);

// Returns the text without the item of that index.
std::string without_item(std::string_view text, JsonSpan container,
                         std::size_t index);

}  // namespace sluice
