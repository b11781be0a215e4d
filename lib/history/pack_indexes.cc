// An index (of a pack, or of many) ends with the checksum of all that stands
// before, in the hash that names the repository's objects.
//
// Rejected: to hash every object that is read. It would also find an index that
// was made to lie, but takes longer than everything else that is done with most
// objects; and whoever can write an index could write refs as well.
#include "history/pack_indexes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/sha1_hex.h"
#include "base/sha256.h"
#include "fs/file_system.h"
#include "git/object_id.h"
#include "git/run_git.h"

namespace sluice {
namespace {

// The text of an open file, as long as this is there; empty if it cannot be
// had.
class MappedFile {
 public:
  explicit MappedFile(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || status.st_size <= 0) return;
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const at =
        ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (at != MAP_FAILED) text_ = {static_cast<const char*>(at), size};
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (!text_.empty()) ::munmap(const_cast<char*>(text_.data()), text_.size());
  }
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

bool ends_with_checksum(std::string_view text, bool is_sha256) {
  const std::size_t size = is_sha256 ? 32 : 20;
  if (text.size() < size) return false;
  const std::string_view written = text.substr(text.size() - size);
  const std::string_view rest = text.substr(0, text.size() - size);
  ObjectId id{.size = static_cast<std::uint8_t>(size)};
  std::ranges::copy(written, id.bytes.begin());
  return id.hex() ==
         (is_sha256 ? to_hex(sha256(std::array{rest})) : sha1_hex(rest));
}

// Where objects lie: here, and in the repositories that this one borrows from.
Result<std::vector<std::string>> object_directories(const GitPlace& place) {
  SLUICE_TRY_ASSIGN(std::string own,
                    git_output(place, {"rev-parse", "--git-path", "objects"}));
  if (own.ends_with('\n')) own.pop_back();
  std::vector<std::string> all = {own};
  SLUICE_TRY_ASSIGN(const std::string counted,
                    git_output(place, {"count-objects", "-v"}));
  constexpr std::string_view kAlternate = "alternate: ";
  for (std::string_view rest = counted; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    if (line.starts_with(kAlternate))
      all.emplace_back(line.substr(kAlternate.size()));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return all;
}

bool is_index(std::string_view name) {
  return name.ends_with(".idx") || name == "multi-pack-index";
}

}  // namespace

Result<std::vector<std::string>> damaged_pack_indexes(
    const GitRepository& repository) {
  const FileSystem& fs = posix_file_system();
  const GitPlace place = repository.place();
  SLUICE_TRY_ASSIGN(const std::vector<std::string> directories,
                    object_directories(place));
  std::vector<std::string> damaged;
  for (const std::string& objects : directories) {
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
        const MappedFile file(opened->descriptor);
        is_whole = ends_with_checksum(file.text(), repository.is_sha256());
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
