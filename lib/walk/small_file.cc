#include "walk/small_file.h"

namespace sluice {
namespace {

Result<std::string> read_all(const FileSystem& fs, const OpenedFile& file,
                             std::size_t most) {
  std::string text;
  std::size_t size = 0;
  for (;;) {
    constexpr std::size_t kStep = 16 * 1024;
    text.resize(size + kStep);
    const Result<std::size_t> n =
        fs.read(file.descriptor, text.data() + size, kStep);
    if (!n || *n == 0) {
      fs.close(file.descriptor);
      if (!n) return tl::unexpected<Error>(n.error());
      text.resize(size);
      return text;
    }
    size += *n;
    if (size > most) {
      fs.close(file.descriptor);
      return fail(ErrorCode::kIo, "too large");
    }
  }
}

}  // namespace

Result<std::string> read_small_file(const FileSystem& fs, int at,
                                    const std::string& path, std::size_t most) {
  SLUICE_TRY_ASSIGN(const OpenedFile file,
                    fs.open_below(at, path, Links::kFollow));
  return read_all(fs, file, most);
}

Result<std::string> read_listed_file(const FileSystem& fs, int at,
                                     const std::string& path,
                                     std::size_t most) {
  SLUICE_TRY_ASSIGN(const OpenedFile file,
                    fs.open(at, path, OpenMode::kNoWait));
  return read_all(fs, file, most);
}

}  // namespace sluice
