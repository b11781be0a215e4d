// A prefilter is evaluated once per file, before the file is read.
#include "judge/filter/filters.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_map>

#include "expr/evaluate.h"
#include "text/utf8.h"
#include "tokens/token_ratio.h"

namespace sluice {
namespace {

// More than the slices of betterleaks' own configuration.
constexpr std::size_t kReach = 16 * 1024;

bool asks_for_text(const expr::Program& program) {
  return std::ranges::any_of(program.nodes, [](const expr::Node& node) {
    return node.op == expr::Op::kField &&
           static_cast<expr::Field>(node.index) >= expr::Field::kText;
  });
}

std::string_view without_ends(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

// Bits of a character, but shares of the bytes: this is betterleaks' entropy.
std::string entropy_text(std::string_view text) {
  std::unordered_map<char32_t, double> counts;
  for (std::string_view rest = text; !rest.empty();) {
    const Utf8Char next = decode_utf8(rest);
    counts[next.size == 0 ? char32_t{0xFFFD} : next.code] += 1;
    rest.remove_prefix(std::max<std::size_t>(next.size, 1));
  }
  double entropy = 0;
  for (const auto& [code, count] : counts) {
    const double share = count / static_cast<double>(text.size());
    entropy -= share * std::log2(share);
  }
  return fmt::format("{}", entropy);
}

}  // namespace

// The values of one candidate for expressions.
class Filters::Evaluation final : public expr::Subject {
 public:
  Evaluation(const Rule& rule, const Asked& asked, std::string_view resource)
      : rule_(rule),
        asked_(asked),
        resource_(resource),
        confidence_(rule.confidence) {
    const Pattern::Match& at = asked.match;
    match_ = without_ends(asked.text.substr(at.begin, at.end - at.begin));
    secret_ =
        asked.text.substr(at.secret_begin, at.secret_end - at.secret_begin);
  }

  // Returns whether the expression is true.
  bool drops(const Compiled& compiled) {
    patterns_ = &compiled.patterns;
    const expr::Outcome outcome = expr::evaluate(*compiled.program, *this);
    failed_ = failed_ || outcome == expr::Outcome::kFailed;
    return outcome == expr::Outcome::kTrue;
  }
  bool failed() const { return failed_; }
  std::optional<Confidence> confidence() const {
    return was_set_ ? std::optional(confidence_) : std::nullopt;
  }

  expr::Value field(expr::Field field) override {
    const auto offset = [](std::size_t place) {
      return expr::Value::of(static_cast<std::int64_t>(place));
    };
    switch (field) {
      case expr::Field::kSecret:
        return expr::Value::of(secret_);
      case expr::Field::kMatch:
        return expr::Value::of(match_);
      case expr::Field::kLine:
        return expr::Value::of(line());
      case expr::Field::kRuleId:
        return expr::Value::of(rule_.id);
      case expr::Field::kDescription:
        return expr::Value::of(rule_.description);
      case expr::Field::kConfidence:
        return expr::Value::of(name_of(confidence_));
      case expr::Field::kContext:  // betterleaks fills it if asked to
        return expr::Value::of(std::string_view());
      case expr::Field::kEntropy:
        entropy_ = entropy_text(secret_);
        return expr::Value::of(std::string_view(entropy_));
      case expr::Field::kText:
        return expr::Value::of(asked_.text);
      case expr::Field::kMatchBegin:
        return offset(asked_.match.begin);
      case expr::Field::kMatchEnd:
        return offset(asked_.match.end);
      case expr::Field::kLineBegin: {
        const std::size_t before =
            asked_.text.substr(0, asked_.match.begin).find_last_of("\r\n");
        return offset(before == std::string_view::npos ? 0 : before + 1);
      }
      case expr::Field::kLineEnd:
        return offset(
            std::min(asked_.text.find_first_of("\r\n", asked_.match.end),
                     asked_.text.size()));
    }
    return {};
  }

  std::string_view attribute(std::string_view name) override {
    if (name == "path") return asked_.path;
    return name == "resource" ? resource_ : std::string_view();
  }
  std::int64_t length_of(std::string_view text) override {
    const bool is_all =
        text.data() == asked_.text.data() && text.size() == asked_.text.size();
    if (!is_all || asked_.facts == nullptr) return Subject::length_of(text);
    std::optional<std::int64_t>& known = asked_.facts->characters;
    if (!known) known = Subject::length_of(text);
    return *known;
  }
  bool matches(std::uint32_t pattern, std::string_view text) override {
    return (*patterns_)[pattern].found_in(text);
  }
  std::string_view find(std::uint32_t pattern, std::string_view text) override {
    Pattern::Span span;
    if (!(*patterns_)[pattern].find(text, 0, text.size(),
                                    Pattern::Start::kAnywhere, &span))
      return {};
    return text.substr(span.begin, span.end - span.begin);
  }
  double token_ratio(std::string_view text) override {
    return sluice::token_ratio(text);
  }
  bool fails_token_efficiency(std::string_view text) override {
    return sluice::fails_token_efficiency(text);
  }
  void set_confidence(std::string_view level) override {
    was_set_ = true;
    for (const Confidence one :
         {Confidence::kLow, Confidence::kMedium, Confidence::kHigh})
      if (level == name_of(one)) confidence_ = one;
  }

 private:
  // The lines of the match, with the last one's end.
  std::string_view line() const {
    const std::size_t begin =
        asked_.text.substr(0, asked_.match.begin).rfind('\n') + 1;
    const std::size_t end =
        asked_.text.find('\n', asked_.match.begin + match_.size());
    return asked_.text.substr(
        begin, end == std::string_view::npos ? end : end + 1 - begin);
  }

  const Rule& rule_;
  const Asked& asked_;
  std::string_view resource_;
  std::string_view match_;
  std::string_view secret_;
  std::string entropy_;
  Confidence confidence_;
  bool was_set_ = false;
  bool failed_ = false;
  const std::deque<Pattern>* patterns_ = nullptr;
};

Filters::Filters(const RuleSet& rules, std::string_view resource)
    : rules_(rules),
      resource_(resource),
      prefilters_(compile(rules.prefilters())),
      filters_(compile(rules.filters())),
      by_rule_(rules.rules().size()) {
  for (std::size_t i = 0; i < by_rule_.size(); ++i)
    by_rule_[i] = compile(rules.rules()[i].filters);
  const auto slices = [](const Compiled& one) {
    return asks_for_text(*one.program);
  };
  if (std::ranges::any_of(filters_, slices) ||
      std::ranges::any_of(by_rule_, [&](const std::deque<Compiled>& all) {
        return std::ranges::any_of(all, slices);
      }))
    reach_ = kReach;
}

std::deque<Filters::Compiled> Filters::compile(
    std::span<const expr::Program* const> programs) {
  std::deque<Compiled> all;
  for (const expr::Program* const program : programs) {
    Compiled& one = all.emplace_back();
    one.program = program;
    for (const expr::SoughtPattern& pattern : program->patterns)
      one.patterns.emplace_back(pattern.regex);
  }
  return all;
}

Filters::Answer Filters::ask(const Asked& asked) const {
  const std::deque<Compiled>& own = by_rule_[asked.rule];
  if (filters_.empty() && own.empty()) return {};
  Evaluation evaluation(rules_.rules()[asked.rule], asked, resource_);
  const bool is_default = rules_.rules()[asked.rule].plausible;
  for (const auto* const all : {&filters_, &own})
    for (const Compiled& one : *all)
      if (evaluation.drops(one))
        return {true, all == &filters_ || is_default, evaluation.failed(),
                evaluation.confidence()};
  return {false, false, evaluation.failed(), evaluation.confidence()};
}

Filters::Answer Filters::ask_of_file(std::string_view path) const {
  if (prefilters_.empty()) return {};
  // A prefilter sees no finding, so any rule will do.
  const Asked asked{.path = path};
  Evaluation evaluation(rules_.rules().front(), asked, resource_);
  Answer answer;
  answer.drops = std::ranges::any_of(
      prefilters_, [&](const Compiled& one) { return evaluation.drops(one); });
  answer.failed = evaluation.failed();
  return answer;
}

}  // namespace sluice
