// Git's output and git's files, of any bytes: lists of changes, of files, of
// commits, of objects and of settings, and a file with a checksum. The first
// byte chooses one; every text that is read lies in the input.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/digest.h"
#include "git/blob_stream.h"
#include "git/checksummed_file.h"
#include "git/git.h"
#include "git/git_settings.h"
#include "git/object_id.h"
#include "git/run_git.h"
#include "history/commit_facts.h"
#include "history/submodules.h"
#include "history/tree_changes.h"

using namespace sluice;

namespace {

bool lies_in(std::string_view part, std::string_view text) {
  return part.data() >= text.data() &&
         part.data() + part.size() <= text.data() + text.size();
}

void read_changes(std::string_view text) {
  std::size_t last = 0;
  const std::size_t begun =
      for_each_change(text, [&](std::size_t index, const RawChange& change) {
        SLUICE_CHECK(index >= last);
        last = index;
        SLUICE_CHECK(!change.old.empty());
        SLUICE_CHECK(change.path.empty() || lies_in(change.path, text));
      });
  SLUICE_CHECK(last == 0 || last < begun);
}

// The answer for each name in the list must be that it exists, and that its
// directory does.
void read_tracked_files(std::string_view text) {
  const TrackedFiles files(text);
  for (const std::string_view name : split_at_nul(text)) {
    if (name.empty()) continue;
    SLUICE_CHECK(files.has(name));
    const std::size_t slash = name.find('/');
    if (slash != std::string_view::npos && slash + 1 < name.size())
      SLUICE_CHECK(files.has_below(name.substr(0, slash)));
  }
}

// A list that was read, written and read once more is the same.
void read_ids(std::string_view text) {
  const std::vector<ObjectId> ids = ids_in(text);
  SLUICE_CHECK(ids_in(as_lines(ids)) == ids);
}

void read_checksummed(std::string_view text) {
  const int fd = ::memfd_create("fuzz", MFD_CLOEXEC);
  SLUICE_CHECK(fd >= 0);
  const auto append = [&](std::string_view bytes) {
    SLUICE_CHECK(::write(fd, bytes.data(), bytes.size()) ==
                 static_cast<ssize_t>(bytes.size()));
  };
  append(text);
  {
    const ChecksummedFile file(fd, false);
    SLUICE_CHECK(!file.is_whole() || text.size() >= 20);
    SLUICE_CHECK(!file.is_unsigned() || text.size() >= 20);
    SLUICE_CHECK(text.empty() || file.holds(text.substr(text.size() / 2)));
    const ChecksummedFile longer(fd, true);
    SLUICE_CHECK(!longer.is_whole() || text.size() >= 32);
  }
  // With the right checksum it is whole.
  const auto sum = ObjectId::parse(sha1_hex(text));
  SLUICE_CHECK(sum.has_value());
  append({reinterpret_cast<const char*>(sum->bytes.data()), sum->size});
  SLUICE_CHECK(ChecksummedFile(fd, false).is_whole());
  ::close(fd);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1),
                              size - 1);
  switch (data[0] % 8) {
    case 0:
      read_changes(text);
      break;
    case 1:
      read_tracked_files(text);
      break;
    case 2:
      read_ids(text);
      break;
    case 3:
      read_checksummed(text);
      break;
    case 4:
      static_cast<void>(BlobStream::read_head(text));
      break;
    case 5:
      SLUICE_CHECK(read_commit(text).message.size() < 16 * 1024);
      break;
    case 6:
      static_cast<void>(read_git_settings(text));
      break;
    default:
      for (const auto& [path, commit] : submodules_listed(text))
        SLUICE_CHECK(commit.size == 20 || commit.size == 32);
  }
  return 0;
}
