#include "walk/walk_root.h"

namespace sluice {

Result<OpenedFile> WalkRoot::open(const std::string& below) const {
  if (descriptor_ != kNone) return fs_.open_below(descriptor_, below, links_);
  SLUICE_TRY_ASSIGN(
      const int root,
      fs_.open_directory(kWorkingDirectory, name_.empty() ? "." : name_,
                         Links::kFollow));
  const Result<FileStatus> status = fs_.link_status(root, ".");
  Result<OpenedFile> opened =
      status && status->identity == identity_
          ? fs_.open_below(root, below, links_)
          : fail(ErrorCode::kIo, "its directory was replaced");
  fs_.close(root);
  return opened;
}

std::string WalkRoot::reported(std::string_view below) const {
  if (!in_reports_) return std::string(below.empty() ? "." : below);
  std::string path = name_ + std::string(below);
  if (below.empty() && path.size() > 1) path.pop_back();
  return path.empty() ? "." : path;
}

}  // namespace sluice
