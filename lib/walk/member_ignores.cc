#include "walk/member_ignores.h"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

// A ! at the beginning of a line includes something again. Any other ! may be
// between an archive and its member.
bool may_name_member(std::string_view text) {
  for (std::size_t at = text.find('!'); at != text.npos;
       at = text.find('!', at + 1))
    if (at > 0 && text[at - 1] != '\n') return true;
  return false;
}

}  // namespace

void MemberIgnores::add(std::string directory, std::string_view text) {
  if (!may_name_member(text)) return;
  const std::lock_guard lock(mutex_);
  files_.push_back(
      {std::move(directory), IgnoreFile::parse(std::string(text))});
}

bool MemberIgnores::ignores(std::string_view path) const {
  const std::lock_guard lock(mutex_);
  bool ignored = false;
  for (const One& one : files_) {
    if (!path.starts_with(one.directory)) continue;
    const std::string_view below = path.substr(one.directory.size());
    // If a directory is ignored, everything below it is.
    for (std::size_t end = below.find('/', below.find('!'));;
         end = below.find('/', end + 1)) {
      const bool whole = end == below.npos;
      const IgnoreVerdict verdict =
          one.file.match({below.substr(0, end), !whole}).verdict;
      if (verdict != IgnoreVerdict::kNone)
        ignored = verdict == IgnoreVerdict::kIgnore;
      if (whole || ignored) break;
    }
  }
  return ignored;
}

}  // namespace sluice
