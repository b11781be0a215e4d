#include "sluice/report/masked_tokens.h"

#include <memory>
#include <mutex>
#include <vector>

#include "finding/mask.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "rules/embedded.h"
#include "scan/find/name_finder.h"

namespace sluice {
namespace {

// The default rules. Null if they cannot be prepared, which a scan reports.
struct DefaultRules {
  std::unique_ptr<const Engine> engine;
  std::unique_ptr<const Judge> judge;
  std::unique_ptr<NameFinder> finder;  // guarded by `mutex`
  std::mutex mutex;

  DefaultRules() {
    auto made = Engine::create(
        RuleSet::from_static(embedded_rules(), embedded_rules_sha256(),
                             embedded_families()),
        embedded_literals());
    if (!made) return;
    engine = std::move(*made);
    judge = std::make_unique<const Judge>(
        engine->rules(), JudgeOptions{.allow_comments = false});
    finder = std::make_unique<NameFinder>(*engine, *judge);
  }
};

}  // namespace

std::string masked_tokens(std::string_view text) {
  std::string masked(text);
  if (!may_have_token(text)) return masked;
  static DefaultRules rules;
  const std::lock_guard lock(rules.mutex);
  if (rules.finder == nullptr) return masked;
  // The places are those before any of them was masked.
  const std::vector<Finding> found = rules.finder->find(text, 0, "-");
  std::vector<SecretSpan> spans;
  for (const Finding& finding : found)
    spans.push_back({finding.start.byte, finding.end.byte, finding.secret});
  return mask_spans(text, 0, spans, MaskStyle::kShort);
}

}  // namespace sluice
