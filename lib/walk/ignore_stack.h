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

// Who wrote a rule. git's rules end where a repository below begins, and do not
// apply to files that git tracks. Ours apply in both cases.
enum class RuleOwner : std::uint8_t { kGit, kSluice };

// The rank, from the highest: the files of deeper directories before those of
// shallower ones, and in a directory the one that was pushed later. Then follow
// the repository's exclude files, the one that was pushed later first. The
// highest file with a matching rule decides. Empty files are not kept.
class IgnoreStack {
 public:
  // A place to go back to.
  struct Mark {
    std::size_t files = 0;
    std::size_t excludes = 0;
    std::size_t first_file = 0;
    std::size_t first_exclude = 0;
  };

  // The decision, and whose it was. Valid while the rule is on the stack.
  struct Decision {
    IgnoreVerdict verdict = IgnoreVerdict::kNone;
    RuleOwner owner = RuleOwner::kGit;
    std::uint32_t line = 0;
    std::string_view text{};  // of the line
    bool exclude_file = false;
    std::size_t level = 0;
  };

  // When a file leaves the stack, what count() counted is added to `*tally`.
  explicit IgnoreStack(IgnoredBy* tally) : tally_(tally) {}
  ~IgnoreStack() { restore({}); }
  IgnoreStack(const IgnoreStack&) = delete;
  IgnoreStack& operator=(const IgnoreStack&) = delete;

  Mark mark() const {
    return {files_.size(), excludes_.size(), first_file_, first_exclude_};
  }
  void restore(Mark mark);

  // A repository begins here: git's rules from above do not apply until the
  // stack is restored to before.
  void begin_repository();

  // Whether a file with this text may be pushed (kMaxIgnoreLines).
  bool has_room(std::string_view text) const;

  // Pushes a file of a directory. The path of the directory, slash included, is
  // the first `base` bytes of the paths for decide(). `name` is the name of the
  // file for people.
  void push_file(std::size_t base, RuleOwner owner, std::string name,
                 IgnoreFile file);
  void push_exclude(std::size_t base, std::string name, IgnoreFile file);

  // `path` contains every base on the stack, and ends in a name that begins at
  // `name_at`.
  Decision decide(std::string_view path, std::size_t name_at,
                  bool is_directory) const;
  // The same, only by the rules of RuleOwner::kSluice.
  Decision decide_own(std::string_view path, std::size_t name_at,
                      bool is_directory) const;

  const std::string& name_of(const Decision& decision) const {
    return level_of(decision).name;
  }

  // Counts something that was skipped because of this decision.
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
  // git's rules below these do not apply.
  std::size_t first_file_ = 0;
  std::size_t first_exclude_ = 0;
};

}  // namespace sluice
