#include "finding/size.h"

#include <algorithm>

namespace sluice {
namespace {

// Includes the overhead of the allocator for each text that is too long for the
// inline buffer of std::string.
std::uint64_t size_of(const std::string& text) {
  constexpr std::size_t kInPlace = 15;
  constexpr std::uint64_t kAllocation = 16;
  return text.capacity() <= kInPlace ? 0 : text.capacity() + kAllocation;
}

}  // namespace

// Twice its own size, since it is in a vector, which doubles its capacity.
std::uint64_t size_of(const Finding& finding) {
  std::uint64_t bytes = 2 * sizeof finding + size_of(finding.detail) +
                        size_of(finding.match) + size_of(finding.secret) +
                        size_of(finding.excerpt) + size_of(finding.fingerprint);
  for (const std::string& encoding : finding.decoded)
    bytes += sizeof encoding + size_of(encoding);
  // A text of many bytes for each one of the secret is that of a packed text,
  // which all findings in it share.
  constexpr std::size_t kMostForByte = 6;
  if (finding.encoded)
    bytes += std::min(finding.encoded->in_clear().size(),
                      kMostForByte * finding.secret.size());
  return bytes;
}

std::uint64_t size_of(const Dropped& dropped) {
  return 2 * (sizeof dropped - sizeof dropped.finding) +
         size_of(dropped.finding) + size_of(dropped.why);
}

std::uint64_t size_of(const FileReport& report) {
  std::uint64_t bytes = sizeof report + size_of(report.location.text()) +
                        size_of(report.root) + size_of(report.incomplete);
  for (const Finding& finding : report.findings) bytes += size_of(finding);
  for (const Finding& finding : report.covered) bytes += size_of(finding);
  for (const Finding& finding : report.mistyped) bytes += size_of(finding);
  for (const Dropped& dropped : report.dropped) bytes += size_of(dropped);
  return bytes;
}

}  // namespace sluice
