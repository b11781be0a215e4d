// A report in a file, or another text. The file appears as a whole, or not at
// all.
// Thread-safety: one thread. Errors: kIo, with the path and the reason.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/interrupt.h"
#include "report/output/output.h"

namespace sluice {

// The unfinished file. A file without a name leaves nothing, however the
// process ends. If the filesystem has no such files (or there is no /proc to
// name it), it is a hidden file beside the report, which the destructor
// removes.
enum class Unfinished : std::uint8_t { kNamelessIfPossible, kNamed };

// Who may read a new file: every user that the umask admits, or only its owner.
// An existing file keeps its mode.
enum class Readers : std::uint8_t { kByUmask, kOwner };

class ReportFile {
 public:
  // `path` need not exist. If it is a symbolic link, the file it leads to is
  // replaced; a pipe or a device is written to as it is. Messages call it
  // `what`, static text. If it is a pipe, create() waits until the pipe has a
  // reader. It fails if `interrupt` is raised meanwhile; that may be null.
  static Result<std::unique_ptr<ReportFile>> create(
      const std::string& path,
      Unfinished unfinished = Unfinished::kNamelessIfPossible,
      std::string_view what = "the report", Readers readers = Readers::kByUmask,
      const Interrupt* interrupt = nullptr);

  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;
  // Without publish() an earlier report stays as it was.
  ~ReportFile();

  Output& output() { return *output_; }

  // Returns the directory that publish() changes, or an empty text.
  std::string folder() const;

  // Puts the written file in the place of `path`. Call it once; nothing may be
  // written after it.
  Result<void> publish();

 private:
  ReportFile() = default;
  Result<void> open_direct(const Interrupt* interrupt);
  Result<void> open_unfinished(Unfinished unfinished, Readers readers);
  Result<void> name_unfinished();
  tl::unexpected<Error> fail(int why) const;

  std::string_view what_;
  std::string path_;    // as the user gave it, for messages
  std::string target_;  // without links
  std::string name_;    // of the unfinished file; may be empty
  int fd_ = -1;
  bool direct_ = false;  // `path_` is no regular file
  std::unique_ptr<Output> output_;
};

}  // namespace sluice
