// A walk over the tree. The first failure ends it: every step looks at
// `failed_`, so that no result has to carry an error.
// Rejected: a way around the tree for the common filters, a floor of entropy
// and a list of patterns. The walk costs some 0.2 microseconds a candidate.
#include "betterleaks/expr/evaluate.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory_resource>
#include <string>
#include <vector>

#include "text/ascii.h"
#include "text/entropy.h"
#include "text/utf8.h"

namespace sluice {
namespace expr {
namespace {

// Wraps around, as Go's does.
std::int64_t wrapped(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}
std::uint64_t bits(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

// The size of the first character; a byte that begins no character counts as
// one.
std::size_t step_of(std::string_view text) {
  return std::max<std::size_t>(decode_utf8(text).size, 1);
}

char upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

std::string_view trimmed(std::string_view text, std::string_view cut) {
  const std::size_t begin = text.find_first_not_of(cut);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(cut) - begin + 1);
}

class Evaluation {
 public:
  Evaluation(const Program& program, Subject& subject)
      : program_(program),
        subject_(subject),
        variables_(program.variables, &arena_) {}

  Outcome run() {
    const Value value = of(program_.nodes[program_.root]);
    if (failed_ || value.type != Type::kBool) return Outcome::kFailed;
    return value.boolean ? Outcome::kTrue : Outcome::kFalse;
  }

 private:
  Value failed() {
    failed_ = true;
    return {};
  }
  Value of(const Node& node);
  Value child(const Node& node, std::uint32_t which) {
    return of(program_.child(node, which));
  }
  // Evaluates a child that must have the type; fails if it has another one.
  Value child(const Node& node, std::uint32_t which, Type type) {
    const Value value = child(node, which);
    return failed_ || value.type == type ? value : failed();
  }
  std::string_view text(const Node& node, std::uint32_t which) {
    const Value value = child(node, which, Type::kString);
    if (failed_ || !sees(value)) return {};
    return value.text;
  }
  bool truth(const Node& node, std::uint32_t which) {
    const Value value = child(node, which, Type::kBool);
    return !failed_ && value.boolean;
  }

  // Counts a text that is about to be searched or compared. Returns false, and
  // fails, if the sum is too large.
  bool sees(const Value& value) {
    if (value.type == Type::kString) seen_ += value.text.size();
    if (value.type == Type::kList)
      for (const Value& one : value.list) sees(one);
    if (seen_ > kMaxSeen) failed_ = true;
    return !failed_;
  }

  // Room in the arena; null, and failed, if there is none left.
  char* room(std::size_t size) {
    made_ += size;
    if (made_ > kMaxMade) {
      failed_ = true;
      return nullptr;
    }
    return static_cast<char*>(
        arena_.allocate(std::max<std::size_t>(size, 1), 1));
  }
  Value made(std::string_view text) {
    char* const place = room(text.size());
    if (place == nullptr) return {};
    if (!text.empty()) std::memcpy(place, text.data(), text.size());
    return Value::of(std::string_view(place, text.size()));
  }
  Value made(const std::vector<Value>& values) {
    made_ += values.size() * sizeof(Value);
    if (made_ > kMaxMade) return failed();
    auto* const place = static_cast<Value*>(
        arena_.allocate(std::max<std::size_t>(values.size(), 1) * sizeof(Value),
                        alignof(Value)));
    std::uninitialized_copy(values.begin(), values.end(), place);
    return Value::of(std::span<const Value>(place, values.size()));
  }

  Value list(const Node& node);
  Value with_sign(const Node& node);
  Value is_in(const Node& node);
  Value index(const Node& node);
  Value slice(const Node& node);
  Value compare(const Node& node);
  Value arithmetic(const Node& node);
  Value contains(const Node& node);
  Value call(const Node& node);
  Value set_confidence(const Node& node);
  Value length(const Node& node);
  Value absolute(const Node& node);
  Value in_case(const Node& node);
  Value trim(const Node& node);
  Value repeat(const Node& node);
  Value part(const Node& node);
  Value end_of_list(const Node& node);
  Value of_subject(const Node& node);
  Value any_of(const Node& node);
  Value extreme(const Node& node);
  Value to_integer(const Node& node);
  Value to_float(const Node& node);
  Value to_text(const Node& node);
  Value split(const Node& node);
  Value join(const Node& node);
  Value replace(const Node& node);

  const Program& program_;
  Subject& subject_;
  alignas(std::max_align_t) std::array<std::byte, 2048> first_;
  std::pmr::monotonic_buffer_resource arena_{first_.data(), first_.size()};
  std::pmr::vector<Value> variables_;
  std::size_t made_ = 0;
  std::size_t seen_ = 0;
  bool failed_ = false;
};

Value Evaluation::of(const Node& node) {
  if (failed_) return {};
  switch (node.op) {
    case Op::kConstant:
      return node.constant;
    case Op::kList:
      return list(node);
    case Op::kVariable:
      return variables_[node.index];
    case Op::kField:
      return subject_.field(static_cast<Field>(node.index));
    case Op::kAttribute: {
      const std::string_view name = text(node, 0);
      return failed_ ? Value() : Value::of(subject_.attribute(name));
    }
    case Op::kIndex:
      return index(node);
    case Op::kSlice:
      return slice(node);
    case Op::kNot:
      return Value::of(!truth(node, 0));
    case Op::kPlus:
    case Op::kNegate:
      return with_sign(node);
    case Op::kAnd:
      return Value::of(truth(node, 0) && truth(node, 1));
    case Op::kOr:
      return Value::of(truth(node, 0) || (!failed_ && truth(node, 1)));
    case Op::kEqual:
    case Op::kUnequal: {
      const Value left = child(node, 0);
      const Value right = child(node, 1);
      if (!sees(left) || !sees(right)) return {};
      return Value::of(equal(left, right) == (node.op == Op::kEqual));
    }
    case Op::kLess:
    case Op::kLessOrEqual:
    case Op::kMore:
    case Op::kMoreOrEqual:
      return compare(node);
    case Op::kIn:
      return is_in(node);
    case Op::kContains:
    case Op::kStartsWith:
    case Op::kEndsWith:
      return contains(node);
    case Op::kMatches: {
      const std::string_view searched = text(node, 0);
      if (failed_) return {};
      return Value::of(subject_.matches(node.index, searched));
    }
    case Op::kAdd:
    case Op::kSubtract:
    case Op::kMultiply:
    case Op::kDivide:
    case Op::kModulo:
      return arithmetic(node);
    case Op::kConditional:
      return truth(node, 0) ? child(node, 1) : child(node, 2);
    case Op::kCoalesce: {
      const Value left = child(node, 0);
      return left.type == Type::kNil ? child(node, 1) : left;
    }
    case Op::kLet:
      variables_[node.index] = child(node, 0);
      return child(node, 1);
    case Op::kSequence: {
      Value last;
      for (std::uint32_t i = 0; i < node.count; ++i) last = child(node, i);
      return last;
    }
    case Op::kCall:
      return call(node);
  }
  return failed();
}

Value Evaluation::with_sign(const Node& node) {
  const Value value = child(node, 0);
  if (!value.is_number()) return failed();
  if (node.op == Op::kPlus) return value;
  if (value.type == Type::kFloat) return Value::of(-value.number);
  return Value::of(wrapped(0 - bits(value.integer)));
}

Value Evaluation::is_in(const Node& node) {
  const Value left = child(node, 0);
  const Value right = child(node, 1);
  if (failed_ || right.type == Type::kNil) return Value::of(false);
  if (right.type != Type::kList) return failed();
  if (!sees(right)) return {};
  return Value::of(std::ranges::any_of(
      right.list, [&](const Value& one) { return equal(one, left); }));
}

Value Evaluation::list(const Node& node) {
  std::vector<Value> values;
  values.reserve(node.count);
  for (std::uint32_t i = 0; i < node.count; ++i)
    values.push_back(child(node, i));
  return failed_ ? Value() : made(values);
}

Value Evaluation::index(const Node& node) {
  const Value object = child(node, 0, Type::kList);
  const Value at = child(node, 1, Type::kInt);
  if (failed_) return {};
  const auto size = static_cast<std::int64_t>(object.list.size());
  const std::int64_t place = at.integer < 0 ? at.integer + size : at.integer;
  if (place < 0 || place >= size) return failed();
  return object.list[static_cast<std::size_t>(place)];
}

// An end below zero counts from the back; one outside is moved to the border.
Value Evaluation::slice(const Node& node) {
  const Value object = child(node, 0);
  const Value from = child(node, 1);
  const Value to = child(node, 2);
  const bool is_text = object.type == Type::kString;
  if (failed_ || (!is_text && object.type != Type::kList)) return failed();
  const auto size = static_cast<std::int64_t>(is_text ? object.text.size()
                                                      : object.list.size());
  const auto end_of = [&](const Value& end, std::int64_t otherwise) {
    if (end.type == Type::kNil) return otherwise;
    if (end.type != Type::kInt) failed_ = true;
    return std::clamp<std::int64_t>(
        end.integer < 0 ? end.integer + size : end.integer, 0,
        std::numeric_limits<std::int64_t>::max());
  };
  const std::int64_t last = std::min(end_of(to, size), size);
  const std::int64_t first = std::min(end_of(from, 0), last);
  if (failed_) return {};
  const auto begin = static_cast<std::size_t>(first);
  const auto count = static_cast<std::size_t>(last - first);
  return is_text ? Value::of(object.text.substr(begin, count))
                 : Value::of(object.list.subspan(begin, count));
}

Value Evaluation::compare(const Node& node) {
  const Value left = child(node, 0);
  const Value right = child(node, 1);
  if (failed_) return {};
  const auto answer = [&](const auto& a, const auto& b) {
    switch (node.op) {
      case Op::kLess:
        return Value::of(a < b);
      case Op::kLessOrEqual:
        return Value::of(a <= b);
      case Op::kMore:
        return Value::of(a > b);
      default:
        return Value::of(a >= b);
    }
  };
  if (left.type == Type::kString && right.type == Type::kString)
    return answer(left.text, right.text);
  if (left.type == Type::kInt && right.type == Type::kInt)
    return answer(left.integer, right.integer);
  if (left.is_number() && right.is_number())
    return answer(left.as_float(), right.as_float());
  return failed();
}

Value Evaluation::arithmetic(const Node& node) {
  const Value left = child(node, 0);
  const Value right = child(node, 1);
  if (failed_) return {};
  if (node.op == Op::kAdd && left.type == Type::kString &&
      right.type == Type::kString) {
    char* const place = room(left.text.size() + right.text.size());
    if (place == nullptr) return {};
    std::ranges::copy(right.text, std::ranges::copy(left.text, place).out);
    return Value::of(
        std::string_view(place, left.text.size() + right.text.size()));
  }
  if (!left.is_number() || !right.is_number()) return failed();
  if (node.op == Op::kDivide)
    return Value::of(left.as_float() / right.as_float());
  if (left.type == Type::kInt && right.type == Type::kInt) {
    const std::uint64_t a = bits(left.integer);
    const std::uint64_t b = bits(right.integer);
    switch (node.op) {
      case Op::kAdd:
        return Value::of(wrapped(a + b));
      case Op::kSubtract:
        return Value::of(wrapped(a - b));
      case Op::kMultiply:
        return Value::of(wrapped(a * b));
      default:
        if (right.integer == 0) return failed();
        // The least integer by -1 does not fit.
        return Value::of(right.integer == -1 ? std::int64_t{0}
                                             : left.integer % right.integer);
    }
  }
  const double a = left.as_float();
  const double b = right.as_float();
  if (node.op == Op::kAdd) return Value::of(a + b);
  if (node.op == Op::kSubtract) return Value::of(a - b);
  if (node.op == Op::kMultiply) return Value::of(a * b);
  return failed();
}

Value Evaluation::contains(const Node& node) {
  const Value left = child(node, 0);
  const Value right = child(node, 1);
  // A missing value contains nothing.
  if (left.type == Type::kNil || right.type == Type::kNil)
    return failed_ ? Value() : Value::of(false);
  if (left.type != Type::kString || right.type != Type::kString)
    return failed();
  if (!sees(left) || !sees(right)) return {};
  if (node.op == Op::kStartsWith)
    return Value::of(left.text.starts_with(right.text));
  if (node.op == Op::kEndsWith)
    return Value::of(left.text.ends_with(right.text));
  return Value::of(left.text.find(right.text) != std::string_view::npos);
}

// Whether a text, or one of a list of texts, matches as the function demands.
Value Evaluation::any_of(const Node& node) {
  const Value values = child(node, 0);
  std::span<const Value> wanted;
  if (node.function == Function::kStartsWithAny ||
      node.function == Function::kIntersects) {
    const Value list = child(node, 1);
    if (failed_) return {};
    if (list.type != Type::kList) return Value::of(false);
    wanted = list.list;
    for (const Value& one : wanted)
      if (one.type != Type::kString) return Value::of(false);
  }
  if (failed_ || !sees(values)) return {};
  const auto fits = [&](std::string_view text) {
    if (node.function == Function::kStartsWithAny)
      return std::ranges::any_of(
          wanted, [&](const Value& one) { return text.starts_with(one.text); });
    if (node.function == Function::kIntersects)
      return std::ranges::any_of(
          wanted, [&](const Value& one) { return text == one.text; });
    return subject_.matches(node.index, text);
  };
  if (values.type == Type::kString) return Value::of(fits(values.text));
  if (values.type != Type::kList) return Value::of(false);
  for (const Value& one : values.list)
    if (one.type != Type::kString) return Value::of(false);
  return Value::of(std::ranges::any_of(
      values.list, [&](const Value& one) { return fits(one.text); }));
}

// The least or the greatest, of numbers and of lists of numbers; of equal ones
// the first.
Value Evaluation::extreme(const Node& node) {
  Value best;
  const auto take = [&](const Value& value) {
    if (!value.is_number()) {
      failed_ = true;
      return;
    }
    const bool better = node.function == Function::kMin
                            ? value.as_float() < best.as_float()
                            : value.as_float() > best.as_float();
    if (best.type == Type::kNil || better) best = value;
  };
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const Value value = child(node, i);
    if (failed_) return {};
    if (value.type != Type::kList) {
      take(value);
      continue;
    }
    for (const Value& one : value.list) take(one);
  }
  return best;
}

Value Evaluation::to_integer(const Node& node) {
  const Value value = child(node, 0);
  if (failed_ || value.type == Type::kInt) return value;
  if (value.type == Type::kFloat)
    return std::abs(value.number) < 9.2e18
               ? Value::of(static_cast<std::int64_t>(value.number))
               : failed();
  if (value.type != Type::kString) return failed();
  std::string_view text = value.text;
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  std::int64_t integer = 0;
  const auto [stop, error] =
      std::from_chars(text.data(), text.data() + text.size(), integer);
  if (error != std::errc() || stop != text.data() + text.size())
    return failed();
  return Value::of(integer);
}

Value Evaluation::to_float(const Node& node) {
  const Value value = child(node, 0);
  if (failed_ || value.type == Type::kFloat) return value;
  if (value.type == Type::kInt) return Value::of(value.as_float());
  if (value.type != Type::kString) return failed();
  double number = 0;
  const char* const end = value.text.data() + value.text.size();
  const auto [stop, error] = std::from_chars(value.text.data(), end, number);
  if (error != std::errc() || stop != end) return failed();
  return Value::of(number);
}

Value Evaluation::to_text(const Node& node) {
  const Value value = child(node, 0);
  switch (value.type) {
    case Type::kString:
      return value;
    case Type::kInt:
      return made(fmt::format("{}", value.integer));
    case Type::kFloat:
      return made(fmt::format("{}", value.number));
    case Type::kBool:
      return made(value.boolean ? "true" : "false");
    default:
      return failed();
  }
}

Value Evaluation::split(const Node& node) {
  std::string_view rest = text(node, 0);
  const std::string_view by = text(node, 1);
  std::int64_t most = -1;
  if (node.count == 3) most = child(node, 2, Type::kInt).integer;
  if (failed_) return {};
  std::vector<Value> parts;
  while (most != 0) {
    std::size_t at = rest.find(by);
    if (by.empty()) at = rest.empty() ? 0 : step_of(rest);
    const bool last =
        at == std::string_view::npos || (by.empty() && at >= rest.size());
    if (last || most == 1) {
      if (!by.empty() || !rest.empty()) parts.push_back(Value::of(rest));
      break;
    }
    parts.push_back(Value::of(rest.substr(0, at)));
    rest.remove_prefix(at + by.size());
    if (most > 0) --most;
    if ((parts.size() + 1) * sizeof(Value) > kMaxMade) return failed();
  }
  return made(parts);
}

Value Evaluation::join(const Node& node) {
  const Value list = child(node, 0, Type::kList);
  const std::string_view between =
      node.count == 2 ? text(node, 1) : std::string_view();
  if (failed_) return {};
  std::string joined;
  for (std::size_t i = 0; i < list.list.size(); ++i) {
    if (list.list[i].type != Type::kString) return failed();
    if (i > 0) joined += between;
    joined += list.list[i].text;
    if (joined.size() > kMaxMade) return failed();
  }
  return made(joined);
}

Value Evaluation::replace(const Node& node) {
  const std::string_view whole = text(node, 0);
  const std::string_view old = text(node, 1);
  const std::string_view by = text(node, 2);
  std::int64_t most = -1;
  if (node.count == 4) most = child(node, 3, Type::kInt).integer;
  if (failed_) return {};
  std::string replaced;
  std::size_t at = 0;
  // The empty text is found before each character, and at the end.
  while (most != 0) {
    const std::size_t found = old.empty() ? at : whole.find(old, at);
    if (found == std::string_view::npos) break;
    replaced += whole.substr(at, found - at);
    replaced += by;
    at = found + old.size();
    if (most > 0) --most;
    if (replaced.size() > kMaxMade) return failed();
    if (!old.empty()) continue;
    if (at == whole.size()) break;
    const std::size_t step = step_of(whole.substr(at));
    replaced += whole.substr(at, step);
    at += step;
  }
  replaced += whole.substr(at);
  return made(replaced);
}

Value Evaluation::set_confidence(const Node& node) {
  const std::string_view level = text(node, 0);
  if (level != "low" && level != "medium" && level != "high") return failed();
  subject_.set_confidence(level);
  return Value::of(level);
}

Value Evaluation::length(const Node& node) {
  const Value value = child(node, 0);
  if (!sees(value)) return {};
  if (value.type == Type::kString)
    return Value::of(subject_.length_of(value.text));
  if (value.type != Type::kList) return failed();
  return Value::of(static_cast<std::int64_t>(value.list.size()));
}

Value Evaluation::absolute(const Node& node) {
  const Value value = child(node, 0);
  if (!value.is_number()) return failed();
  if (value.type == Type::kFloat) return Value::of(std::abs(value.number));
  return value.integer < 0 ? Value::of(wrapped(0 - bits(value.integer)))
                           : value;
}

Value Evaluation::in_case(const Node& node) {
  const Value copy = made(text(node, 0));
  if (failed_) return {};
  char* const begin = const_cast<char*>(copy.text.data());
  for (std::size_t i = 0; i < copy.text.size(); ++i)
    begin[i] =
        node.function == Function::kLower ? lower(begin[i]) : upper(begin[i]);
  return copy;
}

Value Evaluation::trim(const Node& node) {
  constexpr std::string_view kBlanks = " \t\n\v\f\r";
  std::string_view whole = text(node, 0);
  if (node.function == Function::kTrim)
    return Value::of(trimmed(whole, node.count == 2 ? text(node, 1) : kBlanks));
  const std::string_view cut = node.count == 2 ? text(node, 1) : " ";
  if (node.function == Function::kTrimPrefix && whole.starts_with(cut))
    whole.remove_prefix(cut.size());
  if (node.function == Function::kTrimSuffix && whole.ends_with(cut))
    whole.remove_suffix(cut.size());
  return Value::of(whole);
}

Value Evaluation::repeat(const Node& node) {
  const std::string_view one = text(node, 0);
  const std::int64_t times = child(node, 1, Type::kInt).integer;
  if (failed_ || times < 0 || times > 1'000'000) return failed();
  const auto count = static_cast<std::size_t>(times);
  char* place = room(one.size() * count);
  if (place == nullptr) return {};
  const std::string_view all(place, one.size() * count);
  for (std::size_t i = 0; i < count; ++i)
    place = std::ranges::copy(one, place).out;
  return Value::of(all);
}

// Where a part begins in a text, or whether it is at an end of it.
Value Evaluation::part(const Node& node) {
  const std::string_view whole = text(node, 0);
  const std::string_view part = text(node, 1);
  if (node.function == Function::kHasPrefix)
    return Value::of(whole.starts_with(part));
  if (node.function == Function::kHasSuffix)
    return Value::of(whole.ends_with(part));
  const std::size_t at = node.function == Function::kIndexOf
                             ? whole.find(part)
                             : whole.rfind(part);
  return Value::of(at == std::string_view::npos
                       ? std::int64_t{-1}
                       : static_cast<std::int64_t>(at));
}

Value Evaluation::end_of_list(const Node& node) {
  const Value list = child(node, 0, Type::kList);
  if (failed_ || list.list.empty()) return {};
  return node.function == Function::kFirst ? list.list.front()
                                           : list.list.back();
}

// The functions for which the subject has the answer.
Value Evaluation::of_subject(const Node& node) {
  const std::string_view of = text(node, 0);
  if (failed_) return {};
  if (node.function == Function::kTokenRatio)
    return Value::of(subject_.token_ratio(of));
  if (node.function == Function::kFailsTokenEfficiency)
    return Value::of(subject_.fails_token_efficiency(of));
  return Value::of(subject_.find(node.index, of));
}

Value Evaluation::call(const Node& node) {
  switch (node.function) {
    case Function::kEntropy:
      return Value::of(shannon_entropy(text(node, 0)));
    case Function::kTokenRatio:
    case Function::kFailsTokenEfficiency:
    case Function::kFindMatch:
      return of_subject(node);
    case Function::kSetConfidence:
      return set_confidence(node);
    case Function::kMatchesAny:
    case Function::kContainsAny:
    case Function::kStartsWithAny:
    case Function::kIntersects:
      return any_of(node);
    case Function::kLen:
      return length(node);
    case Function::kMin:
    case Function::kMax:
      return extreme(node);
    case Function::kAbs:
      return absolute(node);
    case Function::kLower:
    case Function::kUpper:
      return in_case(node);
    case Function::kTrim:
    case Function::kTrimPrefix:
    case Function::kTrimSuffix:
      return trim(node);
    case Function::kHasPrefix:
    case Function::kHasSuffix:
    case Function::kIndexOf:
    case Function::kLastIndexOf:
      return part(node);
    case Function::kSplit:
      return split(node);
    case Function::kJoin:
      return join(node);
    case Function::kReplace:
      return replace(node);
    case Function::kRepeat:
      return repeat(node);
    case Function::kInt:
      return to_integer(node);
    case Function::kFloat:
      return to_float(node);
    case Function::kString:
      return to_text(node);
    case Function::kFirst:
    case Function::kLast:
      return end_of_list(node);
  }
  return failed();
}

}  // namespace

bool equal(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    if (a.type == Type::kInt && b.type == Type::kInt)
      return a.integer == b.integer;
    return a.as_float() == b.as_float();
  }
  if (a.type != b.type) return false;
  switch (a.type) {
    case Type::kBool:
      return a.boolean == b.boolean;
    case Type::kString:
      return a.text == b.text;
    case Type::kList:
      return std::ranges::equal(a.list, b.list, equal);
    default:
      return true;
  }
}

std::int64_t Subject::length_of(std::string_view text) {
  return static_cast<std::int64_t>(count_characters(text));
}

Outcome evaluate(const Program& program, Subject& subject) {
  return Evaluation(program, subject).run();
}

}  // namespace expr
}  // namespace sluice
