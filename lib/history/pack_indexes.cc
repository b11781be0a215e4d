// Rejected: to hash every object that is read. It would also find an index that
// was forged, but takes longer than all other work on most objects. And an
// attacker who can write an index could write refs as well.
#include "history/pack_indexes.h"

#include <algorithm>
#include <string_view>

#include "fs/file_system.h"
#include "git/checksummed_file.h"
#include "git/run_git.h"

namespace sluice {
namespace {

bool is_index(std::string_view name) {
  return name.ends_with(".idx") || name == "multi-pack-index";
}

}  // namespace

Result<ObjectDirectories> object_directories(const GitWorkdir& place) {
  SLUICE_TRY_ASSIGN(std::string own,
                    git_output(place, {"rev-parse", "--git-path", "objects"}));
  if (own.ends_with('\n')) own.pop_back();
  SLUICE_TRY_ASSIGN(const ChildProcess::Ended counted,
                    run_git(place, {"count-objects", "-v"}));
  if (counted.exit_code != 0)
    return fail(ErrorCode::kIo, "{}", git_complaint(counted));
  ObjectDirectories all{{own}, counted.errors.empty()};
  constexpr std::string_view kAlternate = "alternate: ";
  for (std::string_view rest = counted.output; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    if (line.starts_with(kAlternate))
      all.paths.emplace_back(line.substr(kAlternate.size()));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return all;
}

std::vector<std::string> damaged_pack_indexes(
    const GitRepository& repository,
    const std::vector<std::string>& object_directories) {
  const FileSystem& fs = posix_file_system();
  const GitWorkdir place = repository.place();
  std::vector<std::string> damaged;
  for (const std::string& objects : object_directories) {
    const std::string packs = objects + "/pack";
    const Result<int> directory =
        fs.open_directory(place.directory, packs, Links::kFollow);
    if (!directory) continue;  // without packs there is none
    std::vector<DirEntry> entries;
    const Result<void> listed = fs.list(*directory, &entries);
    if (!listed) damaged.push_back(packs);
    for (const DirEntry& entry : entries) {
      if (!is_index(entry.name)) continue;
      const Result<OpenedFile> opened =
          fs.open(*directory, entry.name, OpenMode::kNoWait);
      bool is_whole = false;
      if (opened) {
        is_whole = ChecksummedFile(opened->descriptor, repository.is_sha256())
                       .is_whole();
        fs.close(opened->descriptor);
      }
      if (!is_whole) damaged.push_back(packs + "/" + entry.name);
    }
    fs.close(*directory);
  }
  std::ranges::sort(damaged);
  return damaged;
}

}  // namespace sluice
