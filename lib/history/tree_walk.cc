#include "history/tree_walk.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "history/git_objects.h"

namespace sluice {
namespace {

// Bytes of trees that are read again in one commit.
constexpr std::uint64_t kMostRepeated = 32 << 20;
// The same, if every path is wanted and the sink knows the files at others.
constexpr std::uint64_t kMostForPaths = 1 << 20;
// The most bytes of the trees on the way to one.
constexpr std::uint64_t kMostAtOnce = 512 << 20;
constexpr unsigned kMostDepth = 2048;  // git's own, of later versions

struct TreeEntry {
  unsigned mode = 0;
  ObjectId id;
  std::string_view name;

  bool is_tree() const { return mode == 0040000; }
  bool operator==(const TreeEntry&) const = default;
};

struct Tree {
  std::shared_ptr<const Bytes> text;  // the entries refer to it
  std::vector<TreeEntry> entries;     // in git's order

  // Null if there is no such entry. Names in the order of the entries are found
  // at once; the first other name causes all entries to be sorted.
  const TreeEntry* find(std::string_view name);

 private:
  std::size_t next_ = 0;                  // behind the one found last
  std::vector<const TreeEntry*> sorted_;  // by their names; empty: not yet
};

const TreeEntry* Tree::find(std::string_view name) {
  // One entry may have gone since.
  for (std::size_t at = next_; at < entries.size() && at < next_ + 2; ++at) {
    if (entries[at].name != name) continue;
    next_ = at + 1;
    return &entries[at];
  }
  constexpr auto kName = [](const TreeEntry* one) { return one->name; };
  if (sorted_.empty()) {
    for (const TreeEntry& entry : entries) sorted_.push_back(&entry);
    std::ranges::sort(sorted_, {}, kName);
  }
  const auto at = std::ranges::lower_bound(sorted_, name, {}, kName);
  if (at == sorted_.end() || (*at)->name != name) return nullptr;
  next_ = static_cast<std::size_t>(*at - entries.data()) + 1;
  return *at;
}

// MODE NAME NUL and the bytes of an object's name, again and again. False: it
// is no tree.
bool take_entries(std::string_view text, std::uint8_t id_size, Tree* tree) {
  while (!text.empty()) {
    TreeEntry entry;
    const std::size_t blank = text.find(' ');
    const std::size_t nul = text.find('\0');
    if (nul == std::string_view::npos || blank >= nul ||
        text.size() - nul - 1 < id_size)
      return false;
    for (const char c : text.substr(0, blank))
      entry.mode = entry.mode * 8 + static_cast<unsigned>(c - '0');
    entry.name = text.substr(blank + 1, nul - blank - 1);
    entry.id.size = id_size;
    std::ranges::copy(text.substr(nul + 1, id_size), entry.id.bytes.begin());
    tree->entries.push_back(entry);
    text.remove_prefix(nul + 1 + id_size);
  }
  return true;
}

// The walk of one commit.
class CommitWalk {
 public:
  using Places = std::unordered_set<KnownTexts::Key, KnownTexts::Hash>;

  CommitWalk(const GitWorkdir& place, const TreeChangeSink& sink,
             GitObjects* objects, std::unordered_set<ObjectId>* known,
             Places* known_places, std::unordered_set<ObjectId>* files_known)
      : place_(place),
        sink_(sink),
        objects_(*objects),
        known_(*known),
        known_places_(*known_places),
        files_known_(*files_known) {}

  Result<void> walk(std::size_t index, const ObjectId& commit);

 private:
  Result<void> read_tree(const ObjectId& id, Tree* tree);
  Result<bool> walk_tree(const std::optional<ObjectId>& tree,
                         const std::vector<std::optional<ObjectId>>& old,
                         unsigned depth);
  struct Known {
    bool all = true;    // blobs below the tree, and it has no submodule
    bool files = true;  // blobs that are its own entries
  };
  Result<Known> walk_entries(const Tree& tree, std::vector<Tree>& old,
                             const std::vector<bool>& old_files_known,
                             unsigned depth);
  Result<void> walk_deleted(const Tree& tree, std::vector<Tree>& old,
                            unsigned depth);
  Result<bool> walk_entry(const TreeEntry& entry,
                          const std::vector<const TreeEntry*>& old,
                          const std::vector<bool>& old_files_known,
                          unsigned depth);
  KnownTexts::Key place_of(const ObjectId& tree) const {
    return KnownTexts::key_of(KnownTexts::Kind::kTree, tree, path_);
  }
  bool wants_place(const ObjectId& tree);
  bool knows(const ObjectId& blob) const {
    return sink_.knows && sink_.knows(blob);
  }

  const GitWorkdir& place_;
  const TreeChangeSink& sink_;
  GitObjects& objects_;
  std::unordered_set<ObjectId>& known_;
  Places& known_places_;
  std::unordered_set<ObjectId>& files_known_;
  std::size_t index_ = 0;
  std::string path_;  // of the tree at hand, with a slash at the end
  std::unordered_set<ObjectId> met_;
  std::uint64_t repeated_ = 0;
  std::uint64_t at_once_ = 0;
};

Result<void> CommitWalk::read_tree(const ObjectId& id, Tree* tree) {
  if (repeated_ > kMostRepeated)
    return fail(ErrorCode::kIo,
                "the same trees stand in it so often that not all of their "
                "places were looked at");
  SLUICE_TRY_ASSIGN(tree->text, objects_.read(id, kMostAtOnce - at_once_));
  // A little for the time that asking takes.
  if (!met_.insert(id).second) repeated_ += tree->text->size + 64;
  if (!take_entries(tree->text->view(), id.size, tree))
    return fail(ErrorCode::kIo, "tree {}: it is damaged", id.short_hex());
  return {};
}

// Returns whether the tree, whose blobs the sink knows, must be looked at
// because it is at another path now.
bool CommitWalk::wants_place(const ObjectId& tree) {
  if (!sink_.on_more_paths || known_places_.contains(place_of(tree)))
    return false;
  if (repeated_ <= kMostForPaths) return true;
  sink_.on_more_paths(index_);
  return false;
}

// Returns whether the sink knows every blob that the tree contains now.
Result<bool> CommitWalk::walk_tree(
    const std::optional<ObjectId>& id,
    const std::vector<std::optional<ObjectId>>& old_ids, unsigned depth) {
  if (id && known_.contains(*id) && !wants_place(*id)) return true;
  if (depth > kMostDepth)
    return fail(ErrorCode::kIo, "more than {} directories in each other",
                kMostDepth);
  Tree tree;
  if (id) SLUICE_TRY(read_tree(*id, &tree));
  std::vector<Tree> old(old_ids.size());
  std::uint64_t held = id ? tree.text->size : 0;
  at_once_ += held;
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (!old_ids[i]) continue;
    SLUICE_TRY(read_tree(*old_ids[i], &old[i]));
    held += old[i].text->size;
    at_once_ += old[i].text->size;
  }
  // Most entries are those of the parent's tree, which was walked before. They
  // need not be looked up again.
  std::vector<bool> old_files_known;
  for (const std::optional<ObjectId>& one : old_ids)
    old_files_known.push_back(
        one && (known_.contains(*one) || files_known_.contains(*one)));
  SLUICE_TRY_ASSIGN(const Known known,
                    walk_entries(tree, old, old_files_known, depth));
  if (sink_.wants_deleted) SLUICE_TRY(walk_deleted(tree, old, depth));
  at_once_ -= held;
  if (id && known.all) {
    known_.insert(*id);
    if (sink_.on_more_paths) known_places_.insert(place_of(*id));
  } else if (id && known.files && sink_.knows) {
    files_known_.insert(*id);
  }
  return known.all;
}

Result<CommitWalk::Known> CommitWalk::walk_entries(
    const Tree& tree, std::vector<Tree>& old,
    const std::vector<bool>& old_files_known, unsigned depth) {
  Known known;
  std::vector<const TreeEntry*> before(old.size());
  for (const TreeEntry& entry : tree.entries) {
    if (place_.interrupted()) return fail(ErrorCode::kIo, "interrupted");
    for (std::size_t i = 0; i < old.size(); ++i)
      before[i] = old[i].find(entry.name);
    SLUICE_TRY_ASSIGN(const bool one,
                      walk_entry(entry, before, old_files_known, depth));
    known.all = known.all && one;
    const bool is_file =
        !entry.is_tree() &&
        entry.mode != static_cast<unsigned>(GitMode::kSubmodule);
    if (is_file) known.files = known.files && one;
  }
  return known;
}

Result<bool> CommitWalk::walk_entry(const TreeEntry& entry,
                                    const std::vector<const TreeEntry*>& old,
                                    const std::vector<bool>& old_files_known,
                                    unsigned depth) {
  const bool is_submodule =
      entry.mode == static_cast<unsigned>(GitMode::kSubmodule);
  const auto is_known = [&] {
    if (entry.is_tree()) return known_.contains(entry.id);
    return !is_submodule && knows(entry.id);
  };
  // In a merge, only an entry that differs from every parent's is a change.
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (old[i] == nullptr || *old[i] != entry) continue;
    const bool is_file = !entry.is_tree() && !is_submodule;
    return is_file && old_files_known[i] ? true : is_known();
  }
  if (entry.is_tree()) {
    std::vector<std::optional<ObjectId>> ids(old.size());
    for (std::size_t i = 0; i < old.size(); ++i)
      if (old[i] != nullptr && old[i]->is_tree()) ids[i] = old[i]->id;
    const std::size_t path_size = path_.size();
    path_.append(entry.name).append("/");
    Result<bool> known = walk_tree(entry.id, ids, depth + 1);
    path_.resize(path_size);
    return known;
  }
  const std::string path = path_ + std::string(entry.name);
  RawChange change;
  change.mode = entry.mode;
  change.blob = entry.id;
  change.path = path;
  change.status = 'A';
  for (const TreeEntry* one : old) {
    const bool was_file = one != nullptr && !one->is_tree();
    change.old.push_back(was_file ? one->id : ObjectId{});
    if (was_file) change.status = 'M';
  }
  // Git also lists one old blob for a commit without parents.
  if (change.old.empty()) change.old.emplace_back();
  sink_.on_change(index_, change);
  return is_known();
}

// Reports the files that every parent has and the commit has not.
Result<void> CommitWalk::walk_deleted(const Tree& tree, std::vector<Tree>& old,
                                      unsigned depth) {
  if (old.empty()) return {};
  // A file in the place of a directory leaves nothing of it, nor the reverse.
  std::unordered_map<std::string_view, bool> is_tree_now;
  for (const TreeEntry& entry : tree.entries)
    is_tree_now.emplace(entry.name, entry.is_tree());
  for (const TreeEntry& entry : old.front().entries) {
    const auto now = is_tree_now.find(entry.name);
    if (now != is_tree_now.end() && now->second == entry.is_tree()) continue;
    RawChange change;
    change.status = 'D';
    std::vector<std::optional<ObjectId>> ids;
    for (Tree& one : old) {
      const TreeEntry* const found = one.find(entry.name);
      if (found == nullptr || found->is_tree() != entry.is_tree()) break;
      change.old.push_back(found->id);
      ids.emplace_back(found->id);
    }
    if (ids.size() != old.size()) continue;
    const std::string path = path_ + std::string(entry.name);
    if (!entry.is_tree()) {
      change.path = path;
      sink_.on_change(index_, change);
      continue;
    }
    const std::size_t path_size = path_.size();
    path_ = path + "/";
    const Result<bool> walked = walk_tree(std::nullopt, ids, depth + 1);
    path_.resize(path_size);
    if (!walked) return tl::unexpected<Error>(walked.error());
  }
  return {};
}

struct CommitHead {
  std::optional<ObjectId> tree;
  std::vector<ObjectId> parents;
};

CommitHead commit_head(std::string_view text) {
  CommitHead head;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    constexpr std::string_view kTree = "tree ";
    constexpr std::string_view kParent = "parent ";
    if (line.starts_with(kTree)) {
      head.tree = ObjectId::parse(line.substr(kTree.size()));
    } else if (line.starts_with(kParent)) {
      if (const auto id = ObjectId::parse(line.substr(kParent.size())))
        head.parents.push_back(*id);
    } else {
      break;
    }
  }
  return head;
}

Result<void> CommitWalk::walk(std::size_t index, const ObjectId& commit) {
  index_ = index;
  SLUICE_TRY_ASSIGN(const std::shared_ptr<const Bytes> text,
                    objects_.read(commit, kMostAtOnce));
  const CommitHead head = commit_head(text->view());
  if (!head.tree) return fail(ErrorCode::kIo, "it names no tree");
  std::vector<std::optional<ObjectId>> old;
  for (const ObjectId& parent : head.parents) {
    const Result<std::shared_ptr<const Bytes>> of_parent =
        objects_.read(parent, kMostAtOnce);
    // A shallow clone lacks it, for which the commit is one without parents.
    if (!of_parent && of_parent.error().code == ErrorCode::kNotFound) continue;
    if (!of_parent) return tl::unexpected<Error>(of_parent.error());
    old.push_back(commit_head((*of_parent)->view()).tree);
    // The trees are the same, so nothing has changed.
    if (old.back() == head.tree) return {};
  }
  const Result<bool> walked = walk_tree(head.tree, old, 0);
  if (!walked) return tl::unexpected<Error>(walked.error());
  return {};
}

}  // namespace

TreeWalk::TreeWalk(const GitWorkdir& place, const ObjectStore& packs,
                   const TreeChangeSink& sink)
    : place_(place),
      sink_(sink),
      objects_(std::make_unique<GitObjects>(place, packs)) {}

TreeWalk::~TreeWalk() = default;

Result<void> TreeWalk::walk(std::size_t index, const ObjectId& commit) {
  return CommitWalk(place_, sink_, objects_.get(), &known_, &known_places_,
                    &files_known_)
      .walk(index, commit);
}

}  // namespace sluice
