// Values beside the names that they are assigned to, in binary files. A file
// says in many ways where a text ends: its length in bytes before it
// (MessagePack, CBOR, pickle, Avro), a list of lengths (rows of SQLite), a head
// for both texts (LMDB, LevelDB). So neither of the texts needs a separator,
// and the bytes around them do not look like an assignment.
//
//   \x0b db_password \x0c ...   is   db_password = "..."
//
// Only names of credentials count ("db_password", "api_key"). Whether the value
// is a secret is left to the rules.
//
// Thread-safety: pure functions. Units: bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct NamedValue {
  std::uint64_t at = 0;  // where the value begins
  std::string name;
  std::string value;
};

// Values with fewer or more bytes are not looked at.
inline constexpr std::size_t kLeastNamedValue = 6;
inline constexpr std::size_t kMostNamedValue = 256;
inline constexpr std::size_t kMostValueName = 64;

// How many bytes before and after a part of a name decide what its value is.
inline constexpr std::size_t kNamedReach = 512;

// Whether it is a name of a credential.
bool is_credential_name(std::string_view name);

// Whether all bytes are printable ASCII, and the size is within the bounds.
bool is_named_value(std::string_view value);

// Appends the values of the names that begin near text[begin, end). `origin` is
// added to their places. Stops at `most` values.
void find_named_values(std::string_view text, std::size_t begin,
                       std::size_t end, std::uint64_t origin, std::size_t most,
                       std::vector<NamedValue>* values);

// Appends the values of a text in CBOR that is a map. Its letters may be lengths,
// so its items are followed from the beginning, up to a byte that is none.
void find_cbor_values(std::string_view text, std::size_t most,
                      std::vector<NamedValue>* values);

// Returns the value as a line of text: name = "value".
std::string as_assignment(const NamedValue& value);

}  // namespace sluice
