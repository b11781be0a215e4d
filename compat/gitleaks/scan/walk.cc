// Go's filepath.WalkDir: the target's own name stays as it was given; the names
// below are joined to it and cleaned. The entries of all directories on the way
// are kept in one vector, as in walk/walker.cc.

#include "gitleaks/scan/walk.h"

#include <algorithm>
#include <vector>

#include "gitleaks/go/path.h"

namespace sluice {
namespace {

class GitleaksWalk {
 public:
  GitleaksWalk(const FileSystem& fs, const GitleaksRules& rules,
               const GitleaksWalkOptions& options, GitleaksWalkSink& sink)
      : fs_(fs), rules_(rules), options_(options), sink_(sink) {}

  void run(const std::string& target) {
    const Result<FileStatus> status = fs_.link_status(target);
    if (!status) {
      sink_.problem(target, status.error().message);
      return;
    }
    if (!visit(target, status->kind)) return;
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == entries_.size()) {
        entries_.resize(frame.first);
        frames_.pop_back();
        continue;
      }
      const DirEntry& entry = entries_[frame.next++];
      if (!visit(frame.prefix + entry.name, entry.kind)) return;
    }
  }

 private:
  struct Frame {
    std::size_t first;  // of its entries
    std::size_t next;
    std::string prefix;  // of its entries' paths
  };

  // False once the sink has ended the walk.
  bool visit(const std::string& path, FileKind kind) {
    switch (kind) {
      case FileKind::kDirectory:
        enter(path);
        return true;
      case FileKind::kSpecial:
        sink_.skip(GitleaksSkip::kSpecial);
        return true;
      case FileKind::kSymlink:
        return follow(path);
      case FileKind::kRegular:
        return sink_.file(path, "");
    }
    return true;
  }

  void enter(const std::string& path) {
    if (rules_.walk_skips(path)) {
      sink_.skip(GitleaksSkip::kAllowlisted);
      return;
    }
    const std::size_t first = entries_.size();
    if (const auto listed = list_at(fs_, path, &entries_); !listed)
      sink_.problem(path, listed.error().message);
    std::sort(
        entries_.begin() + static_cast<std::ptrdiff_t>(first), entries_.end(),
        [](const DirEntry& a, const DirEntry& b) { return a.name < b.name; });
    std::string prefix = clean_go_path(path);
    if (prefix == ".") prefix.clear();
    if (!prefix.empty() && prefix.back() != '/') prefix += '/';
    frames_.push_back({first, first, std::move(prefix)});
  }

  bool follow(const std::string& path) {
    if (!options_.follow_symlinks) {
      sink_.skip(GitleaksSkip::kSymlink);
      return true;
    }
    const Result<std::string> real = resolve_links(path);
    if (!real) {
      sink_.problem(path, real.error().message);
      return true;
    }
    const Result<FileStatus> status = fs_.status(*real);
    if (!status) {
      sink_.problem(path, status.error().message);
      return true;
    }
    if (status->kind == FileKind::kRegular) return sink_.file(*real, path);
    sink_.skip(status->kind == FileKind::kDirectory ? GitleaksSkip::kSymlink
                                                    : GitleaksSkip::kSpecial);
    return true;
  }

  const FileSystem& fs_;
  const GitleaksRules& rules_;
  const GitleaksWalkOptions& options_;
  GitleaksWalkSink& sink_;
  std::vector<DirEntry> entries_;
  std::vector<Frame> frames_;
};

}  // namespace

void walk_leaks(const FileSystem& fs, const std::string& target,
                const GitleaksRules& rules, const GitleaksWalkOptions& options,
                GitleaksWalkSink& sink) {
  GitleaksWalk(fs, rules, options, sink).run(target);
}

}  // namespace sluice
