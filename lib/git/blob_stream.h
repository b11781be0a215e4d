// Reads objects, blobs mostly, through one `git cat-file --batch`, in the order
// of the requests.
// Thread-safety: used by one thread. Ownership: owns the process. Memory: a
// buffer of 64 KiB. Git itself holds a whole blob if that is stored as a
// difference, or is smaller than kStreamed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/read_buffer.h"
#include "git/child_process.h"
#include "git/object_id.h"
#include "git/run_git.h"

namespace sluice {

class BlobStream {
 public:
  static Result<BlobStream> start(const GitWorkdir& place,
                                  std::span<const ObjectId> blobs);

  // Like start(), for names that are written, one a line, to the pipe whose
  // reading end is `names`. Each name is answered at once.
  static Result<BlobStream> start_answering(const GitWorkdir& place, int names);

  enum class Kind {
    kBlob,
    kMissing,  // the repository does not have it
    kOther,    // an object of another kind
    kEnd,      // git has ended: after the last blob, or since it failed
  };
  struct Head {
    Kind kind = Kind::kEnd;
    std::uint64_t size = 0;  // unless it is missing
  };
  // A line that git writes before an object, without its end. Error: kIo.
  static Result<Head> read_head(std::string_view line);

  // Returns the next object. The rest of the object before is skipped. Error:
  // kIo if git's output is not understood.
  Result<Head> next();

  // Fills `out` with the next bytes of the object: `size` bytes or all that are
  // left. Error: kIo if git ended early.
  Result<std::size_t> read(char* out, std::size_t size);

  // After kEnd: git's complaint if it failed; empty otherwise.
  std::string complaint();

 private:
  explicit BlobStream(ChildProcess child);

  Result<bool> refill();
  Result<void> skip(std::uint64_t size);

  ChildProcess child_;
  ReadBuffer buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t left_ = 0;  // of the blob at hand
  bool in_object_ = false;  // a newline follows the rest
};

}  // namespace sluice
