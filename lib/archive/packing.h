// Recognizes the kind of an archive, or of a packed file, by its first bytes, and
// a kind without a signature by its name as well.
// Thread-safety: a pure function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice {

enum class Packing : std::uint8_t {
  kZip,
  kSevenZip,
  kRar,
  kTar,
  kCpio,
  kAr,
  kCab,
  kIso,
  kXar,
  kPack,    // of git
  kBundle,  // of git: refs, and a pack
  kSqlite,
  kPdf,
  // One file, or an archive, compressed.
  kGzip,
  kBzip2,
  kXz,
  kLzma,  // xz's predecessor; without a signature
  kZstd,
  kLz4,
  kLzip,
  kCompress,
  kRpm,  // a head, and a compressed cpio archive
};

// Whether one thing without a name is packed so.
constexpr bool is_stream(Packing packing) { return packing >= Packing::kGzip; }

// "zip archive", for people.
std::string_view name_of(Packing packing);

// "zip", for a place in a report.
std::string_view short_name_of(Packing packing);

// Whether its list of members is at its end, or scattered over it, so that it
// is read from any place.
bool is_read_from_any_place(Packing packing);

// How many bytes of the head are examined: an image of a disc begins with 32
// KiB that belong to nobody.
inline constexpr std::size_t kPackingHead = 32 * 1024 + 8;

// Returns the kind by the content. `head` contains the first kPackingHead bytes
// or more, or the whole file. A kind without a signature is only looked for if
// `name`, the file's, ends as its files do. A file of a kind may still be
// unreadable.
std::optional<Packing> packing_of(std::string_view head,
                                  std::string_view name = {});

}  // namespace sluice
