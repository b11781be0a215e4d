#include "fs/foreign_file.h"

#include <algorithm>
#include <string_view>

#include "fs/open_file.h"

namespace sluice {
namespace {

tl::unexpected<Error> too_large(std::size_t most) {
  return fail(ErrorCode::kIo, "it is larger than the {} bytes that are read",
              most);
}

Result<std::string> read_all(const FileSystem& fs, const OpenedFile& file,
                             std::size_t most) {
  const OpenFile closes(fs, file.descriptor, true);
  if (file.size > most) return too_large(most);
  std::string text;
  std::size_t size = 0;
  for (;;) {
    // One more than expected, so that the same read sees the end.
    const std::size_t step = std::max<std::size_t>(
        4096, size == 0 ? static_cast<std::size_t>(file.size) + 1 : size);
    text.resize(std::min(size + step, most + 1));
    SLUICE_TRY_ASSIGN(
        const std::size_t got,
        fs.read(file.descriptor, text.data() + size, text.size() - size));
    size += got;
    if (size > most) return too_large(most);
    if (got != 0) continue;
    text.resize(size);
    return text;
  }
}

bool leads_out(std::string_view path) {
  if (path.empty() || path.starts_with('/')) return true;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    if (part == "..") return true;
    path.remove_prefix(std::min(part.size() + 1, path.size()));
  }
  return false;
}

}  // namespace

Result<std::string> read_foreign_file(const FileSystem& fs, int directory,
                                      const std::string& path,
                                      std::size_t most) {
  if (leads_out(path))
    return fail(ErrorCode::kIo, "it lies outside of the scanned tree");
  const Result<OpenedFile> file =
      fs.open_below(directory, path, Links::kRefuse);
  if (file) return read_all(fs, *file, most);
  switch (file.error().sys_errno) {
    case ELOOP:
      return fail(ErrorCode::kIo, "it is a symbolic link, or behind one");
    case 0:
    case ENXIO:
      return fail(ErrorCode::kIo, "it is not a regular file");
    default:
      return tl::unexpected<Error>(file.error());
  }
}

Result<std::string> read_foreign_file(const FileSystem& fs,
                                      const std::string& directory,
                                      const std::string& path,
                                      std::size_t most) {
  SLUICE_TRY_ASSIGN(
      const int open,
      fs.open_directory(kWorkingDirectory, directory.empty() ? "." : directory,
                        Links::kFollow));
  const OpenFile closes(fs, open, true);
  return read_foreign_file(fs, open, path, most);
}

Result<std::string> read_listed_file(const FileSystem& fs, int at,
                                     const std::string& path,
                                     std::size_t most) {
  SLUICE_TRY_ASSIGN(const OpenedFile file,
                    fs.open(at, path, OpenMode::kNoWait));
  return read_all(fs, file, most);
}

Result<std::string> read_linked_file(const FileSystem& fs, int at,
                                     const std::string& path,
                                     std::size_t most) {
  SLUICE_TRY_ASSIGN(const OpenedFile file,
                    fs.open_below(at, path, Links::kFollow));
  return read_all(fs, file, most);
}

}  // namespace sluice
