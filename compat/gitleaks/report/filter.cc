// Source: gitleaks 8.30.1 (MIT), detect/detect.go (AddFinding,
// AddGitleaksIgnore) and report/finding.go (Redact).

#include "gitleaks/report/filter.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// Half a byte is rounded to the even neighbour.
std::size_t kept_bytes(std::size_t size, std::uint64_t percent) {
  const double exact =
      static_cast<double>(size) * static_cast<double>(100 - percent) / 100.0;
  const double below = std::floor(exact);
  const auto whole = static_cast<std::size_t>(below);
  if (exact - below > 0.5) return whole + 1;
  if (exact - below < 0.5) return whole;
  return whole % 2 == 0 ? whole : whole + 1;
}

// Go's strings.ReplaceAll: an empty `from` matches before each character and at
// the end.
std::string replace_all(std::string_view text, std::string_view from,
                        std::string_view to) {
  std::string out;
  if (from.empty()) {
    while (!text.empty()) {
      const std::size_t size = std::max<std::size_t>(decode_utf8(text).size, 1);
      out += to;
      out += text.substr(0, size);
      text.remove_prefix(size);
    }
    return out + std::string(to);
  }
  for (;;) {
    const std::size_t at = text.find(from);
    out += text.substr(0, at);
    if (at == std::string_view::npos) return out;
    out += to;
    text.remove_prefix(at + from.size());
  }
}

}  // namespace

void GitleaksIgnores::add(std::string_view text,
                          std::vector<std::string>* odd) {
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    std::string line(trim(text.substr(0, size), " \t\n\v\f\r"));
    text.remove_prefix(std::min(size + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    const auto colons = std::ranges::count(line, ':');
    // A path may have been written with backslashes.
    const std::size_t begin = colons == 3 ? line.find(':') + 1 : 0;
    if (colons == 2 || colons == 3)
      std::replace(
          line.begin() + static_cast<std::ptrdiff_t>(begin),
          line.begin() + static_cast<std::ptrdiff_t>(line.find(':', begin)),
          '\\', '/');
    else
      odd->push_back(line);
    fingerprints_.insert(std::move(line));
  }
}

void redact(std::uint64_t percent, GitleaksFinding* leak) {
  std::string masked = "REDACTED";
  if (percent < 100)
    masked =
        leak->secret.empty()
            ? ""
            : leak->secret.substr(0, kept_bytes(leak->secret.size(), percent)) +
                  "...";
  leak->line = replace_all(leak->line, leak->secret, masked);
  leak->match = replace_all(leak->match, leak->secret, masked);
  leak->secret = std::move(masked);
}

void settle_leaks(const RuleSet& rules, std::uint64_t percent,
                  const GitleaksIgnores& ignores,
                  const GitleaksBaseline& baseline,
                  std::vector<GitleaksFinding>* leaks) {
  std::erase_if(*leaks, [&](GitleaksFinding& leak) {
    const Rule& rule = rules.rules()[leak.rule];
    if (percent > 0) redact(percent, &leak);
    const std::string place =
        fmt::format("{}:{}:{}", leak.file, rule.id, leak.start_line);
    const bool committed = leak.commit && !leak.commit->id.empty();
    leak.fingerprint = committed ? leak.commit->id + ":" + place : place;
    return ignores.holds(place) || ignores.holds(leak.fingerprint) ||
           baseline.knows(leak, rule, percent > 0);
  });
}

}  // namespace sluice
