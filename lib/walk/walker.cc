// Depth first, not breadth first: it needs only the ignore files of one line of
// ancestors, and the order is the one that a reader expects of a report.
//
// If a walk meets a later named path, it walks that path at once, ignored or
// not, and not again in its own turn. A named path that was already walked is
// passed over. Either way, each file comes once.
#include "walk/walker.h"

#include <optional>

#include "walk/descent.h"
#include "walk/git_directory.h"

namespace sluice {
namespace {

class Walk {
 public:
  Walk(const FileSystem& fs, const WalkOptions& options, WalkSink& sink,
       NamedPaths named)
      : fs_(fs),
        options_(options),
        sink_(sink),
        named_(std::move(named)),
        alone_(named_.paths().size() == 1 && named_.missing().empty()),
        descent_(fs, options, sink, &named_) {}

  IgnoreFileCounts run() {
    visit_all();
    return descent_.ignored_by(kMaxInCoverage);
  }

 private:
  // All of these return false once the sink has ended the walk.

  bool visit_all() {
    for (const NamedPath& named : named_.paths())
      if (!visit_named(named)) return false;
    for (const NamedPaths::Missing& missing : named_.missing())
      if (!sink_.problem("", missing.path, missing.reason)) return false;
    return true;
  }

  bool visit_named(const NamedPath& named) {
    const bool is_directory = named.kind == FileKind::kDirectory;
    if (!named_.take(named.place)) {
      sink_.skip("", named.path.empty() ? "." : named.path, Skip::kSeen, {});
      return true;
    }
    // A single directory has no name in reports.
    if ((!is_directory || !alone_) && is_filtered(named)) {
      sink_.skip("", named.path, Skip::kExcluded, {});
      return true;
    }
    if (is_directory) return walk_directory(named);
    if (options_.follow && !descent_.is_first(named.identity)) {
      sink_.skip("", named.path, Skip::kSeen, {});
      return true;
    }
    return sink_.named_file(named.path, judged_of(named));
  }

  // Like WalkRoot::judged(). For an absolute path outside of repositories, only
  // the file's name counts, because the author of the file did not choose the
  // directories above it.
  std::string judged_of(const NamedPath& named) {
    const std::size_t name = named.path.rfind('/') + 1;
    const std::string directory = named.path.substr(0, name);
    if (directory_ != directory) {
      directory_ = directory;
      sink_.before_wait();
      repository_ = enclosing_repository(
          fs_, directory.empty() ? "." : directory, named.identity.device);
    }
    if (repository_) return repository_->inside + named.path.substr(name);
    return name > 0 && directory.front() == '/' ? named.path.substr(name)
                                                : named.path;
  }

  bool is_filtered(const NamedPath& named) const {
    const bool is_directory = named.kind == FileKind::kDirectory;
    return options_.filter.excludes(named.path, is_directory) ||
           (!is_directory &&
            !options_.filter.includes(named.path, is_directory));
  }

  bool walk_directory(const NamedPath& named) {
    sink_.before_wait();
    if (!descent_.begin(named, alone_)) return false;
    while (descent_.depth() != 0) {
      if (sink_.ended()) return false;
      const DirEntry* entry = descent_.next();
      if (entry == nullptr)
        descent_.leave();
      else if (!visit(*entry))
        return false;
    }
    return true;
  }

  bool visit(const DirEntry& entry) {
    const Decision decision = descent_.decide(entry);
    switch (decision.action) {
      case Decision::Action::kFile:
        if (!decision.named)
          return sink_.file(descent_.root(), descent_.below());
        return sink_.named_file(
            descent_.root()->name() + std::string(descent_.below()),
            descent_.root()->judged(descent_.below()));
      case Decision::Action::kEnter:
        sink_.before_wait();
        return descent_.enter(entry, decision);
      case Decision::Action::kSkip:
        if (decision.reason != Skip::kIgnored) {
          descent_.skip(decision.reason);
        } else {
          descent_.count(decision.rule);
          descent_.skip(decision.reason, descent_.name_of(decision.rule));
        }
        return true;
      case Decision::Action::kFail:
        return !descent_.ended();
    }
    return true;
  }

  const FileSystem& fs_;
  const WalkOptions& options_;
  WalkSink& sink_;
  NamedPaths named_;
  bool alone_;
  // The directory of the named file before; the next file is mostly in it, too.
  std::optional<std::string> directory_;
  std::optional<EnclosingRepository> repository_;
  Descent descent_;
};

}  // namespace

IgnoreFileCounts walk(const FileSystem& fs, NamedPaths named,
                      const WalkOptions& options, WalkSink& sink) {
  return Walk(fs, options, sink, std::move(named)).run();
}

}  // namespace sluice
