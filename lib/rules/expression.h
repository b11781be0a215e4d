// The expressions of a configuration, which decide that a finding or a file is
// dropped. This module knows that there are some, and keeps them with their
// rules; compat/betterleaks/ has their language, and a Condition
// (judge/filter/filters.h) evaluates one.
// Thread-safety: immutable.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace sluice {

class Condition;

// Why a pattern cannot be used, or that it lacks the capture `group`; empty if
// it can.
using PatternError =
    std::function<std::string(std::string_view regex, std::uint32_t group)>;

class Expression {
 public:
  virtual ~Expression() = default;
  virtual std::string_view source() const = 0;  // as it was written
  // The condition must not outlive the expression.
  virtual std::unique_ptr<const Condition> compile() const = 0;
};

// The subject of an expression. For a prefilter there is only the file.
enum class ExpressionUse : std::uint8_t { kFile, kFinding };

struct ParsedExpression {
  std::unique_ptr<const Expression> expression;
  // The attributes that it reads although they are always empty.
  std::vector<std::string> unknown_attributes;
};

class ExpressionLanguage {
 public:
  virtual ~ExpressionLanguage() = default;
  // Every pattern is checked with `pattern_error`, unless that is null, so that
  // none can fail in a scan. Errors: kConfig, "line:column: why", one line.
  virtual Result<ParsedExpression> parse(
      std::string_view text, ExpressionUse use,
      const PatternError* pattern_error) const = 0;
  // The filter that `tokenEfficiency = true` means.
  virtual std::string_view token_efficiency() const = 0;
};

}  // namespace sluice
