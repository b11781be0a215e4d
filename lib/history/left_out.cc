#include "history/left_out.h"

#include <algorithm>
#include <utility>

#include "history/repository_report.h"

namespace sluice {
namespace {

// Returns the path up to the last slash, with the slash.
std::string_view parent_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view()
                                         : path.substr(0, slash + 1);
}

}  // namespace

const LeftOut::Directory& LeftOut::directory(std::string_view path) {
  const auto known = directories_.find(path);
  if (known != directories_.end()) return known->second;
  Directory made;
  if (!path.empty()) {
    const std::string_view name = path.substr(0, path.size() - 1);
    const Directory& parent = directory(parent_of(name));
    made.why = parent.why != Why::kNot ? parent.why
                                       : decide(name, true, parent, nullptr);
  }
  if (files_ && made.why == Why::kNot) {
    std::string name = std::string(path) + ".sluiceignore";
    Result<std::string> text = files_(name, kMaxIgnoreBytes);
    if (text && patterns_ + ignore_lines(*text) > kMaxIgnoreLines)
      text = fail(ErrorCode::kIo, "with it there are more than {} lines",
                  kMaxIgnoreLines);
    if (text) {
      members_->add(std::string(path), *text);
      IgnoreFile lines = IgnoreFile::parse(*std::move(text));
      patterns_ += lines.patterns();
      if (lines.patterns() != 0)
        made.file = std::make_unique<const NamedFile>(
            NamedFile{std::move(lines), std::move(name)});
    } else if (!is_absent(text.error())) {
      const Sequence place{IncompleteStage::kIgnoreFile, unread_++};
      if (holds(shard_, name))
        unreadable_.push_back(
            {name, "", "cannot read ignore file: " + text.error().message,
             place});
    }
  }
  return directories_.emplace(path, std::move(made)).first->second;
}

// The deepest directory whose file has a matching line decides.
LeftOut::Why LeftOut::decide(std::string_view path, bool is_directory,
                             const Directory& parent, const NamedFile** by) {
  if (filter_.excludes(path, is_directory)) return Why::kExcluded;
  if (!is_directory && !filter_.includes(path, false)) return Why::kExcluded;
  const IgnoreQuery query(path, is_directory);
  std::string_view at = parent_of(path);
  for (const Directory* one = &parent;; one = &directory(at)) {
    const IgnoreMatch match =
        one->file ? one->file->lines.match(query, at.size()) : IgnoreMatch();
    if (match.verdict == IgnoreVerdict::kInclude) return Why::kNot;
    if (match.verdict == IgnoreVerdict::kIgnore) {
      if (by != nullptr) *by = one->file.get();
      return Why::kIgnored;
    }
    if (at.empty()) return Why::kNot;
    at = parent_of(at.substr(0, at.size() - 1));
  }
}

LeftOut::Why LeftOut::why_not(std::string_view path, const NamedFile** by) {
  if (!files_ && !filter_.has_excludes() && !filter_.has_includes())
    return Why::kNot;
  const Directory& parent = directory(parent_of(path));
  return parent.why != Why::kNot ? parent.why : decide(path, false, parent, by);
}

bool LeftOut::has(std::string_view path, bool is_own) {
  const NamedFile* by = nullptr;
  const Why why = why_not(path, &by);
  if (by != nullptr) ignored_by_.add(by->name, 1);
  if (is_own && why == Why::kIgnored) ++ignored_;
  if (is_own && why == Why::kExcluded) ++excluded_;
  return why != Why::kNot;
}

void LeftOut::close(Coverage* coverage) const {
  coverage->incomplete.insert(coverage->incomplete.end(), unreadable_.begin(),
                              unreadable_.end());
  coverage->skipped[index_of(Skip::kIgnored)] += ignored_;
  coverage->skipped[index_of(Skip::kExcluded)] += excluded_;
  coverage->ignored_by = ignored_by_.counts(kMaxInCoverage);
}

}  // namespace sluice
