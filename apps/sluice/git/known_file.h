// The file of `sluice git --known FILE`: read before the scan, replaced after.
// Thread-safety: one thread. Ownership: must not be moved while a scan uses it.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "history/known_texts.h"
#include "report/output/report_file.h"
#include "sluice/git/git_command.h"
#include "sluice/scan/scan_setup.h"

namespace sluice {

class KnownFile {
 public:
  // A file that is missing is created. If the file was made by another build of
  // sluice, with other rules or with other options that decide what is found,
  // all texts are read again; a warning says so. Errors: kUsage, it is damaged
  // or another kind of file; kIo.
  static Result<KnownFile> open(const GitOptions& options,
                                const ScanSetup& setup,
                                const Interrupt& interrupt);

  KnownTexts* texts() { return &texts_; }
  // The directory that publish() changes.
  std::string folder() const { return file_->folder(); }
  // Writes what is known now.
  Result<void> publish();

 private:
  explicit KnownFile(std::string digest) : texts_(std::move(digest)) {}

  KnownTexts texts_;
  std::unique_ptr<ReportFile> file_;
};

}  // namespace sluice
