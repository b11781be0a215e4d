// The steps are:
//  1. List the commits, parents first (commit_list).
//  2. List the changes of each, by the names of blobs alone (tree_changes).
//     Each blob is kept once, with the commit and path that came first
//     (introductions).
//  3. Read and scan each of these blobs once, in an order in which each base
//     of a difference in a pack is read once (object_store).
//  4. Keep the findings at which a secret came in (first_findings).
//  5. For a range, read the older versions of the few files that are left, and
//     drop the findings that these contain.
//
// So no textual difference is ever made. All versions of an ancestor are
// scanned, and come first, so a commit's findings never include those of its
// parents. A range has ancestors outside, and therefore step 5: a secret is not
// new if a parent's version of the file has it, or a file that the commit
// deletes.
//
// Rejected: `git log -p`, as others do it. Git then reads all blobs as well,
// and computes their differences on one core, which takes most of the time. And
// a scanner that sees only added lines misses the text around them.
#include "history/history_scan.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "history/clean_commits.h"
#include "history/commit_facts.h"
#include "history/first_findings.h"
#include "history/git_objects.h"
#include "history/introductions.h"
#include "history/name_reports.h"
#include "history/old_names.h"
#include "history/pack_indexes.h"
#include "history/reach.h"
#include "history/tree_changes.h"
#include "scan/find/name_finder.h"
#include "text/quantity.h"

namespace sluice {
namespace {

constexpr unsigned kPlainFile = 0100644;

// Gives freed memory back to the system, and large blocks at once from now on.
// Otherwise the C library would keep, for each thread, what the step before
// needed.
void give_memory_back() {
#ifdef __GLIBC__
  constexpr int kLargeBlock = 512 * 1024;  // bytes
  ::mallopt(M_MMAP_THRESHOLD, kLargeBlock);
  ::malloc_trim(0);
#endif
}

class HistoryScan {
 public:
  HistoryScan(const GitRepository& repository, const std::string& prefix,
              const ScanTools& tools, LeftOut* left_out,
              const HistoryPlace& place)
      : repository_(repository),
        prefix_(prefix),
        tools_(tools),
        place_(place),
        introductions_(left_out, prefix, tools.shard),
        names_(tools) {
    introductions_.set_clean(tools.known);
  }

  Result<void> run(const CommitsToScan& wanted);
  Result<RepositoryReports> reports();

 private:
  Result<void> list_changes();
  Result<void> list_changes_of(std::span<const ObjectId> commits,
                               std::span<const std::uint32_t> numbers);
  bool passes_over_commits(const CommitsToScan& wanted) const;
  void remember_clean(std::vector<KnownTexts::Key> texts);
  void list_others();
  void list_tree(const NamedObject& tree);
  bool scan_names(std::uint32_t unit, const RawChange& change,
                  std::size_t from);
  void scan_ref_names();
  void scan_ref_name(const std::string& path, std::size_t from,
                     std::optional<std::uint32_t> unit);
  Result<void> scan_messages();
  std::vector<std::uint32_t> tags_to_scan();
  Result<void> sort_blobs();
  struct Texts {
    TextList list;
    std::function<std::uint32_t(std::size_t)> unit_of;
    // Whether it is the target of a symbolic link. If it is empty, none is.
    std::function<bool(std::size_t)> is_link{};
  };
  Result<void> scan_texts(const Texts& texts);
  Result<void> scan_all();
  Result<void> drop_what_was_there();
  Result<void> drop_old_names();
  using KnownSecrets = std::map<std::uint32_t, std::unordered_set<SecretKey>>;
  void drop_known(const KnownSecrets& known);
  void drop_known_places(FileReport* report);
  void note_what_is_missing(const CommitsToScan& wanted);
  void note_damaged_indexes(const std::vector<std::string>& directories);
  void note_what_was_read();
  std::string what_else_was_read() const;
  GitText where_of(std::uint32_t unit) const;
  void note_incomplete(std::string path, std::string reason);
  void make_names();
  void tell_shard();
  std::string name_of(const SecretKey& key) const {
    return tools_.shard ? (*place_.names)->name_of(key) : std::string();
  }
  Sequence place_of_note(std::uint32_t number) const {
    return {NoteStage::kRepository, place_.step << kStepBits | number};
  }
  std::uint64_t sequence_of(std::uint32_t unit) const {
    return place_.commit + unit;
  }
  // Empty if no commit has the text.
  std::string commit_name(std::uint32_t unit) const {
    const ObjectId id = unit_at(unit).id;
    return id.names_none() ? std::string() : id.hex();
  }
  ReachedBy reach_of(std::uint32_t commit) const {
    if (commit < list_.by_refs) return ReachedBy::kRef;
    return commit < list_.by_refs + list_.by_reflogs ? ReachedBy::kReflog
                                                     : ReachedBy::kNone;
  }

  static constexpr unsigned kStepBits = 32;
  // The order of notes about a repository; ScannedTexts::close() is the first.
  enum : std::uint32_t {
    kTextsNote,
    kCommitsNote,
    kOthersNote,
    kShallowNote,
    kRepeatsNote,
    kKnownNote
  };

  // A source of findings. In the order of first places: the commits of `list_`,
  // then the tags, then the files that no commit has.
  struct Unit {
    ObjectId id;  // of the commit or tag; names none for a file
    ReachedBy reached_by = ReachedBy::kRef;
  };
  std::uint32_t add_unit(Unit unit) {
    other_units_.push_back(unit);
    return static_cast<std::uint32_t>(units() - 1);
  }
  std::size_t units() const {
    return list_.commits.size() + other_units_.size();
  }
  Unit unit_at(std::uint32_t number) const {
    const std::size_t commits = list_.commits.size();
    return number < commits ? Unit{list_.commits[number], reach_of(number)}
                            : other_units_[number - commits];
  }

  const GitRepository& repository_;
  const std::string& prefix_;
  const ScanTools& tools_;
  const HistoryPlace place_;
  ObjectStore packs_;
  // None, if git has to decide which parents in a shallow clone count.
  const ObjectStore& packs_with_parents() const {
    return repository_.is_shallow() && list_.graph.is_empty() ? no_packs_
                                                              : packs_;
  }

  const ObjectStore no_packs_;
  CommitList list_;
  std::vector<Unit> other_units_;  // behind those of the commits
  std::vector<TagToScan> tags_;    // the first of these
  Introductions introductions_;
  NameReports names_;
  // Tokens that a commit of a range has in names.
  struct NewName {
    SecretKey key;
    std::string secret;
  };
  bool is_range_ = false;
  std::map<std::uint32_t, std::vector<NewName>> new_names_;
  // Paths of messages: of all commits, and of each tag that is scanned.
  std::deque<std::string> message_paths_;
  std::vector<KnownTexts::Key> clean_;  // texts, if tools_.known
  std::size_t other_files_ = 0;         // that no commit has
  std::size_t missing_from_ = 0;        // of introductions_: those git has not
  // Whether the files of commits that are known to be clean are passed over.
  bool passes_over_ = false;
  CleanCommits clean_commits_;
  std::size_t known_commits_ = 0;
  std::size_t known_messages_ = 0;
  FirstFindings first_places_;
  std::uint64_t incomplete_ = 0;  // in all shards
  Coverage coverage_;
  HistoryFacts facts_;
};

// Names at most as many as the coverage's other lists.
void HistoryScan::note_incomplete(std::string path, std::string reason) {
  if (path.empty()) path = prefix_.substr(0, prefix_.rfind('/'));
  const std::uint64_t number = incomplete_++;
  if (number < kMaxInCoverage && holds(tools_.shard, path))
    coverage_.incomplete.push_back(
        {std::move(path),
         "",
         std::move(reason),
         {IncompleteStage::kRepository, place_.step << kStepBits | number}});
}

// A clean commit says nothing about files that its parents have. So all parents
// must be in the list, as they are in a whole history. And if all objects are
// scanned, each file that no commit has must be told from the others.
bool HistoryScan::passes_over_commits(const CommitsToScan& wanted) const {
  return tools_.known != nullptr && !repository_.is_shallow() &&
         list_.complaints.empty() &&
         (wanted.is_range() || wanted.reach != Reach::kAllObjects);
}

Result<void> HistoryScan::list_changes() {
  std::vector<std::uint32_t> numbers;
  if (!passes_over_) {
    numbers.resize(list_.commits.size());
    std::iota(numbers.begin(), numbers.end(), 0U);
    return list_changes_of(list_.commits, numbers);
  }
  std::vector<ObjectId> commits;
  for (std::uint32_t i = 0; i < list_.commits.size(); ++i) {
    const ObjectId& id = list_.commits[i];
    if (tools_.known->has(
            KnownTexts::key_of(KnownTexts::Kind::kCommit, id, prefix_))) {
      ++known_commits_;
      continue;
    }
    commits.push_back(id);
    numbers.push_back(i);
  }
  return list_changes_of(commits, numbers);
}

// `numbers` are the places of the commits in `list_`.
Result<void> HistoryScan::list_changes_of(
    std::span<const ObjectId> commits, std::span<const std::uint32_t> numbers) {
  TreeChangeSink sink;
  sink.on_change = [&](std::size_t index, const RawChange& change) {
    const std::uint32_t commit = numbers[index];
    const Introductions::Added added = introductions_.add(commit, change);
    const bool has_token = scan_names(commit, change, 0);
    if (!passes_over_) return;
    if (has_token) clean_commits_.spoil(commit);
    if (added == Introductions::Added::kNoFile ||
        added == Introductions::Added::kLeftOut)
      return clean_commits_.spoil(commit);
    clean_commits_.add(commit, change.blob,
                       KnownTexts::key_of(KnownTexts::Kind::kFile, change.blob,
                                          prefix_ + std::string(change.path)));
  };
  sink.on_unreadable = [&](std::size_t index, const std::string& why) {
    clean_commits_.spoil(numbers[index]);
    note_incomplete(
        "", fmt::format("commit {}: {}", commits[index].short_hex(), why));
  };
  sink.knows = [&](const ObjectId& blob) { return introductions_.knows(blob); };
  sink.wants_below = may_have_token;
  if (passes_over_)
    sink.on_more_paths = [&](std::size_t index) {
      clean_commits_.spoil(numbers[index]);
    };
  return list_tree_changes(repository_.place(), packs_with_parents(),
                           list_.graph, commits, tools_.workers, sink);
}

// Scans the path of a new file, except its first `from` bytes. Returns whether
// it has a token. A file that any parent has at this path is not new.
bool HistoryScan::scan_names(std::uint32_t unit, const RawChange& change,
                             std::size_t from) {
  if (!may_have_token(change.path) || change.is(GitMode::kNone) ||
      !std::ranges::all_of(change.old, &ObjectId::names_none))
    return false;
  const std::string path = prefix_ + std::string(change.path);
  NameReports::Found found = names_.of_path(path, prefix_.size() + from, [&] {
    return introductions_.leaves_out(path);
  });
  for (std::unique_ptr<FileReport>& report : found.reports) {
    report->where = where_of(unit);
    if (is_range_)
      for (const Finding& finding : report->findings)
        new_names_[unit].push_back(
            {SecretKey::of(finding, *report), finding.secret});
    first_places_.add(unit, std::move(report));
  }
  return found.any;
}

// Scans the names of refs, and of annotated tags that have another name there.
void HistoryScan::scan_ref_names() {
  const auto is_ref = [&](const std::string& tag) {
    return std::ranges::binary_search(list_.refs, "refs/tags/" + tag, {},
                                      &NamedObject::name);
  };
  constexpr std::string_view kTag = "tag ";
  for (std::uint32_t i = 0; i < tags_.size(); ++i)
    if (may_have_token(tags_[i].name) && !is_ref(tags_[i].name))
      scan_ref_name(prefix_ + std::string(kTag) + tags_[i].name,
                    prefix_.size() + kTag.size(),
                    static_cast<std::uint32_t>(list_.commits.size()) + i);
  for (const NamedObject& ref : list_.refs)
    if (may_have_token(ref.name))
      scan_ref_name(prefix_ + ref.name, prefix_.size(), std::nullopt);
}

// `unit`: that of a tag. A ref gets one of its own.
void HistoryScan::scan_ref_name(const std::string& path, std::size_t from,
                                std::optional<std::uint32_t> unit) {
  if (introductions_.leaves_out(path)) return;
  NameReports::Found found = names_.of_ref(path, from);
  if (!found.any) return;
  const GitText where = unit ? GitText::kTag : GitText::kFile;
  const std::uint32_t of = unit ? *unit : add_unit({});
  for (std::unique_ptr<FileReport>& report : found.reports) {
    report->where = where;
    first_places_.add(of, std::move(report));
  }
}

// Adds the texts, and the commits that brought in nothing else, to those that
// the next scan does not read.
void HistoryScan::remember_clean(std::vector<KnownTexts::Key> texts) {
  if (tools_.known == nullptr || tools_.interrupted()) return;
  tools_.known->add(std::move(texts));
  if (!passes_over_) return;
  clean_commits_.settle(*tools_.known);
  std::vector<KnownTexts::Key> commits;
  for (std::uint32_t i = 0; i < list_.commits.size(); ++i)
    if (!clean_commits_.is_spoiled(i))
      commits.push_back(KnownTexts::key_of(KnownTexts::Kind::kCommit,
                                           list_.commits[i], prefix_));
  tools_.known->add(std::move(commits));
}

// Whether git might want to fetch missing objects.
Result<bool> is_partial_clone(const GitRepository& repository) {
  SLUICE_TRY_ASSIGN(
      const ChildProcess::Ended ended,
      run_git(repository.place(),
              {"config", "-z", "--name-only", "--get-regexp",
               "^(extensions\\.partialclone|remote\\..*\\.promisor)$"}));
  return !ended.output.empty();
}

// Puts those that are here into the order in which packs are read best, and the
// others behind.
Result<void> HistoryScan::sort_blobs() {
  missing_from_ = introductions_.all().size();
  SLUICE_TRY_ASSIGN(const bool partial, is_partial_clone(repository_));
  if (partial) {
    SLUICE_TRY_ASSIGN(const ChildProcess::Ended ended,
                      run_git(repository_.place(),
                              {"cat-file", "--batch-all-objects", "--unordered",
                               "--batch-check=%(objectname)"}));
    const std::size_t named = introductions_.sort_as(ids_in(ended.output));
    // If the list broke off, all blobs are asked for.
    if (ended.exit_code == 0) missing_from_ = named;
  }
  std::vector<ObjectId> here;
  here.reserve(missing_from_);
  for (const Introductions::One& one :
       introductions_.all().first(missing_from_))
    here.push_back(one.blob);
  introductions_.put_first(packs_.reading_order(here));
  return {};
}

KnownTexts::Key known_key(const BlobToScan& text) {
  return KnownTexts::key_of(
      text.is_message() ? KnownTexts::Kind::kMessage : KnownTexts::Kind::kFile,
      text.id, text.path);
}

Result<void> HistoryScan::scan_all() {
  const std::span<const Introductions::One> all = introductions_.all();
  for (const Introductions::One& one : all.subspan(missing_from_))
    note_incomplete(std::string(introductions_.path(one.path)),
                    fmt::format("blob {}: the repository does not have it",
                                one.blob.short_hex()));
  std::vector<std::uint32_t> files;  // the numbers of those to scan
  files.reserve(missing_from_);
  for (std::uint32_t i = 0; i < missing_from_; ++i)
    if (all[i].is_own) files.push_back(i);
  const std::vector<std::uint32_t> tags = tags_to_scan();
  const std::size_t first_tag = files.size();
  const std::size_t first_tag_path = message_paths_.size() - tags.size();
  Texts texts;
  texts.list.count = files.size() + tags.size();
  texts.list.at = [&](std::size_t i) {
    if (i >= first_tag)
      return BlobToScan{tags_[tags[i - first_tag]].id,
                        message_paths_[first_tag_path + i - first_tag],
                        GitText::kTag};
    const Introductions::One& one = all[files[i]];
    return BlobToScan{one.blob, introductions_.path(one.path),
                      where_of(one.commit)};
  };
  texts.unit_of = [&](std::size_t i) {
    return i < first_tag ? all[files[i]].commit
                         : static_cast<std::uint32_t>(list_.commits.size()) +
                               tags[i - first_tag];
  };
  texts.is_link = [&](std::size_t i) {
    return i < first_tag && all[files[i]].is_link;
  };
  SLUICE_TRY(scan_texts(texts));
  remember_clean(std::move(clean_));
  return {};
}

Result<void> HistoryScan::scan_texts(const Texts& texts) {
  ScannedTexts::OnClean on_clean;
  if (tools_.known != nullptr)
    on_clean = [&](std::size_t index) {
      clean_.push_back(known_key(texts.list.at(index)));
    };
  ScannedTexts scanned(
      [&](std::size_t index, std::unique_ptr<FileReport> report) {
        if (texts.is_link && texts.is_link(index))
          for (Finding& finding : report->findings)
            finding.found_in = FoundIn::kLinkTarget;
        first_places_.add(texts.unit_of(index), std::move(report));
      },
      std::move(on_clean));
  SLUICE_TRY(
      scan_blobs(repository_.place(), packs_, texts.list, tools_, &scanned));
  scanned.close(place_of_note(kTextsNote).number, &coverage_);
  return {};
}

GitText HistoryScan::where_of(std::uint32_t unit) const {
  return unit < list_.commits.size() &&
                 list_.of_notes.contains(list_.commits[unit])
             ? GitText::kNote
             : GitText::kFile;
}

// Scans the messages of commits, in an order in which packs are read well.
Result<void> HistoryScan::scan_messages() {
  if (tools_.of_messages == nullptr || list_.commits.empty()) return {};
  const std::string& path =
      message_paths_.emplace_back(prefix_ + "commit message");
  if (!introductions_.wants(path)) return {};
  const auto text_of = [&](std::size_t commit) {
    return BlobToScan{list_.commits[commit], path, GitText::kCommitMessage};
  };
  std::vector<std::uint32_t> wanted;
  std::vector<ObjectId> ids;  // of these
  for (std::uint32_t i = 0; i < list_.commits.size(); ++i) {
    if (tools_.known != nullptr && tools_.known->has(known_key(text_of(i)))) {
      ++known_messages_;
      continue;
    }
    wanted.push_back(i);
    ids.push_back(list_.commits[i]);
  }
  std::vector<std::uint32_t> commits;
  std::vector<bool> is_packed(wanted.size());
  for (const std::size_t i : packs_.reading_order(ids)) {
    is_packed[i] = true;
    commits.push_back(wanted[i]);
  }
  for (std::size_t i = 0; i < is_packed.size(); ++i)
    if (!is_packed[i]) commits.push_back(wanted[i]);
  ids = {};
  return scan_texts(
      {{commits.size(), [&](std::size_t i) { return text_of(commits[i]); }},
       [&](std::size_t i) { return commits[i]; },
       {}});
}

// Returns the numbers of the tags whose messages are scanned, and adds a path
// for each. Paths of messages can be excluded like those of files.
std::vector<std::uint32_t> HistoryScan::tags_to_scan() {
  std::vector<std::uint32_t> wanted;
  if (tools_.of_messages == nullptr) return wanted;
  for (std::uint32_t i = 0; i < tags_.size(); ++i) {
    std::string path = prefix_ + "tag " + tags_[i].name;
    if (!introductions_.wants(path)) continue;
    if (tools_.known != nullptr &&
        tools_.known->has(known_key({tags_[i].id, path, GitText::kTag}))) {
      ++known_messages_;
      continue;
    }
    message_paths_.push_back(std::move(path));
    wanted.push_back(i);
  }
  return wanted;
}

// Lists what is neither a commit nor a file of one: tags, and what refs or
// nothing lead to.
void HistoryScan::list_others() {
  GitObjects objects(repository_.place(), packs_);
  tags_ = follow_tags(
      objects, &list_.others, [&](const ObjectId& id, const std::string& why) {
        note_incomplete("", fmt::format("tag {}: {}", id.short_hex(), why));
      });
  for (const TagToScan& tag : tags_) add_unit({tag.id, tag.reached_by});
  scan_ref_names();
  const std::size_t of_commits = introductions_.count();
  for (const NamedObject& tree : list_.others.trees) list_tree(tree);
  for (const NamedObject& file : list_.others.files) {
    if (introductions_.knows(file.id) || introductions_.excludes(file.id))
      continue;
    const std::string path = file.name.empty() ? file.id.hex() : file.name;
    RawChange change;
    change.blob = file.id;
    change.path = path;
    change.mode = kPlainFile;
    introductions_.add(add_unit({{}, file.reached_by}), change);
  }
  other_files_ = introductions_.count() - of_commits;
}

// Lists the files of a tree that a ref names directly.
void HistoryScan::list_tree(const NamedObject& tree) {
  const auto listed =
      git_output(repository_.place(), {"ls-tree", "-r", "-z", tree.id.hex()});
  if (!listed)
    return note_incomplete("", fmt::format("tree {}: {}", tree.id.short_hex(),
                                           listed.error().message));
  const std::uint32_t unit = add_unit({{}, tree.reached_by});
  // MODE blob NAME<tab>PATH
  for (const std::string_view entry : split_at_nul(*listed)) {
    const std::size_t tab = entry.find('\t');
    const std::size_t blank = entry.rfind(' ', tab);
    if (tab == std::string_view::npos || !entry.starts_with("1")) continue;
    const auto id = ObjectId::parse(entry.substr(blank + 1, tab - blank - 1));
    if (!id || entry.find(" blob ") > blank) continue;
    const std::string top =
        (tree.name.empty() ? tree.id.hex() : tree.name) + "/";
    const std::string path = top + std::string(entry.substr(tab + 1));
    RawChange change;
    change.blob = *id;
    change.path = path;
    change.mode = entry.starts_with("120000 ")
                      ? static_cast<unsigned>(GitMode::kSymlink)
                      : kPlainFile;
    introductions_.add(unit, change);
    scan_names(unit, change, top.size());
  }
}

// Drops the tokens in names that a name of a parent has as well.
Result<void> HistoryScan::drop_old_names() {
  std::set<std::uint32_t> wanted;  // the commits of first places
  first_places_.for_each(
      [&](std::uint32_t commit, const std::string&) { wanted.insert(commit); });
  KnownSecrets known;
  for (const auto& [commit, names] : new_names_) {
    if (!wanted.contains(commit)) continue;
    SLUICE_TRY_ASSIGN(const std::string before,
                      names_before(repository_.place(), list_.commits[commit]));
    for (const NewName& name : names) {
      if (before.find(name.secret) == std::string::npos) continue;
      known[commit].insert(name.key);
      if (tools_.shard)
        facts_.before.push_back({sequence_of(commit), "", name_of(name.key)});
    }
  }
  drop_known(known);
  return {};
}

// For commits with findings, this reads the older versions of the files with
// findings, and the deleted files, which may have moved.
Result<void> HistoryScan::drop_what_was_there() {
  std::map<std::uint32_t, std::set<std::string>> files;
  first_places_.for_each([&](std::uint32_t commit, const std::string& path) {
    files[commit].insert(path);
  });
  std::vector<std::uint32_t> numbers;
  std::vector<ObjectId> commits;
  for (const auto& [number, paths] : files) {
    numbers.push_back(number);
    commits.push_back(list_.commits[number]);
  }
  struct Old {
    ObjectId blob;
    std::string path;
    std::uint32_t commit;
    bool is_deleted;
  };
  std::vector<Old> old;
  SLUICE_TRY(list_tree_changes(
      repository_.place(), packs_with_parents(), list_.graph, commits,
      tools_.workers,
      {.on_change =
           [&](std::size_t index, const RawChange& change) {
             const std::uint32_t commit = numbers[index];
             const std::string path = prefix_ + std::string(change.path);
             const bool is_deleted = change.is(GitMode::kNone);
             if (!is_deleted && !files[commit].contains(path)) return;
             for (const ObjectId& blob : change.old)
               if (!blob.names_none())
                 old.push_back({blob, path, commit, is_deleted});
           },
       .on_unreadable = [](std::size_t, std::string) {},
       .wants_deleted = true}));
  std::vector<BlobToScan> blobs;
  for (const Old& one : old) blobs.push_back({one.blob, one.path});
  KnownSecrets known;
  ScannedTexts scanned(
      [&](std::size_t index, std::unique_ptr<FileReport> report) {
        const Old& from = old[index];
        for (const auto* findings : {&report->findings, &report->mistyped}) {
          for (const Finding& finding : *findings) {
            const SecretKey key = SecretKey::of(finding, *report);
            known[from.commit].insert(key);
            if (tools_.shard)
              facts_.before.push_back({sequence_of(from.commit),
                                       from.is_deleted ? "" : from.path,
                                       name_of(key)});
          }
        }
      });
  // They count as nothing that was scanned.
  Tallies uncounted(tools_.workers);
  SLUICE_TRY(scan_blobs(
      repository_.place(), packs_, blobs,
      {tools_.engine, tools_.judge, tools_.workers, tools_.options, uncounted},
      &scanned));
  drop_known(known);
  return {};
}

// Drops the secrets that were there before a commit.
void HistoryScan::drop_known(const KnownSecrets& known) {
  const auto is_known = [&](std::uint32_t commit, const SecretKey& key) {
    const auto found = known.find(commit);
    return found != known.end() && found->second.contains(key);
  };
  // Other shards need to know that these were the first places.
  if (tools_.shard)
    first_places_.for_each_secret([&](std::uint32_t commit,
                                      const std::string& path,
                                      const SecretKey& key) {
      if (is_known(commit, key))
        facts_.known.push_back(
            {sequence_of(commit), path, name_of(key), false});
    });
  first_places_.drop_known(is_known);
}

// Before the blobs are sorted, which is not done everywhere alike.
void HistoryScan::make_names() {
  if (tools_.shard && !*place_.names)
    place_.names->emplace(list_.commits, introductions_.all());
}

void HistoryScan::tell_shard() {
  if (!tools_.shard) return;
  ShardWalk& walk = introductions_.walk();
  for (const ObjectId& id : list_.commits) walk.meet(id.hex());
  coverage_.shard = walk.facts();
  // In an order of its own, which threads do not change.
  const auto place = [](const SecretPlace& one) {
    return std::tie(one.sequence, one.path, one.secret_name);
  };
  for (auto* list : {&facts_.known, &facts_.before}) {
    std::ranges::sort(*list, {}, place);
    // Not std::ranges::unique(), which clang 14 cannot read in libstdc++ 12.
    const auto same = std::unique(
        list->begin(), list->end(),
        [&](const auto& a, const auto& b) { return place(a) == place(b); });
    list->erase(same, list->end());
  }
  coverage_.history = std::move(facts_);
}

void HistoryScan::note_what_was_read() {
  const std::string in = prefix_.empty()
                             ? std::string()
                             : prefix_.substr(0, prefix_.size() - 1) + ": ";
  const auto note = [&](std::uint32_t number, Note what) {
    what.place = place_of_note(number);
    coverage_.notes.push_back(std::move(what));
  };
  note(kCommitsNote,
       in + (list_.commits.size() == 1 ? "1 commit was scanned"
                                       : fmt::format("{} commits were scanned",
                                                     list_.commits.size())));
  if (const std::string others = what_else_was_read(); !others.empty())
    note(kOthersNote, in + others);
  if (list_.cut_off != 0)
    note(kShallowNote,
         in + fmt::format(
                  "a shallow clone: the commits before {} of these are missing",
                  list_.cut_off));
  if (const std::uint64_t files = introductions_.clean_files();
      known_commits_ + known_messages_ + files != 0)
    note(kKnownNote,
         in + fmt::format(
                  "known as clean, and not read again: {}, the files of {}, {}",
                  counted(known_messages_, "message", "messages"),
                  counted(known_commits_, "commit", "commits"),
                  counted(files, "other file", "other files")));
  // A shard's note names its commits, for the repetitions in other shards.
  if (first_places_.repeated() == 0 && !tools_.shard) return;
  Note repeats(Note::About::kRepeats, in, first_places_.repeated());
  if (tools_.shard) repeats.total = sequence_of(0) + units();
  note(kRepeatsNote, std::move(repeats));
}

// Returns the same in every shard.
std::string HistoryScan::what_else_was_read() const {
  std::vector<std::string> parts;
  const std::size_t by_nothing =
      list_.commits.size() - list_.by_refs - list_.by_reflogs;
  if (list_.by_reflogs != 0)
    parts.push_back(fmt::format("of the commits, {} reached only by reflogs",
                                counted(list_.by_reflogs, "is", "are")));
  if (by_nothing != 0)
    parts.push_back(fmt::format("of the commits, {} reached by nothing",
                                counted(by_nothing, "is", "are")));
  if (!tags_.empty())
    parts.push_back(counted(tags_.size(), "annotated tag was scanned",
                            "annotated tags were scanned"));
  if (other_files_ != 0)
    parts.push_back(counted(other_files_, "file of no commit was scanned",
                            "files of no commit were scanned"));
  return fmt::format("{}", fmt::join(parts, "; "));
}

Result<void> HistoryScan::run(const CommitsToScan& wanted) {
  SLUICE_TRY_ASSIGN(const ObjectDirectories directories,
                    object_directories(repository_.place()));
  packs_ = ObjectStore::open(repository_.place().directory, directories.paths,
                             repository_.is_sha256() ? 32 : 20);
  // If git complains about a directory, it lists the commits, and says why.
  SLUICE_TRY_ASSIGN(
      list_, list_commits(repository_,
                          directories.are_whole ? packs_ : no_packs_, wanted));
  give_memory_back();
  note_what_is_missing(wanted);
  note_damaged_indexes(directories.paths);
  if (wanted.reach == Reach::kAllObjects) introductions_.remember_left_out();
  passes_over_ = passes_over_commits(wanted);
  is_range_ = wanted.is_range();
  SLUICE_TRY(list_changes());
  list_.graph = {};
  list_others();
  introductions_.close();
  give_memory_back();
  SLUICE_TRY(scan_messages());
  give_memory_back();
  make_names();
  SLUICE_TRY(sort_blobs());
  give_memory_back();
  SLUICE_TRY(scan_all());
  if (is_range_ && !tools_.interrupted()) {
    SLUICE_TRY(drop_old_names());
    SLUICE_TRY(drop_what_was_there());
  }
  return {};
}

void HistoryScan::note_what_is_missing(const CommitsToScan& wanted) {
  for (const std::string& complaint : list_.complaints)
    note_incomplete("", "the commits cannot be listed: " + complaint);
  if (list_.complaints.empty() && list_.commits.empty() && !wanted.is_range())
    note_incomplete("",
                    "there is no commit: the repository is empty, or a clone "
                    "was interrupted");
  for (const ObjectId& id : list_.missing)
    note_incomplete(
        "", fmt::format("commit {}, which the superproject names, is missing",
                        id.short_hex()));
  if (wanted.move && !wanted.move->from.empty() && list_.cut_off != 0)
    note_incomplete(
        "", "a shallow clone: commits that moved the submodule are missing");
}

void HistoryScan::note_damaged_indexes(
    const std::vector<std::string>& directories) {
  for (const std::string& path : damaged_pack_indexes(repository_, directories))
    note_incomplete(path,
                    "wrong checksum: git may return a different object than "
                    "the one requested");
}

// For example by .gitleaksignore: only the first place of a secret is reported,
// so this place decides whether the secret is known.
void HistoryScan::drop_known_places(FileReport* report) {
  const Baseline* const baseline = tools_.options.report.baseline;
  if (baseline == nullptr) return;
  const auto known = std::stable_partition(
      report->findings.begin(), report->findings.end(),
      [&](const Finding& finding) {
        return baseline->knows(*report, finding, Baseline::By::kPlace) ==
               nullptr;
      });
  coverage_.baseline +=
      static_cast<std::uint64_t>(report->findings.end() - known);
  if (tools_.shard)
    for (auto one = known; one != report->findings.end(); ++one)
      facts_.known.push_back(
          {*report->sequence, report->location.path, one->secret_name, true});
  report->covered.insert(report->covered.end(), std::make_move_iterator(known),
                         std::make_move_iterator(report->findings.end()));
  report->findings.erase(known, report->findings.end());
}

Result<RepositoryReports> HistoryScan::reports() {
  std::vector<FirstFindings::Report> found = first_places_.take();
  std::vector<ObjectId> commits;
  for (const FirstFindings::Report& one : found) {
    const ObjectId id = unit_at(one.commit).id;
    if (id.names_none()) continue;
    if (commits.empty() || commits.back() != id) commits.push_back(id);
  }
  // Asked after an interrupt, too.
  GitWorkdir place = repository_.place();
  place.interrupt = nullptr;
  SLUICE_TRY_ASSIGN(const CommitFacts facts, commit_facts(place, commits));
  std::shared_ptr<const Commit> commit;  // of the unit at hand
  std::size_t unit = units();
  RepositoryReports reports;
  for (FirstFindings::Report& one : found) {
    FileReport& report = *one.report;
    if (one.commit != std::exchange(unit, one.commit)) {
      const Unit of = unit_at(one.commit);
      Commit known = of.id.names_none() ? Commit() : *facts.at(of.id);
      known.reached_by = of.reached_by;
      commit = std::make_shared<const Commit>(std::move(known));
    }
    report.commit = commit;
    if (tools_.shard) {
      report.sequence = sequence_of(one.commit);
      for (Finding& finding : report.findings)
        finding.secret_name = name_of(SecretKey::of(finding, report));
    }
    drop_known_places(&report);
    // Told by first_places_.
    report.mistyped.clear();
    report.more_mistyped = 0;
    if (!report.findings.empty() || !report.incomplete.empty())
      reports.files.push_back(std::move(one.report));
  }
  for (FirstFindings::Mistyped& one : first_places_.take_mistyped()) {
    MistypedToken token{
        std::move(one.location),   "",       commit_name(one.commit),
        std::string(one.rule->id), one.line, sequence_of(one.commit),
        name_of(one.key)};
    if (tools_.shard) facts_.mistyped.push_back(token);
    coverage_.mistyped.add(std::move(token));
  }
  note_what_was_read();
  if (incomplete_ > kMaxInCoverage && holds(tools_.shard, ""))
    coverage_.incomplete.push_back(
        {"",
         "",
         fmt::format("and {} more", incomplete_ - kMaxInCoverage),
         {IncompleteStage::kRepository,
          place_.step << kStepBits | kMaxInCoverage}});
  tell_shard();
  reports.commits = units();
  reports.files_elsewhere = introductions_.has_others() ||
                            introductions_.clean_files() != 0 ||
                            known_commits_ != 0;
  reports.coverage = std::move(coverage_);
  reports.submodules = introductions_.submodules();
  return reports;
}

// First places are those of unknown secrets; findings that are known by their
// places are dropped after that.
ScanTools without_places(const ScanTools& tools) {
  ScanTools changed = tools;
  changed.options.report.known_by = Baseline::By::kSecret;
  return changed;
}

}  // namespace

Result<RepositoryReports> scan_history(const GitRepository& repository,
                                       const std::string& prefix,
                                       const CommitsToScan& wanted,
                                       const ScanTools& tools,
                                       LeftOut* left_out,
                                       const HistoryPlace& place) {
  const ScanTools for_versions = without_places(tools);
  HistoryScan scan(repository, prefix, for_versions, left_out, place);
  const Result<void> ran = scan.run(wanted);
  if (!ran && !tools.interrupted()) return tl::unexpected<Error>(ran.error());
  return scan.reports();
}

}  // namespace sluice
