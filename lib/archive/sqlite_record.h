// The head of a record, the form in which an SQLite database keeps a row or an
// entry of an index (https://www.sqlite.org/fileformat2.html#record_format).
// The head has its own size and the kind of each value, and each kind has a
// size. So a record is checked by its size, and its values have known ends.
//
// Thread-safety: pure functions. Units: bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sluice {

// Reads the number at `*at`, and moves `*at` after it. Returns nothing if the
// bytes end within it.
std::optional<std::uint64_t> read_varint(std::string_view bytes,
                                         std::size_t* at);

// How many bytes of a record of `size` bytes are in its page. The others are in
// overflow pages. `usable`: the bytes of a page that SQLite uses, at least 480.
std::uint64_t kept_in_page(std::uint64_t size, std::uint64_t usable,
                           bool is_table);

enum class RecordHead : std::uint8_t {
  kRight,  // its values have the record's size
  kWrong,
  kCut,  // `bytes` end within it
};

// Reads the head of a record of `size` bytes that begins with `bytes`. If it is
// right, `*ends` are the ends of the head and of each value.
RecordHead read_record_head(std::string_view bytes, std::uint64_t size,
                            std::vector<std::uint64_t>* ends);

}  // namespace sluice
