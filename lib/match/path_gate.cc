// A necessary condition. Each alternative of a path's pattern has anchors, byte
// strings of which every match holds one (rules/regex_shape.h); of each anchor
// five bytes, or three, a window, stand for it. A path that has none of the
// windows fits none of the patterns. At each place of the path three bytes,
// case folded, are looked up in a bit set that is small enough to stay in the
// fastest cache, and where it has them, in a list.
//
// Most patterns ask for an extension, and short ones are too short for an
// anchor, or stand in the middle of words. Therefore the end of the path counts
// as a character, kEnd: the pattern \.(?:ts|rc)$ has the anchors ".ts" + kEnd
// and ".rc" + kEnd. With a pattern's $ written as kEnd, a match in the path
// becomes one in the path with as many kEnd behind it as the match has passed $
// at its end. However many these are, all windows of that are windows of the
// path with five, which is what fit() looks at.
//
// Exactness: in RE2 a caseless k or s has forms beyond ASCII, which anchors
// leave out, so a path that is not ASCII always may fit. The folding joins
// bytes, and so makes more paths fit, never fewer.
//
// Rejected: one RE2 of all the patterns joined. It is exact, but would have to
// be compiled at start, for the scan of a single file too.

#include "match/path_gate.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "match/regex_branches.h"
#include "rules/anchor_choice.h"
#include "rules/regex_shape.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr char kEnd = '\x01';
constexpr std::size_t kShort = 3;  // bytes of a window
constexpr std::size_t kLong = 5;
static_assert(kMinAnchor >= kShort);
constexpr std::size_t kMostBranches = 512;

// Paths such as most that are scanned in trees with very many files.
constexpr std::string_view kCommon[] = {"a/b.c", "a/b.h", "a/b.cc", "a/b.cpp",
                                        "a/b.hpp"};

constexpr PathWindow kShortMask = (PathWindow{1} << 6 * kShort) - 1;
constexpr PathWindow kLongMask = (PathWindow{1} << 6 * kLong) - 1;

PathWindow short_of(PathWindow window) { return window & kShortMask; }

// Six bits: capital letters and small ones have the same.
constexpr PathWindow folded(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte & 0x1fU) | (byte >> 1U & 0x20U);
}

constexpr PathWindow shifted(PathWindow window, char next) {
  return (window << 6U | folded(next)) & kLongMask;
}

// How well a window tells paths apart: one that has its place at the end is
// looked for once, and few directories have dots.
double worth_of(std::string_view window) {
  std::string letters;
  double worth = 0;
  for (const char c : window) {
    if (c == kEnd)
      worth += 100;
    else
      letters += lower(c);
    if (c == '.') worth += 10;
  }
  return worth + rarity_bits(letters, true);
}

PathWindow best_window(std::string_view anchor) {
  const std::size_t size = anchor.size() < kLong ? kShort : kLong;
  std::string_view best = anchor.substr(0, size);
  for (std::size_t at = 1; at + size <= anchor.size(); ++at) {
    const std::string_view window = anchor.substr(at, size);
    if (worth_of(window) > worth_of(best)) best = window;
  }
  PathWindow window = 0;
  for (const char c : best) window = shifted(window, c);
  return size == kLong ? window | kLongWindow : window;
}

}  // namespace

std::optional<std::vector<PathWindow>> path_windows(std::string_view pattern) {
  std::vector<PathWindow> windows;
  for (const std::string& branch :
       regex_branches(with_end_mark(pattern, kEnd), kMostBranches)) {
    const RegexShape shape = regex_shape(branch);
    if (shape.anchors.empty()) return std::nullopt;
    for (const ShapeAnchor& anchor : shape.anchors)
      windows.push_back(best_window(anchor.text));
  }
  return windows;
}

PathGate PathGate::make(std::span<const Rule> rules) {
  PathGate gate;
  gate.gated_.resize(rules.size());
  std::vector<PathWindow> all;
  struct Known {
    bool gated = false;
    std::vector<PathWindow> windows;
  };
  std::map<std::string_view, Known> known;  // many rules have the same path
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const std::string_view path = rules[i].path;
    if (path.empty()) continue;
    const auto [at, fresh] = known.try_emplace(path);
    if (fresh) {
      if (auto windows = path_windows(path)) {
        PathGate alone;
        alone.set(*windows);
        at->second.gated = std::ranges::all_of(
            kCommon,
            [&](std::string_view one) { return alone.fit(one) == PathFit{}; });
        at->second.windows = *std::move(windows);
      }
    }
    gate.gated_[i] = at->second.gated;
    if (!at->second.gated) continue;
    const Assignment form = rules[i].assignment;
    // Runs are looked for in so many files that they would have all of them
    // read for tables.
    const bool rows = reads_rows(form) && form != Assignment::kRun;
    const PathWindow kind = rows ? kRowWindow : 0;
    for (const PathWindow window : at->second.windows)
      all.push_back(window | kind);
  }
  gate.set(std::move(all));
  return gate;
}

std::size_t PathGate::slot_of(PathWindow window) {
  return (short_of(window) ^ short_of(window) >> 9U) % kSlots;
}

void PathGate::set(std::vector<PathWindow> windows) {
  windows_ = std::move(windows);
  std::ranges::sort(windows_, {}, [](PathWindow window) {
    return std::pair(short_of(window), window);
  });
  windows_.erase(std::unique(windows_.begin(), windows_.end()), windows_.end());
  for (const PathWindow window : windows_) may_have_.set(slot_of(window));
}

// Notes the kinds of which these five bytes, or the last three of them, are a
// window. At a path's beginning some are missing and count as zeros, which lets
// more paths fit.
void PathGate::look_up(PathWindow five, PathFit* fit) const {
  if (!may_have_[slot_of(five)]) return;
  const PathWindow three = short_of(five);
  for (auto at = std::ranges::lower_bound(windows_, three, {}, short_of);
       at != windows_.end() && short_of(*at) == three; ++at) {
    const PathWindow window = *at;
    const PathWindow bytes = window & ~kRowWindow;
    if (bytes != three && bytes != (five | kLongWindow)) continue;
    ((window & kRowWindow) != 0 ? fit->rows : fit->others) = true;
  }
}

// A byte for each rule, then the windows.
std::string PathGate::serialize() const {
  std::string bytes;
  for (const bool gated : gated_) bytes += gated ? '\1' : '\0';
  bytes.append(reinterpret_cast<const char*>(windows_.data()),
               windows_.size() * sizeof(PathWindow));
  return bytes;
}

std::optional<PathGate> PathGate::deserialize(std::string_view bytes,
                                              std::size_t rules) {
  if (bytes.size() < rules || (bytes.size() - rules) % sizeof(PathWindow) != 0)
    return std::nullopt;
  PathGate gate;
  for (const char byte : bytes.substr(0, rules))
    gate.gated_.push_back(byte != '\0');
  bytes.remove_prefix(rules);
  std::vector<PathWindow> windows(bytes.size() / sizeof(PathWindow));
  if (!windows.empty()) std::memcpy(windows.data(), bytes.data(), bytes.size());
  gate.set(std::move(windows));
  return gate;
}

PathFit PathGate::fit(std::string_view path) const {
  PathFit fit;
  PathWindow five = 0;
  unsigned char all = 0;
  for (const char c : path) {
    all |= static_cast<unsigned char>(c);
    five = shifted(five, c);
    look_up(five, &fit);
  }
  for (std::size_t i = 0; i < kLong; ++i) {
    five = shifted(five, kEnd);
    look_up(five, &fit);
  }
  return all < 0x80 ? fit : PathFit{true, true};
}

}  // namespace sluice
