// The ignore files in force at one place of a walk, by rank.
// Thread-safety: used by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "ignore/ignore_file.h"
#include "walk/ignored_by.h"

namespace sluice {

// Who wrote a rule: git's end where a repository below begins, and give way to
// what git tracks; ours do neither.
enum class RuleOwner : std::uint8_t { kGit, kSluice };

// The rank, from the highest: the files of deeper directories before those of
// shallower ones, in a directory the one pushed later; then the repository's
// exclude files, the one pushed later first. The highest that has anything to
// say decides. Empty files are not kept.
class IgnoreStack {
 public:
  // A place to go back to.
  struct Mark {
    std::size_t files = 0;
    std::size_t excludes = 0;
    std::size_t first_file = 0;
    std::size_t first_exclude = 0;
  };

  // What was decided, and by whom. Valid while the rule is on the stack.
  struct Decision {
    IgnoreVerdict verdict = IgnoreVerdict::kNone;
    RuleOwner owner = RuleOwner::kGit;
    std::uint32_t line = 0;
    std::string_view text{};  // of the line
    bool exclude_file = false;
    std::size_t level = 0;
  };

  // Adds to `*tally` what count() counted, when a file leaves the stack.
  explicit IgnoreStack(IgnoredBy* tally) : tally_(tally) {}
  ~IgnoreStack() { restore({}); }
  IgnoreStack(const IgnoreStack&) = delete;
  IgnoreStack& operator=(const IgnoreStack&) = delete;

  Mark mark() const {
    return {files_.size(), excludes_.size(), first_file_, first_exclude_};
  }
  void restore(Mark mark);

  // A repository begins here: git's rules from above are out of force until the
  // stack is restored to before.
  void begin_repository();

  // Whether a file with this text may be pushed (kMaxIgnoreLines).
  bool has_room(std::string_view text) const;

  // A file of a directory whose path, slash included, is the first `base` bytes
  // of the paths that decide() will be asked about. `name` is what people know
  // it as.
  void push_file(std::size_t base, RuleOwner owner, std::string name,
                 IgnoreFile file);
  void push_exclude(std::size_t base, std::string name, IgnoreFile file);

  // `path` holds every base on the stack and ends in a name that begins at
  // `name_at`.
  Decision decide(std::string_view path, std::size_t name_at,
                  bool is_directory) const;
  // The same by the rules of RuleOwner::kSluice alone.
  Decision decide_own(std::string_view path, std::size_t name_at,
                      bool is_directory) const;

  const std::string& name_of(const Decision& decision) const {
    return level_of(decision).name;
  }

  // Something was left out for this decision's sake.
  void count(const Decision& decision) { ++level_of(decision).count; }

 private:
  struct Level {
    std::size_t base;
    RuleOwner owner;
    std::string name;
    IgnoreFile file;
    std::size_t patterns = 0;  // with those of the levels below
    std::uint64_t count = 0;
  };
  static void push(std::deque<Level>* levels, Level level);
  class Asked;

  void pop(std::deque<Level>* levels, std::size_t size);
  const Level& level_of(const Decision& decision) const {
    return (decision.exclude_file ? excludes_ : files_)[decision.level];
  }
  Level& level_of(const Decision& decision) {
    return (decision.exclude_file ? excludes_ : files_)[decision.level];
  }

  IgnoredBy* tally_;
  std::deque<Level> files_;  // which never move
  std::deque<Level> excludes_;
  // Git's below these are out of force.
  std::size_t first_file_ = 0;
  std::size_t first_exclude_ = 0;
};

}  // namespace sluice
