// Each report is read once, to its end, before anything is written. Then the
// number of shards is known, and whether they agree. Meanwhile findings wait in
// a spool.
#include "report/merge/report_merge.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "report/json/finding_batches.h"
#include "text/quantity.h"

namespace sluice {
namespace {

using Json = nlohmann::ordered_json;

bool same_policy(const Policy& a, const Policy& b) {
  return a.origin == b.origin && a.file == b.file && a.revision == b.revision &&
         a.default_rules == b.default_rules &&
         a.rules_disabled == b.rules_disabled &&
         a.rules_changed == b.rules_changed && a.changed == b.changed &&
         a.min_confidence == b.min_confidence &&
         a.organisation == b.organisation && a.user == b.user &&
         a.refused == b.refused;
}

// "3, 5-7 and 9".
std::string ranges_text(const std::vector<std::uint64_t>& numbers) {
  constexpr std::size_t kMostRanges = 20;
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
      ++last;
    ranges.push_back(last == i
                         ? fmt::format("{}", numbers[i])
                         : fmt::format("{}-{}", numbers[i], numbers[last]));
    i = last + 1;
  }
  std::string text;
  for (std::size_t i = 0; i < ranges.size() && i < kMostRanges; ++i)
    text += (i == 0 ? "" : ", ") + ranges[i];
  if (ranges.size() > kMostRanges) text += " and others";
  return text;
}

std::string with_root(const std::string& path, const std::string& root) {
  // A path outside of the tree is absolute.
  return path.starts_with('/') || path.starts_with("~/") ? "" : root;
}

void add_root(const std::string& root, Coverage* coverage) {
  for (Incomplete& item : coverage->incomplete)
    item.root = with_root(item.location.path, root);
  for (SkippedPath& item : coverage->skipped_paths)
    item.root = with_root(item.path, root);
  for (MistypedToken& item : coverage->mistyped.first) item.root = root;
}

}  // namespace

// One report's way into the merge.
class ReportMerge::Taking final : public ReportEvents {
 public:
  Taking(ReportMerge& merge, const std::string& name)
      : merge_(merge), name_(name) {}

  Result<void> head(const ReportHead& head) override {
    return merge_.compare(name_, head);
  }

  Result<void> finding(const Json& json) override {
    const auto found = json.find("sequence");
    numbered_ = numbered_ && found != json.end();
    const std::uint64_t number =
        found == json.end() ? 0 : found->get<std::uint64_t>();
    if (number < last_) in_order_ = false;
    last_ = number;
    // Numbers of secrets are those of a report, so its own comes first.
    return merge_.spool_->add(
        number, fmt::format("{} {}", merge_.spool_->runs(), json.dump()));
  }

  void dropped() override { ++merge_.dropped_; }

  void coverage(Coverage coverage) override { coverage_ = std::move(coverage); }

  Result<void> end() {
    if (coverage_.shard && !numbered_)
      return fail(ErrorCode::kConfig, "{}: its findings have no `sequence`",
                  name_);
    if (coverage_.shard && !in_order_)
      return fail(ErrorCode::kConfig,
                  "{}: its findings are not in the order of their `sequence`",
                  name_);
    return merge_.take_coverage(name_, std::move(coverage_));
  }

 private:
  ReportMerge& merge_;
  const std::string& name_;
  Coverage coverage_;
  std::uint64_t last_ = 0;
  bool numbered_ = true;
  bool in_order_ = true;
};

Result<void> ReportMerge::add(const std::string& name, const ReadBytes& read) {
  spool_->begin_run();
  Taking taking(*this, name);
  const Result<void> parsed = parse_report(read, taking);
  if (!parsed) {
    const Error& error = parsed.error();
    if (error.sys_errno != 0 || error.message.starts_with(name)) return parsed;
    return fail(error.code, "{}: {}", name, error.message);
  }
  return taking.end();
}

Result<void> ReportMerge::compare(const std::string& name,
                                  const ReportHead& head) {
  if (!head_) {
    first_ = name;
    head_ = head;
    return {};
  }
  if (head.shows_secrets != head_->shows_secrets)
    return fail(ErrorCode::kConfig,
                "{}: shows secrets {}, and {} {}: create all reports with the "
                "same options",
                name, head.shows_secrets ? "in the clear" : "masked", first_,
                head.shows_secrets ? "does not" : "does");
  differ_.rules |= head.version != head_->version ||
                   head.rules_sha256 != head_->rules_sha256 ||
                   head.rules != head_->rules;
  differ_.prefix |= head.path_prefix != head_->path_prefix;
  return {};
}

Result<void> ReportMerge::take_coverage(const std::string& name,
                                        Coverage coverage) {
  if (!policy_) {
    policy_ = coverage.policy;
    shard_ = coverage.shard;
    sum_.emplace(shard_ ? CoverageSum::Of::kShards : CoverageSum::Of::kReports);
  }
  if (coverage.shard.has_value() != shard_.has_value())
    return fail(ErrorCode::kConfig,
                "{}: {}, and {} {}: merge only shards of one scan", name,
                shard_ ? "it is no shard" : "it is a shard", first_,
                shard_ ? "is one" : "is not");
  differ_.policy |= !same_policy(coverage.policy, *policy_);
  if (coverage.shard) SLUICE_TRY(take_shard(name, *coverage.shard));
  if (coverage.shard && coverage.history) {
    if (!places_) places_.emplace();
    places_->add(*std::move(coverage.history), coverage.notes);
  }
  sum_->add(std::move(coverage));
  return {};
}

Result<void> ReportMerge::take_shard(const std::string& name,
                                     const ShardFacts& facts) {
  const Shard& shard = facts.shard;
  if (shard.count > kMaxShards)
    return fail(ErrorCode::kConfig, "{}: there are no {} shards", name,
                shard.count);
  if (shard.count != shard_->shard.count)
    return fail(ErrorCode::kConfig, "{}: a shard of {}, and {} is one of {}",
                name, shard.count, first_, shard_->shard.count);
  if (shard.index < 1 || shard.index > shard.count)
    return fail(ErrorCode::kConfig, "{}: there is no shard {} of {}", name,
                shard.index, shard.count);
  const auto [at, is_new] = names_.try_emplace(shard.index, name);
  if (!is_new)
    return fail(ErrorCode::kConfig, "{}: shard {} of {}, which {} is, too",
                name, shard.index, shard.count, at->second);
  if (differ_.prefix)
    return fail(ErrorCode::kConfig,
                "{}: its paths begin in another directory of the repository "
                "than those of {}",
                name, first_);
  differ_.walk |= !facts.walked_as(*shard_);
  one_root_ = one_root_ && facts.root == shard_->root;
  interrupted_ = interrupted_ || facts.interrupted;
  return {};
}

void ReportMerge::tell_missing(std::vector<std::string>* problems) const {
  std::vector<std::uint64_t> missing;
  for (std::uint64_t i = 1; i <= shard_->shard.count; ++i)
    if (!names_.contains(i)) missing.push_back(i);
  if (missing.empty()) return;
  problems->push_back(fmt::format(
      "{} of {} {} missing: {}", counted(missing.size(), "shard", "shards"),
      group_digits(shard_->shard.count), missing.size() == 1 ? "is" : "are",
      ranges_text(missing)));
}

std::vector<std::string> ReportMerge::problems() const {
  std::vector<std::string> all;
  if (shard_) tell_missing(&all);
  const std::string_view of = shard_ ? "shards" : "reports";
  if (differ_.rules)
    all.push_back(fmt::format(
        "the {} come from different rules or different versions of sluice",
        of));
  if (differ_.policy)
    all.push_back(fmt::format("the {} used different configurations", of));
  if (differ_.prefix)
    all.emplace_back(
        "the reports begin in different directories of repositories: paths "
        "are as each report has them");
  if (differ_.walk)
    all.emplace_back(
        "the shards scanned different trees: the tree changed in between, or "
        "the paths differ");
  if (interrupted_) all.emplace_back("a shard was interrupted");
  return all;
}

Result<void> ReportMerge::bring_findings(FindingSink& sink,
                                         const std::string& root,
                                         Outcome* outcome) {
  FindingBatches batches(sink, options_.secret_alone && head_->shows_secrets);
  const auto bring_file = [&](FileReport file) {
    file.sequence.reset();
    file.root = root;
    if (options_.self_allowed_counts || !file.findings.front().self_allowed)
      outcome->found = true;
    return batches.add(std::move(file));
  };
  std::string numbered_by;  // the report whose numbers are in use
  const auto bring = [&](const std::string& record) {
    const std::size_t blank = record.find(' ');
    const std::string report = record.substr(0, blank);
    FileReport file = batches.read(Json::parse(record.substr(blank + 1)));
    Finding& one = file.findings.front();
    if (!one.secret_id.empty()) one.secret_id.insert(0, report + ":");
    if (!head_->shows_secrets && one.secret_name.empty() &&
        !one.secret.empty()) {
      if (numbered_by.empty()) numbered_by = report;
      outcome->secrets_apart |= numbered_by != report;
    }
    return places_ ? places_->take(std::move(file), bring_file)
                   : bring_file(std::move(file));
  };
  if (shard_) {
    SLUICE_TRY_ASSIGN(MergedRuns merged, MergedRuns::begin(std::move(spool_)));
    for (;;) {
      SLUICE_TRY_ASSIGN(const auto record, merged.next());
      if (!record) break;
      SLUICE_TRY(bring(record->text));
    }
    if (places_) SLUICE_TRY(places_->end(bring_file));
    return batches.flush();
  }
  for (std::size_t i = 0; i < spool_->runs(); ++i) {
    Spool::Run run(*spool_, i);
    for (;;) {
      SLUICE_TRY_ASSIGN(const auto record, run.next());
      if (!record) break;
      SLUICE_TRY(bring(record->text));
    }
    SLUICE_TRY(batches.flush());
  }
  return {};
}

Result<ReportMerge::Outcome> ReportMerge::finish(const SinkForHead& sink_for) {
  if (differ_.prefix) head_->path_prefix.clear();
  SLUICE_TRY_ASSIGN(FindingSink* const sink, sink_for(*head_));
  SLUICE_TRY(sink->begin(head_->tool()));
  const std::string root = shard_ && one_root_ ? shard_->root : std::string();
  Outcome outcome;
  outcome.dropped = dropped_;
  try {
    SLUICE_TRY(bring_findings(*sink, root, &outcome));
  } catch (const Json::exception&) {
    return fail(ErrorCode::kConfig,
                "not reports of sluice: a finding has a wrong form");
  }
  Coverage coverage = sum_->take();
  coverage.policy = *policy_;
  coverage.secrets_apart = outcome.secrets_apart;
  if (places_) places_->correct(&coverage);
  add_root(root, &coverage);
  outcome.problems = problems();
  // For shards this means that the scan is incomplete; other reports may
  // differ.
  for (const std::string& problem : outcome.problems) {
    if (shard_)
      coverage.incomplete.push_back({"", "", problem});
    else
      coverage.notes.emplace_back(problem);
  }
  outcome.complete = coverage.incomplete.empty();
  outcome.files = coverage.files_scanned;
  SLUICE_TRY(sink->end(coverage));
  return outcome;
}

}  // namespace sluice
