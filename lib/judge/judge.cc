#include "judge/judge.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "judge/checks/check.h"
#include "judge/confidence.h"
#include "judge/context/assigned_name.h"
#include "judge/context/label.h"
#include "judge/context/line_kind.h"
#include "judge/context/name.h"
#include "judge/context/place.h"
#include "judge/context/template_action.h"
#include "judge/value/assigned.h"
#include "judge/value/placeholder.h"
#include "judge/value/setting.h"
#include "judge/value/traits.h"
#include "text/ascii.h"
#include "text/caseless.h"

namespace sluice {
namespace {

Drop drop_of(NoSecret why) {
  switch (why) {
    case NoSecret::kName:
      return Drop::kName;
    case NoSecret::kReference:
      return Drop::kReference;
    case NoSecret::kEncrypted:
      return Drop::kEncrypted;
    case NoSecret::kPublic:
      return Drop::kPublic;
    case NoSecret::kTemplate:
      return Drop::kPlaceholder;
    case NoSecret::kStandIn:
      return Drop::kCommon;
    case NoSecret::kText:
      return Drop::kText;
    case NoSecret::kForm:
      return Drop::kForm;
  }
  return Drop::kNone;
}

NameEvidence evidence_of(NameSays says) {
  switch (says) {
    case NameSays::kPassword:
    case NameSays::kSecret:
    case NameSays::kToken:
      return NameEvidence::kSecret;
    case NameSays::kKey:
      return NameEvidence::kMaybe;
    case NameSays::kSalt:
      return NameEvidence::kSalt;
    case NameSays::kNothing:
      break;
  }
  return NameEvidence::kAbsent;
}

CheckEvidence evidence_of(CheckEffect weight) {
  switch (weight) {
    case CheckEffect::kProof:
      return CheckEvidence::kProves;
    case CheckEffect::kDoubt:
      return CheckEvidence::kDoubts;
    case CheckEffect::kRefuted:
      return CheckEvidence::kRefutes;
    case CheckEffect::kNone:
    case CheckEffect::kImpossible:
    case CheckEffect::kKnown:
      break;
  }
  return CheckEvidence::kNone;
}

// The form that led to the value, by its rule.
Form form_of(const Rule& rule) {
  if (!rule.provider.empty())
    return rule.confidence == Confidence::kHigh ? Form::kVendor : Form::kShared;
  if (rule.prose) return Form::kProse;
  // A private key. A rule of the user's own is taken at its word.
  return rule.value == ValueKind::kAny ? Form::kVendor : Form::kAssigned;
}

Drop drop_of(CheckEffect weight) {
  switch (weight) {
    case CheckEffect::kImpossible:
      return Drop::kStructure;
    case CheckEffect::kKnown:
      return Drop::kKnownExample;
    case CheckEffect::kNone:
    case CheckEffect::kProof:
    case CheckEffect::kDoubt:
    case CheckEffect::kRefuted:
      return Drop::kNone;
  }
  return Drop::kNone;
}

// "Enter" of `login.password=Enter your password`: a word that begins a
// sentence. `behind` is the text after it.
bool begins_sentence(std::string_view word, std::string_view behind) {
  return behind.size() == 2 && behind[0] == ' ' && is_lower(behind[1]) &&
         is_upper(word.front()) &&
         std::ranges::all_of(word.substr(1), is_lower);
}

// In an action of a template, what has no quotes is code, and words in quotes
// are names. A value that was drawn or typed with care may be a default.
bool is_code_of_template(ValueLook look, std::string_view before) {
  const bool quoted = is_quote(before.back());
  const bool may_be_value =
      look == ValueLook::kDrawn ||
      (quoted && (look == ValueLook::kTyped || look == ValueLook::kComposed));
  return !may_be_value;
}

// Returns whether the value is a switch (true, off, null), as beside a name such
// as enablePassword.
bool is_switch(std::string_view value) {
  constexpr auto kSwitches = std::to_array<std::string_view>(
      {"true", "false", "none", "null", "yes", "no", "on", "off"});
  return equals_caseless(value, kSwitches);
}

// `lines` of `text`, with the lines before them that end with a backslash:
// whoever wrote these has written one line.
std::string_view with_continued(std::string_view text, std::string_view lines) {
  constexpr int kMost = 4;
  auto begin = static_cast<std::size_t>(lines.data() - text.data());
  const std::size_t end = begin + lines.size();
  for (int i = 0; i < kMost && begin >= 2 && text[begin - 1] == '\n' &&
                  text[begin - 2] == '\\';
       ++i)
    begin = text.rfind('\n', begin - 2) + 1;
  return text.substr(begin, end - begin);
}

// assigned_name(), from `facts` if the last question was the same.
std::optional<TextSpan> name_before(std::string_view text, std::size_t value,
                                    TextFacts* facts) {
  if (facts == nullptr) return assigned_name(text, value);
  if (facts->last_name.value != value)
    facts->last_name = {value, assigned_name(text, value)};
  return facts->last_name.name;
}

}  // namespace

Judge::Judge(const RuleSet& rules, const JudgeOptions& options)
    : rules_(rules),
      options_(options),
      families_(rules),
      filters_(rules, options.resource),
      allowlists_(rules) {
  for (const std::span<const Rule> some : {rules.rules(), rules.families()})
    for (const Rule& rule : some) rule_ids_.insert(rule.id);
}

// A candidate, and what is known of it so far. The steps are those of the
// header, in their order: each returns why the candidate is dropped, or adds to
// the verdict.
class Judge::Trial {
 public:
  // `name`: assigned_name(), for a rule for families.
  Trial(const Judge& judge, std::uint32_t index, std::string_view path,
        std::string_view text, const Pattern::Match& match,
        std::optional<TextSpan> name, std::string_view commit, TextFacts* facts)
      : judge_(judge),
        index_(index),
        rule_(judge.rules_.rules()[index]),
        path_(path),
        text_(text),
        match_(match),
        name_(name),
        commit_(commit),
        facts_(facts),
        of_value_((facts == nullptr ? own_ : facts->values)
                      .at(text, {match.secret_begin, match.secret_end})),
        value_(of_value_.traits) {}

  Verdict run() {
    using Step = Drop (Trial::*)();
    static constexpr std::array<Step, 8> kSteps = {
        &Trial::family,  &Trial::numbers,     &Trial::placeholder,
        &Trial::filter,  &Trial::context,     &Trial::allowlists,
        &Trial::comment, &Trial::check_result};
    for (const Step step : kSteps) {
      verdict_.drop = (this->*step)();
      if (verdict_.drop != Drop::kNone) return std::move(verdict_);
    }
    // A rule of betterleaks' dialect states its own confidence.
    if (!rule_.plausible && judge_.rules_.dialect() == Dialect::kBetterleaks)
      verdict_.confidence = rule_.confidence;
    if (filtered_) verdict_.confidence = *filtered_;
    return std::move(verdict_);
  }

 private:
  Drop family() {
    if (name_)
      family_ = judge_.families_.find(
          text_, {match_.secret_begin, match_.secret_end}, *name_, value_,
          facts_ == nullptr ? nullptr : &facts_->families);
    verdict_.rule = family_ != nullptr ? family_ : &rule_;
    return rule_.families && rule_.skip_report && family_ == nullptr
               ? Drop::kNoFamily
               : Drop::kNone;
  }

  // The forms of a family say more about a value than one bound for all.
  Drop numbers() {
    if (family_ == nullptr && value_.digits < rule_.min_digits)
      return Drop::kDigits;
    verdict_.entropy = value_.entropy();
    const bool too_low = verdict_.entropy < rule_.entropy ||
                         (!rule_.plausible && rule_.entropy != 0 &&
                          verdict_.entropy == rule_.entropy);
    return family_ == nullptr && too_low ? Drop::kEntropy : Drop::kNone;
  }

  // A correct checksum is proof enough, whatever words the token contains by
  // chance.
  Drop placeholder() {
    if (touches_label(text_, match_.begin, match_.secret_end, judge_.rule_ids_))
      return Drop::kPlaceholder;
    return rule_.plausible &&
                   (value_.placeholder() || (rule_.value == ValueKind::kAny &&
                                             encodes_placeholder(value_))) &&
                   (rule_.check == CheckKind::kNone ||
                    checked().weight != CheckEffect::kProof)
               ? Drop::kPlaceholder
               : Drop::kNone;
  }

  Drop filter() {
    const Filters::Answer answer =
        judge_.filters_.ask({index_, path_, text_, match_, facts_});
    verdict_.excepted = answer.excepted;
    verdict_.filter_failed = answer.failed;
    filtered_ = answer.confidence;
    return answer.drops ? Drop::kFilter : Drop::kNone;
  }

  Drop context() {
    const std::string_view before = line_before(text_, match_.secret_begin);
    constexpr std::size_t kFar = 256;
    std::string_view behind = text_.substr(match_.secret_end, kFar);
    behind = behind.substr(0, behind.find('\n'));
    if (!of_value_.host) {
      of_value_.host = host_behind(text_, match_.secret_end);
      if (of_value_.host->empty())
        of_value_.host = host_in_parameters(before, behind);
    }
    const std::string_view host = *of_value_.host;
    Evidence& evidence = verdict_.evidence;
    evidence.form = form_of(*verdict_.rule);
    if (family_ == nullptr && rule_.value != ValueKind::kAny) {
      if (const Drop why = assigned_value(before, host); why != Drop::kNone)
        return why;
    } else if (evidence.form != Form::kVendor && !value_.drawn()) {
      const bool word = family_ != nullptr && value_.digits == 0;
      evidence.look = word ? ValueLook::kWords : ValueLook::kComposed;
    }
    constexpr std::size_t kBehind = 40;
    if (!of_value_.place)
      of_value_.place = place_of(path_, path_place(), before,
                                 behind.substr(0, kBehind), host);
    evidence.place = *of_value_.place;
    verdict_.confidence = confidence_of(evidence, verdict_.rule->confidence);
    return Drop::kNone;
  }

  PathPlace path_place() const {
    if (facts_ == nullptr) return place_of_path(path_);
    if (!facts_->path) facts_->path = place_of_path(path_);
    return *facts_->path;
  }

  std::string_view own_name() const {
    const auto name = name_before(text_, match_.secret_begin, facts_);
    const std::string_view own =
        name ? text_.substr(name->begin, name->end - name->begin)
             : std::string_view();
    // The contents of a secret of compose are below its name.
    return own.empty() || own == "content"
               ? name_above(text_, match_.secret_begin)
               : own;
  }

  // The name and the look of a value that is assigned.
  Drop assigned_value(std::string_view before, std::string_view host) {
    const std::string_view name = rule_.value == ValueKind::kNamed
                                      ? name_around(text_, match_.begin)
                                      : std::string_view();
    if (rule_.assignment == Assignment::kManifest &&
        is_setting(own_name(), value_.text))
      return Drop::kName;
    const NameSays says = rule_.value == ValueKind::kNamed && facts_ != nullptr
                              ? facts_->names.says(name)
                              : sluice::says(rule_.value, name);
    auto& known = of_value_.assigned[static_cast<std::size_t>(rule_.value)];
    if (!known || known->name.data() != name.data() ||
        known->name.size() != name.size())
      known = AssignedTo{
          name,
          assigned(rule_.value, {path_, name, before, host, says}, value_)};
    const Assigned as = known->answer;
    if (as.why_not()) return drop_of(*as.why_not());
    if (!of_value_.in_template)
      of_value_.in_template = in_template_action(before);
    if (*of_value_.in_template && is_code_of_template(as.look(), before))
      return Drop::kReference;
    if (is_switch(value_.text)) return Drop::kForm;
    constexpr std::size_t kLongestUser = 20;
    const bool words = as == ValueLook::kWords;
    if (words &&
        begins_sentence(value_.text, text_.substr(match_.secret_end, 2)))
      return Drop::kText;
    verdict_.evidence.look =
        value_.size() <= kLongestUser &&
                (repeats_name(name, value_.text) ||
                 repeats_user(text_, match_.begin, value_.text))
            ? ValueLook::kCommon
            : as.look();
    // A word as an argument of a call or a command means less than one that is
    // set. Beside "secret", it may name an object that has the secret.
    const bool set = rule_.value == ValueKind::kNamed || !host.empty();
    verdict_.evidence.name = words && (!set || says == NameSays::kSecret)
                                 ? NameEvidence::kMaybe
                                 : evidence_of(says);
    return Drop::kNone;
  }

  Drop allowlists() {
    const Allowlists& lists = judge_.allowlists_;
    if (!lists.has_any(index_)) return Drop::kNone;
    const AllowSubject subject{
        path_,
        commit_,
        value_.text,
        text_.substr(match_.begin, match_.end - match_.begin),
        text_,
        with_continued(
            text_, lines_around(text_, match_.secret_begin, match_.secret_end)),
        facts_ == nullptr ? nullptr : &facts_->allowlists};
    if (!of_value_.passes_global)
      verdict_.allowlist = lists.fitting_global(subject);
    if (verdict_.allowlist == nullptr) {
      of_value_.passes_global = lists.global_is_by_value();
      verdict_.allowlist = lists.fitting(index_, subject);
    }
    return verdict_.allowlist == nullptr ? Drop::kNone : Drop::kAllowlist;
  }

  // By the lines of the secret: a match may end in the next line, with a
  // delimiter.
  Drop comment() {
    if (!judge_.options_.allow_comments) return Drop::kNone;
    Allowance allowed = allowance(
        text_, match_.secret_begin, match_.secret_end, verdict_.rule->id,
        facts_ == nullptr ? nullptr : &facts_->directives);
    if (allowed.allowed) return Drop::kDirective;
    verdict_.doubts = std::move(allowed.doubts);
    return Drop::kNone;
  }

  Drop check_result() {
    if (rule_.check == CheckKind::kNone) return Drop::kNone;
    if (const Drop why = drop_of(checked().weight); why != Drop::kNone)
      return why;
    if (checked_->weight == CheckEffect::kRefuted && is_touched())
      return Drop::kStructure;
    verdict_.evidence.check = evidence_of(checked_->weight);
    verdict_.checksum = checked_->verdict;
    verdict_.detail = std::move(checked_->detail);
    verdict_.confidence =
        confidence_of(verdict_.evidence, verdict_.rule->confidence);
    return Drop::kNone;
  }

  // Whether the next character belongs to the word at the end of the secret,
  // against the rule's pattern. In binary files, a checksum outweighs that.
  bool is_touched() const {
    const std::size_t end = match_.secret_end;
    return is_sum(rule_.check) && rule_.regex.ends_with("\\b") &&
           end < text_.size() && is_ascii_word(text_[end]) &&
           is_ascii_word(text_[end - 1]);
  }

  // At most once, and as late as possible: it costs more than everything else.
  const CheckResult& checked() {
    if (!checked_)
      checked_ = check(rule_.check, value_.text,
                       text_.substr(match_.begin, match_.end - match_.begin));
    return *checked_;
  }

  const Judge& judge_;
  std::uint32_t index_;
  const Rule& rule_;
  std::string_view path_, text_;
  const Pattern::Match& match_;
  std::optional<TextSpan> name_;
  std::string_view commit_;
  TextFacts* facts_;
  RecentValues own_;  // if there are no facts
  ValueFacts& of_value_;
  const ValueTraits& value_;

  const Rule* family_ = nullptr;
  std::optional<Confidence> filtered_;  // stated by a filter
  std::optional<CheckResult> checked_;
  Verdict verdict_;
};

Verdict Judge::judge(std::uint32_t rule, std::string_view path,
                     std::string_view text, const Pattern::Match& match,
                     std::string_view commit, TextFacts* facts) const {
  // These rules report only values of families, and most names belong to none.
  // The traits of a value cost more.
  const Rule& candidate = rules_.rules()[rule];
  std::optional<TextSpan> name;
  if (candidate.families) name = name_before(text, match.secret_begin, facts);
  if (candidate.families && candidate.skip_report) {
    if (!name ||
        !families_.may_find(text.substr(name->begin, name->end - name->begin),
                            facts == nullptr ? nullptr : &facts->families)) {
      Verdict verdict;
      verdict.drop = Drop::kNoFamily;
      verdict.rule = &candidate;
      return verdict;
    }
  }
  return Trial(*this, rule, path, text, match, name, commit, facts).run();
}

Pattern::Match Judge::trimmed(std::string_view text,
                              Pattern::Match match) const {
  if (rules_.dialect() != Dialect::kBetterleaks ||
      match.secret_begin != match.begin || match.secret_end != match.end)
    return match;
  while (match.secret_begin < match.secret_end &&
         text[match.secret_end - 1] == '\n')
    --match.secret_end;
  while (match.secret_begin < match.secret_end &&
         text[match.secret_begin] == '\n')
    ++match.secret_begin;
  return match;
}

bool Judge::keeps_file(std::uint32_t rule, std::string_view path) const {
  return !prefilter(path).drops &&
         !filters_.ask({.rule = rule, .path = path}).drops;
}

Verdict Judge::judge_file(std::uint32_t rule, std::string_view path,
                          const CheckResult& read) const {
  Verdict verdict;
  verdict.rule = &rules_.rules()[rule];
  verdict.evidence.form = Form::kVendor;
  verdict.evidence.place = place_of(path, {}, {}, {});
  verdict.evidence.check = evidence_of(read.weight);
  verdict.checksum = read.verdict;
  verdict.detail = read.detail;
  verdict.confidence =
      confidence_of(verdict.evidence, verdict.rule->confidence);
  if (!keeps_file(rule, path)) verdict.drop = Drop::kFilter;
  if (verdict.drop != Drop::kNone) return verdict;
  const AllowSubject subject{.path = path};
  verdict.allowlist = allowlists_.fitting_global(subject);
  if (verdict.allowlist == nullptr)
    verdict.allowlist = allowlists_.fitting(rule, subject);
  if (verdict.allowlist != nullptr) verdict.drop = Drop::kAllowlist;
  return verdict;
}

std::size_t Judge::reach() const {
  return std::max(kDirectiveReach, filters_.reach());
}

}  // namespace sluice
