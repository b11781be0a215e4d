#include "sluice/server/lsp_workspace.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "fs/file_system.h"
#include "sluice/scan/walk_command.h"
#include "walk/explain.h"
#include "walk/named_paths.h"

namespace sluice {

// Sizes and times of the files that a policy consists of.
std::string LspWorkspace::stamp() const {
  std::string text;
  for (const char* name : {".sluice.toml", ".gitleaks.toml", ".sluice-baseline",
                           ".gitleaksignore", ".betterleaksignore"}) {
    struct stat about = {};
    if (::stat((root_ + "/" + name).c_str(), &about) != 0) about = {};
    text += fmt::format("{} {} {} {};", about.st_ino, about.st_size,
                        about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
  }
  return text;
}

Result<bool> LspWorkspace::refresh() {
  std::string now = stamp();
  if (stamp_ == now) return false;
  stamp_ = std::move(now);
  scanner_.reset();
  SLUICE_TRY_ASSIGN(options_, options_of_(root_));
  SLUICE_TRY_ASSIGN(scanner_, TextScanner::create(options_));
  return true;
}

bool LspWorkspace::reads(const std::string& path) const {
  if (::chdir(root_.c_str()) != 0) return true;
  const FileSystem& fs = posix_file_system();
  const Result<NamedPaths> named = NamedPaths::resolve(fs, {"."}, {});
  if (!named) return true;
  const Result<Explanation> why =
      explain(fs, *named, walk_options(options_), path);
  return !why || why->scanned;
}

}  // namespace sluice
