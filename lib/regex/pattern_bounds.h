// Bounds of every pattern, a default rule's as well as a scanned tree's:
// checked on its text, before it costs anything. RE2's parser and every pass of
// ours over a pattern go as deep as it nests, and some take time and memory by
// the square of that.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sluice {

// In bytes. The patterns of an allowlist, which are joined, count as one.
inline constexpr std::size_t kMaxPatternBytes = 256 * 1024;
// Groups in groups. Go's regexp, and so gitleaks, has the same bound.
inline constexpr std::size_t kMaxPatternDepth = 1000;

// Groups that capture.
inline constexpr std::uint32_t kMaxPatternGroups = 200;

// Why `regex` is beyond the bounds, or empty.
std::string bounds_error(std::string_view regex);

// The most that the patterns of a configuration may add up to, as
// program_size() counts; a compiled pattern takes some 4 bytes for each.
// gitleaks' own 222 rules add up to 2.6 million. The first bound is for a
// configuration that a scanned tree brings.
inline constexpr std::uint64_t kMaxForeignProgram = 32'000'000;
inline constexpr std::uint64_t kMaxForeignPattern = 4'000'000;  // one of them
inline constexpr std::uint64_t kMaxProgram = 1'000'000'000;

}  // namespace sluice
