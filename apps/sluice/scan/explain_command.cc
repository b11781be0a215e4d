// The file is scanned with the reasons of all dropped candidates, and what lies
// at the place is put into sentences. Nothing is cut: the reader may be a pipe.
#include "sluice/scan/explain_command.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fs/file_system.h"
#include "report/formats/report.h"
#include "report/output/output.h"
#include "sluice/exit_code.h"
#include "sluice/report/masked_tokens.h"
#include "sluice/scan/scan_setup.h"
#include "sluice/scan/target.h"
#include "sluice/scan/walk_command.h"
#include "sluice/signals.h"
#include "text/escape.h"
#include "text/quantity.h"
#include "walk/explain.h"
#include "walk/named_paths.h"

namespace sluice {
namespace {

constexpr std::array<std::string_view, 4> kForms = {
    "only one provider or purpose uses its form",
    "its form is shared by several, and the provider's name is near it",
    "it is assigned to a name or passed like a credential",
    "it is in a text for people"};
constexpr std::array<std::string_view, 4> kNames = {
    "the name beside it means a secret", "the name beside it may mean a secret",
    "the name beside it means a salt", ""};
constexpr std::array<std::string_view, 5> kLooks = {
    "the value looks drawn at random", "the value looks typed with care",
    "the value is composed of words", "the value is like a word",
    "everybody knows the value"};
constexpr std::array<std::string_view, 9> kPlaces = {
    "the file is for credentials",
    "it is in settings",
    "it is in code",
    "it is in recorded traffic",
    "it is in tests or documents",
    "it is in test vectors",
    "it is in an example",
    "it is in a copy of other people's work",
    "it is in a text that everybody is shown"};
constexpr std::array<std::string_view, 4> kChecks = {
    "", "its checksum or structure proves it",
    "it is malformed, or needs another secret", "its checksum is wrong"};

template <typename Value, std::size_t kSize>
void add_words(const std::array<std::string_view, kSize>& words, Value value,
               std::string* sentence) {
  const std::string_view part = words[static_cast<std::size_t>(value)];
  if (part.empty()) return;
  *sentence += (sentence->empty() ? "" : "; ") + std::string(part);
}

// Writes a paragraph for each finding and each candidate at the target.
class ExplainReport final : public Report {
 public:
  ExplainReport(Output& output, ReportOptions options, const Target& target)
      : Report(output, std::move(options)),
        target_(target),
        show_(options_.show_secrets) {}

  Result<void> begin(const ToolInfo&) override { return {}; }

  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override {
    if (!is_meant(file, *shown.facts, shown.fingerprint)) return {};
    const FindingFacts& facts = *shown.facts;
    std::string text = fmt::format(
        "{}: reported. The rule {} ({}) finds {}. Its confidence is {}",
        place_text(file, facts), visible(shown.rule_id),
        visible(shown.description), visible(shown.secret),
        name_of(facts.confidence));
    if (facts.evidence) text += ": " + evidence_sentence(*facts.evidence);
    if (!facts.decoded.empty())
      text += fmt::format(". It is encoded ({})", encodings_text(facts));
    return say(text + ". Its fingerprint is " + visible(shown.fingerprint) +
               ".");
  }

  Result<void> dropped(const ShownFile& file,
                       const ShownDropped& shown) override {
    if (!is_meant(file, *shown.facts, {})) return {};
    return say(fmt::format(
        "{}: not reported. The rule {} matches {}, and `{}` is the reason to "
        "drop it: {}.",
        place_text(file, *shown.facts), visible(shown.facts->rule->id),
        visible(shown.secret), shown.reason, visible(shown.why)));
  }

  Result<void> end(const Coverage& coverage) override {
    const std::string name = visible(target_.text);
    for (const Incomplete& item : coverage.incomplete)
      SLUICE_TRY(say(fmt::format("{}: could not be read in full: {}.",
                                 visible(item.root + item.location.text()),
                                 visible(item.reason))));
    if (told_ == 0) SLUICE_TRY(say(nothing_there(name)));
    if (coverage.skipped[index_of(Skip::kBinary)] != 0)
      SLUICE_TRY(say(fmt::format(
          "{}: {} binary, so only rules of high confidence apply there.", name,
          coverage.files_scanned > 1 ? "some of it is" : "the file is")));
    if (coverage.allowlisted != 0)
      SLUICE_TRY(say(fmt::format(
          "{}: {} on an allowlist of the configuration.", name,
          counted(coverage.allowlisted, "value is", "values are"))));
    return output_.flush();
  }

 private:
  bool is_meant(const ShownFile& file, const FindingFacts& facts,
                std::string_view fingerprint) {
    if (!target_.is_in(std::string(file.root) + std::string(file.path)) &&
        !target_.is_in(file.path))
      return false;
    if (!target_.fingerprint.empty() && !fingerprint.empty() &&
        fingerprint != target_.fingerprint)
      return false;
    const std::uint64_t last = std::max(facts.start.line, facts.end.line);
    if (target_.line == 0 ||
        (facts.start.line <= target_.line && target_.line <= last)) {
      ++told_;
      return true;
    }
    elsewhere_.push_back(facts.start.line);
    return false;
  }

  std::string nothing_there(const std::string& name) const {
    if (target_.line == 0)
      return name +
             ": no rule matches anything here, so there is nothing to report.";
    std::string text = name + ": no rule matches anything on this line.";
    if (elsewhere_.empty())
      return text + " No other line of the file has a finding or a candidate.";
    const auto away = [this](std::uint64_t line) {
      return line < target_.line ? target_.line - line : line - target_.line;
    };
    return text +
           fmt::format(" The nearest finding or candidate is on line {}.",
                       *std::ranges::min_element(elsewhere_, {}, away));
  }

  Result<void> say(const std::string& text) {
    return output_.write((show_ ? text : masked_tokens(text)) + "\n");
  }

  const Target& target_;
  const bool show_;
  std::uint64_t told_ = 0;
  std::vector<std::uint64_t> elsewhere_;  // lines
};

// Says first if a scan of the current directory would not read the file.
Result<void> explain_walk(const Target& target, const ScanOptions& options,
                          Output& output) {
  const FileSystem& fs = posix_file_system();
  if (target.path.empty()) return {};
  SLUICE_TRY_ASSIGN(const NamedPaths named, NamedPaths::resolve(fs, {"."}, {}));
  SLUICE_TRY_ASSIGN(const Explanation why,
                    explain(fs, named, walk_options(options), target.file()));
  if (why.scanned) return {};
  const std::string text =
      escape_for_terminal(skip_sentence(target.file(), why));
  return output.write((options.show_secrets ? text : masked_tokens(text)) +
                      ". So a scan of the current directory reports nothing "
                      "of it. What follows is about the file itself.\n");
}

}  // namespace

std::string evidence_sentence(const Evidence& evidence) {
  std::string sentence;
  add_words(kForms, evidence.form, &sentence);
  add_words(kNames, evidence.name, &sentence);
  add_words(kLooks, evidence.look, &sentence);
  add_words(kPlaces, evidence.place, &sentence);
  add_words(kChecks, evidence.check, &sentence);
  return sentence;
}

Result<bool> explain_target(const ScanSetup& setup, const ScanOptions& options,
                            const Target& target, const Interrupt* interrupt,
                            Output& output) {
  if (!target.path.empty() && !is_on_disk(target.file()))
    return fail(ErrorCode::kNotFound, "no such path: {}", target.text);
  ScanOptions scanned = options;
  scanned.choices.explain_drops = true;
  SLUICE_TRY(explain_walk(target, scanned, output));
  scanned.paths.clear();
  scanned.listed.clear();
  if (target.path.empty())
    scanned.paths.emplace_back(".");
  else
    scanned.listed.push_back(target.file());
  ExplainReport report(
      output, {.show_secrets = options.show_secrets, .explain_drops = true},
      target);
  SLUICE_TRY_ASSIGN(const ScanOutcome outcome,
                    run_prepared(setup, scanned, {interrupt, nullptr}, report));
  return !outcome.interrupted;
}

Result<int> run_explain(const ScanOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);
  SLUICE_TRY_ASSIGN(const std::vector<Target> targets,
                    read_targets(options.targets, "explain"));
  for (const Target& target : targets)
    if (!target.path.empty() && !is_on_disk(target.file()))
      return fail(ErrorCode::kNotFound, "no such path: {}", target.text);
  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options));
  const Interrupt& interrupt = interrupt_on_signals();
  FdOutput output(STDOUT_FILENO, "the explanation");
  for (const Target& target : targets) {
    SLUICE_TRY_ASSIGN(const bool whole, explain_target(*setup, options, target,
                                                       &interrupt, output));
    if (!whole) return kSignalled + caught_signal();
  }
  SLUICE_TRY(output.flush());
  return kClean;
}

}  // namespace sluice
