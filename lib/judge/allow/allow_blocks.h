// The marks in a file between which secrets are allowed: sluice:allow-start ..
// sluice:allow-end, secretlint-disable .. secretlint-enable. A block that is
// not closed extends to the end of the file. Blocks do not nest: an end ends
// all blocks, or those of the rules that it names.
//
// A file is read in stretches. The marks of each stretch are noted with their
// places in the file, in any order of the stretches. Then they are joined
// (append()), and only after that used. So the result does not depend on how
// the file was cut.
//
// Bound: at most kMaxMarks of a file are kept, 40 bytes each. The rules that
// they name count as marks. From there on, blocks allow nothing, and
// overflowed() returns true.
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

  // Notes the marks that begin in text[begin, end). text[0] is byte `origin` of
  // the file. There are kDirectiveReach bytes after `end`, unless the file ends
  // before.
  void note(std::string_view text, std::size_t begin, std::size_t end,
            std::uint64_t origin);

  // Adds the marks of a stretch that comes after those noted so far.
  void append(AllowBlocks&& later);

  bool empty() const { return marks_.empty(); }
  // Where blocks begin that may extend beyond the noted stretches. A block that
  // ends only for some rules counts as one that continues.
  std::vector<std::uint64_t> open_since() const;
  // The memory of the marks, in bytes.
  std::uint64_t memory() const;
  bool overflowed() const { return kept_ >= kMaxMarks; }

  // Whether byte `at` is in a block for the rule. Caches its view of the marks,
  // rule by rule.
  bool allows(std::uint64_t at, std::string_view rule_id);

  // Whether a mark names rules, so that a block may count for some only.
  bool name_rules() const { return kept_ > marks_.size(); }
  // The rules that the marks name, each once.
  std::vector<std::string_view> named_rules() const;

 private:
  struct Mark {
    std::uint64_t at;
    bool opens;
    std::vector<std::string> rules;  // empty for every rule
  };
  // From byte `at`, a block begins or ends for one rule.
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
