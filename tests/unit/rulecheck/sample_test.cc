#include "rulecheck/sample.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "judge/judge.h"
#include "match/engine.h"
#include "support/load.h"
#include "text/utf8.h"

namespace sluice::sample_test {

TEST_CASE("sample: so many bytes of text, always the same") {
  for (const std::size_t bytes : {0U, 1U, 5000U, 300'000U}) {
    const std::string text = made_up_sample(bytes);
    CHECK(text.size() == bytes);
    CHECK(text == made_up_sample(bytes));
    CHECK(is_utf8(text));
    CHECK(text.find('\0') == std::string::npos);
  }
  CHECK(made_up_sample(300'000).starts_with(made_up_sample(5000)));
}

TEST_CASE("sample: what rules look for stands in it, and no secret") {
  const std::string text = made_up_sample(1'000'000);
  for (const char* word : {"key", "token", "password", "http", "secret"}) {
    CAPTURE(word);
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos;
         at = text.find(word, at + 1))
      ++count;
    CHECK(count > 20);
    CHECK(count < 2000);
  }
  const std::unique_ptr<Engine> engine = engine_of(default_rules());
  const Judge judge(engine->rules());
  FileMatch file;
  file.begin("sample.txt", false);
  MatchScratch scratch;
  std::vector<Candidate> candidates;
  engine->scan({text, 0, 0, text.size()}, file, scratch, &candidates);
  CHECK_FALSE(candidates.empty());
  const auto sure =
      std::ranges::count_if(candidates, [&](const Candidate& candidate) {
        const Verdict verdict =
            judge.judge(candidate.rule, "sample.txt", text, candidate.match);
        return verdict.drop == Drop::kNone &&
               verdict.confidence > Confidence::kLow;
      });
  CHECK(sure < 20);
}

}  // namespace sluice::sample_test
