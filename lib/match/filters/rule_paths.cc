// A necessary condition. Each alternative of a path's pattern has anchors: byte
// strings of which every match contains one (regex/shape.h). A q-gram of five
// or three bytes represents each anchor. A path without any of the q-grams fits
// none of the patterns. At each place of the path, three bytes, case folded,
// are looked up in a bit set that is small enough to stay in the fastest cache.
// If they are in the set, they are looked up in a list.
//
// Most patterns require an extension. Short extensions are too short for an
// anchor, or also occur in the middle of words. Therefore the end of the path
// counts as a character, kEnd: the pattern \.(?:ts|rc)$ has the anchors ".ts" +
// kEnd and ".rc" + kEnd. With a pattern's $ written as kEnd, a match in the
// path becomes a match in the path followed by as many kEnd as the match has
// passed $ at its end. However many these are, all its q-grams are q-grams of
// the path with five kEnd, which is what fit() reads.
//
// Exactness: in RE2, a caseless k or s has forms beyond ASCII, which anchors
// leave out. So a path that is not ASCII may always fit. The folding joins
// bytes, so it makes more paths fit, never fewer.
//
// Rejected: one RE2 of all the patterns joined. It is exact, but it would have
// to be compiled at start, even for the scan of a single file.

#include "match/filters/rule_paths.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "regex/anchor_choice.h"
#include "regex/branches.h"
#include "regex/shape.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr char kEnd = '\x01';
constexpr std::size_t kShort = 3;  // bytes of a q-gram
constexpr std::size_t kLong = 5;
static_assert(kMinAnchor >= kShort);
constexpr std::size_t kMaxBranches = 512;

// Paths like most of those in trees with very many files.
constexpr std::string_view kCommon[] = {"a/b.c", "a/b.h", "a/b.cc", "a/b.cpp",
                                        "a/b.hpp"};

constexpr PathQgram kLongQgram = PathQgram{1} << 30;
constexpr PathQgram kRowQgram = PathQgram{1} << 31;
constexpr PathQgram kShortMask = (PathQgram{1} << 6 * kShort) - 1;
constexpr PathQgram kLongMask = (PathQgram{1} << 6 * kLong) - 1;

PathQgram short_of(PathQgram qgram) { return qgram & kShortMask; }

// Six bits: capital letters and small ones have the same.
constexpr PathQgram folded(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte & 0x1fU) | (byte >> 1U & 0x20U);
}

// The bit of a q-gram's last three bytes.
std::size_t slot_of(PathQgram qgram, std::size_t slots) {
  return (short_of(qgram) ^ short_of(qgram) >> 9U) % slots;
}

constexpr PathQgram shifted(PathQgram qgram, char next) {
  return (qgram << 6U | folded(next)) & kLongMask;
}

// How well a q-gram distinguishes paths. One at the end of the path is looked
// up once, and few directories have dots.
double worth_of(std::string_view qgram) {
  std::string letters;
  double worth = 0;
  for (const char c : qgram) {
    if (c == kEnd)
      worth += 100;
    else
      letters += lower(c);
    if (c == '.') worth += 10;
  }
  return worth + rarity_bits(letters, true);
}

PathQgram best_qgram(std::string_view anchor) {
  const std::size_t size = anchor.size() < kLong ? kShort : kLong;
  std::string_view best = anchor.substr(0, size);
  for (std::size_t at = 1; at + size <= anchor.size(); ++at) {
    const std::string_view qgram = anchor.substr(at, size);
    if (worth_of(qgram) > worth_of(best)) best = qgram;
  }
  PathQgram qgram = 0;
  for (const char c : best) qgram = shifted(qgram, c);
  return size == kLong ? qgram | kLongQgram : qgram;
}

// Q-grams of which every ASCII path that `pattern` matches contains one;
// nothing if none are known.
std::optional<std::vector<PathQgram>> path_qgrams(std::string_view pattern) {
  std::vector<PathQgram> qgrams;
  for (const std::string& branch :
       regex_branches(with_end_mark(pattern, kEnd), kMaxBranches)) {
    const RegexShape shape = regex_shape(branch);
    if (shape.anchors.empty()) return std::nullopt;
    for (const ShapeAnchor& anchor : shape.anchors)
      qgrams.push_back(best_qgram(anchor.text));
  }
  return qgrams;
}

}  // namespace

RulePaths RulePaths::make(std::span<const Rule> rules) {
  RulePaths paths;
  paths.bound_.resize(rules.size());
  std::vector<PathQgram> all;
  struct Known {
    bool bound = false;
    std::vector<PathQgram> qgrams;
  };
  std::map<std::string_view, Known> known;  // many rules have the same path
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const std::string_view path = rules[i].path;
    if (path.empty()) continue;
    const auto [at, fresh] = known.try_emplace(path);
    if (fresh) {
      if (auto qgrams = path_qgrams(path)) {
        RulePaths alone;
        alone.set(*qgrams);
        at->second.bound = std::ranges::all_of(
            kCommon,
            [&](std::string_view one) { return alone.fit(one) == PathFit{}; });
        at->second.qgrams = *std::move(qgrams);
      }
    }
    paths.bound_[i] = at->second.bound;
    if (!at->second.bound) continue;
    const Assignment form = rules[i].assignment;
    // These are searched for in so many files that all of these files would be
    // read for tables.
    const bool rows = reads_rows(form) && !wants_text(form);
    const PathQgram kind = rows ? kRowQgram : 0;
    for (const PathQgram qgram : at->second.qgrams) all.push_back(qgram | kind);
  }
  paths.set(std::move(all));
  return paths;
}

void RulePaths::set(std::vector<PathQgram> qgrams) {
  qgrams_ = std::move(qgrams);
  std::ranges::sort(qgrams_, {}, [](PathQgram qgram) {
    return std::pair(short_of(qgram), qgram);
  });
  qgrams_.erase(std::unique(qgrams_.begin(), qgrams_.end()), qgrams_.end());
  for (const PathQgram qgram : qgrams_) may_have_.set(slot_of(qgram, kSlots));
}

// Notes the kinds of rules for which these five bytes, or the last three of
// them, are a q-gram; may_have_ contains the three. At the beginning of a path,
// some are missing and count as zeros, which lets more paths fit.
void RulePaths::look_up(PathQgram five, PathFit* fit) const {
  const PathQgram three = short_of(five);
  for (auto at = std::ranges::lower_bound(qgrams_, three, {}, short_of);
       at != qgrams_.end() && short_of(*at) == three; ++at) {
    const PathQgram qgram = *at;
    const PathQgram bytes = qgram & ~kRowQgram;
    if (bytes != three && bytes != (five | kLongQgram)) continue;
    ((qgram & kRowQgram) != 0 ? fit->rows : fit->others) = true;
  }
}

// A byte for each rule, then the q-grams.
std::string RulePaths::serialize() const {
  std::string bytes;
  for (const bool bound : bound_) bytes += bound ? '\1' : '\0';
  bytes.append(reinterpret_cast<const char*>(qgrams_.data()),
               qgrams_.size() * sizeof(PathQgram));
  return bytes;
}

std::optional<RulePaths> RulePaths::deserialize(std::string_view bytes,
                                                std::size_t rules) {
  if (bytes.size() < rules || (bytes.size() - rules) % sizeof(PathQgram) != 0)
    return std::nullopt;
  RulePaths paths;
  for (const char byte : bytes.substr(0, rules))
    paths.bound_.push_back(byte != '\0');
  bytes.remove_prefix(rules);
  std::vector<PathQgram> qgrams(bytes.size() / sizeof(PathQgram));
  if (!qgrams.empty()) std::memcpy(qgrams.data(), bytes.data(), bytes.size());
  paths.set(std::move(qgrams));
  return paths;
}

RulePaths RulePaths::for_rules(std::span<const std::uint32_t> numbers) const {
  RulePaths paths = *this;
  paths.bound_.clear();
  for (const std::uint32_t number : numbers)
    paths.bound_.push_back(is_bound(number));
  return paths;
}

PathFit RulePaths::fit(std::string_view path) const {
  PathFit fit;
  PathQgram five = 0;
  const auto go_on = [&](char c) {
    five = shifted(five, c);
    if (may_have_[slot_of(five, kSlots)]) look_up(five, &fit);
  };
  unsigned char all = 0;
  for (const char c : path) {
    all |= static_cast<unsigned char>(c);
    go_on(c);
  }
  for (std::size_t i = 0; i < kLong; ++i) go_on(kEnd);
  return all < 0x80 ? fit : PathFit{true, true};
}

}  // namespace sluice
