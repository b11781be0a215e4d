// Lists the contents of a repository apart from the commits of its refs:
// annotated tags, files that refs name directly, commits that only reflogs or
// files like ORIG_HEAD lead to, and objects that nothing leads to.
// Thread-safety: one thread.
// Limits: git's files like ORIG_HEAD are read as files, as git before reftables
// stores them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "finding/finding.h"
#include "git/git_repository.h"
#include "git/id_set.h"
#include "git/object_id.h"
#include "git/run_git.h"
#include "history/git_objects.h"
#include "pack/object_reader.h"

namespace sluice {

// How much of a repository is scanned. Each contains the one before.
enum class Reach : std::uint8_t {
  kHeads,      // HEAD, branches, and branches of remotes
  kRefs,       // every ref
  kReflog,     // what reflogs and files like ORIG_HEAD name
  kAllObjects  // what nothing leads to
};

struct NamedObject {
  ObjectId id;
  std::string name;  // the ref; empty if only the object is known
  ReachedBy reached_by = ReachedBy::kRef;
};

// Objects that are not commits, and the commits that lead to others.
struct ObjectTypes {
  std::vector<ObjectId> commits;
  std::vector<NamedObject> tags;
  std::vector<NamedObject> trees;
  std::vector<NamedObject> files;
  std::vector<std::string> complaints;  // git's, about objects it cannot read
};

struct RefList {
  std::vector<NamedObject> refs;  // in the order of their names
  bool is_whole = true;           // git did not complain about any
};
// Error: kIo.
Result<RefList> list_refs(const GitRepository& repository);

// Returns what the refs name, except `commits`. Error: kIo.
Result<ObjectTypes> objects_of_refs(const GitWorkdir& place,
                                    ObjectReader& objects,
                                    std::span<const NamedObject> refs,
                                    const IdSet& commits);

// Returns what reflogs, and files like ORIG_HEAD, of all working trees name,
// except `commits`. Objects that are gone are left out. Error: kIo.
Result<ObjectTypes> objects_of_reflogs(const GitRepository& repository,
                                       ObjectReader& objects,
                                       const IdSet& commits);

// Returns every object of the repository, except `commits` and trees, in the
// order of their names. Error: kIo.
Result<ObjectTypes> all_objects(const GitRepository& repository,
                                ObjectReader& objects, const IdSet& commits);

// An annotated tag that is scanned.
struct TagToScan {
  ObjectId id;
  std::string name;
  ReachedBy reached_by = ReachedBy::kRef;
};

// Follows `types->tags`, and the tags that these name, down to other objects.
// Files and trees are added to `*types`; commits are not, because git follows
// tags itself. Each tag is returned once. Calls `unreadable` with the id of a
// tag that cannot be read, and why.
std::vector<TagToScan> follow_tags(
    GitObjects& objects, ObjectTypes* types,
    const std::function<void(const ObjectId&, const std::string&)>& unreadable);

}  // namespace sluice
