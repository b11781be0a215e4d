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
// exist have none.
Result<std::string> types_of(const GitWorkdir& place, ObjectReader& objects,
                             const std::vector<ObjectId>& ids) {
  std::string lines;
  std::vector<ObjectId> unread;
  for (const ObjectId& id : ids) {
    if (const auto object = objects.read(id))
      lines += fmt::format("{} {}\n", kind_name(object->kind), id.hex());
    else
      unread.push_back(id);
  }
  if (unread.empty()) return lines;
  SLUICE_TRY_ASSIGN(const int input, text_as_file(as_lines(unread)));
  const Result<std::string> listed = git_output(
      place, {"cat-file", "--batch-check=%(objecttype) %(objectname)"}, input);
  ::close(input);
  if (!listed) return listed;
  return lines + *listed;
}

// The files of git in which a line may begin with an id: ORIG_HEAD and others,
// what a rebase or a bisection has stopped at, the refs of a working tree. They
// are small; larger ones are not git's.
class RefFiles {
 public:
  RefFiles(int at, std::vector<ObjectId>* ids) : at_(at), ids_(*ids) {}

  // `common`: the repository's own directory.
  void read_all(const std::string& common) {
    read_directory(common, Which::kHeads, 0);
    for (const DirEntry& entry : entries_of(common + "/worktrees"))
      if (entry.kind == FileKind::kDirectory) {
        const std::string own = common + "/worktrees/" + entry.name;
        read_directory(own, Which::kHeads, 0);
        read_directory(own + "/refs", Which::kAll, 0);
      }
  }

 private:
  enum class Which : bool { kHeads, kAll };
  static constexpr std::uint64_t kMostBytes = 1 << 20;
  static constexpr unsigned kMostDepth = 8;

  std::vector<DirEntry> entries_of(const std::string& path) {
    std::vector<DirEntry> entries;
    const Result<int> directory = fs_.open_directory(at_, path, Links::kRefuse);
    if (!directory) return entries;
    static_cast<void>(fs_.list(*directory, &entries));
    fs_.close(*directory);
    return entries;
  }

  void read_directory(const std::string& path, Which which, unsigned depth) {
    if (depth > kMostDepth) return;
    for (const DirEntry& entry : entries_of(path)) {
      const std::string inside = path + "/" + entry.name;
      const bool in_work =
          entry.name.starts_with("rebase-") || entry.name == "sequencer";
      if (entry.kind == FileKind::kDirectory) {
        if (which == Which::kAll || in_work)
          read_directory(inside, Which::kAll, depth + 1);
        continue;
      }
      if (which == Which::kAll || entry.name.ends_with("_HEAD")) read(inside);
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
        const std::size_t end = line.find_first_not_of("0123456789abcdef");
        if (const auto id = ObjectId::parse(line.substr(0, end)))
          if (!id->names_none()) ids_.push_back(*id);
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
  SLUICE_TRY_ASSIGN(const std::string known, types_of(place, objects, others));
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
  if (listed.exit_code != 0 && listed.exit_code != kUsage)
    return fail(ErrorCode::kIo, "{}", git_complaint(listed));
  std::vector<ObjectId> named = ids_in(listed.output);
  SLUICE_TRY_ASSIGN(
      std::string common,
      git_output(repository.place(), {"rev-parse", "--git-common-dir"}));
  if (common.ends_with('\n')) common.pop_back();
  RefFiles(repository.place().directory, &named).read_all(common);
  std::erase_if(named,
                [&](const ObjectId& id) { return commits.contains(id); });
  std::ranges::sort(named, {}, [](const ObjectId& id) { return id.bytes; });
  // Not std::ranges::unique(), which clang 14 cannot read in libstdc++ 12.
  named.erase(std::unique(named.begin(), named.end()), named.end());
  ObjectTypes types;
  if (named.empty()) return types;
  SLUICE_TRY_ASSIGN(const std::string known,
                    types_of(repository.place(), objects, named));
  sort_by_type(
      known, ReachedBy::kReflog, commits,
      [](const ObjectId&) { return std::string(); }, &types);
  return types;
}

Result<ObjectTypes> all_objects(const GitRepository& repository,
                                const IdSet& commits) {
  SLUICE_TRY_ASSIGN(const std::string listed,
                    git_output(repository.place(),
                               {"cat-file", "--batch-all-objects",
                                "--batch-check=%(objecttype) %(objectname)"}));
  ObjectTypes types;
  sort_by_type(
      listed, ReachedBy::kNone, commits,
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
