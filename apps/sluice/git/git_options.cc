#include "sluice/git/git_command.h"

#include <array>
#include <string_view>
#include <utility>

#include "fs/file_system.h"
#include "policy/revision_files.h"
#include "sluice/command_line/option_values.h"
#include "sluice/command_line/shared_options.h"
#include "sluice/report/formats.h"

namespace sluice {
namespace {

constexpr const char* kGitUsage =
    "Usage: sluice git [OPTIONS] [REPO] [A..B]\n\n"
    "Scans a git repository: every commit and its message, the commits of\n"
    "the range A..B, or changes that are not committed yet. REPO is a "
    "directory "
    "of\n"
    "the repository (default: the current directory), or a bundle of git.\n";

constexpr const char* kGitFooter =
    R"(
Exit codes are those of `sluice scan`. The code is also 2 if a shallow clone
lacks commits that the scan needs.

Examples:
  sluice git                      scan every commit
  sluice git --staged             scan what the next commit adds
  sluice git --since origin/main  scan the commits of this branch
  sluice git v1.0..v1.1           scan the commits between two releases
  sluice hook install             scan before every commit

With a flag that only gitleaks has, `sluice git` works as `gitleaks git` does:
see `sluice git --no-banner --help` and docs/GIT.md.)";

// Settings that do not decide what is found in a text. A setting that is not
// here does, as far as --known is concerned.
constexpr auto kOfReports = std::to_array<std::string_view>(
    {"all-objects", "baseline", "color", "format", "ignore-baseline", "io",
     "max-memory", "progress", "quiet", "reach", "redact", "require-files",
     "sandbox", "self-allowed", "show-secrets", "stats", "submodules",
     "verbose", "workers"});

// The words that are no values of GitOptions yet.
struct GitWords {
  bool all = false;
  bool all_objects = false;
  std::string reach;
  std::string self_allowed = "report";
};

void describe(CLI::App* app, GitOptions* options, GitWords* words) {
  begin_group(*app, "Commits and changes");
  app->add_flag("--staged", options->staged,
                "Scan the lines that the next commit adds.");
  app->add_flag(
      "--unstaged", options->unstaged,
      "Scan the lines that the working tree adds and that are not staged.");
  app->add_flag("--untracked", options->untracked,
                "Scan files that git neither tracks nor ignores.");
  app->add_flag("--whole-files", options->whole_files,
                "With the three above: also report findings on lines that did "
                "not change.");
  app->add_option("--since", options->since,
                  "Scan the commits that HEAD has and REV does not have.")
      ->option_text("REV");
  app->add_flag("--all", words->all, "Scan every commit. This is the default.");
  app->add_option("--reach", words->reach,
                  "Choose which commits --all means: those of heads (HEAD and "
                  "branches), of refs, or of reflog as well. [reflog]")
      ->option_text("HOW")
      ->transform(one_of({"heads", "refs", "reflog"}));
  app->add_flag("--all-objects", words->all_objects,
                "Also scan commits, tags and files that nothing leads to.");
  app->add_option("--policy-from", options->policy_from,
                  "Read the configuration, ignore files and baseline from REV, "
                  "not from the scanned change. [the REV of --since]")
      ->option_text("REV");
  app->add_option(
         "--self-allowed", words->self_allowed,
         "Choose what to do about findings that only the scanned change "
         "allows: report, or fail as well. [report]")
      ->option_text("HOW")
      ->transform(one_of({"report", "fail"}));
  app->add_option("--known", options->known,
                  "Do not read texts again that FILE has as clean, and add to "
                  "it those that are found clean. The file may be missing.")
      ->option_text("FILE");
  app->add_flag("--submodules", options->submodules,
                "Also scan submodules, and their submodules.");
}

Reach reach_of(const GitWords& words) {
  if (words.all_objects) return Reach::kAllObjects;
  if (words.reach == "heads") return Reach::kHeads;
  return words.reach == "refs" ? Reach::kRefs : Reach::kReflog;
}

bool is_directory(const std::string& path) {
  const Result<FileStatus> status = posix_file_system().status(path);
  return status && status->kind == FileKind::kDirectory;
}

// Opens the repository at `word`. The user may have meant a branch; the error
// then says how to scan commits.
Result<GitRepository> open_repository(const std::string& word) {
  if (!word.empty() && !posix_file_system().status(word))
    return fail(
        ErrorCode::kUsage,
        "{0}: there is no such directory; to scan commits, give a range "
        "(`sluice git {0}~..{0}`) or --since REV",
        word);
  return GitRepository::open(word);
}

Result<void> take_words(const Words& words, std::string* repository,
                        GitOptions* options) {
  for (const std::string& word : words.all()) {
    const bool is_range = word.find("..") != std::string::npos &&
                          !is_directory(word) &&
                          !UnpackedBundle::is_bundle(word);
    std::string* const target = is_range ? &options->range : repository;
    if (!target->empty())
      return fail(ErrorCode::kUsage, "give one {}, not two: {} and {}",
                  is_range ? "range" : "repository", *target, word);
    if (is_range && word.starts_with('-'))
      return fail(ErrorCode::kUsage, "a range cannot begin with '-': {}", word);
    *target = word;
  }
  return {};
}

// Refuses options that contradict each other.
Result<void> check(const GitOptions& options, const GitWords& words) {
  const int kinds = (options.of_changes() ? 1 : 0) +
                    (options.since.empty() ? 0 : 1) +
                    (options.range.empty() ? 0 : 1) + (words.all ? 1 : 0);
  if (kinds > 1)
    return fail(ErrorCode::kUsage,
                "choose one: changes (--staged, --unstaged, --untracked), "
                "--since, A..B or --all");
  if (options.whole_files && !options.of_changes())
    return fail(ErrorCode::kUsage,
                "--whole-files needs --staged, --unstaged or --untracked");
  const bool of_all =
      !options.of_changes() && options.since.empty() && options.range.empty();
  if ((words.all_objects || !words.reach.empty()) && !of_all)
    return fail(ErrorCode::kUsage,
                "--reach and --all-objects are about all commits; they cannot "
                "be used with changes, --since or A..B");
  if (words.all_objects && !words.reach.empty())
    return fail(ErrorCode::kUsage, "choose one: --reach or --all-objects");
  if (!options.known.empty() && options.of_changes())
    return fail(ErrorCode::kUsage,
                "--known is about commits; it cannot be used with --staged, "
                "--unstaged or --untracked");
  if (options.since.starts_with('-'))
    return fail(ErrorCode::kUsage, "--since needs a revision, but got {}",
                options.since);
  return {};
}

// The owner of the deciding policy: the revision that the options name, or the
// scanned change itself.
enum class PolicyOf : bool { kOption, kChange };

// Returns where the deciding policy is read from. A bare repository has no
// working tree: the files in its place are git's own.
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

// `before` has the repository, if the same words were parsed before.
Result<std::variant<GitOptions, PrintAndExit>> parse(
    std::vector<std::string> arguments, PolicyOf policy,
    const GitOptions* before) {
  GitOptions options;
  options.arguments = arguments;
  arguments.erase(arguments.begin());
  RawOptions raw;
  GitWords words;
  CLI::App app("", "sluice git");
  prepare(app, kGitUsage, "Formats:\n" + format_help() + kGitFooter);
  app.option_defaults()->always_capture_default();
  describe(&app, &options, &words);
  describe_report(&app, &options.scan, &raw);
  describe_search(&app, &options.scan, &raw);
  describe_filter(&app, &options.scan, &raw);
  describe_archives(&app, &options.scan, &raw);
  describe_running(&app, &options.scan, &raw);
  Settings settings(app);
  SLUICE_TRY_ASSIGN(
      auto parsed, parse_words(app, std::move(arguments), "sluice git --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  std::string repository;  // empty for the one of the working directory
  SLUICE_TRY(take_words(std::get<Words>(parsed), &repository, &options));
  SLUICE_TRY(check(options, words));
  if (before != nullptr) {
    options.bundle = before->bundle;
    options.repository = before->repository;
  } else {
    if (!repository.empty() && UnpackedBundle::is_bundle(repository)) {
      SLUICE_TRY_ASSIGN(options.bundle, UnpackedBundle::unpack(repository));
      repository = options.bundle->directory();
    }
    SLUICE_TRY_ASSIGN(GitRepository opened, open_repository(repository));
    options.repository = std::make_shared<GitRepository>(std::move(opened));
  }
  const std::string& root = options.repository->root();
  options.scan.paths = {root.empty() ? "." : root};
  if (options.policy_from.empty()) options.policy_from = options.since;
  SLUICE_TRY_ASSIGN(options.scan.foreign, policy_place(options, policy));
  SLUICE_TRY(settle_settings(settings, &options.scan));
  options.deciding_settings = settings.values(kOfReports);
  options.self_allowed_counts = words.self_allowed == "fail";
  options.reach = reach_of(words);
  SLUICE_TRY(settle(raw, &options.scan));
  if (options.scan.choices.explain_drops && !options.of_changes())
    return fail(ErrorCode::kUsage,
                "--explain-drops needs --staged, --unstaged or --untracked");
  if (options.scan.shard && options.of_changes())
    return fail(ErrorCode::kUsage,
                "--shard splits commits; it cannot be used with --staged, "
                "--unstaged or --untracked");
  if (options.scan.shard && !options.known.empty())
    return fail(ErrorCode::kUsage,
                "--known and --shard cannot be used together");
  return options;
}

}  // namespace

Result<std::variant<GitOptions, PrintAndExit>> parse_git_options(
    std::vector<std::string> arguments) {
  return parse(std::move(arguments), PolicyOf::kOption, nullptr);
}

std::string tip_of(const GitOptions& options) {
  const std::size_t dots = options.range.rfind("..");
  const bool has_end =
      dots != std::string::npos && dots + 2 < options.range.size();
  return has_end ? options.range.substr(dots + 2) : "HEAD";
}

Result<GitOptions> with_own_policy(const GitOptions& options) {
  SLUICE_TRY_ASSIGN(auto parsed,
                    parse(options.arguments, PolicyOf::kChange, &options));
  auto own = std::get<GitOptions>(std::move(parsed));
  own.scan.told_refused = true;
  return own;
}

}  // namespace sluice
