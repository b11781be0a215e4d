#include "regex/first_bytes.h"

#include <cstddef>
#include <cstdint>

#include "regex/tree.h"

namespace sluice {
namespace {

using Bytes = std::bitset<256>;

// Larger classes have their ASCII characters all the same.
constexpr std::size_t kMostStrings = 16;

constexpr std::uint8_t byte_of(char c) { return static_cast<std::uint8_t>(c); }

// Adds the first bytes of what `node` matches. Returns whether that may be
// empty, so that the next node begins a match, too.
bool add_first(const RegexNode& node, Bytes* first) {
  bool may_be_empty = false;
  switch (node.kind) {
    case RegexNode::Kind::kStrings:
      for (const RegexLiteral& string : node.strings) {
        may_be_empty |= string.bytes.empty();
        if (string.bytes.empty()) continue;
        const std::uint8_t byte = byte_of(string.bytes[0]);
        first->set(byte);
        if (string.folds(0)) first->set(byte ^ 0x20U);
      }
      return may_be_empty;
    case RegexNode::Kind::kOpaque:
      for (std::size_t c = 0; c < node.ascii.size(); ++c)
        if (node.ascii[c]) first->set(c);
      return node.min_width == 0;
    case RegexNode::Kind::kConcat:
      for (const RegexNode& child : node.children)
        if (!add_first(child, first)) return false;
      return true;
    case RegexNode::Kind::kAlternate:
      for (const RegexNode& child : node.children)
        may_be_empty |= add_first(child, first);
      return may_be_empty;
    case RegexNode::Kind::kRepeat:
      may_be_empty = node.min_count == 0;
      for (const RegexNode& child : node.children)
        may_be_empty |= add_first(child, first);
      return may_be_empty;
  }
  return true;
}

}  // namespace

std::bitset<256> first_bytes(std::string_view regex) {
  Bytes first;
  const auto tree = parse_regex(regex, kMostStrings);
  if (!tree || add_first(*tree, &first)) return first.set();
  // What is known of other characters is only how wide they are.
  for (std::size_t byte = 0x80; byte < first.size(); ++byte) first.set(byte);
  return first;
}

}  // namespace sluice
