#include "git_options.h"

#include <array>
#include <string_view>
#include <utility>

#include "fs/file_system.h"
#include "option_values.h"
#include "policy/revision_files.h"
#include "shared_options.h"

namespace sluice {
namespace {

constexpr const char* kGitUsage =
    "Usage: sluice git [OPTIONS] [REPO] [A..B]\n\n"
    "Scans every commit of the repository REPO (default: the one here) that a\n"
    "branch or tag leads to, or those of a range, or what is about to be\n"
    "committed.\n";

constexpr const char* kFooter =
    R"(Exit codes: as those of `sluice scan`; 2 also if commits cannot be told apart
because a shallow clone lacks them.

Examples:
  sluice git                      every commit there is
  sluice git --staged             what the next commit would bring in
  sluice git --since origin/main  what this branch adds to another one
  sluice git v1.0..v1.1           what came between two releases
  sluice hook install             scan at every commit

gitleaks' flags are taken as well, and then everything is as gitleaks does it:
`sluice git --no-banner --help` and docs/GIT.md.)";

// Settings that say how a tree is walked.
constexpr auto kOfWalk =
    std::to_array<std::string_view>({"follow", "one-file-system", "max-depth"});

void describe(CLI::App* app, GitOptions* options, bool* all,
              std::string* self_allowed) {
  begin_group(*app, "Which commits");
  app->add_flag("--staged", options->staged,
                "What the next commit would bring in, on lines it adds.");
  app->add_flag("--unstaged", options->unstaged,
                "What the working tree changes, and is not staged.");
  app->add_flag("--untracked", options->untracked,
                "Files that git neither tracks nor ignores.");
  app->add_flag("--whole-files", options->whole_files,
                "With these: report what is on old lines, too.");
  app->add_option("--since", options->since,
                  "Commits that HEAD has and REV has not.")
      ->option_text("REV");
  app->add_flag("--all", *all, "Every commit. What is done by default.");
  app->add_option("--policy-from", options->policy_from,
                  "Configuration, ignore files and baseline are those of REV, "
                  "not the change's own. [with --since: its REV]")
      ->option_text("REV");
  app->add_option("--self-allowed", *self_allowed,
                  "What the change alone would allow: report it, or fail, too. "
                  "[report]")
      ->option_text("HOW")
      ->transform(one_of({"report", "fail"}));
  app->add_flag("--submodules", options->submodules,
                "The same in submodules, and in theirs.");
}

bool is_directory(const std::string& path) {
  const Result<FileStatus> status = posix_file_system().status(path);
  return status && status->kind == FileKind::kDirectory;
}

// The word may be meant as a branch.
Result<GitRepository> open_repository(const std::string& word) {
  if (!word.empty() && !posix_file_system().status(word))
    return fail(ErrorCode::kUsage,
                "{0}: there is no such directory; commits are named by a range "
                "(`sluice git {0}~..{0}`) or by --since REV",
                word);
  return GitRepository::open(word);
}

Result<void> take_words(const Words& words, std::string* repository,
                        GitOptions* options) {
  for (const std::string& word : words.all()) {
    const bool is_range =
        word.find("..") != std::string::npos && !is_directory(word);
    std::string* const target = is_range ? &options->range : repository;
    if (!target->empty())
      return fail(ErrorCode::kUsage, "two {}: {} and {}",
                  is_range ? "ranges" : "repositories", *target, word);
    if (is_range && word.starts_with('-'))
      return fail(ErrorCode::kUsage, "a range cannot begin with '-': {}", word);
    *target = word;
  }
  return {};
}

// Each asks for something else.
Result<void> check(const GitOptions& options, bool all) {
  const int kinds = (options.of_changes() ? 1 : 0) +
                    (options.since.empty() ? 0 : 1) +
                    (options.range.empty() ? 0 : 1) + (all ? 1 : 0);
  if (kinds > 1)
    return fail(ErrorCode::kUsage,
                "--staged, --unstaged and --untracked, --since, A..B and --all "
                "exclude each other");
  if (options.whole_files && !options.of_changes())
    return fail(ErrorCode::kUsage,
                "--whole-files goes with --staged, --unstaged or --untracked");
  if (options.scan.explain_drops && !options.of_changes())
    return fail(ErrorCode::kUsage,
                "--explain-drops goes with --staged, --unstaged or "
                "--untracked");
  if (options.since.starts_with('-'))
    return fail(ErrorCode::kUsage, "--since takes a revision, not {}",
                options.since);
  return {};
}

// Whose policy decides: that of the revision which the options name, or that of
// what is scanned.
enum class PolicyOf : bool { kOption, kChange };

// Where the policy stands that decides. A bare repository has no working tree;
// what lies in its place is git's.
Result<PolicySource> policy_place(const GitOptions& options, PolicyOf policy) {
  const GitRepository& repository = *options.repository;
  const bool own = policy == PolicyOf::kChange;
  if (!options.policy_from.empty() && !own)
    return place_in_revision(repository, options.policy_from);
  if (options.staged && !options.unstaged && !options.untracked)
    return place_in_index(repository);
  if (own && !options.of_changes())
    return place_in_revision(repository, tip_of(options));
  return place_in_tree(posix_file_system(), options.scan.paths.front());
}

Result<std::variant<GitOptions, PrintAndExit>> parse(
    std::vector<std::string> arguments, PolicyOf policy) {
  GitOptions options;
  options.arguments = arguments;
  arguments.erase(arguments.begin());
  RawOptions raw;
  bool all = false;
  std::string self_allowed = "report";
  CLI::App app("", "sluice git");
  prepare(app, kGitUsage, kFooter);
  app.option_defaults()->always_capture_default();
  describe(&app, &options, &all, &self_allowed);
  describe_filter(&app, &options.scan, &raw);
  describe_search(&app, &options.scan, &raw);
  describe_known(&app, &options.scan);
  describe_report(&app, &options.scan, &raw);
  describe_archives(&app, &options.scan, &raw);
  describe_sandbox(&app, &raw);
  Settings settings(app, kOfWalk);
  SLUICE_TRY_ASSIGN(
      auto parsed, parse_words(app, std::move(arguments), "sluice git --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  std::string repository;  // empty: the one of the working directory
  SLUICE_TRY(take_words(std::get<Words>(parsed), &repository, &options));
  SLUICE_TRY(check(options, all));
  SLUICE_TRY_ASSIGN(GitRepository opened, open_repository(repository));
  options.repository = std::make_shared<GitRepository>(std::move(opened));
  const std::string& root = options.repository->root();
  options.scan.paths = {root.empty() ? "." : root};
  if (options.policy_from.empty()) options.policy_from = options.since;
  SLUICE_TRY_ASSIGN(options.scan.foreign, policy_place(options, policy));
  SLUICE_TRY(settle_settings(settings, &options.scan));
  options.self_allowed_counts = self_allowed == "fail";
  SLUICE_TRY(settle(raw, &options.scan));
  if (options.scan.shard && options.of_changes())
    return fail(ErrorCode::kUsage,
                "--shard goes with commits, not with --staged, --unstaged or "
                "--untracked");
  return options;
}

}  // namespace

Result<std::variant<GitOptions, PrintAndExit>> parse_git_options(
    std::vector<std::string> arguments) {
  return parse(std::move(arguments), PolicyOf::kOption);
}

std::string tip_of(const GitOptions& options) {
  const std::size_t dots = options.range.rfind("..");
  const bool has_end =
      dots != std::string::npos && dots + 2 < options.range.size();
  return has_end ? options.range.substr(dots + 2) : "HEAD";
}

Result<GitOptions> with_own_policy(const GitOptions& options) {
  SLUICE_TRY_ASSIGN(auto parsed, parse(options.arguments, PolicyOf::kChange));
  return std::get<GitOptions>(std::move(parsed));
}

}  // namespace sluice
