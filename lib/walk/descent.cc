// There are three stacks and one path. The path grows by a name when the walk
// enters a directory, and is cut when the walk comes back. So a file needs no
// allocation of its own. One vector contains the entries of all directories
// from the root to here, each directory's after those of its parent. A Frame
// contains where they begin and which entry is next. The other stacks are those
// of the active ignore files (ignore_stack.h) and of the open directories
// (open_directories.h). Nothing recurses: only memory limits the depth of a
// tree.
//
// A directory costs an open, the listing, and the reading of the ignore files
// in the listing. (Most directories have none, and a try to open each would
// fail.) A file costs only its part of the sort and the patterns. The listing
// contains the kinds of entries, so nothing is statted, with four exceptions:
// around overlapping named paths (named_paths.h), each directory for
// WalkOptions::one_filesystem, each file for WalkOptions::max_file_size, and
// everything for WalkOptions::follow.
//
// A directory is opened from the one above it, never through a link. So a
// directory that is replaced in the meantime cannot lead out of the tree.
//
// Tracked files: a file that only git's rules exclude is scanned if git has it
// in its index. git is asked for these files once (git/git.h). An excluded
// directory that contains such files is walked only for them.
#include "walk/descent.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include "fs/foreign_file.h"
#include "walk/git_directory.h"

namespace sluice {
namespace {

// If there are more named directories than this, files do not keep theirs open.
constexpr std::size_t kMaxOpenRoots = 64;

tl::unexpected<Error> too_many_lines() {
  return fail(ErrorCode::kIo,
              "with it more than {} lines of ignore files would be in force",
              kMaxIgnoreLines);
}

Case case_of(const std::shared_ptr<Repository>& repository) {
  return repository && repository->settings().ignore_case ? Case::kIgnored
                                                          : Case::kSensitive;
}

// With "~" for the user's home, so that a report does not name it.
std::string without_home(const std::string& path) {
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return path;
  const std::string inside = std::string(home) + "/";
  return path.starts_with(inside) ? "~/" + path.substr(inside.size()) : path;
}

Decision skipped(Decision decision, Skip reason) {
  decision.action = Decision::Action::kSkip;
  decision.reason = reason;
  return decision;
}

}  // namespace

Descent::Descent(const FileSystem& fs, const WalkOptions& options,
                 WalkSink& sink, NamedPaths* named)
    : fs_(fs),
      options_(options),
      sink_(sink),
      named_(named),
      repositories_(fs, options.git, options.interrupt, sink,
                    named != nullptr && named->paths().size() > 1),
      ignored_by_(options.shard),
      directories_(fs, options.follow ? Links::kFollow : Links::kRefuse),
      ignores_(&ignored_by_) {}

void Descent::open_root(const NamedPath& directory, bool alone) {
  std::string name = directory.path;
  if (!name.empty() && name.back() != '/') name += '/';
  const Result<int> fd = fs_.open_directory(
      kWorkingDirectory, name.empty() ? "." : directory.path, Links::kFollow);
  const Links links = options_.follow ? Links::kFollow : Links::kRefuse;
  repository_ = enclosing_repository(fs_, name.empty() ? "." : directory.path,
                                     directory.identity.device);
  std::optional<std::string> place;
  if (repository_) place = repository_->inside;
  const auto make = [&](int descriptor) {
    return std::make_shared<const WalkRoot>(fs_, name, place, !alone, links,
                                            directory.identity, descriptor);
  };
  root_ = open_root_ = make(fd ? *fd : WalkRoot::kNone);
  const bool many = named_ != nullptr && named_->directories() > kMaxOpenRoots;
  if (many) root_ = make(WalkRoot::kNone);
  device_ = directory.identity.device;
  path_.clear();
  prefix_ = 0;
  if (!fd) give_problem("", "cannot read directory", fd.error());
}

bool Descent::begin(const NamedPath& directory, bool alone) {
  open_root(directory, alone);
  if (open_root_->descriptor() == WalkRoot::kNone) return true;
  if (options_.follow && !is_first(directory.identity)) {
    skip(Skip::kSeen);
    return true;
  }
  if (options_.max_depth == 0) {
    skip(Skip::kTooDeep);
    return true;
  }
  directories_.begin(open_root_->descriptor());
  Frame frame;
  frame.included =
      !alone && options_.filter.has_includes() &&
      options_.filter.includes(root_->reported(""), /*is_directory=*/true);
  if (named_ != nullptr && named_->lies_above(directory.identity))
    frame.identity = directory.identity;
  return list_into(std::move(frame), open_root_->descriptor());
}

bool Descent::enter(const DirEntry& entry, const Decision& decision) {
  const Frame& above = frames_.back();
  Frame frame;
  frame.repository = above.repository;
  frame.repository_base = above.repository_base;
  frame.included = above.included || decision.included;
  frame.is_git_directory = decision.only_config;
  if (decision.only_tracked) frame.ignored = decision.rule;
  frame.identity = decision.identity;
  const Result<int> fd = directories_.push(directory_below(), entry.name);
  if (!fd) return give_problem(below(), "cannot read directory", fd.error());

  if (options_.one_filesystem || options_.follow) {
    const Result<FileStatus> status = fs_.link_status(*fd, ".");
    if (!status) {
      directories_.pop();
      return give_problem(below(), "cannot read directory", status.error());
    }
    std::optional<Skip> reason;
    if (options_.one_filesystem && status->identity.device != device_)
      reason = Skip::kOtherFilesystem;
    else if (options_.follow && !is_first(status->identity))
      reason = Skip::kSeen;
    if (reason) {
      directories_.pop();
      skip(*reason);
      return true;
    }
  }
  if (decision.only_config) {
    skip(Skip::kGitDirectory);
    find_config(std::move(frame), *fd);
    return true;
  }
  return list_into(std::move(frame), *fd);
}

// Finds the config of the .git at path_. The path has no slash at its end.
void Descent::find_config(Frame frame, int directory) {
  frame.first = frame.next = entries_.size();
  const Result<FileStatus> config = fs_.link_status(directory, "config");
  if (config && config->kind == FileKind::kRegular)
    entries_.push_back({"config", FileKind::kRegular});
  path_ += '/';
  frame.path_size = path_.size();
  frame.mark = ignores_.mark();
  frames_.push_back(std::move(frame));
}

// Reads the directory at path_. The path has no slash at its end.
bool Descent::list_into(Frame frame, int directory) {
  const std::size_t first = entries_.size();
  const Result<void> listed = fs_.list(directory, &entries_);
  const bool go_on =
      listed || give_problem(below(), "cannot read directory", listed.error());
  if (!path_.empty() && path_.back() != '/') path_ += '/';
  std::sort(
      entries_.begin() + static_cast<std::ptrdiff_t>(first), entries_.end(),
      [](const DirEntry& a, const DirEntry& b) { return a.name < b.name; });
  frame.first = frame.next = first;
  frame.path_size = path_.size();
  frame.mark = ignores_.mark();
  frames_.push_back(std::move(frame));
  if (holds("HEAD", /*as_file=*/false) && holds("objects", /*as_file=*/false) &&
      is_git_directory(fs_, directory)) {
    std::string place = shown(below());
    if (place.ends_with('/')) place.pop_back();
    sink_.bare_repository(place.empty() ? "." : place);
  }
  if (!go_on || (options_.ignore_files && !read_rules(directory))) return false;
  if (!options_.follow && !has_directories()) directories_.close_deepest();
  return true;
}

void Descent::leave() {
  const Frame& frame = frames_.back();
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(frame.first),
                 entries_.end());
  ignores_.restore(frame.mark);
  frames_.pop_back();
  directories_.pop();
}

const DirEntry* Descent::next() {
  Frame& frame = frames_.back();
  if (frame.next == entries_.size()) return nullptr;
  path_.resize(frame.path_size);
  const DirEntry& entry = entries_[frame.next++];
  path_ += entry.name;
  return &entry;
}

const DirEntry* Descent::find(std::string_view name) {
  Frame& frame = frames_.back();
  const auto at = std::lower_bound(
      entries_.begin() + static_cast<std::ptrdiff_t>(frame.first),
      entries_.end(), name, [](const DirEntry& entry, std::string_view wanted) {
        return entry.name < wanted;
      });
  if (at == entries_.end() || at->name != name) return nullptr;
  frame.next = static_cast<std::size_t>(at - entries_.begin());
  return next();
}

bool Descent::holds(std::string_view name, bool as_file) const {
  const auto at = std::lower_bound(
      entries_.begin() + static_cast<std::ptrdiff_t>(frames_.back().first),
      entries_.end(), name, [](const DirEntry& entry, std::string_view wanted) {
        return entry.name < wanted;
      });
  return at != entries_.end() && at->name == name &&
         (!as_file || at->kind == FileKind::kRegular);
}

bool Descent::has_directories() const {
  return std::any_of(
      entries_.begin() + static_cast<std::ptrdiff_t>(frames_.back().first),
      entries_.end(),
      [](const DirEntry& entry) { return entry.kind == FileKind::kDirectory; });
}

// The directory of the entry at path_, without a slash at its end.
std::string Descent::directory_below() const {
  const std::size_t end = frames_.back().path_size;
  return end > prefix_ ? path_.substr(prefix_, end - prefix_ - 1) : "";
}

std::string Descent::shown(std::string_view below) const {
  return (root_->in_reports() ? root_->name() : "") + std::string(below);
}

// ---- Rules ----------------------------------------------------------------

// Reads those of the directory that was just listed.
bool Descent::read_rules(int directory) {
  bool is_repository = false;
  if (holds(".git", /*as_file=*/false)) {
    if (const auto git_directory = common_git_directory(fs_, directory)) {
      is_repository = true;
      if (!begin_repository(directory, *git_directory, shown(below())))
        return false;
    }
  }
  if (!is_repository && frames_.size() == 1 && !read_rules_above())
    return false;
  return read_ignore_files(directory, "", path_.size(), /*listed=*/true);
}

// The repository's root is path_. `shown` is its name for people.
bool Descent::begin_repository(int directory, const std::string& git_directory,
                               const std::string& shown) {
  Frame& frame = frames_.back();
  ignores_.begin_repository();
  frame.ignored.reset();
  frame.repository_base = path_.size();
  frame.repository = repositories_.at(directory, shown.empty() ? "." : shown);
  std::string everywhere;
  if (const auto& set = frame.repository->settings().excludes_file)
    everywhere = *set;
  else if (options_.git != nullptr)
    everywhere = options_.git->default_excludes_file();
  if (!everywhere.empty() &&
      !read_exclude_file(directory, everywhere, without_home(everywhere)))
    return false;
  const std::string own = git_directory + "/info/exclude";
  return read_exclude_file(
      directory, own, own.starts_with('/') ? without_home(own) : shown + own);
}

// The ignore files above a named directory apply, up to the root of its
// repository, as in git. Without a repository, there are none.
bool Descent::read_rules_above() {
  if (!repository_ || repository_->inside.empty()) return true;
  const Result<int> fd =
      fs_.open_directory(kWorkingDirectory, repository_->root, Links::kFollow);
  if (!fd) return true;
  std::string up;
  for (auto slashes = std::ranges::count(repository_->inside, '/'); slashes > 0;
       --slashes)
    up += "../";
  bool go_on = begin_repository(*fd, repository_->git_directory, shown(up));
  path_ = repository_->inside;
  prefix_ = frames_.back().path_size = path_.size();
  go_on = go_on && read_rules_between(*fd);
  fs_.close(*fd);
  return go_on;
}

// Reads those from the root of the repository down to the directory above the
// named one.
bool Descent::read_rules_between(int repository) {
  for (std::size_t base = 0; base < path_.size();
       base = path_.find('/', base) + 1) {
    if (!read_ignore_files(repository, path_.substr(0, base), base,
                           /*listed=*/false))
      return false;
  }
  return true;
}

// Reads those in `from` below `directory`; `from` is "" or a path that ends in
// a slash. A symbolic link is not followed, as in git: it could lead anywhere.
bool Descent::read_ignore_files(int directory, const std::string& from,
                                std::size_t base, bool listed) {
  struct Kind {
    const char* name;
    RuleOwner owner;
  };
  // The later one has the higher rank.
  static constexpr Kind kKinds[] = {{".gitignore", RuleOwner::kGit},
                                    {".sluiceignore", RuleOwner::kSluice}};
  for (const Kind& kind : kKinds) {
    if (kind.owner == RuleOwner::kSluice && !options_.sluice_ignore) continue;
    // git does not look into an excluded directory.
    if (kind.owner == RuleOwner::kGit && frames_.back().ignored) continue;
    if (kind.owner == RuleOwner::kGit && options_.require_git &&
        frames_.back().repository == nullptr)
      continue;
    if (listed) {
      if (!holds(kind.name, /*as_file=*/true)) continue;
    } else {
      const Result<FileStatus> status =
          fs_.link_status(directory, from + kind.name);
      if (!status || status->kind != FileKind::kRegular) continue;
    }
    if (!read_ignore_file(directory, from + kind.name, base, kind.owner))
      return false;
  }
  return true;
}

bool Descent::read_ignore_file(int directory, const std::string& path,
                               std::size_t base, RuleOwner owner) {
  Result<std::string> text =
      read_listed_file(fs_, directory, path, kMaxIgnoreBytes);
  if (text && !ignores_.has_room(*text)) text = too_many_lines();
  // The name that leads to it from the named directory: below it, or up and
  // down.
  std::string found(path.substr(path.rfind('/') + 1));
  if (base >= prefix_) {
    found = path_.substr(prefix_, base - prefix_) + found;
  } else {
    for (auto slash = path_.find('/', base); slash < prefix_;
         slash = path_.find('/', slash + 1))
      found = "../" + found;
  }
  if (!text) {
    return is_absent(text.error()) ||
           give_problem(found, "cannot read ignore file", text.error());
  }
  if (owner == RuleOwner::kSluice && options_.member_ignores != nullptr &&
      base >= prefix_)
    options_.member_ignores->add(
        root()->name() + path_.substr(prefix_, base - prefix_), *text);
  ignores_.push_file(
      base, owner, shown(found),
      IgnoreFile::parse(*std::move(text), case_of(frames_.back().repository)));
  return true;
}

// Reads the exclude file of the repository that begins at path_. It may be a
// link, as in git.
bool Descent::read_exclude_file(int directory, const std::string& path,
                                const std::string& shown) {
  const Result<FileStatus> status = fs_.status(directory, path);
  if (status && status->kind != FileKind::kRegular) return true;
  Result<std::string> text =
      status ? read_linked_file(fs_, directory, path, kMaxIgnoreBytes)
             : tl::unexpected<Error>(status.error());
  if (text && !ignores_.has_room(*text)) text = too_many_lines();
  if (!text) {
    if (is_absent(text.error())) return true;
    return sink_.problem(
        "", shown,
        fmt::format("cannot read ignore file: {}", text.error().message));
  }
  const Frame& frame = frames_.back();
  ignores_.push_exclude(
      frame.repository_base, shown,
      IgnoreFile::parse(*std::move(text), case_of(frame.repository)));
  return true;
}

// ---- Judging ----------------------------------------------------------------

Decision Descent::decide(const DirEntry& entry) {
  const Frame& frame = frames_.back();
  Decision decision = decide_link(entry);
  if (decision.action == Decision::Action::kFail) return decision;
  if (decide_named(entry, &decision)) return decision;

  // This applies to a .git of any kind: a worktree's is a file. git never adds
  // one to a repository. Its config is scanned, because people and CI leave
  // tokens in the addresses of remotes.
  if (entry.name == ".git") {
    decision.only_config = decision.kind == FileKind::kDirectory &&
                           frames_.size() < options_.max_depth &&
                           !is_filtered(frame, &decision);
    if (!decision.only_config) return skipped(decision, Skip::kGitDirectory);
    decision.action = Decision::Action::kEnter;
    return decision;
  }
  if (is_filtered(frame, &decision)) return skipped(decision, Skip::kExcluded);
  if (decision.kind == FileKind::kSymlink)
    return skipped(decision, Skip::kSymlink);
  if (decision.kind == FileKind::kSpecial)
    return skipped(decision, Skip::kSpecial);
  const bool is_directory = decision.kind == FileKind::kDirectory;
  decision.action =
      is_directory ? Decision::Action::kEnter : Decision::Action::kFile;
  if (options_.ignore_files && !frame.is_git_directory)
    decide_by_rules(frame, &decision);
  if (decision.action == Decision::Action::kSkip) return decision;
  if (is_directory && frames_.size() >= options_.max_depth)
    return skipped(decision, Skip::kTooDeep);
  if (options_.follow && !is_directory && decision.identity &&
      !is_first(*decision.identity))
    return skipped(decision, Skip::kSeen);
  if (!is_directory && is_too_large(entry))
    return skipped(decision, Skip::kTooLarge);
  return decision;
}

// A file whose size is not known is left to the scan, which names the reason.
bool Descent::is_too_large(const DirEntry& entry) {
  if (options_.max_file_size == WalkOptions::kAnySize) return false;
  const Result<int> fd = directories_.deepest(directory_below());
  const Result<FileStatus> status =
      fd ? fs_.status(*fd, entry.name) : tl::unexpected<Error>(fd.error());
  return status && status->size > options_.max_file_size;
}

// Decides about a link, and about its target if links are followed.
Decision Descent::decide_link(const DirEntry& entry) {
  Decision decision;
  decision.kind = entry.kind;
  if (!options_.follow || entry.kind == FileKind::kDirectory ||
      entry.kind == FileKind::kSpecial)
    return decision;
  const Result<int> fd = directories_.deepest(directory_below());
  const Result<FileStatus> status =
      fd ? fs_.status(*fd, entry.name) : tl::unexpected<Error>(fd.error());
  if (status) {
    decision.kind = status->kind;
    if (status->kind != FileKind::kDirectory)
      decision.identity = status->identity;
  } else if (!is_absent(status.error()) && status.error().sys_errno != ELOOP) {
    decision.action = Decision::Action::kFail;
    ended_ = !give_problem(below(), "cannot follow", status.error());
  }
  return decision;
}

// Whether the user named the entry, or something below it; then nothing
// excludes it.
bool Descent::decide_named(const DirEntry& entry, Decision* decision) {
  const Frame& frame = frames_.back();
  if (!frame.identity || options_.follow) return false;
  std::size_t place = NamedPaths::kNoPlace;
  const bool is_directory = entry.kind == FileKind::kDirectory;
  if (!is_directory) {
    place = named_->find_entry(*frame.identity, entry.name);
  } else if (const Result<int> fd = directories_.deepest(directory_below())) {
    if (const auto status = fs_.link_status(*fd, entry.name)) {
      place = named_->find_directory(status->identity);
      if (named_->lies_above(status->identity))
        decision->identity = status->identity;
    }
  }
  if (place == NamedPaths::kNoPlace) return false;
  if (!named_->take(place)) {
    *decision = skipped(*decision, Skip::kSeen);
    return true;
  }
  decision->named = true;
  decision->action =
      is_directory ? Decision::Action::kEnter : Decision::Action::kFile;
  return true;
}

bool Descent::is_filtered(const Frame& frame, Decision* decision) const {
  const PathFilter& filter = options_.filter;
  if (!filter.has_excludes() && !filter.has_includes()) return false;
  const bool is_directory = decision->kind == FileKind::kDirectory;
  const std::string path = root_->reported(below());
  if (filter.excludes(path, is_directory)) return true;
  if (frame.included) return false;
  decision->included =
      filter.has_includes() && filter.includes(path, is_directory);
  return filter.has_includes() && !is_directory && !decision->included;
}

void Descent::decide_by_rules(const Frame& frame, Decision* decision) {
  const bool is_directory = decision->kind == FileKind::kDirectory;
  const auto ignored = [&](const IgnoreStack::Decision& rule) {
    decision->rule = rule;
    return rule.verdict == IgnoreVerdict::kIgnore;
  };
  if (frame.ignored) {
    // Our rules that include a file again have no effect on files that git's
    // rules exclude.
    if (ignored(ignores_.decide_own(path_, frame.path_size, is_directory))) {
      *decision = skipped(*decision, Skip::kIgnored);
    } else {
      decision->rule = *frame.ignored;
      decide_tracked(frame, decision);
    }
  } else if (ignored(ignores_.decide(path_, frame.path_size, is_directory))) {
    decide_tracked(frame, decision);
  }
}

// For entries that a rule excludes; the rule is decision->rule.
void Descent::decide_tracked(const Frame& frame, Decision* decision) {
  const std::string_view path =
      std::string_view(path_).substr(frame.repository_base);
  const bool may_be =
      decision->rule.owner == RuleOwner::kGit && frame.repository != nullptr;
  if (may_be && !frame.repository->knows_tracked()) sink_.before_wait();
  // If a directory itself is tracked, it is a submodule.
  decision->tracked = may_be && frame.repository->tracks(path);
  if (may_be && !decision->tracked && decision->kind == FileKind::kDirectory)
    decision->tracked = decision->only_tracked =
        frame.repository->tracks_below(path);
  if (!decision->tracked) *decision = skipped(*decision, Skip::kIgnored);
}

// ---- Telling ----------------------------------------------------------------

void Descent::skip(Skip reason, std::string_view by) {
  // Most skips need no name, and making one takes time.
  if (!facts_of(reason).is_named && !sink_.wants_skip(below(), reason)) {
    sink_.skip("", "", reason, by);
    return;
  }
  sink_.skip(root_->not_reported(), root_->reported(below()), reason, by);
}

bool Descent::give_problem(std::string_view below, std::string_view what,
                           const Error& error) {
  return sink_.problem(root_->not_reported(), root_->reported(below),
                       fmt::format("{}: {}", what, error.message));
}

IgnoreFileCounts Descent::ignored_by(std::size_t most) {
  ignores_.restore({});
  return ignored_by_.counts(most);
}

}  // namespace sluice
