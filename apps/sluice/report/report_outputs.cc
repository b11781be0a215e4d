#include "sluice/report/report_outputs.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/log.h"
#include "report/formats/formats.h"
#include "report/shown/coverage.h"
#include "report/shown/place_masker.h"
#include "report/shown/summary.h"
#include "sluice/report/masked_tokens.h"
#include "text/escape.h"

namespace sluice {
namespace {

// Counts what is found, before the reports that show it.
class Counting final : public FindingSink {
 public:
  Counting(std::shared_ptr<FoundTotals> found,
           std::unique_ptr<FindingSink> next)
      : found_(std::move(found)), next_(std::move(next)) {}

  Result<void> begin(const ToolInfo& tool) override {
    return next_->begin(tool);
  }
  Result<void> file(const FileReport& report) override {
    found_->add(report);
    return next_->file(report);
  }
  Result<void> end(const Coverage& coverage) override {
    return next_->end(coverage);
  }

 private:
  std::shared_ptr<FoundTotals> found_;
  std::unique_ptr<FindingSink> next_;
};

// Prints the summary of reports in files on standard error.
class SummaryMessage final : public FindingSink {
 public:
  explicit SummaryMessage(std::shared_ptr<const FoundTotals> found)
      : found_(std::move(found)) {}

  Result<void> begin(const ToolInfo&) override { return {}; }
  Result<void> file(const FileReport&) override { return {}; }
  Result<void> end(const Coverage& coverage) override {
    if (const std::string policy = policy_sentence(coverage); !policy.empty())
      log_error(policy);
    log_error(summary_line(found_->counts(coverage), coverage));
    return {};
  }

 private:
  std::shared_ptr<const FoundTotals> found_;
};

// Warns of a file whose extension promises another format than -f asks for.
void warn_of_extension(const ReportRequest& request) {
  const ReportFormat* other =
      contradicting_format(*request.format, request.path);
  if (other == nullptr) return;
  log_warning(escape_for_terminal(fmt::format(
      "-f {0} writes {0} into {1}; without -f, the file's name chooses {2}",
      request.format->name, request.path, other->name)));
}

Result<void> check(const std::vector<ReportRequest>& requests,
                   const ReportOptions& options) {
  std::vector<std::string> paths;
  std::string_view on_standard_output;
  for (const ReportRequest& request : requests) {
    const std::string_view name = request.format->name;
    if (options.explain_drops && !request.format->tells_drops)
      return fail(ErrorCode::kUsage,
                  "--explain-drops needs the format pretty, json or jsonl, not "
                  "{}",
                  name);
    if (!request.path.empty()) {
      paths.push_back(request.path);
      continue;
    }
    if (!on_standard_output.empty())
      return fail(ErrorCode::kUsage,
                  "-f {} and -f {} would both go to standard output: add -o "
                  "FILE after one of them",
                  on_standard_output, name);
    on_standard_output = name;
  }
  std::ranges::sort(paths);
  const auto twice = std::ranges::adjacent_find(paths);
  if (twice != paths.end())
    return fail(ErrorCode::kUsage, "{}: only one report can go to a file",
                *twice);
  return {};
}

}  // namespace

Result<std::vector<ReportRequest>> report_requests(
    const std::vector<ReportWord>& words) {
  std::vector<ReportRequest> requests;
  bool waits = false;  // whether the last -f still has no -o
  for (const ReportWord& word : words) {
    if (!word.is_path) {
      const ReportFormat* format = find_format(word.text);
      SLUICE_CHECK(format != nullptr);
      requests.push_back({format, ""});
      waits = true;
      continue;
    }
    if (!waits) {
      const ReportFormat* format = word.text == "-" ? &report_formats().front()
                                                    : format_of_file(word.text);
      if (format == nullptr)
        return fail(
            ErrorCode::kUsage,
            "the name {} does not choose a format: put -f FORMAT before "
            "-o",
            word.text);
      requests.push_back({format, ""});
    }
    if (word.text != "-") requests.back().path = word.text;
    waits = false;
  }
  if (requests.empty()) requests.push_back({&report_formats().front(), ""});
  return requests;
}

Result<ReportOutputs> ReportOutputs::open(
    const std::vector<ReportRequest>& requests, const ReportOptions& options,
    const Interrupt* interrupt) {
  SLUICE_TRY(check(requests, options));
  ReportOutputs outputs;
  std::vector<std::unique_ptr<FindingSink>> sinks;
  bool coverage_is_shown = false;
  outputs.found_ = std::make_shared<FoundTotals>(options.masked_before);
  for (const ReportRequest& request : requests) {
    ReportOptions own = options;
    own.found = outputs.found_;
    if (request.path.empty()) {
      outputs.standard_output_ = std::make_unique<FdOutput>(STDOUT_FILENO);
      coverage_is_shown = request.format->has_whole_coverage;
      own.high_first = ::isatty(STDOUT_FILENO) != 0;
      sinks.push_back(request.format->make(*outputs.standard_output_, own));
      continue;
    }
    SLUICE_TRY_ASSIGN(
        auto file,
        ReportFile::create(
            request.path, Unfinished::kNamelessIfPossible, "the report",
            options.show_secrets ? Readers::kOwner : Readers::kByUmask,
            interrupt));
    own.color = false;
    warn_of_extension(request);
    sinks.push_back(request.format->make(file->output(), own));
    outputs.files_.push_back(std::move(file));
    outputs.paths_.push_back(request.path);
  }
  if (!coverage_is_shown)
    sinks.push_back(std::make_unique<SummaryMessage>(outputs.found_));
  outputs.sink_ = sinks.size() == 1 ? std::move(sinks.front())
                                    : tee_report(std::move(sinks));
  outputs.sink_ =
      std::make_unique<Counting>(outputs.found_, std::move(outputs.sink_));
  if (options.secret_text() == SecretText::kMasked)
    outputs.sink_ =
        std::make_unique<PlaceMasker>(std::move(outputs.sink_), masked_tokens);
  return outputs;
}

bool ReportOutputs::has_terminal() const {
  // Other devices, such as /dev/null, count as well, which does no harm.
  const auto is_device = [](const std::string& path) {
    std::error_code error;
    return std::filesystem::is_character_file(path, error);
  };
  return (standard_output_ != nullptr && ::isatty(STDOUT_FILENO) != 0) ||
         std::ranges::any_of(paths_, is_device);
}

std::vector<std::string> ReportOutputs::folders() const {
  std::vector<std::string> all;
  for (const auto& file : files_)
    if (std::string folder = file->folder(); !folder.empty())
      all.push_back(std::move(folder));
  return all;
}

Result<void> ReportOutputs::publish() {
  for (const auto& file : files_) SLUICE_TRY(file->publish());
  return {};
}

void ReportOutputs::tell_unpublished() const {
  for (const std::string& path : paths_)
    log_warning(escape_for_terminal(
        fmt::format("interrupted: no report was written to {}", path)));
}

}  // namespace sluice
