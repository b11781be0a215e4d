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
  // What is undone first, and what that gives; without `archive` one file.
  std::optional<Packing> compression;
  std::optional<Packing> archive;
  // A compression that gitleaks can undo and sluice cannot, for people; and
  // whether the name ends with what says so.
  std::string_view unreadable = {};
  bool is_whole_ending = false;
};

// Nothing: it is no archive.
std::optional<ArchiveName> archive_of_name(std::string_view path);

}  // namespace sluice
