// Trees of commits that an ObjectReader can read are read by walk_ahead(). Git is
// asked about the other commits, and about those that the walk could not read,
// so that git says what is wrong with them.
//
// A batch of commits is asked of one `git diff-tree --stdin`, which answers
//   COMMIT NUL CHANGE CHANGE ... COMMIT NUL ...
// Answers are passed on in the order of the commits by the worker that has the
// next one, so that only a few wait. Waiting answers have kMostHeld bytes of
// room. A batch without room drops the rest of its answer. When its turn has
// come, it asks git for that again, and passes on the answer directly.
//
// If git ends early (a tree is missing or corrupt), it is asked again from the
// commit at which it stopped. If it stops at once, this commit is the one that
// cannot be read. Git needs memory for all changes of a commit together. If
// kMostMemory is not enough, the commit is left to a TreeWalk, and so are all
// later ones: such a commit seldom comes alone.
#include "history/tree_changes.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "history/batches.h"
#include "history/tree_walk.h"
#include "history/walk_ahead.h"

namespace sluice {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostHeld = 64 << 20;
// Enough for a commit of some 800,000 files.
constexpr std::uint64_t kMostMemory = 256 << 20;
constexpr std::size_t kReadBytes = 64 * 1024;

Result<ChildProcess> start_diff_tree(const GitWorkdir& place,
                                     std::span<const ObjectId> commits) {
  SLUICE_TRY_ASSIGN(const int input, text_as_file(as_lines(commits)));
  Result<ChildProcess> child =
      start_git(place,
                {"diff-tree", "--stdin", "--always", "--root", "-r", "-c",
                 "--raw", "-z", "--no-abbrev", "--no-renames"},
                input, kMostMemory);
  ::close(input);
  return child;
}

// Whether a record is whole at the head of `text`: a commit's name, or a change
// and its path.
bool is_whole(std::string_view text) {
  const std::size_t nul = text.find('\0');
  return nul != std::string_view::npos &&
         (text.front() != ':' ||
          text.find('\0', nul + 1) != std::string_view::npos);
}

// Git's answer for some commits, as far as it was read.
struct Asked {
  std::size_t begun = 0;  // commits that it has begun with
  bool whole = false;     // the answer is complete
  bool no_memory = false;
  std::string why;  // it has not: why
};

// Says how a child that has closed its output has ended.
void note_end(ChildProcess& child, std::size_t commits, Asked* asked) {
  const Result<ChildProcess::Ended> ended = child.finish(60s, kReadBytes);
  if (!ended) {
    asked->why = ended.error().message;
    return;
  }
  asked->whole = ended->exit_code == 0 && asked->begun == commits;
  if (asked->whole) return;
  asked->why = git_complaint(*ended);
  constexpr int kDied = 128;  // git's own code; above it are signals
  asked->no_memory = ended->exit_code > kDied ||
                     asked->why.find("ut of memory") != std::string::npos;
}

// Passes on git's answers for `commits` as they come; `first` is the place of
// the first commit. The last commit that was begun is incomplete, unless the
// whole answer is complete.
Asked ask_and_tell(const GitWorkdir& place, std::span<const ObjectId> commits,
                   std::size_t first, const TreeChangeSink& sink) {
  Asked asked;
  Result<ChildProcess> child = start_diff_tree(place, commits);
  if (!child) {
    asked.why = child.error().message;
    return asked;
  }
  std::string text;
  std::size_t at = 0;
  for (;;) {
    const std::string_view rest = std::string_view(text).substr(at);
    if (!rest.empty() && is_whole(rest)) {
      std::string_view after = rest;
      if (rest.front() != ':') {
        after.remove_prefix(rest.find('\0') + 1);
        ++asked.begun;
      } else {
        const std::optional<RawChange> change = take_raw_change(&after);
        if (!change || asked.begun == 0) break;
        sink.on_change(first + asked.begun - 1, *change);
      }
      at = text.size() - after.size();
      continue;
    }
    text.erase(0, std::exchange(at, 0));
    const std::size_t size = text.size();
    text.resize(size + kReadBytes);
    const Result<std::size_t> got = child->read(text.data() + size, kReadBytes);
    text.resize(size + got.value_or(0));
    if (!got) {
      asked.why = got.error().message;
      return asked;
    }
    if (*got == 0) break;
  }
  note_end(*child, commits.size(), &asked);
  return asked;
}

struct Answer {
  struct Part {
    std::size_t first;  // the commit with which it begins
    std::string text;   // of whole commits
  };
  struct Unreadable {
    std::size_t commit;
    std::string why;
  };
  std::vector<Part> parts;
  std::vector<Unreadable> unreadable;
  std::size_t end;   // commits of the batch from here on have no answer yet
  std::size_t held;  // bytes of room
};

TreeChangeSink shifted(const TreeChangeSink& sink, std::size_t first) {
  TreeChangeSink made = sink;
  made.on_change = [&sink, first](std::size_t index, const RawChange& change) {
    sink.on_change(first + index, change);
  };
  made.on_unreadable = [&sink, first](std::size_t index, std::string why) {
    sink.on_unreadable(first + index, std::move(why));
  };
  if (sink.on_more_paths)
    made.on_more_paths = [&sink, first](std::size_t index) {
      sink.on_more_paths(first + index);
    };
  return made;
}

class InOrder {
 public:
  // `first`: the place of the first commit in the sink's list.
  InOrder(const GitWorkdir& place, std::span<const ObjectId> commits,
          std::size_t first, std::size_t batch_size, const TreeChangeSink& sink)
      : place_(place),
        commits_(commits),
        batch_size_(batch_size),
        answers_((commits.size() + batch_size - 1) / batch_size),
        sink_(shifted(sink, first)),
        walk_(place, packs_, graph_, sink_) {}

  // Called by any worker: asks for a batch, and passes on the next answers.
  void run(ItemRange batch) {
    auto answer = std::make_unique<Answer>(ask(batch));
    const std::lock_guard lock(mutex_);
    answers_[batch.begin / batch_size_] = std::move(answer);
    for (; next_ < answers_.size() && answers_[next_]; ++next_) {
      hand_on(*answers_[next_]);
      held_.fetch_sub(answers_[next_]->held, std::memory_order_relaxed);
      answers_[next_].reset();
    }
  }

 private:
  Answer ask(ItemRange batch);
  bool read_ahead(ChildProcess& child, std::string* text, Answer* answer);
  Asked ask_ahead(std::span<const ObjectId> commits, std::size_t first,
                  Answer* answer);
  void hand_on(const Answer& answer);
  void hand_on_rest(std::size_t at, std::size_t end);

  const GitWorkdir place_;
  const std::span<const ObjectId> commits_;
  const std::size_t batch_size_;
  // Bytes of answers that wait. Written by every worker. Relaxed suffices: it
  // is a bound and publishes nothing.
  std::atomic<std::size_t> held_{0};
  // Whether git's memory was not enough. Written and read by every worker.
  // Relaxed suffices: a worker that sees it late asks git in vain.
  std::atomic<bool> no_memory_{false};

  std::mutex mutex_;  // guards the rest, and calls of the sink
  std::vector<std::unique_ptr<Answer>> answers_;
  std::size_t next_ = 0;
  const TreeChangeSink sink_;
  const ObjectStore packs_;  // empty: git reads all
  const CommitGraph graph_;  // the same
  TreeWalk walk_;
};

// Returns false if there is no room for more.
bool InOrder::read_ahead(ChildProcess& child, std::string* text,
                         Answer* answer) {
  for (;;) {
    if (held_.fetch_add(kReadBytes, std::memory_order_relaxed) > kMostHeld) {
      held_.fetch_sub(kReadBytes, std::memory_order_relaxed);
      return false;
    }
    const std::size_t size = text->size();
    text->resize(size + kReadBytes);
    const Result<std::size_t> got = child.read(text->data() + size, kReadBytes);
    text->resize(size + got.value_or(0));
    answer->held += text->size() - size;
    held_.fetch_sub(kReadBytes - (text->size() - size),
                    std::memory_order_relaxed);
    if (!got || *got == 0) return true;
  }
}

Asked InOrder::ask_ahead(std::span<const ObjectId> commits, std::size_t first,
                         Answer* answer) {
  Asked asked;
  Result<ChildProcess> child = start_diff_tree(place_, commits);
  if (!child) {
    asked.why = child.error().message;
    return asked;
  }
  std::string text;
  const bool has_room = read_ahead(*child, &text, answer);
  // The last commit that was begun counts only if the whole answer is complete.
  std::size_t last_begin = 0;
  std::string_view rest = text;
  while (!rest.empty() && is_whole(rest)) {
    if (rest.front() != ':') {
      last_begin = text.size() - rest.size();
      ++asked.begun;
      rest.remove_prefix(rest.find('\0') + 1);
    } else if (!take_raw_change(&rest)) {
      break;
    }
  }
  if (has_room) note_end(*child, commits.size(), &asked);
  if (!asked.whole) text.resize(last_begin);
  if (!has_room)
    answer->end = first + std::max<std::size_t>(asked.begun, 1) - 1;
  if (!text.empty()) answer->parts.push_back({first, std::move(text)});
  return asked;
}

Answer InOrder::ask(ItemRange batch) {
  Answer answer{{}, {}, batch.end, 0};
  for (std::size_t at = batch.begin; at < answer.end;) {
    if (no_memory_.load(std::memory_order_relaxed)) {
      answer.end = at;
      break;
    }
    const Asked asked =
        ask_ahead(commits_.subspan(at, batch.end - at), at, &answer);
    if (asked.whole || answer.end != batch.end || place_.interrupted()) break;
    if (asked.no_memory) no_memory_.store(true, std::memory_order_relaxed);
    if (asked.begun > 1) {
      at += asked.begun - 1;
    } else if (!asked.no_memory) {
      answer.unreadable.push_back({at, asked.why});
      ++at;
    }
  }
  return answer;
}

void InOrder::hand_on(const Answer& answer) {
  const std::size_t batch_end =
      std::min((next_ + 1) * batch_size_, commits_.size());
  for (const Answer::Part& part : answer.parts)
    for_each_change(part.text, [&](std::size_t index, const RawChange& change) {
      sink_.on_change(part.first + index, change);
    });
  for (const Answer::Unreadable& one : answer.unreadable)
    sink_.on_unreadable(one.commit, one.why);
  hand_on_rest(answer.end, batch_end);
}

void InOrder::hand_on_rest(std::size_t at, std::size_t end) {
  while (at < end && !place_.interrupted()) {
    if (no_memory_.load(std::memory_order_relaxed)) {
      const Result<void> walked = walk_.walk(at, commits_[at]);
      if (!walked && !place_.interrupted())
        sink_.on_unreadable(at, walked.error().message);
      ++at;
      continue;
    }
    const Asked asked =
        ask_and_tell(place_, commits_.subspan(at, end - at), at, sink_);
    if (asked.whole || place_.interrupted()) return;
    if (asked.no_memory) no_memory_.store(true, std::memory_order_relaxed);
    if (asked.begun > 1) {
      at += asked.begun - 1;
    } else if (!asked.no_memory) {
      sink_.on_unreadable(at, asked.why);
      ++at;
    }
  }
}

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

namespace {

Result<void> ask_git(const GitWorkdir& place, std::span<const ObjectId> commits,
                     std::size_t first, unsigned workers,
                     const TreeChangeSink& sink) {
  const std::size_t size =
      items_in_batch(commits.size(), workers, kMinCommits, kMaxCommits);
  InOrder in_order(place, commits, first, size, sink);
  struct Nothing {};
  return run_batches<Nothing>(
      commits.size(), size, workers, [](std::size_t) { return Nothing(); },
      [&](ItemRange batch, Nothing&) { in_order.run(batch); });
}

}  // namespace

Result<void> list_tree_changes(const GitWorkdir& place,
                               const ObjectStore& packs,
                               const CommitGraph& graph,
                               std::span<const ObjectId> commits,
                               unsigned workers, const TreeChangeSink& sink) {
  TreeWalk walk(place, packs, graph, sink);
  const auto is_asked = [&](const ObjectId& commit) {
    return !graph.has(commit) && !packs.has(commit);
  };
  const auto end_of_run = [&](std::size_t at, bool asked) {
    while (at < commits.size() && is_asked(commits[at]) == asked) ++at;
    return at;
  };
  const auto walk_one = [&](std::size_t at) -> Result<void> {
    const Result<void> walked = walk.walk(at, commits[at]);
    if (walked || place.interrupted()) return {};
    return ask_git(place, commits.subspan(at, 1), at, 1, sink);
  };
  for (std::size_t at = 0; at < commits.size() && !place.interrupted();) {
    std::size_t end = end_of_run(at, true);
    if (end - at >= kMinCommits || end == commits.size()) {
      SLUICE_TRY(
          ask_git(place, commits.subspan(at, end - at), at, workers, sink));
      at = end;
      continue;
    }
    end = end_of_run(end, false);
    if (end - at >= kMinCommits)
      SLUICE_TRY(walk_ahead(
          place, packs, graph, commits.subspan(at, end - at), at, workers, sink,
          [&, at](std::size_t index) { return walk_one(at + index); }));
    else
      for (std::size_t one = at; one < end; ++one) SLUICE_TRY(walk_one(one));
    at = end;
  }
  return {};
}

}  // namespace sluice
