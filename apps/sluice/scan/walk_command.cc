#include "sluice/scan/walk_command.h"

#include <fmt/core.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <utility>

#include "base/log.h"
#include "fs/file_system.h"
#include "report/output/output.h"
#include "sluice/exit_code.h"
#include "text/escape.h"
#include "walk/explain.h"
#include "walk/walker.h"

namespace sluice {
namespace {

// Prints the files that a scan would read; problems go to standard error.
class ListSink final : public WalkSink {
 public:
  ListSink(const ScanOptions& options, Output& output)
      : output_(output),
        end_(options.null ? '\0' : '\n'),
        escape_(!options.null && ::isatty(STDOUT_FILENO) != 0),
        tell_skips_(options.verbose),
        shard_(options.shard) {}

  bool file(const std::shared_ptr<const WalkRoot>& root,
            std::string_view below) override {
    if (shard_ && !holds(shard_, root->reported(below))) return true;
    line_ = root->name();
    line_ += below;
    return print_line();
  }

  bool named_file(std::string_view path, std::string_view) override {
    if (!holds(shard_, path)) return true;
    line_ = path;
    return print_line();
  }

  bool wants_skip(std::string_view, Skip) const override { return tell_skips_; }

  void skip(std::string_view root, std::string_view path, Skip reason,
            std::string_view by) override {
    if (tell_skips_ && holds(shard_, by.empty() ? path : by))
      log_skip(std::string(root) + std::string(path), reason);
  }

  bool problem(std::string_view root, std::string_view path,
               std::string_view reason) override {
    if (!holds(shard_, path)) return true;
    incomplete_ = true;
    log_error(escape_for_terminal(fmt::format("{}{}: {}", root, path, reason)));
    return true;
  }

  void git_failed(std::string_view path, std::string_view reason) override {
    log_warning(escape_for_terminal(fmt::format(
        "{}: git did not say which files it tracks ({}), so ignored files are "
        "left out even if they are tracked",
        path, reason)));
  }

  void bare_repository(std::string_view path) override {
    log_detail(escape_for_terminal(fmt::format(
        "{}: a bare git repository, whose history `sluice git` scans", path)));
  }

  bool incomplete() const { return incomplete_; }
  const std::optional<Error>& failure() const { return failure_; }

 private:
  bool print_line() {
    if (escape_) line_ = escape_for_terminal(line_);
    line_ += end_;
    Result<void> written = output_.write(line_);
    if (!written) failure_ = std::move(written).error();
    return !failure_;
  }

  Output& output_;
  char end_;
  bool escape_;
  bool tell_skips_;
  std::optional<Shard> shard_;
  std::string line_;
  bool incomplete_ = false;
  std::optional<Error> failure_;
};

}  // namespace

// Returns "PATH: scanned", "PATH: left out by .gitignore:3: *.o", and so on.
std::string skip_sentence(const std::string& path, const Explanation& why) {
  const std::string rule =
      why.line == 0 ? ""
                    : fmt::format("{}:{}: {}", why.file, why.line, why.pattern);
  if (why.scanned) {
    if (why.named) return path + ": scanned, since it was named";
    if (why.tracked)
      return fmt::format("{}: scanned, since git tracks it, despite {}", path,
                         rule);
    return fmt::format("{}: scanned{}", path,
                       rule.empty() ? "" : ", because of " + rule);
  }
  const std::string what =
      why.left_out_with.empty()
          ? std::string("left out")
          : fmt::format("left out with {}", why.left_out_with);
  if (why.reason == Skip::kIgnored)
    return fmt::format("{}: {} by {}", path, what, rule);
  return fmt::format("{}: {}: {}", path, what, facts_of(why.reason).of_path);
}

WalkOptions walk_options(const ScanOptions& options) {
  WalkOptions walk = options.walk;
  walk.git = &installed_git();
  walk.filter = PathFilter(options.exclude, options.include);
  return walk;
}

void log_skip(std::string_view path, Skip reason) {
  log_detail(escape_for_terminal(
      fmt::format("{}: left out: {}", path, facts_of(reason).of_path)));
}

Result<int> run_list_files(const ScanOptions& options) {
  if (options.verbose) log_verbosely();
  std::signal(SIGPIPE, SIG_IGN);
  const FileSystem& fs = posix_file_system();
  SLUICE_TRY_ASSIGN(NamedPaths named,
                    NamedPaths::resolve(fs, options.paths, options.listed));
  FdOutput output(STDOUT_FILENO);
  ListSink sink(options, output);
  walk(fs, std::move(named), walk_options(options), sink);
  if (sink.failure()) return tl::unexpected<Error>(*sink.failure());
  SLUICE_TRY(output.flush());
  return sink.incomplete() ? kIncomplete : kClean;
}

Result<int> run_explain_skip(const ScanOptions& options) {
  if (options.verbose) log_verbosely();
  const FileSystem& fs = posix_file_system();
  SLUICE_TRY_ASSIGN(const NamedPaths named,
                    NamedPaths::resolve(fs, options.paths, options.listed));
  FdOutput output(STDOUT_FILENO);
  for (const std::string& path : options.explain_skip) {
    SLUICE_TRY_ASSIGN(const Explanation why,
                      explain(fs, named, walk_options(options), path));
    SLUICE_TRY(
        output.write(escape_for_terminal(skip_sentence(path, why)) + "\n"));
  }
  SLUICE_TRY(output.flush());
  return kClean;
}

}  // namespace sluice
