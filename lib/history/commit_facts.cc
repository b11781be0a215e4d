#include "history/commit_facts.h"

#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

std::string_view take_line(std::string_view* text) {
  const std::size_t end = std::min(text->find('\n'), text->size());
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return line;
}

}  // namespace

Result<CommitFacts> read_commit_facts(std::string_view said) {
  CommitFacts facts;
  constexpr std::string_view kHead = "commit ";
  while (!said.empty()) {
    std::string_view head = take_line(&said);
    if (!head.starts_with(kHead))
      return fail(ErrorCode::kIo, "cannot understand git's list of commits");
    head.remove_prefix(kHead.size());
    Commit commit{std::string(head), "", "", "", ""};
    for (std::string* field :
         {&commit.author, &commit.email, &commit.date, &commit.message})
      *field = take_line(&said);
    if (const std::optional<ObjectId> id = ObjectId::parse(head))
      facts[*id] = std::make_shared<const Commit>(std::move(commit));
  }
  return facts;
}

Result<CommitFacts> commit_facts(const GitWorkdir& place,
                                 std::span<const ObjectId> commits) {
  if (commits.empty()) return CommitFacts();
  SLUICE_TRY_ASSIGN(const int input, text_as_file(as_lines(commits)));
  Result<ChildProcess::Ended> ended =
      run_git(place,
              {"rev-list", "--no-walk=unsorted", "--stdin", "--encoding=UTF-8",
               "--format=%an%n%ae%n%aI%n%s"},
              input);
  ::close(input);
  if (!ended) return tl::unexpected<Error>(std::move(ended.error()));
  SLUICE_TRY_ASSIGN(CommitFacts facts, read_commit_facts(ended->output));
  for (const ObjectId& id : commits)
    if (!facts.contains(id))
      facts[id] =
          std::make_shared<const Commit>(Commit{id.hex(), "", "", "", ""});
  return facts;
}

}  // namespace sluice
