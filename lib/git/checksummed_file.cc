#include "git/checksummed_file.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/digest.h"
#include "git/object_id.h"

namespace sluice {

ChecksummedFile::ChecksummedFile(int descriptor, bool is_sha256)
    : is_sha256_(is_sha256) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || status.st_size <= 0) return;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const at = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (at != MAP_FAILED) text_ = {static_cast<const char*>(at), size};
}

ChecksummedFile::~ChecksummedFile() {
  if (!text_.empty()) ::munmap(const_cast<char*>(text_.data()), text_.size());
}

std::string_view ChecksummedFile::checksum() const {
  const std::size_t size = is_sha256_ ? 32 : 20;
  return text_.size() < size ? std::string_view()
                             : text_.substr(text_.size() - size);
}

bool ChecksummedFile::is_whole() const {
  const std::string_view written = checksum();
  if (written.empty()) return false;
  const std::string_view rest = text_.substr(0, text_.size() - written.size());
  ObjectId id{.size = static_cast<std::uint8_t>(written.size())};
  std::ranges::copy(written, id.bytes.begin());
  return id.hex() ==
         (is_sha256_ ? to_hex(sha256(std::array{rest})) : sha1_hex(rest));
}

bool ChecksummedFile::is_unsigned() const {
  const std::string_view written = checksum();
  return !written.empty() &&
         std::ranges::all_of(written, [](char c) { return c == '\0'; });
}

}  // namespace sluice
