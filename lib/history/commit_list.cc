#include "history/commit_list.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "fs/file_system.h"
#include "git/commit_name.h"

namespace sluice {
namespace {

Result<std::string> since_range(const GitRepository& repository,
                                const std::string& since) {
  SLUICE_TRY_ASSIGN(const std::string found, commit_named(repository, since));
  const std::optional<ObjectId> id = ObjectId::parse(found);
  if (!id) return fail(ErrorCode::kIo, "cannot understand git's answer");
  return id->hex() + "..HEAD";
}

// The commits whose parents a shallow clone does not have.
Result<std::unordered_set<ObjectId>> shallow_commits(
    const GitRepository& repository) {
  std::unordered_set<ObjectId> ids;
  if (!repository.is_shallow()) return ids;
  SLUICE_TRY_ASSIGN(
      std::string name,
      git_output(repository.place(), {"rev-parse", "--git-path", "shallow"}));
  if (name.ends_with('\n')) name.pop_back();
  const FileSystem& fs = posix_file_system();
  SLUICE_TRY_ASSIGN(
      const OpenedFile opened,
      fs.open(repository.place().directory, name, OpenMode::kNoWait));
  std::string text(opened.size, '\0');
  const Result<std::size_t> got =
      fs.read(opened.descriptor, text.data(), text.size());
  fs.close(opened.descriptor);
  if (!got) return tl::unexpected<Error>(got.error());
  for (const ObjectId& id : ids_in(text)) ids.insert(id);
  return ids;
}

// Returns whether git complains that the name is unknown, and not that the
// repository lacks an object.
bool is_unknown_revision(std::string_view complaint) {
  for (const std::string_view sign :
       {"unknown revision", "bad revision", "ambiguous argument"})
    if (complaint.find(sign) != std::string_view::npos) return true;
  return false;
}

// Returns those of `ids` that are commits and exist here; the others go to
// `missing`.
Result<std::vector<ObjectId>> commits_that_are_here(
    const GitWorkdir& place, const std::unordered_set<ObjectId>& ids,
    std::vector<ObjectId>* missing) {
  std::vector<ObjectId> here;
  if (ids.empty()) return here;
  const std::vector<ObjectId> asked(ids.begin(), ids.end());
  SLUICE_TRY_ASSIGN(const int input, text_as_file(as_lines(asked)));
  const Result<ChildProcess::Ended> ended = run_git(
      place, {"cat-file", "--batch-check=%(objecttype) %(objectname)"}, input);
  ::close(input);
  if (!ended) return tl::unexpected<Error>(ended.error());
  constexpr std::string_view kCommit = "commit ";
  for (std::string_view rest = ended->output; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!line.starts_with(kCommit)) continue;
    if (const auto id = ObjectId::parse(line.substr(kCommit.size())))
      here.push_back(*id);
  }
  std::unordered_set<ObjectId> lost = ids;
  for (const ObjectId& id : here) lost.erase(id);
  missing->assign(lost.begin(), lost.end());
  return here;
}

// The revisions that a superproject names, as rev-list reads them.
Result<std::string> named_revisions(const GitWorkdir& place,
                                    const CommitsToScan& wanted,
                                    std::vector<ObjectId>* missing) {
  SLUICE_TRY_ASSIGN(
      const std::vector<ObjectId> to,
      commits_that_are_here(place, wanted.move ? wanted.move->to : wanted.also,
                            missing));
  std::string lines = as_lines(to);
  if (!wanted.move) return lines;
  // A commit that does not exist any more excludes nothing.
  std::vector<ObjectId> gone;
  SLUICE_TRY_ASSIGN(const std::vector<ObjectId> from,
                    commits_that_are_here(place, wanted.move->from, &gone));
  for (const ObjectId& id : from) lines += "^" + id.hex() + "\n";
  return lines;
}

struct RevList {
  std::vector<std::string> words;  // options and revisions
  std::string named;               // more revisions, each on a line
};

Result<ChildProcess::Ended> run_rev_list(const GitRepository& repository,
                                         RevList wanted) {
  std::vector<std::string> words = {"rev-list", "--reverse", "--date-order"};
  int input = ChildProcess::kNoInput;
  if (!wanted.named.empty()) {
    SLUICE_TRY_ASSIGN(input, text_as_file(wanted.named));
    words.emplace_back("--stdin");
  }
  words.insert(words.end(), wanted.words.begin(), wanted.words.end());
  words.emplace_back("--");
  Result<ChildProcess::Ended> ended =
      run_git(repository.place(), std::move(words), input);
  if (input != ChildProcess::kNoInput) ::close(input);
  return ended;
}

// The words of rev-list for the commits of refs.
Result<std::vector<std::string>> words_for(const GitRepository& repository,
                                           Reach reach) {
  if (reach != Reach::kHeads) return std::vector<std::string>{"--all"};
  std::vector<std::string> words = {"--branches", "--remotes"};
  SLUICE_TRY_ASSIGN(
      const ChildProcess::Ended head,
      run_git(repository.place(), {"rev-parse", "--verify", "-q", "HEAD"}));
  if (head.exit_code == 0) words.emplace_back("HEAD");
  return words;
}

IdSet set_of(const std::vector<ObjectId>& ids) {
  IdSet set;
  for (const ObjectId& id : ids) set.insert(id);
  return set;
}

// Adds the commits that `roots` lead to and that are not in the list. Git's
// complaint about them does not end the scan.
Result<void> add_commits_of(const GitRepository& repository,
                            const std::vector<ObjectId>& roots,
                            std::string_view led_by, CommitList* list) {
  if (roots.empty()) return {};
  IdSet known = set_of(list->commits);
  RevList wanted{{"--not", "--all"}, as_lines(roots)};
  SLUICE_TRY_ASSIGN(ChildProcess::Ended ended,
                    run_rev_list(repository, wanted));
  if (ended.exit_code != 0) {
    // A parent is missing, for instance. The commits themselves are there.
    list->complaints.push_back(
        fmt::format("those that {} to: {}", led_by, git_complaint(ended)));
    wanted.words = {"--no-walk=sorted"};
    SLUICE_TRY_ASSIGN(ended, run_rev_list(repository, std::move(wanted)));
  }
  for (const ObjectId& id : ids_in(ended.output))
    if (known.insert(id)) list->commits.push_back(id);
  return {};
}

void take_others(ObjectTypes&& found, ObjectTypes* others) {
  std::ranges::move(found.tags, std::back_inserter(others->tags));
  std::ranges::move(found.trees, std::back_inserter(others->trees));
  std::ranges::move(found.files, std::back_inserter(others->files));
}

// Adds what is scanned of a repository apart from the commits of its refs.
Result<void> add_others(const GitRepository& repository, Reach reach,
                        CommitList* list) {
  const auto known = [&] { return set_of(list->commits); };
  if (reach >= Reach::kRefs) {
    SLUICE_TRY_ASSIGN(ObjectTypes found, objects_of_refs(repository, known()));
    if (found.has_notes) {
      SLUICE_TRY_ASSIGN(
          const std::string notes,
          git_output(repository.place(), {"rev-list", "--glob=refs/notes/*"}));
      for (const ObjectId& id : ids_in(notes)) list->of_notes.insert(id);
    }
    take_others(std::move(found), &list->others);
  }
  if (reach >= Reach::kReflog) {
    SLUICE_TRY_ASSIGN(ObjectTypes found,
                      objects_of_reflogs(repository, known()));
    SLUICE_TRY(
        add_commits_of(repository, found.commits, "only reflogs lead", list));
    take_others(std::move(found), &list->others);
  }
  list->by_reflogs = list->commits.size() - list->by_refs;
  if (reach == Reach::kAllObjects) {
    SLUICE_TRY_ASSIGN(ObjectTypes found, all_objects(repository, known()));
    SLUICE_TRY(
        add_commits_of(repository, found.commits, "nothing leads", list));
    take_others(std::move(found), &list->others);
  }
  return {};
}

}  // namespace

Result<CommitList> list_commits(const GitRepository& repository,
                                const CommitsToScan& wanted) {
  std::string range = wanted.range;
  if (!wanted.since.empty()) {
    SLUICE_TRY_ASSIGN(range, since_range(repository, wanted.since));
  }
  CommitList list;
  RevList request;
  SLUICE_TRY_ASSIGN(request.named,
                    named_revisions(repository.place(), wanted, &list.missing));
  if (wanted.move && request.named.empty()) return list;
  if (!wanted.is_range()) {
    SLUICE_TRY_ASSIGN(request.words, words_for(repository, wanted.reach));
  }
  request.words.emplace_back("--end-of-options");
  if (!range.empty()) request.words.push_back(range);
  SLUICE_TRY_ASSIGN(const ChildProcess::Ended ended,
                    run_rev_list(repository, std::move(request)));
  std::string complaint;
  if (ended.exit_code != 0 || !ended.errors.empty())
    complaint = git_complaint(ended);
  if (!range.empty() && is_unknown_revision(complaint))
    return fail(ErrorCode::kUsage, "git does not know {}{}", range,
                repository.is_shallow()
                    ? fmt::format(". The clone is shallow: {}", kHowToUnshallow)
                    : "");
  if (!complaint.empty()) list.complaints.push_back(std::move(complaint));
  list.commits = ids_in(ended.output);
  list.by_refs = list.commits.size();
  if (!wanted.is_range()) {
    if (const auto added = add_others(repository, wanted.reach, &list); !added)
      list.complaints.push_back(added.error().message);
  }
  SLUICE_TRY_ASSIGN(const std::unordered_set<ObjectId> shallow,
                    shallow_commits(repository));
  list.cut_off = static_cast<std::size_t>(std::ranges::count_if(
      list.commits, [&](const ObjectId& id) { return shallow.contains(id); }));
  if (list.cut_off != 0 && !range.empty())
    return fail(ErrorCode::kUsage,
                "this shallow clone lacks commits between {} and HEAD: {}",
                wanted.since.empty() ? range : wanted.since, kHowToUnshallow);
  return list;
}

}  // namespace sluice
