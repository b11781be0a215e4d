#include "history/commit_list.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
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

Result<ChildProcess::Ended> run_rev_list(const GitRepository& repository,
                                         const std::string& range,
                                         const std::string& named,
                                         bool everything) {
  std::vector<std::string> words = {"rev-list", "--reverse", "--date-order"};
  int input = ChildProcess::kNoInput;
  if (!named.empty()) {
    SLUICE_TRY_ASSIGN(input, text_as_file(named));
    words.emplace_back("--stdin");
  }
  if (everything) words.emplace_back("--all");
  words.emplace_back("--end-of-options");
  if (!range.empty()) words.push_back(range);
  words.emplace_back("--");
  Result<ChildProcess::Ended> ended =
      run_git(repository.place(), std::move(words), input);
  if (input != ChildProcess::kNoInput) ::close(input);
  return ended;
}

}  // namespace

Result<CommitList> list_commits(const GitRepository& repository,
                                const CommitsToScan& wanted) {
  std::string range = wanted.range;
  if (!wanted.since.empty()) {
    SLUICE_TRY_ASSIGN(range, since_range(repository, wanted.since));
  }
  CommitList list;
  SLUICE_TRY_ASSIGN(const std::string named,
                    named_revisions(repository.place(), wanted, &list.missing));
  if (wanted.move && named.empty()) return list;
  SLUICE_TRY_ASSIGN(const ChildProcess::Ended ended,
                    run_rev_list(repository, range, named, !wanted.is_range()));
  if (ended.exit_code != 0 || !ended.errors.empty())
    list.complaint = git_complaint(ended);
  if (!range.empty() && is_unknown_revision(list.complaint))
    return fail(ErrorCode::kUsage, "git does not know {}{}", range,
                repository.is_shallow()
                    ? fmt::format(". The clone is shallow: {}", kHowToUnshallow)
                    : "");
  list.commits = ids_in(ended.output);
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
