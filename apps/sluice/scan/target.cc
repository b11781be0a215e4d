// A number at the end is a line only if there is a file before it. A fingerprint
// ends in hexadecimal digits, which may be decimal ones, too.
#include "sluice/scan/target.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "baseline/own_format.h"
#include "fs/file_system.h"
#include "text/ascii.h"

namespace sluice {
namespace {

std::string file_of(const std::string& path) {
  return is_on_disk(path) ? path : path.substr(0, path.find('!'));
}

// Returns `path` as a scan of the current directory reports it.
Result<std::string> reported_path(std::string_view path) {
  namespace stdfs = std::filesystem;
  std::error_code failed;
  stdfs::path clean = stdfs::path(path).lexically_normal();
  if (clean.is_absolute())
    clean = clean.lexically_relative(stdfs::current_path(failed));
  std::string text = clean.generic_string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  if (failed || text == ".." || text.starts_with("../"))
    return fail(ErrorCode::kUsage,
                "{} is outside of the current directory; run `sluice baseline` "
                "in the directory that is scanned",
                path);
  return text == "." ? "" : text;
}

// Takes ":12" or ":12:5" off the end of `*text`, and returns the line.
std::optional<std::uint64_t> take_line(std::string_view* text) {
  std::optional<std::uint64_t> line;
  for (int numbers = 0; numbers < 2; ++numbers) {
    const std::size_t colon = text->rfind(':');
    if (colon == std::string_view::npos || colon == 0) break;
    const std::string_view digits = text->substr(colon + 1);
    if (digits.empty() || digits.size() > 18 ||
        !std::ranges::all_of(digits, is_digit))
      break;
    line = std::stoull(std::string(digits));
    *text = text->substr(0, colon);
  }
  return line;
}

}  // namespace

bool is_on_disk(const std::string& path) {
  return posix_file_system().link_status(path).has_value();
}

bool Target::is_in(std::string_view other) const {
  if (path.empty()) return true;
  return other.starts_with(path) &&
         (other.size() == path.size() || other[path.size()] == '/' ||
          other[path.size()] == '!');
}

std::string Target::file() const { return file_of(path); }

Result<Target> read_target(const std::string& text) {
  Target target{.text = text};
  std::string_view path = text;
  const std::optional<std::uint64_t> line = take_line(&path);
  const bool is_place = line && is_on_disk(file_of(std::string(path)));
  if (!is_place && is_fingerprint(text)) {
    target.fingerprint = text;
    target.path = path_of_fingerprint(text);
    return target;
  }
  if (!is_place) path = text;
  SLUICE_TRY_ASSIGN(target.path, reported_path(path));
  if (is_place) target.line = *line;
  return target;
}

Result<std::vector<Target>> read_targets(const std::vector<std::string>& texts,
                                         std::string_view command) {
  if (texts.empty())
    return fail(
        ErrorCode::kUsage,
        "name a fingerprint, FILE:LINE or a path (see `sluice help {}`)",
        command);
  std::vector<Target> targets;
  for (const std::string& text : texts) {
    SLUICE_TRY_ASSIGN(Target target, read_target(text));
    targets.push_back(std::move(target));
  }
  return targets;
}

}  // namespace sluice
