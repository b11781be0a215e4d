// The objects of a pack or a bundle of git, as members that have the names of
// the objects. A tree is the list of its names, each on a line.
// Thread-safety, ownership, errors: as Members. The source can be read from any
// place.
#pragma once

#include <memory>

#include "archive/members.h"

namespace sluice {

std::unique_ptr<Members> open_pack(const ByteSource& source, Packing packing,
                                   Unpacking& unpacking);

}  // namespace sluice
