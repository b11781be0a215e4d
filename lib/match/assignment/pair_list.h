// Lists of pairs in one text: connection strings (`Server=db;Password=v;`),
// queries of URLs (`?user=u&password=v`), options (`host,password=v,ssl=on`).
// There a value without quotes ends where the next pair begins, or with the
// text's own quote. Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace sluice {

struct PairList {
  char separator;   // `;`, `,`, or `&`
  char quote;       // that closes the text which the list is; 0: none
  bool is_escaped;  // a backslash stands before that quote
};

// The list that a name is in whose line begins with `before`, if it is in one.
// A name in the first pair of a list is in none, as no separator stands before it;
// in a URL, `?` does.
std::optional<PairList> pair_list(std::string_view before);

// How many bytes of `rest`, which begins with a value, are the value's; the
// size of `rest` if the list does not end it.
std::size_t value_size(const PairList& list, std::string_view rest);

}  // namespace sluice
