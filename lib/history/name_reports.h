// Scans names in a repository for tokens: paths of files, and names of refs. A
// name has a report of its own, because its places are in the name:
//
//   keys/<token>/a.txt   one report of keys/<token>, for the first file in it
//
// Names with anything like a token are so few that they are scanned at once, by
// the thread that has met them.
//
// Thread-safety: one call at a time. Ownership: `tools` must outlive it. Memory:
// some 50 bytes for each name that may have a token, and a Pipeline as soon as
// there is one. Errors: none.
// Limits: paths of more than 4096 bytes are not looked at, because no system can
// check them out, and a few trees can have very many of them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "finding/finding.h"
#include "history/blob_scan.h"
#include "history/known_texts.h"
#include "scan/unit/pipeline.h"

namespace sluice {

class NameReports {
 public:
  struct Found {
    bool any = false;  // whether there was a token, also one of another shard
    std::vector<std::unique_ptr<FileReport>> reports;  // of the shard
  };

  explicit NameReports(const ScanTools& tools) : tools_(tools) {}

  // Scans the file's name, and those of its directories, after byte `from` of
  // the path. A name that was scanned before has no report again. Does nothing
  // if `is_left_out()`, which is asked if there is a name to scan.
  Found of_path(std::string_view path, std::size_t from,
                const std::function<bool()>& is_left_out);

  // Scans the name of a ref, which is `path` after byte `from`.
  Found of_ref(const std::string& path, std::size_t from) {
    return scan(path, from, FoundIn::kRef);
  }

 private:
  Found scan(const std::string& path, std::size_t from, FoundIn place);

  const ScanTools& tools_;
  std::unique_ptr<Pipeline> pipeline_;  // null until a name is scanned
  // Paths of files and directories, and whether there was a token.
  std::unordered_map<KnownTexts::Key, bool, KnownTexts::Hash> scanned_;
};

}  // namespace sluice
