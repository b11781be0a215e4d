// What kind of archive, or of packed file, begins with these bytes.
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
  // One file, or an archive, compressed.
  kGzip,
  kBzip2,
  kXz,
  kLzma,  // xz's predecessor; has no signature, so only a list can tell it
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

// Whether its list of members stands at its end, or is scattered over it, so
// that it is read from any place.
bool is_read_from_any_place(Packing packing);

// How many bytes of the head are looked at: those of an image of a disc begin
// with 32 KiB that belong to nobody.
inline constexpr std::size_t kPackingHead = 32 * 1024 + 8;

// `head` holds the first kPackingHead bytes or more, or the whole file. By its
// content alone, never by its name. That it begins so does not mean that it can
// be read.
std::optional<Packing> packing_of(std::string_view head);

}  // namespace sluice
