// The members of a xar archive.
// Thread-safety, ownership, errors: as Members. The source can be read from any
// place.
#pragma once

#include <memory>

#include "archive/members.h"

namespace sluice {

std::unique_ptr<Members> open_xar(const ByteSource& source,
                                  Unpacking& unpacking);

}  // namespace sluice
