// A batch of commits is asked of one `git diff-tree --stdin`, which answers
//   COMMIT NUL CHANGE CHANGE ... COMMIT NUL ...
// Answers are handed on in the order of the commits by the worker that has the
// one that is next, so that no more than a few wait. Where git ends early (a
// tree is missing or corrupt), it is asked again from the commit on which it
// stopped; one at which it stops at once is the one that cannot be read.
#include "history/tree_changes.h"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "history/batches.h"

namespace sluice {
namespace {

constexpr std::size_t kMaxInBatch = 1024;
constexpr std::size_t kMinInBatch = 32;

struct Answer {
  struct Part {
    std::size_t first;  // the commit with which it begins
    std::string text;
  };
  struct Unreadable {
    std::size_t commit;
    std::string why;
  };
  std::vector<Part> parts;
  std::vector<Unreadable> unreadable;
};

Answer ask(const GitWorkdir& place, std::span<const ObjectId> commits,
           ItemRange batch) {
  Answer answer;
  for (std::size_t at = batch.begin; at < batch.end;) {
    std::string why;
    std::size_t begun = 0;
    const Result<int> input =
        text_as_file(as_lines(commits.subspan(at, batch.end - at)));
    Result<ChildProcess::Ended> ended =
        input
            ? run_git(place,
                      {"diff-tree", "--stdin", "--always", "--root", "-r", "-c",
                       "--raw", "-z", "--no-abbrev", "--no-renames"},
                      *input)
            : Result<ChildProcess::Ended>(tl::unexpected<Error>(input.error()));
    if (input) ::close(*input);
    if (ended) {
      begun =
          for_each_change(ended->output, [](std::size_t, const RawChange&) {});
      const bool whole = ended->exit_code == 0 && begun == batch.end - at;
      if (!whole) why = git_complaint(*ended);
      // The last that was begun may not be whole.
      const std::size_t taken = whole || begun == 0 ? begun : begun - 1;
      if (begun > 0) answer.parts.push_back({at, std::move(ended->output)});
      at += taken;
      if (whole || taken > 0) continue;
    } else {
      if (place.interrupted()) return answer;
      why = ended.error().message;
    }
    answer.unreadable.push_back({at, why});
    ++at;
  }
  return answer;
}

class InOrder {
 public:
  InOrder(std::size_t batches, const TreeChangeSink& sink)
      : answers_(batches), sink_(sink) {}

  void put(std::size_t batch, Answer answer) {
    const std::lock_guard lock(mutex_);
    answers_[batch] = std::make_unique<Answer>(std::move(answer));
    for (; next_ < answers_.size() && answers_[next_]; ++next_) {
      hand_on(*answers_[next_]);
      answers_[next_].reset();
    }
  }

 private:
  void hand_on(const Answer& answer) const {
    for (const Answer::Part& part : answer.parts)
      for_each_change(part.text,
                      [&](std::size_t index, const RawChange& change) {
                        sink_.on_change(part.first + index, change);
                      });
    for (const Answer::Unreadable& one : answer.unreadable)
      sink_.on_unreadable(one.commit, one.why);
  }

  std::mutex mutex_;  // guards the rest, and calls of the sink
  std::vector<std::unique_ptr<Answer>> answers_;
  std::size_t next_ = 0;
  const TreeChangeSink& sink_;
};

}  // namespace

std::size_t for_each_change(
    std::string_view answer,
    const std::function<void(std::size_t index, const RawChange&)>& on_change) {
  std::size_t begun = 0;
  while (!answer.empty()) {
    if (answer.front() != ':') {
      const std::size_t end = answer.find('\0');
      if (end == std::string_view::npos) return begun;
      answer.remove_prefix(end + 1);
      ++begun;
      continue;
    }
    const std::optional<RawChange> change = take_raw_change(&answer);
    if (!change || begun == 0) return begun;
    on_change(begun - 1, *change);
  }
  return begun;
}

Result<void> list_tree_changes(const GitWorkdir& place,
                               std::span<const ObjectId> commits,
                               unsigned workers, const TreeChangeSink& sink) {
  const std::size_t size =
      std::clamp(commits.size() / (std::size_t{8} * workers) + 1, kMinInBatch,
                 kMaxInBatch);
  InOrder in_order((commits.size() + size - 1) / size, sink);
  struct Nothing {};
  return run_batches<Nothing>(
      commits.size(), size, workers, [](std::size_t) { return Nothing(); },
      [&](ItemRange batch, Nothing&) {
        in_order.put(batch.begin / size, ask(place, commits, batch));
      });
}

}  // namespace sluice
