#include "pack/loose_objects.h"

#include <algorithm>
#include <utility>

#include "fs/file_system.h"
#include "fs/foreign_file.h"

namespace sluice {
namespace {

// "ab/cdef..."
std::string place_of(const ObjectId& id) {
  std::string name = id.hex();
  name.insert(2, "/");
  return name;
}

}  // namespace

LooseObjects::~LooseObjects() {
  for (const int directory : directories_) posix_file_system().close(directory);
}

void LooseObjects::add(int at, const std::string& path) {
  const Result<int> opened =
      posix_file_system().open_directory(at, path, Links::kFollow);
  if (opened) directories_.push_back(*opened);
}

bool LooseObjects::has(const ObjectId& id) const {
  const std::string place = place_of(id);
  return std::ranges::any_of(directories_, [&](int directory) {
    const Result<FileStatus> status =
        posix_file_system().link_status(directory, place);
    return status && status->kind == FileKind::kRegular;
  });
}

std::optional<std::string> LooseObjects::read(const ObjectId& id,
                                              std::size_t most) const {
  const FileSystem& fs = posix_file_system();
  const std::string place = place_of(id);
  for (const int directory : directories_)
    if (Result<std::string> text = read_listed_file(fs, directory, place, most))
      return *std::move(text);
  return std::nullopt;
}

}  // namespace sluice
