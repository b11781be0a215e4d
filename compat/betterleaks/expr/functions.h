// The functions that an expression can call: their names and types.
// Thread-safety: constants.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "betterleaks/expr/value.h"

namespace sluice {
namespace expr {

enum class Function : std::uint8_t {
  // betterleaks' own.
  kEntropy,
  kTokenRatio,
  kFailsTokenEfficiency,
  kSetConfidence,
  kMatchesAny,
  kContainsAny,
  kStartsWithAny,
  kIntersects,
  kFindMatch,
  // Expr's.
  kLen,
  kMin,
  kMax,
  kAbs,
  kLower,
  kUpper,
  kTrim,
  kTrimPrefix,
  kTrimSuffix,
  kHasPrefix,
  kHasSuffix,
  kSplit,
  kJoin,
  kReplace,
  kRepeat,
  kIndexOf,
  kLastIndexOf,
  kInt,
  kFloat,
  kString,
  kFirst,
  kLast,
};

struct Signature {
  std::string_view name;
  Type result;
  std::uint8_t least;  // arguments
  std::uint8_t most;
  std::array<Type, 4> arguments;
};

constexpr std::uint8_t kAnyNumber = 255;

inline constexpr std::array<Signature, 31> kFunctions = {{
    {"entropy", Type::kFloat, 1, 1, {Type::kString}},
    {"tokenRatio", Type::kFloat, 1, 1, {Type::kString}},
    {"failsTokenEfficiency", Type::kBool, 1, 1, {Type::kString}},
    {"setConfidence", Type::kString, 1, 1, {Type::kString}},
    {"matchesAny", Type::kBool, 2, 2, {Type::kAny, Type::kAny}},
    {"containsAny", Type::kBool, 2, 2, {Type::kAny, Type::kAny}},
    {"startsWithAny", Type::kBool, 2, 2, {Type::kAny, Type::kAny}},
    {"intersects", Type::kBool, 2, 2, {Type::kAny, Type::kAny}},
    {"findMatch", Type::kString, 2, 2, {Type::kString, Type::kString}},
    {"len", Type::kInt, 1, 1, {Type::kAny}},
    {"min", Type::kAny, 1, kAnyNumber, {}},
    {"max", Type::kAny, 1, kAnyNumber, {}},
    {"abs", Type::kAny, 1, 1, {Type::kAny}},
    {"lower", Type::kString, 1, 1, {Type::kString}},
    {"upper", Type::kString, 1, 1, {Type::kString}},
    {"trim", Type::kString, 1, 2, {Type::kString, Type::kString}},
    {"trimPrefix", Type::kString, 1, 2, {Type::kString, Type::kString}},
    {"trimSuffix", Type::kString, 1, 2, {Type::kString, Type::kString}},
    {"hasPrefix", Type::kBool, 2, 2, {Type::kString, Type::kString}},
    {"hasSuffix", Type::kBool, 2, 2, {Type::kString, Type::kString}},
    {"split", Type::kList, 2, 3, {Type::kString, Type::kString, Type::kInt}},
    {"join", Type::kString, 1, 2, {Type::kList, Type::kString}},
    {"replace",
     Type::kString,
     3,
     4,
     {Type::kString, Type::kString, Type::kString, Type::kInt}},
    {"repeat", Type::kString, 2, 2, {Type::kString, Type::kInt}},
    {"indexOf", Type::kInt, 2, 2, {Type::kString, Type::kString}},
    {"lastIndexOf", Type::kInt, 2, 2, {Type::kString, Type::kString}},
    {"int", Type::kInt, 1, 1, {Type::kAny}},
    {"float", Type::kFloat, 1, 1, {Type::kAny}},
    {"string", Type::kString, 1, 1, {Type::kAny}},
    {"first", Type::kAny, 1, 1, {Type::kList}},
    {"last", Type::kAny, 1, 1, {Type::kList}},
}};

constexpr const Signature& signature_of(Function function) {
  return kFunctions[static_cast<std::size_t>(function)];
}

}  // namespace expr
}  // namespace sluice
