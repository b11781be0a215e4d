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

// The exit code of a rev-list whose words name no commit.
constexpr int kNoCommitIsNamed = 129;

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

// Returns those of `ids` that are of a kind ("commit") and exist here.
Result<std::vector<ObjectId>> ids_of_kind(const GitWorkdir& place,
                                          std::span<const ObjectId> ids,
                                          std::string_view kind) {
  std::vector<ObjectId> here;
  if (ids.empty()) return here;
  SLUICE_TRY_ASSIGN(const int input, text_as_file(as_lines(ids)));
  const Result<ChildProcess::Ended> ended = run_git(
      place, {"cat-file", "--batch-check=%(objecttype) %(objectname)"}, input);
  ::close(input);
  if (!ended) return tl::unexpected<Error>(ended.error());
  const std::string begin = std::string(kind) + " ";
  for (std::string_view rest = ended->output; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!line.starts_with(begin)) continue;
    if (const auto id = ObjectId::parse(line.substr(begin.size())))
      here.push_back(*id);
  }
  return here;
}

// Returns those of `ids` that are commits and exist here; the others go to
// `missing`.
Result<std::vector<ObjectId>> commits_that_are_here(
    const GitWorkdir& place, const std::unordered_set<ObjectId>& ids,
    std::vector<ObjectId>* missing) {
  const std::vector<ObjectId> asked(ids.begin(), ids.end());
  SLUICE_TRY_ASSIGN(std::vector<ObjectId> here,
                    ids_of_kind(place, asked, "commit"));
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

constexpr std::string_view kBranches = "refs/heads/";
constexpr std::string_view kRemotes = "refs/remotes/";
constexpr std::string_view kNotes = "refs/notes/";

IdSet set_of(const std::vector<ObjectId>& ids) {
  IdSet set;
  for (const ObjectId& id : ids) set.insert(id);
  return set;
}

void take_others(ObjectTypes&& found, CommitList* list) {
  ObjectTypes& others = list->others;
  std::ranges::move(found.tags, std::back_inserter(others.tags));
  std::ranges::move(found.trees, std::back_inserter(others.trees));
  std::ranges::move(found.files, std::back_inserter(others.files));
  std::ranges::move(found.complaints, std::back_inserter(list->complaints));
}

// Lists the commits of a whole history. A CommitGraph walks, until it cannot
// read something. From then on git does, and says what is wrong.
class HistoryList {
 public:
  HistoryList(const GitRepository& repository, const ObjectStore& packs,
              Reach reach, std::unordered_set<ObjectId> shallow,
              CommitList* list)
      : repository_(repository),
        place_(repository.place()),
        objects_(packs),
        reach_(reach),
        shallow_(std::move(shallow)),
        list_(*list) {
    list_.graph.cut_at(shallow_);
  }

  // Adds the commits of refs, and of `named`. Returns git's complaint, or
  // nothing if there is none.
  Result<std::string> add_commits_of_refs(const std::string& named);
  // Adds the rest of what is scanned.
  Result<void> add_others();

 private:
  std::optional<std::vector<ObjectId>> walk(std::span<const ObjectId> tips);
  Result<std::vector<std::string>> words_for_refs() const;
  Result<std::optional<ObjectId>> head() const;
  Result<std::vector<ObjectId>> tips();
  Result<void> list_what_git_reads(const std::vector<ObjectId>& tips);
  void take_what_is_readable(const std::vector<ObjectId>& tips);
  Result<void> add_notes();
  Result<void> add_commits_of(const std::vector<ObjectId>& roots,
                              std::string_view led_by);

  const GitRepository& repository_;
  const GitWorkdir place_;
  ObjectReader objects_;
  const Reach reach_;
  const std::unordered_set<ObjectId> shallow_;
  CommitList& list_;
  RefList refs_;
  bool walks_ = true;  // no git was asked yet
};

std::optional<std::vector<ObjectId>> HistoryList::walk(
    std::span<const ObjectId> tips) {
  if (!walks_) return std::nullopt;
  auto found = list_.graph.walk(objects_, tips, place_.interrupt);
  walks_ = found.has_value();
  return found;
}

Result<std::optional<ObjectId>> HistoryList::head() const {
  SLUICE_TRY_ASSIGN(const ChildProcess::Ended said,
                    run_git(place_, {"rev-parse", "--verify", "-q", "HEAD"}));
  const std::vector<ObjectId> ids = ids_in(said.output);
  if (said.exit_code != 0 || ids.empty()) return std::optional<ObjectId>();
  return std::optional<ObjectId>(ids.front());
}

// The words of rev-list for the commits of refs.
Result<std::vector<std::string>> HistoryList::words_for_refs() const {
  if (reach_ != Reach::kHeads) return std::vector<std::string>{"--all"};
  std::vector<std::string> words = {"--branches", "--remotes"};
  SLUICE_TRY_ASSIGN(const std::optional<ObjectId> named, head());
  if (named) words.emplace_back("HEAD");
  return words;
}

// Returns what these words name. Git's order decides about commits of the same
// second.
Result<std::vector<ObjectId>> HistoryList::tips() {
  if (!refs_.is_whole) return fail(ErrorCode::kIo, "git ignores a ref");
  std::vector<ObjectId> tips;
  const auto add = [&](std::string_view below) {
    for (const NamedObject& ref : refs_.refs)
      if (ref.name.starts_with(below)) tips.push_back(ref.id);
  };
  if (reach_ == Reach::kHeads) {
    add(kBranches);
    add(kRemotes);
    SLUICE_TRY_ASSIGN(const std::optional<ObjectId> named, head());
    if (named) tips.push_back(*named);
    return tips;
  }
  add("");
  // HEAD, and that of each other working tree.
  SLUICE_TRY_ASSIGN(const ChildProcess::Ended heads,
                    run_git(place_, {"rev-list", "--no-walk=unsorted",
                                     "--exclude=refs/*", "--all"}));
  if (heads.exit_code != 0 && heads.exit_code != kNoCommitIsNamed)
    return fail(ErrorCode::kIo, "{}", git_complaint(heads));
  std::ranges::copy(ids_in(heads.output), std::back_inserter(tips));
  return tips;
}

Result<std::string> HistoryList::add_commits_of_refs(const std::string& named) {
  SLUICE_TRY_ASSIGN(refs_, list_refs(repository_));
  std::vector<ObjectId> from = ids_in(named);
  const Result<std::vector<ObjectId>> of_refs = tips();
  walks_ = of_refs.has_value();
  if (walks_) std::ranges::copy(*of_refs, std::back_inserter(from));
  if (auto found = walk(from)) {
    list_.commits = *std::move(found);
    return std::string();
  }
  RevList request{{}, named};
  SLUICE_TRY_ASSIGN(request.words, words_for_refs());
  SLUICE_TRY_ASSIGN(const ChildProcess::Ended ended,
                    run_rev_list(repository_, std::move(request)));
  list_.commits = ids_in(ended.output);
  if (ended.exit_code == 0 && ended.errors.empty()) return std::string();
  if (ended.exit_code != 0) {
    if (!of_refs) {
      for (const NamedObject& ref : refs_.refs) from.push_back(ref.id);
      if (const auto id = head(); id && *id) from.push_back(**id);
    }
    SLUICE_TRY(list_what_git_reads(from));
    take_what_is_readable(from);
  }
  return git_complaint(ended);
}

// Git lists nothing if one of the refs is damaged, such as a tag of something of
// another kind. It does without that one.
Result<void> HistoryList::list_what_git_reads(
    const std::vector<ObjectId>& tips) {
  constexpr int kMostTags = 10;  // of tags
  std::vector<ObjectId> commits;
  std::vector<ObjectId> asked = tips;
  // Git takes the word of a tag for the kind of its object, so tags are followed
  // here.
  for (int i = 0; i < kMostTags && !asked.empty(); ++i) {
    SLUICE_TRY_ASSIGN(const std::vector<ObjectId> found,
                      ids_of_kind(place_, asked, "commit"));
    commits.insert(commits.end(), found.begin(), found.end());
    SLUICE_TRY_ASSIGN(const std::vector<ObjectId> tags,
                      ids_of_kind(place_, asked, "tag"));
    asked.clear();
    for (const ObjectId& tag : tags)
      if (const auto object = objects_.read(tag))
        if (const auto target = target_of(object->bytes->view()))
          asked.push_back(*target);
  }
  if (commits.empty()) return {};
  SLUICE_TRY_ASSIGN(const ChildProcess::Ended ended,
                    run_rev_list(repository_, {{}, as_lines(commits)}));
  std::vector<ObjectId> found = ids_in(ended.output);
  if (found.size() > list_.commits.size()) list_.commits = std::move(found);
  return {};
}

// Git lists next to nothing if it cannot read a commit. The graph passes over
// it.
void HistoryList::take_what_is_readable(const std::vector<ObjectId>& tips) {
  CommitGraph graph;
  graph.cut_at(shallow_);
  auto found = graph.walk(objects_, tips, place_.interrupt,
                          CommitGraph::Unreadable::kPassOver);
  if (!found || found->size() <= list_.commits.size()) return;
  list_.commits = *std::move(found);
  list_.graph = std::move(graph);
}

Result<void> HistoryList::add_notes() {
  std::vector<ObjectId> tips;
  for (const NamedObject& ref : refs_.refs)
    if (ref.name.starts_with(kNotes)) tips.push_back(ref.id);
  if (tips.empty()) return {};
  const bool in_graph =
      walks_ && std::ranges::all_of(tips, [&](const ObjectId& tip) {
        return list_.graph.has(tip);
      });
  if (!in_graph) {
    SLUICE_TRY_ASSIGN(const std::string notes,
                      git_output(place_, {"rev-list", "--glob=refs/notes/*"}));
    tips = ids_in(notes);
  } else {
    tips = list_.graph.with_ancestors(tips);
  }
  list_.of_notes.insert(tips.begin(), tips.end());
  return {};
}

// Adds the commits that `roots` lead to and that are not in the list. Git's
// complaint about them does not end the scan.
Result<void> HistoryList::add_commits_of(const std::vector<ObjectId>& roots,
                                         std::string_view led_by) {
  if (roots.empty()) return {};
  if (const auto found = walk(roots)) {
    std::ranges::copy(*found, std::back_inserter(list_.commits));
    return {};
  }
  IdSet known = set_of(list_.commits);
  RevList wanted{{"--not", "--all"}, as_lines(roots)};
  SLUICE_TRY_ASSIGN(ChildProcess::Ended ended,
                    run_rev_list(repository_, wanted));
  if (ended.exit_code != 0) {
    // A parent is missing, for instance. The commits themselves are there.
    list_.complaints.push_back(
        fmt::format("those that {} to: {}", led_by, git_complaint(ended)));
    wanted.words = {"--no-walk=sorted"};
    SLUICE_TRY_ASSIGN(ended, run_rev_list(repository_, std::move(wanted)));
  }
  std::vector<ObjectId> found = ids_in(ended.output);
  if (ended.exit_code != 0) {
    CommitGraph graph;
    graph.cut_at(shallow_);
    if (auto readable = graph.walk(objects_, roots, place_.interrupt,
                                   CommitGraph::Unreadable::kPassOver))
      found = *std::move(readable);
  }
  for (const ObjectId& id : found)
    if (known.insert(id)) list_.commits.push_back(id);
  return {};
}

Result<void> HistoryList::add_others() {
  const auto known = [&] { return set_of(list_.commits); };
  std::ranges::copy_if(
      refs_.refs, std::back_inserter(list_.refs), [&](const NamedObject& ref) {
        return reach_ >= Reach::kRefs || ref.name.starts_with(kBranches) ||
               ref.name.starts_with(kRemotes);
      });
  if (reach_ >= Reach::kRefs) {
    SLUICE_TRY_ASSIGN(ObjectTypes found,
                      objects_of_refs(place_, objects_, refs_.refs, known()));
    SLUICE_TRY(add_notes());
    take_others(std::move(found), &list_);
  }
  if (reach_ >= Reach::kReflog) {
    SLUICE_TRY_ASSIGN(ObjectTypes found,
                      objects_of_reflogs(repository_, objects_, known()));
    SLUICE_TRY(add_commits_of(found.commits, "only reflogs lead"));
    take_others(std::move(found), &list_);
  }
  list_.by_reflogs = list_.commits.size() - list_.by_refs;
  if (reach_ == Reach::kAllObjects) {
    SLUICE_TRY_ASSIGN(ObjectTypes found,
                      all_objects(repository_, objects_, known()));
    SLUICE_TRY(add_commits_of(found.commits, "nothing leads"));
    take_others(std::move(found), &list_);
  }
  return {};
}

// Adds the commits of a range. Returns git's complaint, or nothing if there is
// none. Git has to read the names in a range in any case, so it also lists the
// commits.
Result<std::string> add_range(const GitRepository& repository,
                              const std::string& range, std::string named,
                              CommitList* list) {
  RevList request{{"--end-of-options"}, std::move(named)};
  if (!range.empty()) request.words.push_back(range);
  SLUICE_TRY_ASSIGN(const ChildProcess::Ended ended,
                    run_rev_list(repository, std::move(request)));
  list->commits = ids_in(ended.output);
  std::string complaint;
  if (ended.exit_code != 0 || !ended.errors.empty())
    complaint = git_complaint(ended);
  if (!range.empty() && is_unknown_revision(complaint))
    return fail(ErrorCode::kUsage, "git does not know {}{}", range,
                repository.is_shallow()
                    ? fmt::format(". The clone is shallow: {}", kHowToUnshallow)
                    : "");
  return complaint;
}

}  // namespace

Result<CommitList> list_commits(const GitRepository& repository,
                                const ObjectStore& packs,
                                const CommitsToScan& wanted) {
  std::string range = wanted.range;
  if (!wanted.since.empty()) {
    SLUICE_TRY_ASSIGN(range, since_range(repository, wanted.since));
  }
  CommitList list;
  SLUICE_TRY_ASSIGN(std::string named,
                    named_revisions(repository.place(), wanted, &list.missing));
  if (wanted.move && named.empty()) return list;
  SLUICE_TRY_ASSIGN(const std::unordered_set<ObjectId> shallow,
                    shallow_commits(repository));
  HistoryList history(repository, packs, wanted.reach, shallow, &list);
  SLUICE_TRY_ASSIGN(std::string complaint,
                    wanted.is_range()
                        ? add_range(repository, range, std::move(named), &list)
                        : history.add_commits_of_refs(named));
  if (!complaint.empty()) list.complaints.push_back(std::move(complaint));
  list.by_refs = list.commits.size();
  if (!wanted.is_range())
    if (const auto added = history.add_others(); !added)
      list.complaints.push_back(added.error().message);
  list.cut_off = static_cast<std::size_t>(std::ranges::count_if(
      list.commits, [&](const ObjectId& id) { return shallow.contains(id); }));
  if (list.cut_off != 0 && !range.empty())
    return fail(ErrorCode::kUsage,
                "this shallow clone lacks commits between {} and HEAD: {}",
                wanted.since.empty() ? range : wanted.since, kHowToUnshallow);
  return list;
}

}  // namespace sluice
