// A directory of a workspace: the policy of its scans. It is read again when
// one of its files has changed.
// Thread-safety: one thread. It changes the working directory of the process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "sluice/scan/text_scanner.h"

namespace sluice {

class LspWorkspace {
 public:
  // Returns the options of a scan of a directory.
  using OptionsOf = std::function<Result<ScanOptions>(const std::string& root)>;

  // `root` is a real path. `options_of` must outlive this.
  LspWorkspace(std::string root, const OptionsOf& options_of)
      : root_(std::move(root)), options_of_(options_of) {}

  const std::string& root() const { return root_; }

  // Reads the policy if it has changed. Returns whether it did. Error: kConfig;
  // scanner() is then null until the files change again.
  Result<bool> refresh();
  // Makes the next refresh() read the policy in any case.
  void forget() { stamp_.reset(); }
  TextScanner* scanner() const { return scanner_.get(); }

  // Whether a scan of the directory would read the file, which need not exist.
  bool reads(const std::string& path) const;

 private:
  std::string stamp() const;

  const std::string root_;
  const OptionsOf& options_of_;
  std::optional<std::string> stamp_;  // of the files that were read
  ScanOptions options_;
  std::unique_ptr<TextScanner> scanner_;
};

}  // namespace sluice
