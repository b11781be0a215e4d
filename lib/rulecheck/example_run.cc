#include "rulecheck/example_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "finding/mask.h"
#include "judge/key_files/key_file.h"
#include "judge/required.h"
#include "rules/table_reader.h"
#include "text/ascii.h"
#include "text/base64.h"

namespace sluice {
namespace {

constexpr std::string_view kDefaultPath = "example.txt";

std::string_view path_of(const Rule& rule) {
  return rule.example_path.empty() ? kDefaultPath : rule.example_path;
}

Finding finding_of(const ExampleHit& hit, std::string_view text) {
  Finding finding;
  finding.rule = hit.verdict.rule;
  finding.confidence = hit.verdict.confidence;
  finding.entropy = hit.verdict.entropy;
  finding.secret = text.substr(hit.match.secret_begin,
                               hit.match.secret_end - hit.match.secret_begin);
  const std::string_view before = text.substr(0, hit.match.secret_begin);
  finding.start.line +=
      static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
  const std::size_t line_end = before.rfind('\n');
  finding.start.column += line_end == std::string_view::npos
                              ? before.size()
                              : before.size() - line_end - 1;
  return finding;
}

// Settles findings like scan/unit/pipeline.cc, with one exception: findings of
// rules that report nothing themselves are kept, because their examples must
// show that they find.
void settle(const RuleSet& rules, std::string_view text,
            std::vector<ExampleHit>* hits) {
  std::vector<Finding> findings;
  for (const ExampleHit& hit : *hits)
    if (hit.found()) findings.push_back(finding_of(hit, text));
  std::vector<Dropped> dropped;
  settle_required(rules, &findings, &dropped);
  for (ExampleHit& hit : *hits) {
    if (!hit.found() || hit.verdict.rule->skip_report) continue;
    const Finding finding = finding_of(hit, text);
    for (const Dropped& one : dropped) {
      if (one.finding.rule != finding.rule ||
          one.finding.start != finding.start)
        continue;
      hit.drop = Drop::kRequired;
      hit.why = one.why;
    }
  }
}

std::string what_became_of(const ExampleHit& hit) {
  if (hit.found())
    return fmt::format("a finding of {}", shown(hit.verdict.rule->id));
  return fmt::format("dropped: {}", hit.why);
}

// Why no hit fulfils `rule`.
std::string explain(const Rule& rule, std::string_view text,
                    std::span<const ExampleHit> hits) {
  std::set<std::string> fates;
  for (const ExampleHit& hit : hits)
    if (hit.matched == &rule) fates.insert(what_became_of(hit));
  if (!fates.empty())
    return fmt::format("what its pattern matches is {}",
                       fmt::join(fates, "; also "));
  std::set<std::string> others;
  for (const ExampleHit& hit : hits) {
    if (hit.found()) {
      others.insert(shown(hit.verdict.rule->id));
    } else if (rule.family != nullptr && hit.matched->families) {
      fates.insert(what_became_of(hit));
    }
  }
  const std::string found =
      others.empty()
          ? ""
          : fmt::format("; it is found as {}", fmt::join(others, ", "));
  if (rule.family != nullptr) {
    if (!others.empty())
      return fmt::format("it is found as {}", fmt::join(others, ", "));
    if (fates.empty()) return "no value is seen in it";
    return fmt::format("the value is {}", fmt::join(fates, "; also "));
  }
  if (!rule.path.empty() && !Pattern(rule.path).found_in(path_of(rule)))
    return fmt::format("`path` does not fit {}{}", shown(path_of(rule)), found);
  if (rule.file != KeyFileKind::kNone)
    return fmt::format("it is no file of the kind {} in base64{}",
                       name_of(rule.file), found);
  if (!rule.looks_at_text()) return "its path does not fit" + found;
  if (Pattern(rule).found_in(text))
    return "its pattern matches only the empty text there" + found;
  return "its pattern matches nothing in it" + found;
}

}  // namespace

// An example of a rule for a kind of files is such a file in base64.
std::vector<ExampleHit> ExampleRun::run_file(const Rule& rule,
                                             std::string_view text) {
  std::vector<ExampleHit> hits;
  const std::string_view path = path_of(rule);
  const auto bytes = base64_decode(text, Base64::kStandard);
  const auto file = bytes ? read_key_file(*bytes, true) : std::nullopt;
  if (!file) return hits;
  FileMatch match;
  match.begin(path, false);
  for (const std::uint32_t index : engine_.file_matches(file->kind, match)) {
    ExampleHit& hit = hits.emplace_back();
    hit.matched = &engine_.rules().rules()[index];
    hit.verdict = judge_.judge_file(index, path, file->result);
    hit.drop = hit.verdict.drop;
  }
  return hits;
}

std::vector<ExampleHit> ExampleRun::run(const Rule& rule,
                                        std::string_view text) {
  if (rule.file != KeyFileKind::kNone) return run_file(rule, text);
  const std::string_view path = path_of(rule);
  FileMatch file;
  file.begin(path, false);
  std::vector<Candidate> candidates;
  engine_.scan({text, 0, 0, text.size()}, file, scratch_, &candidates);
  const std::span<const Rule> rules = engine_.rules().rules();
  std::vector<ExampleHit> hits;
  for (const std::uint32_t index : engine_.path_matches(file)) {
    ExampleHit& hit = hits.emplace_back();
    hit.matched = hit.verdict.rule = &rules[index];
  }
  for (const Candidate& candidate : candidates) {
    ExampleHit& hit = hits.emplace_back();
    hit.matched = &rules[candidate.rule];
    hit.match = candidate.match;
    hit.verdict = judge_.judge(candidate.rule, path, text, candidate.match);
    hit.drop = hit.verdict.drop;
    if (!hit.found())
      hit.why = explain(hit.drop, finding_of(hit, text),
                        {.allowlist = hit.verdict.allowlist});
  }
  settle(engine_.rules(), text, &hits);
  for (ExampleHit& hit : hits) {
    const auto index = static_cast<std::uint32_t>(hit.matched - rules.data());
    if (!hit.found() || hit.verdict.rule->family != nullptr ||
        engine_.keyword_seen(index, file))
      continue;
    hit.drop = Drop::kKeyword;
    hit.why = explain(hit.drop, finding_of(hit, text), {});
  }
  return hits;
}

bool ExampleRun::fulfils(const Rule& rule, const ExampleHit& hit) {
  if (!hit.found()) return false;
  return hit.verdict.rule == &rule ||
         (rule.skip_report && hit.verdict.rule->family != nullptr);
}

void ExampleRun::check_examples(const RuleEntry& entry, std::size_t index,
                                std::vector<ExampleFailure>* failures) {
  const Rule& rule = *entry.rule;
  for (std::size_t i = 0; i < rule.examples.size(); ++i) {
    const std::string_view text = rule.examples[i];
    const std::vector<ExampleHit> hits = run(rule, text);
    const auto found = std::ranges::find_if(
        hits, [&](const ExampleHit& hit) { return fulfils(rule, hit); });
    if (found == hits.end()) {
      failures->push_back({index, false, i + 1,
                           "is not found: " + explain(rule, text, hits), text});
    } else if (found->verdict.checksum == ChecksumVerdict::kInvalid) {
      failures->push_back(
          {index, false, i + 1, "has a checksum that is wrong", text});
    }
  }
  for (std::size_t i = 0; i < rule.negative_examples.size(); ++i) {
    const std::string_view text = rule.negative_examples[i];
    for (const ExampleHit& hit : run(rule, text)) {
      if (!hit.found() || hit.verdict.rule != &rule) continue;
      // A finding that its value brings below the confidence is not reported by
      // default.
      if (hit.verdict.confidence <
          std::min(rule.confidence, Confidence::kMedium))
        continue;
      failures->push_back({index, true, i + 1, "is found", text});
      break;
    }
  }
}

std::vector<ExampleFailure> ExampleRun::check(
    std::span<const RuleEntry> entries, ExampleCount* count) {
  std::vector<ExampleFailure> failures;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].file.empty()) continue;
    const Rule& rule = *entries[i].rule;
    const bool tested =
        !rule.examples.empty() || !rule.negative_examples.empty();
    ++(tested ? count->rules : count->without);
    count->examples += rule.examples.size();
    count->negative_examples += rule.negative_examples.size();
    check_examples(entries[i], i, &failures);
  }
  return failures;
}

// A run of token characters with letters and digits in it may be a secret that
// no pattern matched, for example because it is one character short.
std::string masked_example(std::string_view text,
                           std::span<const ExampleHit> hits) {
  constexpr std::size_t kLongRun = 12;
  std::vector<SecretSpan> spans;
  const auto add = [&](std::size_t begin, std::size_t end) {
    spans.push_back({begin, end, text.substr(begin, end - begin)});
  };
  for (const ExampleHit& hit : hits)
    if (hit.match.secret_end > hit.match.secret_begin)
      add(hit.match.secret_begin, hit.match.secret_end);
  const auto hidden_to_its_end = [&](std::size_t begin, std::size_t end) {
    return std::ranges::any_of(hits, [&](const ExampleHit& hit) {
      return hit.match.secret_begin >= begin && hit.match.secret_begin < end &&
             hit.match.secret_end >= end;
    });
  };
  std::size_t begin = 0;
  bool letter = false;
  bool digit = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    if (is_ascii_word(c) || c == '-' || c == '+' || c == '/') {
      letter |= is_letter(c);
      digit |= is_digit(c);
      continue;
    }
    if (i >= begin + kLongRun && letter && digit &&
        !hidden_to_its_end(begin, i))
      add(begin, i);
    begin = i + 1;
    letter = digit = false;
  }
  return mask_spans(text, 0, spans, MaskStyle::kShort);
}

}  // namespace sluice
