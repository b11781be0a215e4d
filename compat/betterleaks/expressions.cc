#include "betterleaks/expressions.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>

#include "betterleaks/expr/evaluate.h"
#include "betterleaks/expr/program.h"
#include "betterleaks/tokens/token_ratio.h"
#include "judge/filter/filters.h"
#include "judge/text_facts.h"
#include "match/pattern.h"
#include "regex/go_syntax.h"
#include "text/utf8.h"

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

// The values of one candidate for expressions.
class Evaluation final : public expr::Subject {
 public:
  Evaluation(FilterSubject& subject, const std::deque<Pattern>& patterns)
      : subject_(subject), patterns_(patterns) {
    const Pattern::Match& at = subject.match;
    match_ = without_ends(subject.text.substr(at.begin, at.end - at.begin));
    secret_ =
        subject.text.substr(at.secret_begin, at.secret_end - at.secret_begin);
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
        return expr::Value::of(subject_.rule.id);
      case expr::Field::kDescription:
        return expr::Value::of(subject_.rule.description);
      case expr::Field::kConfidence:
        return expr::Value::of(name_of(confidence()));
      case expr::Field::kContext:  // betterleaks fills it if asked to
        return expr::Value::of(std::string_view());
      case expr::Field::kEntropy:
        entropy_ = entropy_text(secret_);
        return expr::Value::of(std::string_view(entropy_));
      case expr::Field::kText:
        return expr::Value::of(subject_.text);
      case expr::Field::kMatchBegin:
        return offset(subject_.match.begin);
      case expr::Field::kMatchEnd:
        return offset(subject_.match.end);
      case expr::Field::kLineBegin: {
        const std::size_t before =
            subject_.text.substr(0, subject_.match.begin).find_last_of("\r\n");
        return offset(before == std::string_view::npos ? 0 : before + 1);
      }
      case expr::Field::kLineEnd:
        return offset(
            std::min(subject_.text.find_first_of("\r\n", subject_.match.end),
                     subject_.text.size()));
    }
    return {};
  }

  std::string_view attribute(std::string_view name) override {
    if (name == "path") return subject_.path;
    return name == "resource" ? subject_.resource : std::string_view();
  }
  std::int64_t length_of(std::string_view text) override {
    const bool is_all = text.data() == subject_.text.data() &&
                        text.size() == subject_.text.size();
    if (!is_all || subject_.facts == nullptr) return Subject::length_of(text);
    std::optional<std::int64_t>& known = subject_.facts->characters;
    if (!known) known = Subject::length_of(text);
    return *known;
  }
  bool matches(std::uint32_t pattern, std::string_view text) override {
    return patterns_[pattern].found_in(text);
  }
  std::string_view find(std::uint32_t pattern, std::string_view text) override {
    Pattern::Span span;
    if (!patterns_[pattern].find(text, 0, text.size(),
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
    subject_.confidence = confidence();
    for (const Confidence one :
         {Confidence::kLow, Confidence::kMedium, Confidence::kHigh})
      if (level == name_of(one)) subject_.confidence = one;
  }

 private:
  Confidence confidence() const {
    return subject_.confidence.value_or(subject_.rule.confidence);
  }

  // The lines of the match, with the last one's end.
  std::string_view line() const {
    const std::size_t begin =
        subject_.text.substr(0, subject_.match.begin).rfind('\n') + 1;
    const std::size_t end =
        subject_.text.find('\n', subject_.match.begin + match_.size());
    return subject_.text.substr(
        begin, end == std::string_view::npos ? end : end + 1 - begin);
  }

  FilterSubject& subject_;
  const std::deque<Pattern>& patterns_;
  std::string_view match_;
  std::string_view secret_;
  std::string entropy_;
};

class ProgramCondition final : public Condition {
 public:
  explicit ProgramCondition(const expr::Program& program) : program_(program) {
    for (const expr::SoughtPattern& pattern : program.patterns)
      patterns_.emplace_back(pattern.regex);
  }

  bool holds(FilterSubject& subject) const override {
    Evaluation evaluation(subject, patterns_);
    const expr::Outcome outcome = expr::evaluate(program_, evaluation);
    subject.failed = subject.failed || outcome == expr::Outcome::kFailed;
    return outcome == expr::Outcome::kTrue;
  }
  std::size_t reach() const override {
    return asks_for_text(program_) ? kReach : 0;
  }

 private:
  const expr::Program& program_;
  std::deque<Pattern> patterns_;
};

class ProgramExpression final : public Expression {
 public:
  explicit ProgramExpression(expr::Program program)
      : program_(std::move(program)) {}

  std::string_view source() const override { return program_.source; }
  std::unique_ptr<const Condition> compile() const override {
    return std::make_unique<ProgramCondition>(program_);
  }

 private:
  const expr::Program program_;
};

// Checks the patterns: each is translated and compiled by RE2, so that none can
// fail in a scan.
Result<void> check_patterns_of(expr::Program* program,
                               const PatternError* pattern_error) {
  for (expr::SoughtPattern& pattern : program->patterns) {
    Result<std::string> regex = from_go_syntax(pattern.regex);
    std::string why = regex ? "" : regex.error().message;
    if (regex && pattern_error != nullptr) why = (*pattern_error)(*regex, 0);
    if (!why.empty())
      return expr::fail_at(pattern.place, "a bad pattern: " + why);
    pattern.regex = *std::move(regex);
  }
  return {};
}

class BetterleaksExpressions final : public ExpressionLanguage {
 public:
  Result<ParsedExpression> parse(
      std::string_view text, ExpressionUse use,
      const PatternError* pattern_error) const override {
    SLUICE_TRY_ASSIGN(
        expr::Program program,
        expr::parse(text, use == ExpressionUse::kFile ? expr::Use::kFile
                                                      : expr::Use::kFinding));
    SLUICE_TRY(check_patterns_of(&program, pattern_error));
    ParsedExpression parsed;
    for (const std::string& name : program.attributes)
      if (name != "path" && name != "resource")
        parsed.unknown_attributes.push_back(name);
    parsed.expression = std::make_unique<ProgramExpression>(std::move(program));
    return parsed;
  }
  std::string_view token_efficiency() const override {
    return "failsTokenEfficiency(finding.secret)";
  }
};

}  // namespace

const ExpressionLanguage& betterleaks_expressions() {
  static const BetterleaksExpressions kLanguage;
  return kLanguage;
}

}  // namespace sluice
