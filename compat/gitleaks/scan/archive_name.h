// gitleaks recognizes an archive by its name alone. This returns the kind that
// the name says: ".gz", ".zip" and others, anywhere in the last component.
// Thread-safety: a pure function.
#pragma once

#include <optional>
#include <string_view>

#include "archive/packing.h"

namespace sluice {

// One of the first three is set at least.
struct ArchiveName {
  // The packing that is undone first, and the one inside it. Without `archive`,
  // it contains one file.
  std::optional<Packing> compression;
  std::optional<Packing> archive;
  // The name, for people, of a compression that gitleaks can undo and sluice
  // cannot, and whether the file's name ends in its ending.
  std::string_view unreadable = {};
  bool is_whole_ending = false;
};

// Returns nothing if it is no archive.
std::optional<ArchiveName> archive_of_name(std::string_view path);

}  // namespace sluice
