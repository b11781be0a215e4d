// Objects that git stores in a file each, deflated: "KIND SIZE", a NUL, and the
// object's bytes.
// Thread-safety: immutable once opened; any thread may read. Ownership: closes
// its directories at the end.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "git/object_id.h"

namespace sluice {

class LooseObjects {
 public:
  LooseObjects() = default;
  LooseObjects(LooseObjects&&) = default;
  LooseObjects& operator=(LooseObjects&& other) noexcept {
    std::swap(directories_, other.directories_);
    return *this;
  }
  ~LooseObjects();

  // Adds the directory of objects at `path`, from the open directory `at`. One
  // that cannot be opened is passed over.
  void add(int at, const std::string& path);

  bool has(const ObjectId& id) const;

  // Returns the deflated text of the object's file. Returns nothing if there is
  // no such file, it cannot be read, or it has more than `most` bytes.
  std::optional<std::string> read(const ObjectId& id, std::size_t most) const;

 private:
  std::vector<int> directories_;
};

}  // namespace sluice
