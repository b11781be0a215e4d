// The position of a walk in the tree below one named directory, and the
// decision about each entry there. The walk (walker.h) visits all entries, the
// explanation (explain.h) one path.
// Thread-safety: used by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "walk/git_directory.h"
#include "walk/ignore_stack.h"
#include "walk/ignored_by.h"
#include "walk/named_paths.h"
#include "walk/open_directories.h"
#include "walk/repositories.h"
#include "walk/walk_options.h"
#include "walk/walk_sink.h"

namespace sluice {

// The decision about an entry, and its reason.
struct Decision {
  enum class Action : std::uint8_t {
    kFile,   // scan it
    kEnter,  // go down
    kSkip,
    kFail,  // a problem that was reported
  };
  Action action = Action::kSkip;
  Skip reason = Skip::kIgnored;  // of kSkip
  // The ignore files' decision about the entry, even if another one prevails.
  IgnoreStack::Decision rule{};
  bool only_config = false;   // a .git: only its config is scanned
  bool tracked = false;       // git tracks it (or something below) all the same
  bool only_tracked = false;  // of a directory: nothing else in it is scanned
  bool included = false;      // of a directory: --include fits it
  bool named = false;         // the user named it
  FileKind kind = FileKind::kRegular;  // of the target of a followed link
  std::optional<FileIdentity> identity{};
};

class Descent {
 public:
  Descent(const FileSystem& fs, const WalkOptions& options, WalkSink& sink,
          NamedPaths* named);

  // Enters a named directory. Returns false once the sink has ended the walk.
  bool begin(const NamedPath& directory, bool alone);

  // The number of directories from the named one to this one, both included. 0
  // means that everything was visited.
  std::size_t depth() const { return frames_.size(); }

  // Returns the next entry of this directory, in the order of names, and sets
  // path() to it. Returns null if there is none. Valid until enter() or
  // leave().
  const DirEntry* next();
  // Returns the entry with that name, as if it came next.
  const DirEntry* find(std::string_view name);
  // Whether this directory has an entry with that name. With `as_file`, it must
  // be a regular file.
  bool holds(std::string_view name, bool as_file) const;

  Decision decide(const DirEntry& entry);
  // Enters the directory at path(). Returns false once the sink has ended the
  // walk.
  bool enter(const DirEntry& entry, const Decision& decision);
  void leave();
  // Whether the sink ended the walk while an entry was judged.
  bool ended() const { return ended_; }

  // Counts that `rule` excluded something.
  void count(const IgnoreStack::Decision& rule) { ignores_.count(rule); }
  const std::string& name_of(const IgnoreStack::Decision& rule) const {
    return ignores_.name_of(rule);
  }

  const std::shared_ptr<const WalkRoot>& root() const { return root_; }
  // The path of the current entry, relative to the named directory.
  std::string_view below() const {
    return std::string_view(path_).substr(prefix_);
  }
  // `by` is the ignore file, if that is the reason.
  void skip(Skip reason, std::string_view by = {});

  // Notes a file or directory, and returns whether it is new. For walks that
  // follow links.
  bool is_first(const FileIdentity& identity) {
    return seen_.insert({identity.device, identity.inode}).second;
  }

  // Call it when the walk is over.
  IgnoreFileCounts ignored_by(std::size_t most);

 private:
  struct Frame {
    std::size_t first;      // of its entries
    std::size_t next;       // the entry to continue with
    std::size_t path_size;  // of its own path, the slash included
    IgnoreStack::Mark mark;
    // The rule that ignores this directory. Then only files that git tracks are
    // scanned in it.
    std::optional<IgnoreStack::Decision> ignored;
    bool included = false;  // --include fits it, or one above
    bool is_git_directory = false;
    // The repository around it, and where its root ends in the path.
    std::shared_ptr<Repository> repository;
    std::size_t repository_base = 0;
    // Set only if a named path is below it.
    std::optional<FileIdentity> identity;
  };

  void open_root(const NamedPath& directory, bool alone);
  bool list_into(Frame frame, int directory);
  void find_config(Frame frame, int directory);
  bool read_rules(int directory);
  bool begin_repository(int directory, const std::string& git_directory,
                        const std::string& shown);
  bool read_rules_above();
  bool read_rules_between(int repository);
  bool read_ignore_files(int directory, const std::string& from,
                         std::size_t base, bool listed);
  bool read_ignore_file(int directory, const std::string& path,
                        std::size_t base, RuleOwner owner);
  bool read_exclude_file(int directory, const std::string& path,
                         const std::string& shown);
  Decision decide_link(const DirEntry& entry);
  bool is_too_large(const DirEntry& entry);
  bool decide_named(const DirEntry& entry, Decision* decision);
  bool is_filtered(const Frame& frame, Decision* decision) const;
  void decide_by_rules(const Frame& frame, Decision* decision);
  void decide_tracked(const Frame& frame, Decision* decision);
  bool has_directories() const;
  std::string directory_below() const;
  std::string shown(std::string_view below) const;
  bool give_problem(std::string_view below, std::string_view what,
                    const Error& error);

  const FileSystem& fs_;
  const WalkOptions& options_;
  WalkSink& sink_;
  NamedPaths* named_;
  Repositories repositories_;
  IgnoredBy ignored_by_;
  std::shared_ptr<const WalkRoot> root_;  // as it is given to the sink
  std::shared_ptr<const WalkRoot> open_root_;
  bool ended_ = false;
  unsigned long long device_ = 0;                  // of the root
  std::optional<EnclosingRepository> repository_;  // around the root
  // From the root of the repository that contains the named directory, if there
  // is one. The part before `prefix_` does not belong to this walk.
  std::string path_;
  std::size_t prefix_ = 0;
  std::vector<DirEntry> entries_;
  std::vector<Frame> frames_;
  OpenDirectories directories_;
  IgnoreStack ignores_;
  std::set<std::pair<unsigned long long, unsigned long long>> seen_;
};

}  // namespace sluice
