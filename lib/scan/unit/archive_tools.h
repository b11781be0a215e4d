// The state that all pipelines of a scan share for archives.
// Thread-safety: any thread; it is made once. Ownership: refers to the filters.
#pragma once

#include "archive/bounds.h"
#include "archive/unpack_memory.h"
#include "archive/unpacking.h"
#include "walk/member_ignores.h"
#include "walk/path_filter.h"

namespace sluice {

struct ArchiveTools {
  // `room` is the memory, in bytes, for the archives' own demands.
  ArchiveTools(const ArchiveBounds& of, std::uint64_t room, unsigned threads)
      : bounds(of), workers(threads), memory(room - room / 4, room / 4) {}

  const ArchiveBounds bounds;
  const unsigned workers;
  // The names of members that --exclude and ignore files exclude. May be null.
  const PathFilter* excluded = nullptr;
  const MemberIgnores* ignored = nullptr;
  UnpackMemory memory;
  UnpackedCounts unpacked;
};

}  // namespace sluice
