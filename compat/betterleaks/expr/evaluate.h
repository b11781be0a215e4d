// Evaluates an expression for one finding, or for one file.
// Thread-safety: pure; a Subject belongs to one evaluation. Memory: new texts
// lie in an arena of the evaluation, of at most kMaxMade bytes; an expression
// that makes no texts allocates nothing.
// Errors: an expression can fail where a type was not known before (`int("x")`,
// an index past the end of a list). The result is then kFailed; no exception is
// thrown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "betterleaks/expr/program.h"

namespace sluice {
namespace expr {

inline constexpr std::size_t kMaxMade = 4 * 1024 * 1024;

// Bytes of texts that an evaluation searches or compares at most, so that no
// expression takes long for a finding. One that needs more fails.
inline constexpr std::size_t kMaxSeen = 4 * 1024 * 1024;

// The finding or file that an expression examines. Texts must outlive the
// evaluation.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual Value field(Field field) = 0;
  // Empty if there is none of that name.
  virtual std::string_view attribute(std::string_view name) = 0;
  // Characters in `text`, as count_characters() has them. A subject may know
  // them of a text that many evaluations ask about.
  virtual std::int64_t length_of(std::string_view text);
  // `pattern` is an index in Program::patterns.
  virtual bool matches(std::uint32_t pattern, std::string_view text) = 0;
  // The leftmost match; empty without one.
  virtual std::string_view find(std::uint32_t pattern,
                                std::string_view text) = 0;
  virtual double token_ratio(std::string_view text) = 0;
  virtual bool fails_token_efficiency(std::string_view text) = 0;
  // `level` is low, medium or high.
  virtual void set_confidence(std::string_view level) = 0;
};

enum class Outcome : std::uint8_t { kFalse, kTrue, kFailed };

Outcome evaluate(const Program& program, Subject& subject);

}  // namespace expr
}  // namespace sluice
