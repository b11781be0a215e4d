// A split index holds the changes since a larger index was written, which is
// the file sharedindex.HASH beside it. Git compares HASH with the checksum at
// the end of the larger file, and not with its text. Older files of this kind
// may be there, too; one is in use if the index contains its hash.
//
// Rejected: `git fsck`, the only command that compares the checksum, reads all
// objects. And `rev-parse --shared-index-path` parses the index first, which
// takes as much time as all other questions to git.
#include "git/damaged_index.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "git/checksummed_file.h"
#include "git/object_id.h"

namespace sluice {
namespace {

struct IndexFiles {
  bool is_sha256 = false;
  std::string index;
  std::string shared;  // the beginning of the names of shared ones
};

Result<IndexFiles> place_of_index(const GitWorkdir& place) {
  SLUICE_TRY_ASSIGN(
      std::string said,
      git_output(place, {"rev-parse", "--show-object-format", "--git-path",
                         "index", "--git-path", "sharedindex."}));
  if (std::ranges::count(said, '\n') != 3)
    return fail(ErrorCode::kIo,
                "the path of the index is not understood: a line feed");
  const std::size_t first = said.find('\n');
  const std::size_t second = said.find('\n', first + 1);
  said.pop_back();
  return IndexFiles{said.substr(0, first) == "sha256",
                    said.substr(first + 1, second - first - 1),
                    said.substr(second + 1)};
}

class IndexFile {
 public:
  IndexFile(int directory, const std::string& path, bool is_sha256) {
    // A named pipe in its place is not waited for.
    const int fd =
        ::openat(directory, path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return;
    file_.emplace(fd, is_sha256);
    ::close(fd);
  }
  bool is_there() const { return file_.has_value(); }
  bool is_damaged() const {
    return is_there() && !file_->is_unsigned() && !file_->is_whole();
  }
  bool names(const ObjectId& id) const {
    return file_->holds(
        {reinterpret_cast<const char*>(id.bytes.data()), id.size});
  }

 private:
  std::optional<ChecksummedFile> file_;
};

std::vector<std::string> names_in(int at, const std::string& path) {
  const int fd = ::openat(at, path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return {};
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(::fdopendir(fd),
                                                      ::closedir);
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(directory.get()))
    names.emplace_back(entry->d_name);
  return names;
}

}  // namespace

Result<std::vector<std::string>> damaged_index_files(const GitWorkdir& place) {
  SLUICE_TRY_ASSIGN(const IndexFiles where, place_of_index(place));
  const IndexFile index(place.directory, where.index, where.is_sha256);
  std::vector<std::string> damaged;
  if (!index.is_there()) return damaged;
  if (index.is_damaged()) damaged.push_back(where.index);
  const std::size_t name_begin = where.shared.rfind('/') + 1;
  const std::string directory = where.shared.substr(0, name_begin);
  const std::string begin = where.shared.substr(name_begin);
  for (const std::string& name : names_in(place.directory, directory)) {
    if (!name.starts_with(begin)) continue;
    const std::optional<ObjectId> id =
        ObjectId::parse(std::string_view(name).substr(begin.size()));
    if (!id || !index.names(*id)) continue;
    const std::string path = directory + name;
    if (IndexFile(place.directory, path, where.is_sha256).is_damaged())
      damaged.push_back(path);
  }
  std::ranges::sort(damaged);
  return damaged;
}

}  // namespace sluice
