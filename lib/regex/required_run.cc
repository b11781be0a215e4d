// For a part of the pattern, a run is a set of bytes and a number: the bytes
// that its matches may have, and how many they have at least. A match of parts
// in order contains the runs of all of them, so the rarest run is taken. A
// match of alternatives contains a run of one of them, so the run has the bytes
// of all and the length of the shortest.
//
// The search looks at the last byte of a possible run. If this byte is of
// another kind, no run can contain it, and the search moves on past it.
// Otherwise it goes back until it meets a byte of another kind.
#include "regex/required_run.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "regex/tree.h"

namespace sluice {
namespace {

// For larger classes the parser keeps the kinds of bytes, which is enough.
constexpr std::size_t kMaxStrings = 16;

struct Run {
  std::bitset<256> bytes;
  std::size_t size = 0;
};

void add_above_ascii(std::bitset<256>* bytes) {
  for (std::size_t b = 128; b < 256; ++b) bytes->set(b);
}

void add_literal(const RegexLiteral& literal, std::bitset<256>* bytes) {
  for (std::size_t i = 0; i < literal.bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(literal.bytes[i]);
    bytes->set(byte);
    if (!literal.folds(i)) continue;
    bytes->set(byte - 'a' + 'A');
    if (folded_width(literal.bytes[i]) > 1) add_above_ascii(bytes);
  }
}

// Which bytes a match of `node` may have, and how many it has at least.
Run all_of(const RegexNode& node) {
  Run all;
  switch (node.kind) {
    case RegexNode::Kind::kStrings:
      for (const RegexLiteral& literal : node.strings)
        add_literal(literal, &all.bytes);
      all.size = node.min_width;
      break;
    case RegexNode::Kind::kOpaque:
      for (std::size_t b = 0; b < 128; ++b) all.bytes[b] = node.ascii[b];
      if (node.max_width > 1) add_above_ascii(&all.bytes);
      all.size = node.min_width;
      break;
    case RegexNode::Kind::kConcat:
      for (const RegexNode& child : node.children) {
        const Run run = all_of(child);
        all.bytes |= run.bytes;
        all.size += run.size;
      }
      break;
    case RegexNode::Kind::kAlternate:
      for (std::size_t i = 0; i < node.children.size(); ++i) {
        const Run run = all_of(node.children[i]);
        all.bytes |= run.bytes;
        all.size = i == 0 ? run.size : std::min(all.size, run.size);
      }
      break;
    case RegexNode::Kind::kRepeat:
      all = all_of(node.children.front());
      all.size *= node.min_count;
      break;
  }
  return all;
}

// Larger for a run that fewer texts contain.
double rarity(const Run& run) {
  return static_cast<double>(run.size) *
         std::log2(256.0 / static_cast<double>(run.bytes.count() + 1));
}

// The rarest run that every match of `node` contains.
Run run_in(const RegexNode& node) {
  Run best;
  const auto consider = [&](const Run& run) {
    if (rarity(run) > rarity(best)) best = run;
  };
  switch (node.kind) {
    case RegexNode::Kind::kStrings:
    case RegexNode::Kind::kOpaque:
      return all_of(node);
    case RegexNode::Kind::kConcat:
      for (const RegexNode& child : node.children) consider(run_in(child));
      break;
    case RegexNode::Kind::kAlternate:
      for (std::size_t i = 0; i < node.children.size(); ++i) {
        const Run run = run_in(node.children[i]);
        best.bytes |= run.bytes;
        best.size = i == 0 ? run.size : std::min(best.size, run.size);
      }
      break;
    case RegexNode::Kind::kRepeat:
      consider(all_of(node));
      if (node.min_count > 0) consider(run_in(node.children.front()));
      break;
  }
  return best;
}

}  // namespace

RequiredRun::RequiredRun(std::string_view regex) {
  const std::optional<RegexNode> tree = parse_regex(regex, kMaxStrings);
  if (!tree) return;
  const Run run = run_in(*tree);
  bytes_ = run.bytes;
  size_ = run.size;
  // Bytes that are not UTF-8 are searched as DEL (engine.cc).
  if (bytes_[0x7f]) add_above_ascii(&bytes_);
}

bool RequiredRun::may_match(std::string_view text) const {
  if (size_ == 0) return true;
  for (std::size_t begin = 0; text.size() - begin >= size_;) {
    std::size_t left = size_;
    while (left > 0 &&
           bytes_[static_cast<unsigned char>(text[begin + left - 1])])
      --left;
    if (left == 0) return true;
    begin += left;
  }
  return false;
}

}  // namespace sluice
