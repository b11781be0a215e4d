// What all pipelines of a scan share to look into archives.
// Thread-safety: any thread; it is made once. Ownership: refers to the filters.
#pragma once

#include "archive/bounds.h"
#include "archive/unpack_memory.h"
#include "archive/unpacking.h"
#include "walk/member_ignores.h"
#include "walk/path_filter.h"

namespace sluice {

struct ArchiveTools {
  // `room`: bytes of memory for what the archives themselves ask for.
  ArchiveTools(const ArchiveBounds& of, std::uint64_t room, unsigned threads)
      : bounds(of), workers(threads), memory(room - room / 4, room / 4) {}

  const ArchiveBounds bounds;
  const unsigned workers;
  // Which members are left out by name: by --exclude, and by ignore files.
  // Null: none.
  const PathFilter* excluded = nullptr;
  const MemberIgnores* ignored = nullptr;
  UnpackMemory memory;
  UnpackedCounts unpacked;
};

}  // namespace sluice
