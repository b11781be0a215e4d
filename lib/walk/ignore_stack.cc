#include "walk/ignore_stack.h"

#include <algorithm>
#include <utility>

namespace sluice {

// A path to decide about, prepared once for all files on the stack.
class IgnoreStack::Asked {
 public:
  Asked(std::string_view path, std::size_t name_at, bool is_directory)
      : path_(path), name_at_(name_at), is_directory_(is_directory) {}

  // Whether `level` decided.
  bool ask(const Level& level, Decision* decision) {
    const IgnoreMatch match =
        level.file.match(query(level.file.mode()), level.base);
    if (match.verdict == IgnoreVerdict::kNone) return false;
    decision->verdict = match.verdict;
    decision->owner = level.owner;
    decision->line = match.line;
    decision->text = match.text;
    return true;
  }

 private:
  const IgnoreQuery& query(Case mode) {
    if (mode == Case::kSensitive) {
      if (!plain_) plain_.emplace(path_, name_at_, is_directory_);
      return *plain_;
    }
    if (!folded_) {
      folded_path_ = path_;
      std::ranges::transform(folded_path_, folded_path_.begin(), folded);
      folded_.emplace(folded_path_, name_at_, is_directory_);
    }
    return *folded_;
  }

  std::string_view path_;
  std::size_t name_at_;
  bool is_directory_;
  std::string folded_path_;
  std::optional<IgnoreQuery> plain_;
  std::optional<IgnoreQuery> folded_;
};

void IgnoreStack::pop(std::deque<Level>* levels, std::size_t size) {
  while (levels->size() > size) {
    if (levels->back().count != 0)
      tally_->add(levels->back().name, levels->back().count);
    levels->pop_back();
  }
}

void IgnoreStack::restore(Mark mark) {
  pop(&files_, mark.files);
  pop(&excludes_, mark.excludes);
  first_file_ = mark.first_file;
  first_exclude_ = mark.first_exclude;
}

void IgnoreStack::begin_repository() {
  first_file_ = files_.size();
  first_exclude_ = excludes_.size();
}

bool IgnoreStack::has_room(std::string_view text) const {
  std::size_t patterns = ignore_lines(text);
  for (const auto* levels : {&files_, &excludes_})
    if (!levels->empty()) patterns += levels->back().patterns;
  return patterns <= kMaxIgnoreLines;
}

void IgnoreStack::push(std::deque<Level>* levels, Level level) {
  if (level.file.empty()) return;
  level.patterns =
      level.file.patterns() + (levels->empty() ? 0 : levels->back().patterns);
  levels->push_back(std::move(level));
}

void IgnoreStack::push_file(std::size_t base, RuleOwner owner, std::string name,
                            IgnoreFile file) {
  push(&files_, {base, owner, std::move(name), std::move(file)});
}

void IgnoreStack::push_exclude(std::size_t base, std::string name,
                               IgnoreFile file) {
  push(&excludes_, {base, RuleOwner::kGit, std::move(name), std::move(file)});
}

IgnoreStack::Decision IgnoreStack::decide(std::string_view path,
                                          std::size_t name_at,
                                          bool is_directory) const {
  Decision decision;
  if (files_.empty() && excludes_.empty()) return decision;
  Asked asked(path, name_at, is_directory);
  for (std::size_t i = files_.size(); i-- > 0;) {
    if (i < first_file_ && files_[i].owner == RuleOwner::kGit) continue;
    decision.level = i;
    if (asked.ask(files_[i], &decision)) return decision;
  }
  decision.exclude_file = true;
  for (std::size_t i = excludes_.size(); i-- > first_exclude_;) {
    decision.level = i;
    if (asked.ask(excludes_[i], &decision)) return decision;
  }
  return decision;
}

IgnoreStack::Decision IgnoreStack::decide_own(std::string_view path,
                                              std::size_t name_at,
                                              bool is_directory) const {
  Decision decision;
  Asked asked(path, name_at, is_directory);
  for (std::size_t i = files_.size(); i-- > 0;) {
    if (files_[i].owner != RuleOwner::kSluice) continue;
    decision.level = i;
    if (asked.ask(files_[i], &decision)) return decision;
  }
  return decision;
}

}  // namespace sluice
