// The marks in a file between which secrets are allowed to stand:
// sluice:allow-start .. sluice:allow-end, secretlint-disable ..
// secretlint-enable. A block that is not closed reaches to the end of the file;
// blocks do not nest: an end ends all, or what it names.
//
// A file is looked at in stretches. Each has its marks noted with where they
// stand in the file, in any order of the stretches; they are put together
// (append()), and only then asked. So the answer is the same however the file
// was cut.
//
// Bound: kMaxMarks of a file are kept, 40 bytes each, and the rules that they name
// count as marks; from there on nothing is allowed by a block, and overflowed()
// says so.
//
// Thread-safety: a value for one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class AllowBlocks {
 public:
  static constexpr std::size_t kMaxMarks = 1 << 16;

  // The marks that begin in text[begin, end); text[0] is byte `origin` of the
  // file. kDirectiveReach bytes stand behind `end` unless the file ends there.
  void note(std::string_view text, std::size_t begin, std::size_t end,
            std::uint64_t origin);

  // Takes the marks of a stretch that lies behind those noted so far.
  void append(AllowBlocks&& later);

  bool empty() const { return marks_.empty(); }
  // Where blocks begin that may reach beyond what was noted. One that ends for
  // some rules alone counts as one that goes on.
  std::vector<std::uint64_t> open_since() const;
  // Bytes that the marks take.
  std::uint64_t memory() const;
  bool overflowed() const { return kept_ >= kMaxMarks; }

  // Whether byte `at` lies in a block for the rule. Remembers what it made of
  // the marks, rule by rule.
  bool allows(std::uint64_t at, std::string_view rule_id);

  // The rules that marks name, each once.
  std::vector<std::string_view> named_rules() const;

 private:
  struct Mark {
    std::uint64_t at;
    bool opens;
    std::vector<std::string> rules;  // empty: every rule
  };
  // From byte `at` on a block begins, or ends, for one rule.
  struct Turn {
    std::uint64_t at;
    bool open;
  };

  std::vector<Turn> turns_of(std::string_view rule_id) const;
  void add(Mark mark);

  std::vector<Mark> marks_;  // by `at`
  std::size_t kept_ = 0;     // marks, and rules that they name
  std::map<std::string, std::vector<Turn>, std::less<>> turns_;
};

}  // namespace sluice
