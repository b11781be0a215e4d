// One gitignore pattern, without its '!' and its slash at the end, made ready
// to match.
// Thread-safety: immutable once compiled; matches() may run on many threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ignore/byte_class.h"

namespace sluice {

class Glob {
 public:
  // The scope of the pattern: the last component of a path (the pattern has no
  // slash) or a whole path relative to the pattern's directory.
  enum class Scope : std::uint8_t { kName, kPath };

  // How much work a match takes.
  enum class Shape : std::uint8_t {
    kLiteral,  // the text is head()
    kSuffix,   // the text ends in tail()
    kPrefix,   // the text begins with head()
    kGeneral,
  };

  // Nothing if the pattern is malformed and so matches no text at all. With
  // Case::kIgnored all texts have to come folded.
  static std::optional<Glob> compile(std::string_view pattern, Scope scope,
                                     Case mode = Case::kSensitive);

  // How a general pattern is matched; both ways have the same result (glob.cc).
  enum class Way : std::uint8_t { kCheaper, kByteByByte, kAllPlaces };

  // Takes O(text * pattern / 64) steps where that is much.
  bool matches(std::string_view text, Way way = Way::kCheaper) const;

  Scope scope() const { return scope_; }
  Shape shape() const { return shape_; }

  // The bytes that every matching text begins and ends with. Both are whole if
  // the pattern is literal; they never overlap otherwise.
  std::string_view head() const { return head_; }
  std::string_view tail() const { return tail_; }
  // Bytes that every matching text contains, if they are more than either end;
  // may be empty.
  std::string_view middle() const { return middle_; }

 private:
  enum class Kind : std::uint8_t {
    kByte,      // `value` itself
    kAny,       // one byte, no slash
    kClass,     // one byte of classes_[value]
    kStar,      // any bytes, no slash
    kDirs,      // nothing, or anything that ends in a slash
    kSomeDirs,  // anything that ends in a slash
    kRest,      // anything, to the end of the text
  };
  struct Op {
    Kind kind;
    std::uint32_t value = 0;
  };

  Glob() = default;
  bool add_ops(std::string_view pattern, Case mode);
  void find_shape();
  bool run_either(std::string_view text, Way way) const;
  bool run(std::string_view text) const;
  bool run_at_all_places(std::string_view text) const;
  bool accepts(const Op& op, char c) const;

  Scope scope_ = Scope::kName;
  Shape shape_ = Shape::kGeneral;
  std::string head_;
  std::string tail_;
  std::string middle_;
  std::vector<Op> ops_;  // what follows the head
  std::vector<ByteClass> classes_;
};

}  // namespace sluice
