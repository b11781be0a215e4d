// What the walker hands to the workers: a file's name and its place in the
// report.
// Ownership: a FileTask is a plain handle, so that queues can copy it; whoever
// runs it, or drops it, frees `file`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "fs/file_system.h"

namespace sluice {

struct FileToScan {
  std::string name;  // opens the file: the root, then the reported path
  std::size_t root_size = 0;
  enum class Source { kTree, kNamed, kStandardInput } source = Source::kTree;
};

struct FileTask {
  std::uint64_t sequence;  // from 0, in the walk's order
  FileToScan* file;
};

}  // namespace sluice
