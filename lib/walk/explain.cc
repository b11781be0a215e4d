// Follows one path with the same descent as the walk. Real paths decide which
// named path contains it: the deepest of several, because nothing above can
// exclude that one.
#include "walk/explain.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "walk/descent.h"

namespace sluice {
namespace {

// Keeps the first problem.
class ProblemSink final : public WalkSink {
 public:
  bool file(const std::shared_ptr<const WalkRoot>&, std::string_view) override {
    return true;
  }
  bool named_file(std::string_view, std::string_view) override { return true; }
  void skip(std::string_view, std::string_view, Skip reason,
            std::string_view) override {
    skipped = reason;
  }
  bool problem(std::string_view root, std::string_view path,
               std::string_view reason) override {
    if (!failure)
      failure =
          Error{ErrorCode::kIo, fmt::format("{}{}: {}", root, path, reason), 0};
    return true;
  }
  void git_failed(std::string_view, std::string_view) override {}
  void bare_repository(std::string_view) override {}

  std::optional<Error> failure;
  std::optional<Skip> skipped;  // the reason why enter() skipped it
};

// The real path of a file, or of the link that it is.
Result<std::string> real_place(const FileSystem& fs, std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string name(
      slash == std::string_view::npos ? path : path.substr(slash + 1));
  if (name.empty() || name == "." || name == "..")
    return fs.real_path(path.empty() ? "." : std::string(path));
  const std::string parent(slash == std::string_view::npos ? "."
                           : slash == 0                    ? "/"
                                        : path.substr(0, slash));
  SLUICE_TRY_ASSIGN(std::string real, fs.real_path(parent));
  return (real == "/" ? "" : real) + "/" + name;
}

struct RootAndPath {
  const NamedPath* root = nullptr;
  std::string below;  // empty for the root itself
};

// Finds the named path that contains `path`.
Result<RootAndPath> find_root(const FileSystem& fs, const NamedPaths& named,
                              const std::string& path) {
  if (!fs.link_status(path.empty() ? "." : path))
    return fail(ErrorCode::kNotFound, "no such path: {}", path);
  SLUICE_TRY_ASSIGN(const std::string target, real_place(fs, clean_path(path)));
  RootAndPath best;
  std::size_t deepest = 0;
  for (const NamedPath& root : named.paths()) {
    const Result<std::string> real =
        root.kind == FileKind::kDirectory
            ? fs.real_path(root.path.empty() ? "." : root.path)
            : real_place(fs, root.path);
    if (!real || real->size() < deepest) continue;
    const std::string inside = *real == "/" ? "/" : *real + "/";
    if (target != *real && !target.starts_with(inside)) continue;
    deepest = real->size();
    best = {&root, target == *real ? "" : target.substr(inside.size())};
  }
  if (best.root == nullptr)
    return fail(ErrorCode::kNotFound,
                "{} is not below any of the scanned paths", path);
  return best;
}

}  // namespace

Result<Explanation> explain(const FileSystem& fs, const NamedPaths& named,
                            const WalkOptions& options,
                            const std::string& path) {
  SLUICE_TRY_ASSIGN(const RootAndPath place, find_root(fs, named, path));
  Explanation result;
  if (place.below.empty()) {
    result.scanned = result.named = true;
    return result;
  }
  ProblemSink sink;
  Descent descent(fs, options, sink, nullptr);
  descent.begin(*place.root, named.paths().size() == 1);
  std::string_view rest = place.below;
  while (descent.depth() != 0 && !sink.failure) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const DirEntry* entry = descent.find(rest.substr(0, end));
    if (entry == nullptr)
      return fail(ErrorCode::kNotFound, "no such path: {}", path);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const Decision decision = descent.decide(*entry);
    result = {};
    if (decision.rule.verdict != IgnoreVerdict::kNone) {
      result.file = descent.name_of(decision.rule);
      result.line = decision.rule.line;
      result.pattern = decision.rule.text;
    }
    result.tracked = decision.tracked;
    if (!rest.empty())
      result.left_out_with = descent.root()->reported(descent.below());
    if (decision.action == Decision::Action::kSkip) {
      result.reason = decision.reason;
      return result;
    }
    const std::size_t depth = descent.depth();
    if (decision.action == Decision::Action::kEnter)
      descent.enter(*entry, decision);
    // In a .git only the configuration is scanned.
    if (decision.only_config && rest == "config" && !sink.failure &&
        descent.holds(rest, /*as_file=*/true))
      sink.skipped.reset();
    if (sink.skipped) {
      result.reason = *sink.skipped;
      return result;
    }
    if (rest.empty() && !sink.failure) {
      result.scanned = true;
      return result;
    }
    if (descent.depth() == depth) break;
  }
  if (sink.failure) return tl::unexpected<Error>(*sink.failure);
  if (sink.skipped) {
    result.reason = *sink.skipped;
    result.left_out_with = ".";
    return result;
  }
  return fail(ErrorCode::kNotFound, "no such path: {}", path);
}

}  // namespace sluice
