// A line is a fingerprint of gitleaks, "path:rule:line" or
// "commit:path:rule:line". Blank lines and comments are skipped. A
// .betterleaksignore has such lines, too, for version 1 of betterleaks. For
// version 2 it has the SHA-256 of a secret, which is then known in every file.
// A path with a colon cannot be written. So a line with another number of parts
// means nothing, as in gitleaks; but here it causes a warning.
#include <algorithm>
#include <charconv>
#include <optional>

#include "baseline/read.h"
#include "text/ascii.h"

namespace sluice {
namespace {

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t colon = line.find(':');
    parts.push_back(line.substr(0, colon));
    if (colon == std::string_view::npos) return parts;
    line.remove_prefix(colon + 1);
  }
}

// 64 hexadecimal digits, in any case.
bool is_sha256(std::string_view line) {
  return line.size() == 64 && std::ranges::all_of(line, is_hex);
}

BaselineEntry entry_of_secret(std::string_view digits) {
  BaselineEntry entry;
  entry.key = BaselineEntry::Key::kSecretSha256;
  entry.value = digits;
  std::ranges::transform(entry.value, entry.value.begin(), lower);
  return entry;
}

std::optional<BaselineEntry> parse(std::string_view line) {
  if (is_sha256(line)) return entry_of_secret(line);
  const std::vector<std::string_view> parts = split(line);
  if (parts.size() != 3 && parts.size() != 4) return std::nullopt;
  BaselineEntry entry;
  entry.key = BaselineEntry::Key::kPlace;
  const std::size_t path = parts.size() - 3;
  if (path == 1) entry.commit = parts[0];
  entry.path = clean_path(std::string(parts[path]));
  entry.rule = parts[path + 1];
  const std::string_view number = parts[path + 2];
  const auto [end, error] = std::from_chars(
      number.data(), number.data() + number.size(), entry.first_line);
  if (error != std::errc() || end != number.data() + number.size())
    return std::nullopt;
  entry.last_line = entry.first_line;
  return entry;
}

}  // namespace

Result<ReadBaseline> read_gitleaks_ignore(std::string_view name,
                                          std::string_view text) {
  ReadBaseline read{.format = BaselineFormat::kGitleaksIgnore};
  std::size_t said_nothing = 0;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, size), " \t\v\f\r");
    text.remove_prefix(std::min(size + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    std::optional<BaselineEntry> entry = parse(line);
    if (!entry) {
      ++said_nothing;
      read.warnings.push_back(
          fmt::format("{}:{}: ignored: neither path:rule:line, "
                      "commit:path:rule:line nor the SHA-256 of a secret",
                      name, number));
      continue;
    }
    entry->line = number;
    read.entries.push_back(*std::move(entry));
  }
  // Some other text altogether: a warning a line would bury why.
  if (read.entries.empty() && said_nothing != 0)
    return fail(ErrorCode::kConfig,
                "{}: not a known baseline: not one of sluice, gitleaks, "
                "betterleaks, detect-secrets or kingfisher",
                name);
  return read;
}

}  // namespace sluice
