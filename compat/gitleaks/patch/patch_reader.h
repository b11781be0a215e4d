// The lines that commits add, read off the patches of `git log -p` or
// `git diff` as they come.
// Thread-safety: used by one thread. Ownership: owns its buffer.
// Memory: 256 KiB, or the longest line; and the caller's files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "finding/finding.h"
#include "git/object_id.h"

namespace sluice {

// Consecutive lines of the new file.
struct PatchHunk {
  std::int64_t line = 0;  // the number of the first line
  // In PatchBatch::text. Empty if the hunk only takes lines away.
  std::size_t begin = 0;
  std::size_t size = 0;
};

// The changes of one commit in one file.
struct PatchFile {
  // null if its header was not understood
  std::shared_ptr<const Commit> commit;
  std::string name;
  bool binary = false;  // its text is not in the patch
  // The blobs before and after the change. Both are empty unless git was asked
  // for whole names (--full-index).
  ObjectId old_blob;
  ObjectId new_blob;
  std::vector<PatchHunk> hunks;
};

struct PatchBatch {
  std::string text;
  std::vector<PatchFile> files;
};

class PatchReader {
 public:
  // Fills a buffer with the next bytes and returns their number; 0 at the end.
  using Source = std::function<Result<std::size_t>(char* out, std::size_t)>;

  // Changes with no commit before them in the patch get `commit`.
  PatchReader(Source source, std::shared_ptr<const Commit> commit);

  // Appends the next file that is changed and not deleted. Returns false at the
  // end. Errors: kIo, those of the source, or a text that is no patch.
  Result<bool> next(PatchBatch* batch);

  // The number of files with a merge conflict, for which git gives no patch.
  std::uint64_t unmerged() const { return unmerged_; }

 private:
  Result<void> advance();
  Result<PatchFile> read_file(std::string* text);
  Result<void> read_hunk(bool deleted, PatchFile* file, std::string* text);

  Source source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what follows the line
  std::size_t end_ = 0;
  bool at_end_ = false;
  bool started_ = false;
  std::string_view line_;  // with its end; empty at the end of the patch
  std::string header_;     // of a commit whose first file has not come yet
  std::shared_ptr<const Commit> commit_;
  std::uint64_t unmerged_ = 0;
};

}  // namespace sluice
