// The walk keeps three stacks and one path. The path grows by a name when the
// walk goes down and is cut when it comes back, so that a file costs no
// allocation of its own. The entries of all directories on the way from the
// root stand in one vector, each directory's after those of its parent; a
// Frame says where they begin and which is next. The third stack is that of
// the ignore files in force (ignore_stack.h). Nothing recurses: the depth of a
// tree is limited by memory, not by the thread's stack.
//
// Per directory it costs one list() and the reading of the ignore files that
// the listing shows (most directories have none, and asking would be a failing
// open for each); per file nothing but the sort and the patterns. The listing
// tells the kinds, so nothing is statted, except around overlapping named paths
// (named_paths.h).
//
// Depth first, not breadth first: the ignore files of one line of ancestors are
// all that is held, and the order is the one a reader expects of a report.
//
// A named path that the walk of an earlier one meets is taken there and then,
// ignored or not, and not again at its own turn; one that was already walked is
// passed over. Either way each file comes once.
#include "walk/walker.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <utility>

#include "walk/ignore_stack.h"
#include "walk/named_paths.h"

namespace sluice {
namespace {

// The limit of newer versions of git; no person wrote a larger file.
constexpr std::size_t kMaxIgnoreFileBytes = 100 * 1024 * 1024;

// Whether an answer means that nothing stands at the path.
bool is_absent(const Error& error) {
  return error.sys_errno == ENOENT || error.sys_errno == ENOTDIR;
}

Result<std::string> read_ignore_file(const FileSystem& fs,
                                     const std::string& path, OpenMode mode) {
  SLUICE_TRY_ASSIGN(const OpenedFile file, fs.open(path, mode));
  std::string text;
  std::size_t size = 0;
  for (;;) {
    constexpr std::size_t kStep = 16 * 1024;
    text.resize(size + kStep);
    const Result<std::size_t> n =
        fs.read(file.descriptor, text.data() + size, kStep);
    if (!n || *n == 0) {
      fs.close(file.descriptor);
      if (!n) return tl::unexpected<Error>(n.error());
      text.resize(size);
      return text;
    }
    size += *n;
    if (size > kMaxIgnoreFileBytes) {
      fs.close(file.descriptor);
      return fail(ErrorCode::kIo, "too large");
    }
  }
}

class Walk {
 public:
  Walk(const FileSystem& fs, const WalkOptions& options, WalkSink& sink,
       NamedPaths named)
      : fs_(fs), options_(options), sink_(sink), named_(std::move(named)) {}

  void run() {
    const bool alone = named_.paths().size() == 1;
    for (const NamedPath& named : named_.paths()) {
      if (!named_.take(named.place)) continue;
      if (!walk_named(named, alone)) return;
    }
  }

 private:
  struct Frame {
    std::size_t first;      // of its entries
    std::size_t next;       // the entry to go on with
    std::size_t path_size;  // of its own path, the slash included
    IgnoreStack::Mark mark;
    // Given only while a named path lies somewhere below.
    std::optional<FileIdentity> identity;
  };

  // All of these say false once the sink has ended the walk.

  bool walk_named(const NamedPath& named, bool alone) {
    path_ = named.path;
    root_size_ = 0;
    if (named.kind != FileKind::kDirectory) return give_file(true);
    if (alone) {
      add_slash();
      root_size_ = path_.size();
    }
    if (!enter(identity_if_above(named.identity))) return false;
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == entries_.size()) {
        leave();
      } else {
        path_.resize(frame.path_size);
        const DirEntry& entry = entries_[frame.next++];
        path_ += entry.name;
        if (!visit(frame, entry)) return false;
      }
    }
    return true;
  }

  // Opens the directory at path_.
  bool enter(std::optional<FileIdentity> identity) {
    const std::size_t first = entries_.size();
    static const std::string kHere = ".";
    const Result<void> listed =
        fs_.list(path_.empty() ? kHere : path_, &entries_);
    if (!listed && !give_problem("cannot read directory", listed.error()))
      return false;
    add_slash();
    const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, entries_.end(), [](const DirEntry& a, const DirEntry& b) {
      return a.name < b.name;
    });
    frames_.push_back({first, first, path_.size(), ignores_.mark(), identity});
    return !options_.ignore_files || read_ignore_files(first);
  }

  void leave() {
    const Frame& frame = frames_.back();
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(frame.first),
                   entries_.end());
    ignores_.restore(frame.mark);
    frames_.pop_back();
  }

  bool visit(const Frame& frame, const DirEntry& entry) {
    const bool is_directory = entry.kind == FileKind::kDirectory;
    std::optional<FileIdentity> identity;
    if (frame.identity) {
      std::size_t place = NamedPaths::kNoPlace;
      if (!is_directory) {
        place = named_.find_entry(*frame.identity, entry.name);
      } else if (const auto status = fs_.link_status(path_)) {
        place = named_.find_directory(status->identity);
        identity = identity_if_above(status->identity);
      }
      if (place != NamedPaths::kNoPlace) {
        if (!named_.take(place)) return true;
        return is_directory ? enter(identity) : give_file(true);
      }
    }
    switch (entry.kind) {
      case FileKind::kSymlink:
        sink_.skip(Skip::kSymlink);
        return true;
      case FileKind::kSpecial:
        sink_.skip(Skip::kSpecial);
        return true;
      case FileKind::kDirectory:
        if (entry.name == ".git") {
          sink_.skip(Skip::kExcluded);
          return true;
        }
        break;
      case FileKind::kRegular:
        break;
    }
    if (ignores_.ignores(path_, frame.path_size, is_directory)) {
      sink_.skip(Skip::kIgnored);
      return true;
    }
    return is_directory ? enter(identity) : give_file(false);
  }

  // Reads those of the directory just entered.
  bool read_ignore_files(std::size_t first) {
    const auto holds = [&](std::string_view name, FileKind kind) {
      const auto at = std::lower_bound(
          entries_.begin() + static_cast<std::ptrdiff_t>(first), entries_.end(),
          name, [](const DirEntry& entry, std::string_view wanted) {
            return entry.name < wanted;
          });
      return at != entries_.end() && at->name == name && at->kind == kind;
    };
    if (holds(".git", FileKind::kDirectory) && !read_exclude_file())
      return false;
    // The later one has the higher rank. A symbolic link is not followed, here
    // as in git: it could lead anywhere.
    for (const std::string_view name : {".gitignore", ".sluiceignore"}) {
      if (!holds(name, FileKind::kRegular)) continue;
      const std::size_t base = path_.size();
      path_ += name;
      if (!read_patterns(OpenMode::kNoWait, [&](IgnoreFile file) {
            ignores_.push_file(base, std::move(file));
          }))
        return false;
      path_.resize(base);
    }
    return true;
  }

  bool read_exclude_file() {
    const std::size_t base = path_.size();
    path_ += ".git/info/exclude";
    // Not shown by any listing, and may well be a link.
    const Result<FileStatus> status = fs_.status(path_);
    bool go_on = true;
    if (!status) {
      if (!is_absent(status.error()))
        go_on = give_problem("cannot read ignore file", status.error());
    } else if (status->kind == FileKind::kRegular) {
      go_on = read_patterns(OpenMode::kWait, [&](IgnoreFile file) {
        ignores_.push_exclude(base, std::move(file));
      });
    }
    path_.resize(base);
    return go_on;
  }

  template <typename Push>
  bool read_patterns(OpenMode mode, const Push& push) {
    const Result<std::string> text = read_ignore_file(fs_, path_, mode);
    if (text) {
      push(IgnoreFile::parse(*text));
    } else if (!is_absent(text.error())) {
      return give_problem("cannot read ignore file", text.error());
    }
    return true;
  }

  bool give_file(bool named) {
    const std::string_view path = path_;
    return sink_.file(path.substr(0, root_size_), path.substr(root_size_),
                      named);
  }

  bool give_problem(std::string_view what, const Error& error) {
    const std::string_view root = std::string_view(path_).substr(0, root_size_);
    std::string_view path = std::string_view(path_).substr(root_size_);
    if (path.empty()) path = ".";
    return sink_.problem(root, path,
                         fmt::format("{}: {}", what, error.message));
  }

  void add_slash() {
    if (!path_.empty() && path_.back() != '/') path_ += '/';
  }

  std::optional<FileIdentity> identity_if_above(
      const FileIdentity& directory) const {
    if (!named_.lies_above(directory)) return std::nullopt;
    return directory;
  }

  const FileSystem& fs_;
  const WalkOptions& options_;
  WalkSink& sink_;
  NamedPaths named_;
  std::string path_;           // of what is being looked at
  std::size_t root_size_ = 0;  // how much of path_ is given as `root`
  std::vector<DirEntry> entries_;
  std::vector<Frame> frames_;
  IgnoreStack ignores_;
};

}  // namespace

void walk(const FileSystem& fs, NamedPaths named, const WalkOptions& options,
          WalkSink& sink) {
  Walk(fs, options, sink, std::move(named)).run();
}

}  // namespace sluice
