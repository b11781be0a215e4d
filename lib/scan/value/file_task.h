// The walker's task for the workers: a file's name and its place in the report.
// Ownership: a FileTask is a plain handle, so that queues can copy it; the code
// that runs it, or drops it, frees `file`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "walk/walk_root.h"

namespace sluice {

class SharedFile;

struct FileToScan {
  // From `root`, if there is one (kTree); else it opens the file as it is.
  std::string path;
  // kLink: only the names of a symbolic link are scanned, its own and its target.
  enum class Source {
    kTree,
    kNamed,
    kStandardInput,
    kLink
  } source = Source::kNamed;
  std::shared_ptr<const WalkRoot> root = nullptr;
  // For a named file, WalkRoot::judged(). If it is empty, it is `path`.
  std::string judged = {};
  // For a path that the walk itself could not read: the reason, and its
  // FileReport::root.
  std::string not_reported = {};
  std::string problem = {};
  // The byte of the reported path from which it differs from the path before it, so that
  // the name of a directory is scanned once. If it is not set, no token can stand
  // in the rest of it.
  std::optional<std::size_t> name_from = {};
};

struct FileTask {
  std::uint64_t sequence = 0;    // from 0, in the order of reports
  FileToScan* file = nullptr;    // to be scanned; or else,
  SharedFile* shared = nullptr;  // a job, or to be merged
};

}  // namespace sluice
