// Reads whole objects of a repository: those in packs there, the others from a
// git process, one after another.
// Thread-safety: used by one thread. Ownership: owns the process, and refers to
// the packs. Memory: what an ObjectReader needs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/error.h"
#include "git/blob_stream.h"
#include "git/object_id.h"
#include "git/run_git.h"
#include "pack/object_reader.h"
#include "pack/object_store.h"

namespace sluice {

class GitObjects {
 public:
  GitObjects(const GitWorkdir& place, const ObjectStore& packs)
      : place_(place), packed_(packs) {}
  GitObjects(const GitObjects&) = delete;
  GitObjects& operator=(const GitObjects&) = delete;
  ~GitObjects() { end(); }

  // Returns the object's text, which has at most `room` bytes. Error:
  // kNotFound, the repository does not have it; kIo.
  Result<std::shared_ptr<const Bytes>> read(const ObjectId& id,
                                            std::uint64_t room);

 private:
  Result<void> start();
  void end();
  Result<std::shared_ptr<const Bytes>> ask_git(const ObjectId& id,
                                               std::uint64_t room);

  const GitWorkdir place_;
  ObjectReader packed_;
  int names_ = -1;  // the writing end of a pipe to git
  std::optional<BlobStream> stream_;
};

}  // namespace sluice
