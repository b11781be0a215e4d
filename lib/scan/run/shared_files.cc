// The rest of an abandoned scan is freed with this, so that no code has to find
// out which steps will never run.

#include "scan/run/shared_files.h"

#include <utility>

namespace sluice {

SharedFile& SharedFiles::add(std::unique_ptr<SharedFile> file) {
  SharedFile& added = *file;
  const std::lock_guard lock(mutex_);
  files_[&added] = std::move(file);
  return added;
}

void SharedFiles::leave(SharedFile& file) {
  if (!file.leave()) return;
  const std::lock_guard lock(mutex_);
  files_.erase(&file);
}

}  // namespace sluice
