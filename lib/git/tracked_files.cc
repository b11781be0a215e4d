#include <algorithm>
#include <cstddef>
#include <functional>

#include "git/git.h"

namespace sluice {

TrackedFiles::TrackedFiles(std::string_view listed)
    : text_(listed.begin(), listed.end()) {
  std::string_view rest(text_.data(), text_.size());
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    names_.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  // The index has this order, but git does not promise it of the list.
  if (!std::ranges::is_sorted(names_)) std::ranges::sort(names_);
}

bool TrackedFiles::has(std::string_view path) const {
  return std::ranges::binary_search(names_, path);
}

bool TrackedFiles::has_below(std::string_view directory) const {
  const std::string inside = std::string(directory) + "/";
  const auto first = std::ranges::lower_bound(names_, std::string_view(inside));
  return first != names_.end() && first->starts_with(inside);
}

}  // namespace sluice
