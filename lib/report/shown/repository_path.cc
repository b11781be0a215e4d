#include "report/shown/repository_path.h"

#include <fmt/format.h>

#include <vector>

#include "text/ascii.h"

namespace sluice {
namespace {

// Without "." and ".."; nothing if it leads above where it begins.
std::string without_dots(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(slash == path.npos ? path.size() : slash + 1);
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return {};
    } else {
      parts.pop_back();
    }
  }
  return fmt::format("{}", fmt::join(parts, "/"));
}

bool is_plain(char c) {
  return is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~' ||
         c == '/';
}

}  // namespace

std::string repository_path(const RepositoryBase& place,
                            std::string_view path) {
  std::string inside;
  if (!path.starts_with('/'))
    inside = without_dots(place.prefix + std::string(path));
  else if (!place.root.empty() && path.starts_with(place.root))
    inside = without_dots(path.substr(place.root.size()));
  return inside.empty() ? std::string(path) : inside;
}

std::string uri_of(std::string_view path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (is_plain(c))
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

}  // namespace sluice
