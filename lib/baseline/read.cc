// The first byte that is no blank distinguishes JSON: '[' begins a list, as
// gitleaks writes it, '{' an object, as detect-secrets does. In text, our
// format has its head line, and YAML has the key that kingfisher's reader
// searches for. Other texts can only be lines of .gitleaksignore, which have no
// head.
#include "baseline/read.h"

#include <algorithm>

#include "baseline/own_format.h"

namespace sluice {
namespace {

// Whether a line begins with `key`.
bool has_key(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string_view::npos;
       at = text.find(key, at + 1))
    if (at == 0 || text[at - 1] == '\n') return true;
  return false;
}

}  // namespace

std::string clean_path(std::string path) {
  std::ranges::replace(path, '\\', '/');
  while (path.starts_with("./")) path.erase(0, 2);
  return path;
}

Result<ReadBaseline> read_baseline(std::string_view name,
                                   std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return ReadBaseline{};
  if (is_own_baseline(text)) return read_own_baseline(name, text);
  if (text[first] == '[' || text.substr(first).starts_with("null"))
    return read_gitleaks_report(name, text);
  if (text[first] == '{') return read_detect_secrets(name, text);
  if (has_key(text, "ExactFindings:") || has_key(text, "repositories:"))
    return read_kingfisher(name, text);
  return read_gitleaks_ignore(name, text);
}

}  // namespace sluice
