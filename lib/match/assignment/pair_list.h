// Lists of pairs in one text: connection strings (`Server=db;Password=v;`),
// queries of URLs (`?user=u&password=v`), options (`host,password=v,ssl=on`).
// In such a list, a value without quotes ends where the next pair begins, or
// with the text's own quote.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace sluice {

struct PairList {
  char separator;   // `;`, `,`, or `&`
  char quote;       // that ends the text of the list; 0 if none
  bool is_escaped;  // a backslash comes before that quote
};

// Returns the list that contains a name, if there is one. `before` is the
// beginning of the name's line. A name in the first pair of a list is not in a
// list, because there is no separator before it; in a URL, `?` is the
// separator.
std::optional<PairList> pair_list(std::string_view before);

// Returns the size of the value at the beginning of `rest`. Returns the size of
// `rest` if the list does not end the value.
std::size_t value_size(const PairList& list, std::string_view rest);

}  // namespace sluice
