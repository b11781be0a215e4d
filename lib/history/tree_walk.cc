#include "history/tree_walk.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "history/git_objects.h"

namespace sluice {
namespace {

// Bytes of trees that are read again in one commit if every path is wanted and the sink knows the files at others.
constexpr std::uint64_t kMostForPaths = 1 << 20;
// The most bytes of the trees on the way to one.
constexpr std::uint64_t kMostAtOnce = 512 << 20;
constexpr unsigned kMostDepth = 2048;  // git's own, of later versions

struct TreeEntry {
  unsigned mode = 0;
  ObjectId id;
  std::string_view name;

  bool is_tree() const { return mode == 0040000; }
  bool is_submodule() const {
    return mode == static_cast<unsigned>(GitMode::kSubmodule);
  }
  bool is_file() const { return !is_tree() && !is_submodule(); }
  bool operator==(const TreeEntry&) const = default;
};

struct Tree {
  std::shared_ptr<const Bytes> text;  // the entries refer to it
  // Those that are not the same in all trees at hand, in git's order.
  std::vector<TreeEntry> entries;

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

// The bytes of an entry: MODE, a blank, NAME, a NUL, and the bytes of an
// object's name.
struct EntryText {
  std::string_view bytes;
  std::string_view name;
  bool is_tree = false;
};

// Returns the entry at the beginning of `text`, or nothing if there is none.
std::optional<EntryText> entry_at(std::string_view text, std::uint8_t id_size) {
  const std::size_t blank = text.find(' ');
  const std::size_t nul = text.find('\0');
  if (nul == std::string_view::npos || blank >= nul ||
      text.size() - nul - 1 < id_size)
    return std::nullopt;
  const std::string_view mode = text.substr(0, blank);
  return EntryText{text.substr(0, nul + 1 + id_size),
                   text.substr(blank + 1, nul - blank - 1),
                   mode == "40000" || mode == "040000"};
}

TreeEntry entry_of(const EntryText& text, std::uint8_t id_size) {
  TreeEntry entry;
  for (const char c : text.bytes.substr(0, text.bytes.find(' ')))
    entry.mode = entry.mode * 8 + static_cast<unsigned>(c - '0');
  entry.name = text.name;
  entry.id.size = id_size;
  std::ranges::copy(text.bytes.substr(text.bytes.size() - id_size),
                    entry.id.bytes.begin());
  return entry;
}

// Git's order of entries: a directory has a slash at its end.
bool is_before(const EntryText& a, const EntryText& b) {
  const std::size_t both = std::min(a.name.size(), b.name.size());
  const int order = a.name.compare(0, both, b.name, 0, both);
  if (order != 0) return order < 0;
  const auto next = [&](const EntryText& one) {
    if (one.name.size() > both)
      return static_cast<unsigned char>(one.name[both]);
    return static_cast<unsigned char>(one.is_tree ? '/' : '\0');
  };
  return next(a) < next(b);
}

// How many bytes at the beginning of two texts are the same.
std::size_t common_prefix(std::string_view a, std::string_view b) {
  constexpr std::size_t kStep = 32;
  const std::size_t both = std::min(a.size(), b.size());
  std::size_t at = 0;
  while (both - at >= kStep &&
         std::memcmp(a.data() + at, b.data() + at, kStep) == 0)
    at += kStep;
  while (at < both && a[at] == b[at]) ++at;
  return at;
}

// Returns the bytes of the whole entries at the beginning of `text`, up to one
// that is not like those that git writes.
std::size_t whole_entries(std::string_view text, std::uint8_t id_size) {
  std::size_t end = 0;
  for (;;) {
    const std::string_view rest = text.substr(end);
    // Modes have six digits, or five for a directory.
    constexpr std::size_t kMode = 6;
    if (rest.size() <= kMode || (rest[kMode] != ' ' && rest[kMode - 1] != ' '))
      return end;
    const std::size_t nul = rest.find('\0');
    if (nul == std::string_view::npos || nul <= kMode ||
        rest.size() - nul - 1 < id_size)
      return end;
    end += nul + 1 + id_size;
  }
}

// Reads the entries of a tree and of older versions of it at once. Those that
// are the same bytes in all of them, which most are, go to `on_same`, or are
// passed over if `skips_same` is true; the others into the trees' lists. In each tree, a name is in one entry; if an entry of
// one is in the lists, so are the entries of its name in the others.
class TreesReader {
 public:
  TreesReader(Tree* tree, std::vector<Tree>* old, std::uint8_t id_size,
              bool skips_same)
      : tree_(*tree),
        old_(*old),
        id_size_(id_size),
        skips_same_(skips_same),
        rest_(old->size()) {
    for (std::size_t i = 0; i < old_.size(); ++i)
      if (old_[i].text) rest_[i] = old_[i].text->view();
  }

  // Returns false if one of them is no tree.
  template <typename OnSame>
  bool read(const OnSame& on_same) {
    std::string_view rest = tree_.text ? tree_.text->view() : "";
    while (!rest.empty()) {
      if (skips_same_ && !rest_.empty()) skip_same(&rest);
      if (rest.empty()) break;
      const std::optional<EntryText> entry = entry_at(rest, id_size_);
      if (!entry) return false;
      rest.remove_prefix(entry->bytes.size());
      const bool same = !rest_.empty() &&
                        std::ranges::all_of(rest_, [&](std::string_view one) {
                          return one.starts_with(entry->bytes);
                        });
      if (same) {
        for (std::string_view& one : rest_)
          one.remove_prefix(entry->bytes.size());
        on_same(*entry);
        continue;
      }
      tree_.entries.push_back(entry_of(*entry, id_size_));
      for (std::size_t i = 0; i < rest_.size(); ++i)
        if (!list_up_to(i, &*entry)) return false;
    }
    for (std::size_t i = 0; i < rest_.size(); ++i)
      if (!list_up_to(i, nullptr)) return false;
    return true;
  }

 private:
  void skip_same(std::string_view* rest) {
    std::size_t same = rest->size();
    for (const std::string_view one : rest_)
      same = std::min(same, common_prefix(*rest, one));
    // Behind the last entry that differs, all are the same.
    const bool is_rest = same == rest->size() &&
                         std::ranges::all_of(rest_, [&](std::string_view one) {
                           return one.size() == same;
                         });
    const std::size_t skipped =
        is_rest ? same : whole_entries(rest->substr(0, same), id_size_);
    rest->remove_prefix(skipped);
    for (std::string_view& one : rest_) one.remove_prefix(skipped);
  }

  // Lists the entries of an older tree up to `last` and with it; all if it is
  // null.
  bool list_up_to(std::size_t number, const EntryText* last) {
    std::string_view& rest = rest_[number];
    while (!rest.empty()) {
      const std::optional<EntryText> entry = entry_at(rest, id_size_);
      if (!entry) return false;
      if (last != nullptr && is_before(*last, *entry)) return true;
      rest.remove_prefix(entry->bytes.size());
      old_[number].entries.push_back(entry_of(*entry, id_size_));
    }
    return true;
  }

  Tree& tree_;
  std::vector<Tree>& old_;
  const std::uint8_t id_size_;
  const bool skips_same_;
  std::vector<std::string_view> rest_;  // of the older ones
};

// The size of the names in a tree whose older versions have these names.
std::uint8_t id_size_of(const std::vector<std::optional<ObjectId>>& ids) {
  const auto found = std::ranges::find_if(
      ids, [](const std::optional<ObjectId>& id) { return id.has_value(); });
  return found == ids.end() ? std::uint8_t{20} : (*found)->size;
}

// The walk of one commit.
class CommitWalk {
 public:
  using Places = std::unordered_set<KnownTexts::Key, KnownTexts::Hash>;

  CommitWalk(const GitWorkdir& place, const TreeChangeSink& sink,
             std::uint64_t most_repeated, GitObjects* objects, IdSet* known,
             Places* known_places, IdSet* files_known)
      : place_(place),
        sink_(sink),
        most_repeated_(most_repeated),
        objects_(*objects),
        known_(*known),
        known_places_(*known_places),
        files_known_(*files_known) {}

  Result<void> walk(std::size_t index, const CommitGraph::Trees& trees);

 private:
  Result<void> read_tree(const ObjectId& id, Tree* tree);
  Result<bool> walk_tree(const std::optional<ObjectId>& tree,
                         const std::vector<std::optional<ObjectId>>& old,
                         unsigned depth);
  struct Known {
    bool all = true;    // blobs below the tree, and it has no submodule
    bool files = true;  // blobs that are its own entries
  };
  void add_known(const EntryText& text, std::uint8_t id_size, const Known& old,
                 Known* known) const;
  Result<void> walk_entries(const Tree& tree, std::vector<Tree>& old,
                            const std::vector<bool>& old_files_known,
                            unsigned depth, Known* known);
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
  Result<void> give_first_file(ObjectId tree, unsigned depth);
  void note_failure(Error error) {
    if (!failure_) failure_ = std::move(error);
  }
  bool knows(const ObjectId& blob) const {
    return sink_.knows && sink_.knows(blob);
  }

  const GitWorkdir& place_;
  const TreeChangeSink& sink_;
  const std::uint64_t most_repeated_;
  GitObjects& objects_;
  IdSet& known_;
  Places& known_places_;
  IdSet& files_known_;
  std::size_t index_ = 0;
  std::string path_;  // of the tree at hand, with a slash at the end
  std::unordered_set<ObjectId> met_;
  std::uint64_t repeated_ = 0;
  std::uint64_t at_once_ = 0;
  std::optional<Error> failure_;  // the first; the walk goes on
};

// Reads a tree, or notes why it cannot be read. Error: the commit is not walked
// on.
Result<void> CommitWalk::read_tree(const ObjectId& id, Tree* tree) {
  if (repeated_ > most_repeated_)
    return fail(ErrorCode::kIo,
                "the same trees stand in it so often that not all of their "
                "places were looked at");
  auto text = objects_.read(id, kMostAtOnce - at_once_);
  if (!text) {
    note_failure(std::move(text.error()));
    return {};
  }
  tree->text = *std::move(text);
  at_once_ += tree->text->size;
  // A little for the time that asking takes.
  if (!met_.insert(id).second) repeated_ += tree->text->size + 64;
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

// Gives the first file of a new tree at `path_` to the sink. The names below it
// were given at another place.
Result<void> CommitWalk::give_first_file(ObjectId tree, unsigned depth) {
  const std::size_t path_size = path_.size();
  const std::uint64_t held = at_once_;
  for (; depth <= kMostDepth; ++depth) {
    Tree read;
    SLUICE_TRY(read_tree(tree, &read));
    at_once_ = held;
    if (!read.text) break;
    const auto text = entry_at(read.text->view(), tree.size);
    if (!text) break;
    const TreeEntry first = entry_of(*text, tree.size);
    path_.append(first.name);
    if (first.is_tree()) {
      path_ += '/';
      tree = first.id;
      continue;
    }
    RawChange change;
    change.mode = first.mode;
    change.blob = first.id;
    change.path = path_;
    change.status = 'A';
    change.old.emplace_back();
    sink_.on_change(index_, change);
    break;
  }
  path_.resize(path_size);
  return {};
}

// Returns whether the sink knows every blob that the tree contains now.
Result<bool> CommitWalk::walk_tree(
    const std::optional<ObjectId>& id,
    const std::vector<std::optional<ObjectId>>& old_ids, unsigned depth) {
  if (id && known_.contains(*id) && !wants_place(*id)) return true;
  if (depth > kMostDepth)
    return fail(ErrorCode::kIo, "more than {} directories in each other",
                kMostDepth);
  const std::uint64_t held = at_once_;
  Tree tree;
  if (id) SLUICE_TRY(read_tree(*id, &tree));
  if (id && !tree.text) return false;
  // An older tree that cannot be read has no entries. So all files count as
  // new that it may have.
  std::vector<Tree> old(old_ids.size());
  for (std::size_t i = 0; i < old.size(); ++i)
    if (old_ids[i]) SLUICE_TRY(read_tree(*old_ids[i], &old[i]));
  // Most entries are those of the parent's tree, which was walked before. They
  // need not be looked up again.
  std::vector<bool> old_files_known;
  Known old_known{false, false};
  for (const std::optional<ObjectId>& one : old_ids) {
    const bool all = one && known_.contains(*one);
    const bool files = all || (one && files_known_.contains(*one));
    old_files_known.push_back(files);
    old_known = {old_known.all || all, old_known.files || files};
  }
  Known known;
  if (!sink_.knows) known = {false, false};
  const bool skips_same = old_known.all || !sink_.knows;
  const std::uint8_t id_size = id ? id->size : id_size_of(old_ids);
  const auto on_same = [&](const EntryText& text) {
    if (!skips_same) add_known(text, id_size, old_known, &known);
  };
  if (!TreesReader(&tree, &old, id_size, skips_same).read(on_same)) {
    note_failure(Error{ErrorCode::kIo,
                       fmt::format("tree {}: it or an older one is damaged",
                                   id ? id->short_hex() : "")});
    known = {false, false};
    tree.entries.clear();
    for (Tree& one : old) one = {};
    if (!TreesReader(&tree, &old, id_size, skips_same).read(on_same)) {
      at_once_ = held;
      return false;
    }
  }
  SLUICE_TRY(walk_entries(tree, old, old_files_known, depth, &known));
  if (sink_.wants_deleted) SLUICE_TRY(walk_deleted(tree, old, depth));
  at_once_ = held;
  if (id && known.all) {
    known_.insert(*id);
    if (sink_.on_more_paths) known_places_.insert(place_of(*id));
  } else if (id && known.files && sink_.knows) {
    files_known_.insert(*id);
  }
  return known.all;
}

// Adds what is known of an entry that the older trees have as well; `old` is
// what is known of these.
void CommitWalk::add_known(const EntryText& text, std::uint8_t id_size,
                           const Known& old, Known* known) const {
  const TreeEntry entry = entry_of(text, id_size);
  if (entry.is_tree() || entry.is_submodule()) {
    known->all = known->all && entry.is_tree() && known_.contains(entry.id);
  } else if (!old.files && !knows(entry.id)) {
    known->all = known->files = false;
  }
}

Result<void> CommitWalk::walk_entries(const Tree& tree, std::vector<Tree>& old,
                                      const std::vector<bool>& old_files_known,
                                      unsigned depth, Known* known) {
  std::vector<const TreeEntry*> before(old.size());
  for (const TreeEntry& entry : tree.entries) {
    if (place_.interrupted()) return fail(ErrorCode::kIo, "interrupted");
    for (std::size_t i = 0; i < old.size(); ++i)
      before[i] = old[i].find(entry.name);
    SLUICE_TRY_ASSIGN(const bool one,
                      walk_entry(entry, before, old_files_known, depth));
    known->all = known->all && one;
    if (entry.is_file()) known->files = known->files && one;
  }
  return {};
}

Result<bool> CommitWalk::walk_entry(const TreeEntry& entry,
                                    const std::vector<const TreeEntry*>& old,
                                    const std::vector<bool>& old_files_known,
                                    unsigned depth) {
  const auto is_known = [&] {
    if (entry.is_tree()) return known_.contains(entry.id);
    return entry.is_file() && knows(entry.id);
  };
  // In a merge, only an entry that differs from every parent's is a change.
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (old[i] == nullptr || *old[i] != entry) continue;
    return entry.is_file() && old_files_known[i] ? true : is_known();
  }
  if (entry.is_tree()) {
    std::vector<std::optional<ObjectId>> ids(old.size());
    for (std::size_t i = 0; i < old.size(); ++i)
      if (old[i] != nullptr && old[i]->is_tree()) ids[i] = old[i]->id;
    const std::size_t path_size = path_.size();
    path_.append(entry.name).append("/");
    const bool is_new = std::ranges::none_of(
        ids,
        [](const std::optional<ObjectId>& one) { return one.has_value(); });
    if (is_new && known_.contains(entry.id) && sink_.wants_below &&
        sink_.wants_below(entry.name))
      SLUICE_TRY(give_first_file(entry.id, depth + 1));
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

// Returns the tree of a commit, and those of its parents. A parent that cannot
// be read is passed over, and `*unread` says why.
Result<CommitGraph::Trees> trees_of(GitObjects& objects, const ObjectId& commit,
                                    std::optional<Error>* unread) {
  SLUICE_TRY_ASSIGN(const std::shared_ptr<const Bytes> text,
                    objects.read(commit, kMostAtOnce));
  const std::optional<CommitHead> head = read_commit_head(text->view());
  if (!head) return fail(ErrorCode::kIo, "its head is damaged");
  CommitGraph::Trees trees{head->tree, {}};
  for (const ObjectId& parent : head->parents) {
    const Result<std::shared_ptr<const Bytes>> of_parent =
        objects.read(parent, kMostAtOnce);
    // A shallow clone lacks it, for which the commit is one without parents.
    if (!of_parent && of_parent.error().code == ErrorCode::kNotFound) continue;
    if (!of_parent) {
      *unread = of_parent.error();
      continue;
    }
    const std::optional<CommitHead> of = read_commit_head((*of_parent)->view());
    if (of)
      trees.of_parents.push_back(of->tree);
    else
      *unread = Error{ErrorCode::kIo, "a parent's head is damaged"};
  }
  return trees;
}

Result<void> CommitWalk::walk(std::size_t index,
                              const CommitGraph::Trees& trees) {
  index_ = index;
  // If the trees are the same, nothing has changed.
  if (std::ranges::count(trees.of_parents, trees.own) != 0) return {};
  const std::vector<std::optional<ObjectId>> old(trees.of_parents.begin(),
                                                 trees.of_parents.end());
  const Result<bool> walked = walk_tree(trees.own, old, 0);
  if (!walked) return tl::unexpected<Error>(walked.error());
  if (failure_) return tl::unexpected<Error>(*failure_);
  return {};
}

}  // namespace

TreeWalk::TreeWalk(const GitWorkdir& place, const ObjectStore& packs,
                   const CommitGraph& graph, const TreeChangeSink& sink,
                   std::uint64_t most_repeated)
    : place_(place),
      graph_(graph),
      sink_(sink),
      most_repeated_(most_repeated),
      objects_(std::make_unique<GitObjects>(place, packs)) {}

TreeWalk::~TreeWalk() = default;

Result<void> TreeWalk::walk(std::size_t index, const ObjectId& commit) {
  std::optional<Error> unread;
  SLUICE_TRY_ASSIGN(const CommitGraph::Trees trees,
                    graph_.has(commit)
                        ? Result<CommitGraph::Trees>(graph_.trees_of(commit))
                        : trees_of(*objects_, commit, &unread));
  SLUICE_TRY(CommitWalk(place_, sink_, most_repeated_, objects_.get(), &known_,
                        &known_places_, &files_known_)
                 .walk(index, trees));
  if (unread) return tl::unexpected<Error>(*std::move(unread));
  return {};
}

}  // namespace sluice
