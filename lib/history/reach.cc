#include "history/reach.h"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "fs/file_system.h"
#include "git/run_git.h"

namespace sluice {
namespace {

// Calls `see` for each line of `text`.
template <typename See>
void for_each_line(std::string_view text, const See& see) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    see(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Splits "TYPE ID" and files it. `name_of` returns the name of an object.
template <typename NameOf>
void sort_by_type(std::string_view listed, ReachedBy reached_by,
                  const IdSet& but, const NameOf& name_of, ObjectTypes* types) {
  for_each_line(listed, [&](std::string_view line) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return;
    const auto id = ObjectId::parse(line.substr(blank + 1));
    if (!id || but.contains(*id)) return;
    const std::string_view type = line.substr(0, blank);
    if (type == "commit") types->commits.push_back(*id);
    if (type == "tag") types->tags.push_back({*id, name_of(*id), reached_by});
    if (type == "tree") types->trees.push_back({*id, name_of(*id), reached_by});
    if (type == "blob") types->files.push_back({*id, name_of(*id), reached_by});
  });
}

// Returns the types of `ids`, in lines for sort_by_type(). Those that do not
// exist have none. Git ends at an object whose place in a pack is damaged; it is
// started again behind this object, which is added to `complaints`.
Result<std::string> types_of(const GitWorkdir& place, ObjectReader& objects,
                             const std::vector<ObjectId>& ids,
                             std::vector<std::string>* complaints) {
  std::string lines;
  std::vector<ObjectId> unread;
  for (const ObjectId& id : ids) {
    if (const auto object = objects.read(id))
      lines += fmt::format("{} {}\n", kind_name(object->kind), id.hex());
    else
      unread.push_back(id);
  }
  for (std::span<const ObjectId> left = unread; !left.empty();) {
    SLUICE_TRY_ASSIGN(const int input, text_as_file(as_lines(left)));
    const Result<ChildProcess::Ended> listed = run_git(
        place, {"cat-file", "--batch-check=%(objecttype) %(objectname)"},
        input);
    ::close(input);
    if (!listed) return tl::unexpected<Error>(listed.error());
    lines += listed->output;
    const auto answered =
        static_cast<std::size_t>(std::ranges::count(listed->output, '\n'));
    if (listed->exit_code == 0 || answered >= left.size()) break;
    complaints->push_back(fmt::format(
        "object {}: {}", left[answered].short_hex(), git_complaint(*listed)));
    left = left.subspan(answered + 1);
  }
  return lines;
}

// The files of git in which a line may begin with an id, or with two: ORIG_HEAD
// and others, what a rebase or a bisection has stopped at, the refs of a working
// tree, reflogs. Larger files are not git's.
class RefFiles {
 public:
  RefFiles(int at, std::vector<ObjectId>* ids) : at_(at), ids_(*ids) {}

  // Each directory is the repository's own, or that of a working tree.
  static std::vector<std::string> directories(const std::string& common,
                                              int at) {
    std::vector<std::string> all = {common};
    for (const DirEntry& entry : entries_of(at, common + "/worktrees"))
      if (entry.kind == FileKind::kDirectory)
        all.push_back(common + "/worktrees/" + entry.name);
    return all;
  }

  void read_heads(const std::string& directory) {
    read_directory(directory, Which::kHeads, 0);
  }
  void read_below(const std::string& directory) {
    read_directory(directory, Which::kAll, 0);
  }

 private:
  enum class Which : bool { kHeads, kAll };
  static constexpr std::uint64_t kMostBytes = 64 << 20;
  static constexpr unsigned kMostDepth = 8;

  static std::vector<DirEntry> entries_of(int at, const std::string& path) {
    const FileSystem& fs = posix_file_system();
    std::vector<DirEntry> entries;
    const Result<int> directory = fs.open_directory(at, path, Links::kRefuse);
    if (!directory) return entries;
    static_cast<void>(fs.list(*directory, &entries));
    fs.close(*directory);
    return entries;
  }

  void read_directory(const std::string& path, Which which, unsigned depth) {
    if (depth > kMostDepth) return;
    for (const DirEntry& entry : entries_of(at_, path)) {
      const std::string inside = path + "/" + entry.name;
      const bool in_work =
          entry.name.starts_with("rebase-") || entry.name == "sequencer";
      if (entry.kind == FileKind::kDirectory) {
        if (which == Which::kAll || in_work)
          read_directory(inside, Which::kAll, depth + 1);
        continue;
      }
      if (which == Which::kAll || entry.name.ends_with("HEAD")) read(inside);
    }
  }

  void read(const std::string& path) {
    const Result<OpenedFile> opened = fs_.open(at_, path, OpenMode::kNoWait);
    if (!opened) return;
    if (opened->size <= kMostBytes) {
      std::string text(opened->size, '\0');
      const Result<std::size_t> got =
          fs_.read(opened->descriptor, text.data(), text.size());
      text.resize(got.value_or(0));
      for_each_line(text, [&](std::string_view line) {
        for (int i = 0; i < 2; ++i) {
          const std::size_t end =
              std::min(line.find_first_not_of("0123456789abcdef"), line.size());
          const auto id = ObjectId::parse(line.substr(0, end));
          if (!id) return;
          if (!id->names_none()) ids_.push_back(*id);
          line.remove_prefix(std::min(end + 1, line.size()));
        }
      });
    }
    fs_.close(opened->descriptor);
  }

  const FileSystem& fs_ = posix_file_system();
  const int at_;
  std::vector<ObjectId>& ids_;
};

}  // namespace

Result<RefList> list_refs(const GitRepository& repository) {
  SLUICE_TRY_ASSIGN(
      const ChildProcess::Ended listed,
      run_git(repository.place(),
              {"for-each-ref", "--format=%(objectname) %(refname)"}));
  RefList list;
  list.is_whole = listed.exit_code == 0 && listed.errors.empty();
  for_each_line(listed.output, [&](std::string_view line) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string_view name = line.substr(std::min(blank + 1, line.size()));
    if (const auto id = ObjectId::parse(line.substr(0, blank)))
      list.refs.push_back({*id, std::string(name)});
  });
  return list;
}

Result<ObjectTypes> objects_of_refs(const GitWorkdir& place,
                                    ObjectReader& objects,
                                    std::span<const NamedObject> refs,
                                    const IdSet& commits) {
  std::unordered_map<ObjectId, std::string> names;  // of the first ref
  std::vector<ObjectId> others;
  for (const NamedObject& ref : refs)
    if (!commits.contains(ref.id) && names.try_emplace(ref.id, ref.name).second)
      others.push_back(ref.id);
  ObjectTypes types;
  if (others.empty()) return types;
  SLUICE_TRY_ASSIGN(const std::string known,
                    types_of(place, objects, others, &types.complaints));
  sort_by_type(
      known, ReachedBy::kRef, commits,
      [&](const ObjectId& id) { return names[id]; }, &types);
  return types;
}

Result<ObjectTypes> objects_of_reflogs(const GitRepository& repository,
                                       ObjectReader& objects,
                                       const IdSet& commits) {
  // Its complaints are about commits that are gone, which is no loss: git
  // forgets the entries of a reflog later than their commits.
  SLUICE_TRY_ASSIGN(
      const ChildProcess::Ended listed,
      run_git(repository.place(), {"rev-list", "--reflog", "--no-walk=unsorted",
                                   "--ignore-missing"}));
  constexpr int kUsage = 129;  // there is no reflog
  ObjectTypes types;
  const bool is_whole = listed.exit_code == 0 || listed.exit_code == kUsage;
  if (!is_whole) types.complaints.push_back(git_complaint(listed));
  std::vector<ObjectId> named = ids_in(listed.output);
  SLUICE_TRY_ASSIGN(
      std::string common,
      git_output(repository.place(), {"rev-parse", "--git-common-dir"}));
  if (common.ends_with('\n')) common.pop_back();
  const int at = repository.place().directory;
  RefFiles files(at, &named);
  for (const std::string& own : RefFiles::directories(common, at)) {
    files.read_heads(own);
    if (own != common) files.read_below(own + "/refs");
    // Git lists no reflog if it cannot read one of their objects.
    if (!is_whole) files.read_below(own + "/logs");
  }
  std::erase_if(named,
                [&](const ObjectId& id) { return commits.contains(id); });
  std::ranges::sort(named, {}, [](const ObjectId& id) { return id.bytes; });
  // Not std::ranges::unique(), which clang 14 cannot read in libstdc++ 12.
  named.erase(std::unique(named.begin(), named.end()), named.end());
  if (named.empty()) return types;
  SLUICE_TRY_ASSIGN(
      const std::string known,
      types_of(repository.place(), objects, named, &types.complaints));
  sort_by_type(
      known, ReachedBy::kReflog, commits,
      [](const ObjectId&) { return std::string(); }, &types);
  return types;
}

Result<ObjectTypes> all_objects(const GitRepository& repository,
                                ObjectReader& objects, const IdSet& commits) {
  SLUICE_TRY_ASSIGN(ChildProcess::Ended listed,
                    run_git(repository.place(),
                            {"cat-file", "--batch-all-objects",
                             "--batch-check=%(objecttype) %(objectname)"}));
  ObjectTypes types;
  if (listed.exit_code != 0) {
    // Git ends at the first object that it cannot find in its pack. Their names
    // alone are in the indexes.
    types.complaints.push_back(git_complaint(listed));
    SLUICE_TRY_ASSIGN(
        const std::string names,
        git_output(repository.place(), {"cat-file", "--batch-all-objects",
                                        "--batch-check=%(objectname)"}));
    std::vector<ObjectId> ids = ids_in(names);
    std::erase_if(ids,
                  [&](const ObjectId& id) { return commits.contains(id); });
    SLUICE_TRY_ASSIGN(listed.output, types_of(repository.place(), objects, ids,
                                              &types.complaints));
  }
  sort_by_type(
      listed.output, ReachedBy::kNone, commits,
      [](const ObjectId&) { return std::string(); }, &types);
  types.trees.clear();
  return types;
}

std::vector<TagToScan> follow_tags(
    GitObjects& objects, ObjectTypes* types,
    const std::function<void(const ObjectId&, const std::string&)>&
        unreadable) {
  constexpr std::uint64_t kMostBytes = 64 << 20;
  std::vector<TagToScan> tags;
  std::unordered_set<ObjectId> met;
  // Grows during the loop.
  for (std::size_t i = 0; i < types->tags.size(); ++i) {
    const NamedObject tag = types->tags[i];
    if (!met.insert(tag.id).second) continue;
    const auto text = objects.read(tag.id, kMostBytes);
    if (!text) {
      unreadable(tag.id, text.error().message);
      continue;
    }
    std::optional<ObjectId> target;
    std::string_view type;
    std::string_view name;
    bool in_head = true;
    for_each_line((*text)->view(), [&](std::string_view line) {
      in_head = in_head && !line.empty();
      const auto take = [&](std::string_view key) {
        return in_head && line.starts_with(key) ? line.substr(key.size())
                                                : std::string_view();
      };
      if (const auto value = take("object "); !value.empty() && !target)
        target = ObjectId::parse(value);
      if (const auto value = take("type "); !value.empty() && type.empty())
        type = value;
      if (const auto value = take("tag "); !value.empty() && name.empty())
        name = value;
    });
    tags.push_back({tag.id, name.empty() ? tag.id.hex() : std::string(name),
                    tag.reached_by});
    if (!target) continue;
    const NamedObject named{*target, tag.name, tag.reached_by};
    if (type == "tag") types->tags.push_back(named);
    if (type == "tree") types->trees.push_back(named);
    if (type == "blob") types->files.push_back(named);
  }
  return tags;
}

}  // namespace sluice
