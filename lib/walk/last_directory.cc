#include "walk/last_directory.h"

#include <string_view>

namespace sluice {

Result<OpenedFile> LastDirectory::open(
    const std::shared_ptr<const WalkRoot>& root, const std::string& below) {
  const std::size_t slash = below.rfind('/');
  if (slash == below.npos || root->descriptor() == WalkRoot::kNone)
    return root->open(below);
  const std::string_view directory = std::string_view(below).substr(0, slash);
  if (!is(root.get(), directory)) {
    forget();
    root_ = root;
    path_ = directory;
    return root->open(below);
  }
  if (descriptor_ == WalkRoot::kNone)
    descriptor_ =
        fs_->open_directory_below(root->descriptor(), path_, root->links())
            .value_or(WalkRoot::kNone);
  if (descriptor_ != WalkRoot::kNone) {
    name_.assign(below, slash + 1);
    Result<OpenedFile> opened =
        fs_->open_below(descriptor_, name_, root->links());
    if (opened) return opened;
  }
  // By now, it may be another directory, or one that cannot be listed.
  return root->open(below);
}

void LastDirectory::forget() {
  if (descriptor_ != WalkRoot::kNone) fs_->close(descriptor_);
  descriptor_ = WalkRoot::kNone;
  root_.reset();
}

}  // namespace sluice
