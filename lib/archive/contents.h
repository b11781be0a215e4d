// The texts in a container that is held in memory as a whole, as an encoding in a
// text may hide one: the members of an archive, what was compressed, the streams of
// a PDF file, and the same of all containers in these.
//
// A container that belongs to a file of its own is scanned member by member
// instead, with less memory (lib/scan/unit/archive_scan.h).
//
// Thread-safety: a pure function. Memory: the texts, the containers around the one
// at hand, and 36 MiB for the libraries that unpack.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/packing.h"

namespace sluice {

struct Content {
  std::string name;  // within the outermost container; empty if it has none
  std::string bytes;
  unsigned depth = 1;  // of the containers around it
  // The bytes of a container itself: comments, remains of deleted members, what
  // could not be unpacked.
  bool is_container = false;
};

struct Contents {
  Packing packing = Packing::kZip;
  std::vector<Content> texts;
  std::string incomplete;  // half a sentence; empty if everything was read
};

struct ContentBounds {
  std::uint64_t bytes = 0;  // unpacked, in all
  unsigned depth = 0;       // containers within each other
};

// Returns nothing if the bytes begin no container, or one whose signature is so
// short that they may begin like one by chance and cannot be read.
std::optional<Contents> contents_of(std::string bytes,
                                    const ContentBounds& bounds);

}  // namespace sluice
