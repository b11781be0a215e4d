// An expression, parsed and typed: a tree that evaluate.h evaluates directly.
//
// The language is the part of Expr (expr-lang.org) that betterleaks' filters
// need, with its precedence, its types and its names: literals, lists, `let`,
// comments, members, slices, `?:`, `??`, the operators of kBinary in parser.cc
// and the functions of functions.h. The rest of Expr (predicates, maps, ranges,
// dates) is an error. Patterns and lists of words must be written out where
// they are used, or be named by a `let`, so that they are known, checked and
// compiled before a scan.
//
// Thread-safety: immutable once parsed. Ownership: owns its texts.
// Errors: of parse(), kConfig, "line:column: why", one line, which names the
// word. Bounds: kMaxText, kMaxNodes, kMaxDepth.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "betterleaks/expr/functions.h"
#include "betterleaks/expr/token.h"
#include "betterleaks/expr/value.h"

namespace sluice {
namespace expr {

inline constexpr std::size_t kMaxText = 256 * 1024;  // bytes
inline constexpr std::size_t kMaxNodes = 10'000;
inline constexpr std::size_t kMaxDepth = 100;

// The fields of a finding, `finding["secret"]` or `finding.secret`.
enum class Field : std::uint8_t {
  kSecret,
  kMatch,
  kLine,
  kRuleId,
  kDescription,
  kConfidence,
  kContext,
  kEntropy,
  kText,  // the searched text; the next fields are offsets in it
  kMatchBegin,
  kMatchEnd,
  kLineBegin,
  kLineEnd,
};
inline constexpr std::array<std::string_view, 13> kFieldNames = {
    "secret",
    "match",
    "line",
    "rule_id",
    "description",
    "confidence",
    "context",
    "entropy",
    "fragment_raw",
    "match_start_idx",
    "match_end_idx",
    "match_line_start_idx",
    "match_line_end_idx"};
constexpr Type type_of(Field field) {
  return field >= Field::kMatchBegin ? Type::kInt : Type::kString;
}

enum class Op : std::uint8_t {
  kConstant,   // `constant`
  kList,       // of its children
  kVariable,   // `index`: which `let`
  kField,      // `index`: a Field
  kAttribute,  // its child is the name
  kIndex,
  kSlice,  // text or list, from, to; nil means an end of the text
  kNot,
  kNegate,
  kPlus,
  kAnd,
  kOr,
  kEqual,
  kUnequal,
  kLess,
  kLessOrEqual,
  kMore,
  kMoreOrEqual,
  kIn,
  kContains,
  kStartsWith,
  kEndsWith,
  kMatches,  // `index`: the pattern
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kConditional,
  kCoalesce,
  kLet,       // `index`: which; its value, and what follows
  kSequence,  // of its children the last one counts
  kCall,      // `function`; `index`: the pattern, if it takes one
};

struct Node {
  Op op = Op::kConstant;
  Type type = Type::kNil;
  Type element = Type::kAny;  // of a list's members
  Function function = Function::kLen;
  std::uint32_t index = 0;
  std::uint32_t first = 0;  // of its children in Program::children
  std::uint32_t count = 0;
  Place place;
  Value constant;
};

// A pattern that an expression searches for, in Go's syntax.
struct SoughtPattern {
  std::string regex;
  Place place;
};

// The purpose of an expression.
enum class Use : std::uint8_t {
  kFile,     // a prefilter: it has only `attributes`
  kFinding,  // a filter: it has `finding`, too
};

struct Program {
  std::string source;  // as it was written
  std::vector<Node> nodes;
  std::vector<std::uint32_t> children;
  std::vector<SoughtPattern> patterns;
  std::vector<std::string> attributes;  // the names that it uses
  std::uint32_t root = 0;
  std::uint32_t variables = 0;

  // The storage that constants point into.
  std::deque<std::string> texts;
  std::deque<std::vector<Value>> lists;

  const Node& child(const Node& node, std::uint32_t which) const {
    return nodes[children[node.first + which]];
  }
};

// `text` as an expression that is true or false.
Result<Program> parse(std::string_view text, Use use);

}  // namespace expr
}  // namespace sluice
