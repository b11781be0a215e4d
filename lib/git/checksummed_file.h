// A file of git that ends with a checksum of all bytes before it, in the hash
// that names the repository's objects. Every kind of index is such a file.
// Thread-safety: immutable. Ownership: the descriptor stays the caller's, and
// may be closed at once. Cost: the whole file is read to compare the checksum.
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
  // The checksum consists of zeros: its writer did not compute one.
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
