// A file of git's that ends with the checksum of all that stands before it, in
// the hash that names the repository's objects: an index, of whatever.
// Thread-safety: immutable. Ownership: the descriptor stays the caller's, and
// may be closed at once. Cost: all of the file is read to compare it.
#pragma once

#include <string_view>

namespace sluice {

class ChecksummedFile {
 public:
  // An open file. One that cannot be read counts as empty, and so as damaged.
  ChecksummedFile(int descriptor, bool is_sha256);
  ChecksummedFile(const ChecksummedFile&) = delete;
  ChecksummedFile& operator=(const ChecksummedFile&) = delete;
  ~ChecksummedFile();

  bool is_whole() const;
  // Zeros stand for the checksum: its writer did not compute one.
  bool is_unsigned() const;
  bool holds(std::string_view bytes) const {
    return text_.find(bytes) != std::string_view::npos;
  }

 private:
  std::string_view checksum() const;

  std::string_view text_;
  bool is_sha256_;
};

}  // namespace sluice
